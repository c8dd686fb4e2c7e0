import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '#e2e/fixtures.ts';

export const sizes = [
  { name: '390', width: 390, height: 844 },
  { name: '1024', width: 1024, height: 768 },
  { name: '1920', width: 1920, height: 1080 },
] as const;
export const themes = ['light', 'dark'] as const;

/** SHOTS=1 writes the pictures that people look at. */
export async function shot(page: Page, name: string, folder = 'docs/screens'): Promise<void> {
  if (process.env['SHOTS'] !== '1') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

/** Nothing for axe to find, nothing that scrolls sideways. */
export async function check(page: Page, name: string): Promise<void> {
  // Colours are judged at rest, not in the middle of a transition.
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => null))));
  await shot(page, name);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((v) => `${name}: ${v.id} ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}
