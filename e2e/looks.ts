import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '#e2e/fixtures.ts';

export const sizes = [
  { name: '390', width: 390, height: 844 },
  { name: '1024', width: 1024, height: 768 },
  { name: '1920', width: 1920, height: 1080 },
] as const;
/** The narrowest screen that must not scroll sideways. */
export const narrowest = { name: '320', width: 320, height: 700 } as const;
export const themes = ['light', 'dark'] as const;

interface Size {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}
type Theme = (typeof themes)[number];

/** SHOTS=1 writes the pictures that people look at. */
export async function shot(page: Page, name: string, folder = 'docs/screens'): Promise<void> {
  if (process.env['SHOTS'] !== '1') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

/** Colours are judged at rest, not in the middle of a transition: a change of theme begins some a frame later. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let stillFrames = 0; stillFrames < 3; stillFrames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const running = document.getAnimations().filter(({ playState }) => playState === 'running');
      if (running.length > 0) stillFrames = -1;
      await Promise.all(running.map((animation) => animation.finished.catch(() => null)));
    }
  });

/** Names the rules that are broken, and where. `include`: a part of the page alone; `onlyColours`: no other rules. */
export async function axeFindings(
  page: Page,
  name: string,
  { include, onlyColours = false }: { readonly include?: string; readonly onlyColours?: boolean } = {},
): Promise<string[]> {
  // The app has no frames: in one document, axe needs no second page to join its results.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (include !== undefined) axe.include(include);
  if (onlyColours) axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await axe.analyze();
  return violations.map((v) => `${name}: ${v.id} ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
}

/** Nothing for axe to find, nothing that scrolls sideways. */
export async function check(page: Page, name: string, { onlyColours = false } = {}): Promise<void> {
  await atRest(page);
  await shot(page, name);
  expect(await axeFindings(page, name, { onlyColours })).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** How many dialogs are open: another size must not close one. */
const dialogs = (page: Page): Promise<number> =>
  page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true }).count();

/**
 * Checks what the page shows now at every size and in every theme, and leaves it as it was. A theme changes colours and
 * nothing else: all rules are applied once for each size, those about colours in each theme.
 */
export async function checkEveryLook(
  page: Page,
  name: string,
  look: { readonly sizes?: readonly Size[]; readonly themes?: readonly Theme[] } = {},
): Promise<void> {
  const before = page.viewportSize();
  const open = await dialogs(page);
  for (const size of look.sizes ?? sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => dialogs(page), `${name} at ${size.name} px: open dialogs`).toBe(open);
    for (const [index, colorScheme] of (look.themes ?? themes).entries()) {
      await page.emulateMedia({ colorScheme });
      await check(page, `${name}-${size.name}-${colorScheme}`, { onlyColours: index > 0 });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}
