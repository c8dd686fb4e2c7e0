/**
 * `npm run hunt -- <title>`: plays the journeys with that title 50 times, in as many parallel workers as the gate uses,
 * and reports how often each failed. `--times N` sets another number.
 */
import './node-version.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumPaths } from './chromium.mjs';
import { journeysOf, nameOf } from './journeys.mjs';
import { ensureBuilt, ensureInstalled, root, runPackage } from './prepare.mjs';

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '50' } },
  allowPositionals: true,
});
const title = positionals.join(' ');
if (title === '') {
  console.error('Usage: npm run hunt -- <part of the title> [--times 50]');
  process.exit(2);
}
process.chdir(root);
await ensureInstalled();
await ensureBuilt();
const file = path.join(root, '.cache', 'hunt.json');
mkdirSync(path.dirname(file), { recursive: true });
rmSync(file, { force: true });
const args = ['--no-deps', `--repeat-each=${values.times}`, '--trace=retain-on-failure', '--output=test-results/hunt'];
const grep = `--grep=${title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`;
const env = { ...(await chromiumPaths()), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
await runPackage('@playwright/test/cli.js', ['test', ...args, grep], { env }).catch(() => undefined);

const journeys = journeysOf(JSON.parse(readFileSync(file, 'utf8')));
for (const journey of journeys) {
  const failed = journey.runs.filter((passed) => !passed).length;
  console.log(`\n${nameOf(journey)}\n${failed} of ${journey.runs.length} failed`);
  for (const trace of journey.traces) console.log(`  ${trace}`);
  for (const error of new Set(journey.errors)) console.log(`  ${error}`);
}
if (journeys.length === 0) console.error('No journey has that title.');
process.exitCode = journeys.length > 0 && journeys.every(({ runs }) => !runs.includes(false)) ? 0 : 1;
