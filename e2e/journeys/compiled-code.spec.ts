import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { isObject } from '#domain/unknown.ts';
import { fullChromium } from '#e2e/chromium-flags.ts';
import { expect, giveSession, test } from '#e2e/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** A start of the board in a tab of its own; returns the files of the app whose compiled code the browser had kept. */
async function compiledFiles(page: Page, url: string, trace: string): Promise<readonly string[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser to trace');
  await browser.startTracing(page, { path: trace, categories: ['v8'] });
  await page.goto(url);
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(await readFile(trace, 'utf8'));
  return traceEvents.flatMap(({ name, args }: { name: string; args: { data?: unknown } }) => {
    const { data } = args;
    if (name !== 'v8.compileModule' || !isObject(data) || !('consumedCacheSize' in data)) return [];
    return /assets\/(.+?)-[\w-]{8}\.js$/.exec(String(data['url']))?.[1] ?? [];
  });
}

// A private window keeps no compiled code, and the headless shell none at all.
test('a device that has started the board before does not compile its code again, and its files come without the worker', async ({
  shop,
}, info) => {
  const context = await chromium.launchPersistentContext('', fullChromium());
  const url = `${shop.url}1/orders/kanban`;
  await giveSession(context, shop, 'ana');
  const first = await context.newPage();
  await first.goto(url);
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  // Chromium keeps the code at the second start and takes it at the next ones.
  await expect(async () => {
    const page = await context.newPage();
    const files = await compiledFiles(page, url, info.outputPath('trace.json'));
    const sources = await page.evaluate<unknown>(
      `performance.getEntriesByType('resource').flatMap(({ name, workerFinalSourceType }) =>
        name.includes('/assets/') ? workerFinalSourceType : [])`,
    );
    await page.close();
    expect(files).toEqual(expect.arrayContaining(['index', 'engine', 'shared', 'icons', 'store', 'orders.kanban']));
    expect(new Set(Array.isArray(sources) ? sources : [])).toEqual(new Set(['cache']));
  }).toPass();
  await context.close();
});

test('only the page of the worker asks for its modules as scripts: over the network they are parsed while they arrive', async ({
  request,
  shop,
}) => {
  const [ofWorker, ofServer] = await Promise.all(
    ['index.html', '1/orders/kanban'].map(async (path) => (await request.get(shop.url + path)).text()),
  );
  expect(ofWorker).not.toContain('modulepreload');
  const [, entry = ''] = /<script type="module" crossorigin src="([^"]+)"/.exec(ofWorker ?? '') ?? [];
  const link = `<link rel="preload" as="script" crossorigin href="${entry}">`;
  expect(ofWorker?.indexOf(link)).toBeGreaterThan(0);
  expect(ofWorker?.indexOf(link)).toBeLessThan(ofWorker?.indexOf('<script type="module" crossorigin') ?? 0);
  expect(ofServer).toContain('rel="modulepreload"');
  expect(ofServer).not.toContain('as="script"');
});
