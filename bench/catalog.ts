import type { BrowserContext, LaunchOptions, Page } from '@playwright/test';
import type { WireProfile } from '#contract/wire/stores.ts';
import type { Item, SearchEntry } from '#domain/catalog.ts';
import { searchIndex, searchItems } from '#domain/catalog.ts';
import { readProfile } from '#contract/wire/stores.ts';
import { ApiUser, password, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { connectDatabase } from '#server/db/database.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';
import type { CountedCard } from './bare-catalog.ts';
import { bareDomPage } from './bare-catalog.ts';
import { serveBareScreen } from './bare-screen.ts';
import type { CatalogProbe } from './catalog-probe.ts';
import { catalogProbe } from './catalog-probe.ts';
import { openProfile, startsUntilCompiled } from './profile.ts';
import { ratioBudget, ratioLine, timesLine } from './report.ts';
import { throttle } from './throttle.ts';

const sizes = [1_000, 20_000];
const taps = 60;
/** So many that p95 is not the slowest one. */
const starts = 40;
/** Typed letter by letter, one word after the other. */
const words = ['milanesa', 'pizza', 'empanada', 'flan', 'cerveza', 'ensalada', 'doble', 'horno'].flatMap((word, n) =>
  [77, 9, 31].map((number) => `${word} ${number + n}`),
);
/** More than any of the pages keeps in its list. */
const inView = 40;

/** Every keystroke whose first result was not visible after the keystroke measured before it, with that result. */
function keystrokes(
  items: readonly Item[],
  index: readonly SearchEntry[],
): { readonly text: string; readonly id: number }[] {
  // The items that the pages start with: by section in ours, by name in the bare one.
  let seen = new Set([...items.slice(0, inView), ...index.slice(0, inView).map((e) => e.item)].map((i) => i.id));
  return words
    .flatMap((word) => Array.from(word, (_, n) => word.slice(0, n + 1)))
    .filter((text) => !text.endsWith(' '))
    .flatMap((text) => {
      const found = searchItems(index, text);
      const [first] = found;
      if (first === undefined || seen.has(first.id)) return [];
      seen = new Set(found.slice(0, inView).map((i) => i.id));
      return [{ text, id: first.id }];
    });
}

interface Measured {
  readonly typed: number[];
  readonly added: number[];
}

/** Calls a function of the probe in the page. */
const call = (page: Page, name: keyof CatalogProbe, ...args: readonly unknown[]): Promise<number> =>
  page.evaluate<number>(`(${catalogProbe}).${name}(${args.map((a) => JSON.stringify(a)).join(', ')})`);

/** The product that the taps add: without options, and the first result for its own name. */
function plainItem(items: readonly Item[], index: readonly SearchEntry[]): Item {
  const plain = items.find(
    (i) => i.groups.length === 0 && i.catalogs === null && searchItems(index, i.name)[0]?.id === i.id,
  );
  if (!plain) throw new Error('no item without options');
  return plain;
}

/** Adds one unit of a product to the cart; returns its card as it looks now. */
async function putOne(page: Page, profile: WireProfile): Promise<CountedCard> {
  const { items } = readProfile(profile).catalog;
  const { id, name } = plainItem(items, searchIndex(items));
  const box = page.locator('input[type=search]');
  await box.fill(name);
  await page.locator(`[data-item="${id}"] div > button`).last().click();
  const html = await page.locator(`[data-item="${id}"]:has(b)`).evaluate((card) => card.outerHTML);
  await box.fill('');
  await page.locator('[data-item]:not(:has(b))').first().waitFor();
  return { id, html };
}

async function measured(page: Page, profile: WireProfile): Promise<Measured> {
  const { items } = readProfile(profile).catalog;
  const index = searchIndex(items);
  const typed: number[] = [];
  const steps = keystrokes(items, index);
  if (steps.length < 10) throw new Error(`only ${steps.length} keystrokes change the first result`);
  for (const { text, id } of steps) typed.push(await call(page, 'type', text, id));
  const { id: plain, name } = plainItem(items, index);
  await page.locator('input[type=search]').fill(name);
  await page.locator(`[data-item="${plain}"]`).waitFor();
  const added: number[] = [];
  for (let n = 2; n <= taps; n += 1) added.push(await call(page, 'add', plain, n));
  return { typed, added };
}

/** Ana's catalog of that store, with an empty take-away order, once the worker can serve the next start. */
async function openCatalog(context: BrowserContext, shop: Shop, storeId: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${shop.url}login`);
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.getByRole('heading', { name: 'Tiendas' }).waitFor();
  await page.goto(`${shop.url}${storeId}`);
  await page.getByRole('button', { name: 'Take away' }).first().click();
  await page.locator('[data-item]').first().waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  return page;
}

interface Start {
  /** A browser that has everything in its cache. */
  readonly context: BrowserContext;
  readonly url: string;
}

/**
 * Milliseconds from each navigation to the first painted card, in a tab of its own each. The two take turns, so that both
 * meet the same machine. Closes their browsers.
 */
async function firstPaints(one: Start, other: Start): Promise<readonly [number[], number[]]> {
  const firstPaint = async ({ context, url }: Start): Promise<number> => {
    const page = await context.newPage();
    await page.addInitScript(`window.firstCard = (${catalogProbe}).first()`);
    await throttle(page);
    await page.goto(url);
    const took = await page.evaluate<number>('firstCard');
    await page.waitForLoadState('networkidle');
    await page.close();
    return took;
  };
  const times: readonly [number[], number[]] = [[], []];
  for (let n = 0; n < startsUntilCompiled + starts; n += 1) {
    const [ofOne, ofOther] = [await firstPaint(one), await firstPaint(other)];
    if (n < startsUntilCompiled) continue;
    times[0].push(ofOne);
    times[1].push(ofOther);
  }
  for (const { context } of [one, other]) await context.close();
  return times;
}

const mostOfFloor = 1.5;

/** Budgets: each median and p95 at most 1.5 times that of the bare page of the same run; flat from 1,000 to 20,000 products. */
export async function catalogBench(shop: Shop, options: LaunchOptions): Promise<string[]> {
  const lines: string[] = [];
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  const ours = new Map<number, Measured>();
  for (const items of sizes) {
    const storeId = await seedLarge(db, { items, orders: 0 }, systemClock.now());
    const ana = await ApiUser.signIn(shop, demoPeople.ana);
    const { body: profile } = await ana.profile(storeId);

    const page = await openCatalog(await openProfile(options), shop, storeId);
    const host = await serveBareScreen(page, profile);
    const counted = await putOne(page, profile);
    const copy = await bareDomPage(page, profile, counted);
    const bare = await (await openProfile(options)).newPage();
    // Served from the shop's own origin, so both pages load fonts and pictures from there.
    await bare.route(`${shop.url}bare`, (route) => route.fulfill({ contentType: 'text/html', body: copy }));
    await bare.goto(`${shop.url}bare`);
    await throttle(bare);
    const floor = await measured(bare, profile);
    await bare.goto(host.url);
    await bare.waitForFunction('document.title === "kept"');
    // A throttled page takes a whole processor, also while it does nothing.
    await bare.close();

    await throttle(page);
    const now = await measured(page, profile);
    ours.set(items, now);
    const url = page.url();
    await page.close();
    const [start, bareStart] = await firstPaints(
      { context: page.context(), url },
      { context: bare.context(), url: host.url },
    );
    host.close();
    lines.push(
      timesLine(`${items} products, bare DOM: keystroke to results`, floor.typed),
      timesLine(`${items} products: keystroke to results`, now.typed),
      ratioBudget(`${items} products: keystroke, ratio`, now.typed, floor.typed, mostOfFloor),
      timesLine(`${items} products, bare DOM: tap to count`, floor.added),
      timesLine(`${items} products: tap to count`, now.added),
      ratioBudget(`${items} products: tap, ratio`, now.added, floor.added, mostOfFloor),
      timesLine(`${items} products, the same elements in bare React: first card`, bareStart),
      timesLine(`${items} products: first card from the cache`, start),
      ratioBudget(`${items} products: first card, ratio`, start, bareStart, mostOfFloor),
    );
  }
  await db.end();
  const [small, large] = sizes.map((s) => ours.get(s));
  if (small && large)
    lines.push(
      ratioLine('keystroke, 20,000 to 1,000 products (flat: 0.8 to 1.2)', large.typed, small.typed),
      ratioLine('tap, 20,000 to 1,000 products (flat: 0.8 to 1.2)', large.added, small.added),
    );
  return lines;
}
