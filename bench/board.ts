import type { Browser, CDPSession, Page } from '@playwright/test';
import { ApiUser, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { connectDatabase } from '#server/db/database.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';
import { bareBoardPage } from './bare-board.ts';
import { openBoard } from './board-page.ts';
import { boardProbe } from './board-probe.ts';
import { floor, ours } from './event-to-card.ts';
import { budgetLine, ratioBudget, timesLine } from './report.ts';
import { throttle, throttling } from './throttle.ts';

const orders = 500;
const items = 200;
const drags = 4;
const framesPerDrag = 90;
const taps = 40;
const storm = 200;
const patienceMs = 20_000;
/** Part of the bare board's frames; ratios to the bare board and to a bare message; ms of the longest task of a storm. */
const budgets = { leastOfFrames: 0.9, tap: 1.5, event: 2, task: 100 };

/** Milliseconds of every frame of some drags over the board. */
async function framesOf(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < drags; n += 1)
    times.push(...(await page.evaluate<number[]>(`(${boardProbe}).drag(${framesPerDrag})`)));
  return times;
}

async function tapsOf(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < taps; n += 1) times.push(await page.evaluate<number>(`(${boardProbe}).next()`));
  return times;
}

const perSecond = (frames: readonly number[]): number =>
  (frames.length * 1_000) / frames.reduce((sum, ms) => sum + ms, 0);

function framesLine(name: string, now: readonly number[], bare: readonly number[]): string {
  const [a, b] = [perSecond(now), perSecond(bare)];
  const shown = `${(b / a).toFixed(2)}, ${a.toFixed(1)} and ${b.toFixed(1)} frames/s`;
  return budgetLine(name, b / a, 1 / budgets.leastOfFrames, shown);
}

/**
 * Milliseconds of the tasks over 50 ms while `storm` orders change at once, and the duration of the server's request.
 */
async function stormOf(page: Page, shop: Shop, storeId: number): Promise<string> {
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const { body } = await ana.profile(storeId);
  const ids = body.orders.filter((o) => o.status === 'ACCEPTED' || o.status === 'PENDING').map((o) => o.id);
  const some = ids.slice(0, storm);
  // The badge shows «99+», but its text contains the number.
  const badge = page.locator('[data-column=DELIVER] h2 ~ *').last();
  const countOf = async (): Promise<number> => Number(/(\d+) pedido/.exec((await badge.textContent()) ?? '')?.[1]);
  const before = await countOf();
  await page.evaluate(`(${boardProbe}).listen()`);
  const began = performance.now();
  await ana.changeMany(some, 'DELIVER', storeId);
  const told = performance.now() - began;
  // Until the column has grown and no longer changes.
  let [earlier, now] = [before, before];
  do {
    earlier = now;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
    now = await countOf();
  } while (performance.now() < began + patienceMs && (now === before || now !== earlier));
  const long = await page.evaluate<number[]>('window.longTasks');
  const longest = Math.max(0, ...long);
  const shown = `${longest.toFixed(0)} ms, ${long.length} over 50 ms; ${now - before} shown, sent in ${told.toFixed(0)} ms`;
  return budgetLine(`${some.length} changes at once: longest task`, longest, budgets.task, shown);
}

/** Measures a board of 500 active orders and the same board in bare DOM. */
export async function board(browser: Browser, shop: Shop): Promise<string[]> {
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  const storeId = await seedLarge(db, { items, orders }, systemClock.now());
  await db.end();
  const where = { storeId, email: demoPeople.ana };
  const lines: string[] = [];

  const page = await openBoard(browser, shop, where);
  const source = await openBoard(browser, shop, where);
  const copy = await bareBoardPage(source, orders);
  await source.close();
  const bare = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  // Served from the shop's own origin, so both pages load their fonts from there.
  await bare.route(`${shop.url}bare`, (route) => route.fulfill({ contentType: 'text/html', body: copy }));
  await bare.goto(`${shop.url}bare`);

  const throttled: CDPSession[] = [];
  for (const rate of [1, throttling]) {
    if (rate !== 1) throttled.push(await throttle(bare), await throttle(page));
    await bare.bringToFront();
    const floorFrames = await framesOf(bare);
    await page.bringToFront();
    lines.push(
      framesLine(`${orders} orders, drag at ${rate}x: bare / our frames a second`, await framesOf(page), floorFrames),
    );
  }
  await bare.bringToFront();
  const bareTaps = await tapsOf(bare);
  await bare.context().close();
  await page.bringToFront();
  const ourTaps = await tapsOf(page);
  lines.push(
    timesLine(`bare DOM of ${orders} cards: next step to painted move`, bareTaps),
    timesLine(`${orders} orders: next step to painted move`, ourTaps),
    ratioBudget(`${orders} orders: next step, ratio`, ourTaps, bareTaps, budgets.tap),
  );
  await throttled.at(-1)?.detach();
  lines.push(await stormOf(page, shop, storeId));
  await page.context().close();

  const bareEvent = await floor(browser);
  const { sinceEvent } = await ours(browser, shop, where);
  lines.push(
    timesLine('bare WebSocket message to painted div', bareEvent),
    timesLine(`event to painted card, ${orders} orders on the board`, sinceEvent),
    ratioBudget(`${orders} orders: event to card, ratio`, sinceEvent, bareEvent, budgets.event),
  );
  return lines;
}
