import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openShop, templateVariable } from './shop.ts';

/**
 * Playwright's global setup: one shop makes the demo data, and the shops of the journeys begin with a copy of it. Some
 * thirty journeys have a shop of their own, and each would migrate and seed for five seconds.
 */
export default async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'marche template '));
  const data = path.join(folder, 'data');
  await (await openShop()).saveAs(data);
  process.env[templateVariable] = data;
  return () => rmSync(folder, { recursive: true, force: true });
}
