import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
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

/** With SHOTS=1, writes a screenshot for people to look at. */
export async function shot(page: Page, name: string, folder = 'docs/screens'): Promise<void> {
  if (process.env['SHOTS'] !== '1') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

declare global {
  interface Window {
    axe?: typeof axeCore;
    /** Frames without a running transition. */
    stillFrames?: number;
  }
}

/**
 * Waits until no transition has run for three frames, so that axe sees the final colours: a change of theme starts some a
 * frame later. Playwright asks at every frame that is painted, also on a page whose clock a test holds.
 */
const atRest = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const moves = document.getAnimations().some(({ playState }) => playState === 'running');
    window.stillFrames = moves ? 0 : (window.stillFrames ?? 0) + 1;
    if (window.stillFrames < 3) return false;
    window.stillFrames = 0;
    return true;
  });

const axeSource = readFileSync(path.resolve(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8');

/** Playwright's own evaluate would parse the half megabyte twice more. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
}

/**
 * Lists the violated rules and their elements. `include`: only this part of the page. `onlyColours`: only the rules
 * about colours. A document gets axe once: its half megabyte takes longer to send and to read than its rules to run.
 */
export async function axeFindings(
  page: Page,
  name: string,
  { include, onlyColours = false }: { readonly include?: string; readonly onlyColours?: boolean } = {},
): Promise<string[]> {
  await atRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const runOnly = onlyColours ? ['color-contrast', 'link-in-text-block'] : undefined;
  const findings = await page.evaluate(
    async ({ context, options }) => {
      if (!window.axe) throw new Error('the page was left');
      const { violations } = await window.axe.run(context, options);
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    {
      context: include ?? 'html',
      // No rule that runs reads the style sheets that it would fetch before.
      options: { resultTypes: ['violations' as const], preload: false, ...(runOnly && { runOnly }) },
    },
  );
  return findings.map((finding) => `${name}: ${finding}`);
}

/** Words that no Spanish text has. The brands and «take away», «delivery» and «online» are the stores' own words. */
const englishWords =
  /\b(the|and|of|you|your|with|for|not|this|that|loading|failed|invalid|required|save|delete|remove|close|open|orders?|settings|search|password|please|try|again|undefined|null|NaN)\b|\[object/gi;

/** The English words of the page: its texts, names, hints and titles, but for what is marked as English. */
const englishOn = (page: Page): Promise<string[]> =>
  page
    .evaluate(() => {
      const foreign = document.querySelectorAll('[lang="en"], textarea, script, style');
      const texts: string[] = [document.title];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (![...foreign].some((part) => part.contains(node))) texts.push(node.textContent ?? '');
      for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '');
      return texts;
    })
    .then((texts) => texts.filter((text) => text.match(englishWords) !== null));

/**
 * The controls whose target is smaller than 44 px. A label belongs to the target of its control, and so does the place
 * that a control covers with its `::after`. Links inside a sentence may be lower.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role="option"], [role="menuitem"]',
    );
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      const { display, position } = getComputedStyle(control);
      if (!control.checkVisibility({ visibilityProperty: true }) || width <= 1 || height <= 1) return [];
      if (display === 'inline') return [];
      const covers = position === 'static' && getComputedStyle(control, '::after').position === 'absolute';
      const target = control.closest('label') ?? (covers ? control.offsetParent : null) ?? control;
      const box = target.getBoundingClientRect();
      // Half a pixel less is a browser that rounds.
      if (Math.min(box.width, box.height) >= 43.5) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return [`${control.tagName} ${name}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)} px`];
    });
  });

/**
 * Checks that axe finds nothing, that the page does not scroll sideways, that it speaks Spanish and that a finger meets
 * each control (F-02).
 */
async function checkLook(page: Page, name: string, { onlyColours = false } = {}): Promise<void> {
  await shot(page, name);
  expect(await axeFindings(page, name, { onlyColours })).toEqual([]);
  if (!onlyColours) {
    expect(await englishOn(page), `${name}: English words`).toEqual([]);
    expect(await smallTargets(page), `${name}: controls under 44 px`).toEqual([]);
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Checks the current page as it is, and its colours in the dark. */
export async function check(page: Page, name: string): Promise<void> {
  await checkLook(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  const findings = await axeFindings(page, `${name} in the dark`, { onlyColours: true });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(findings).toEqual([]);
}

/** Number of open dialogs: a change of size must not close one. */
const dialogs = (page: Page): Promise<number> =>
  page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true }).count();

/**
 * Checks the current page at every size and in every theme, and restores it. A theme only changes colours: each size
 * runs all rules once, each theme only those about colours.
 */
export async function checkEveryLook(
  page: Page,
  name: string,
  look: { readonly sizes?: readonly Size[]; readonly themes?: readonly Theme[] } = {},
): Promise<void> {
  const before = page.viewportSize();
  const open = await dialogs(page);
  // Else each change of theme or size waits for its transitions. Journeys that allow movement have none from here on.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of look.sizes ?? sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => dialogs(page), `${name} at ${size.name} px: open dialogs`).toBe(open);
    for (const [index, colorScheme] of (look.themes ?? themes).entries()) {
      await page.emulateMedia({ colorScheme });
      await checkLook(page, `${name}-${size.name}-${colorScheme}`, { onlyColours: index > 0 });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
  // A forced click goes where the control was when it was looked for.
  await atRest(page);
}
