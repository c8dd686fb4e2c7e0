import type { Browser, Page } from '@playwright/test';
import { demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { connectDatabase } from '#server/db/database.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';
import { bareBoardPage } from './bare-board.ts';
import { openBoard } from './board-page.ts';
import { boardProbe } from './board-probe.ts';
import { budgetLine, quantile, timesLine } from './report.ts';
import { throttle } from './throttle.ts';

const orders = 27;
/** High enough that every card of a column is in the document. */
const viewport = { width: 1024, height: 1800 };
const rounds = 5;
const tapsPerRound = 6;
/** A hurried person takes two cards a second. */
const tapEveryMs = 500;
/** On a weak tablet: as a ratio to the bare board's median, and in ms. */
const budgets = { ratio: 2, p95: 200 };

async function tapsOf(page: Page, everyMs: number): Promise<number[]> {
  const cards = await page.locator('[data-card]').count();
  if (cards !== orders) throw new Error(`${cards} cards in the document, not ${orders}`);
  await page.bringToFront();
  await throttle(page);
  const times: number[] = [];
  for (let n = 0; n < tapsPerRound; n += 1) {
    const time = await page.evaluate<number>(`(${boardProbe}).next()`);
    times.push(time);
    await page.waitForTimeout(Math.max(0, everyMs - time));
  }
  return times;
}

/** The board of an evening: it has all its parts, and its worker. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('parts-loaded').length > 0);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForLoadState('networkidle');
}

/**
 * Next step tapped to painted with 4x CPU throttling: a board of 27 cards, and the same cards in bare DOM. Without a
 * pause, each tap meets the work that the one before it has left: disk, network and answer. The bare DOM has none.
 */
export async function nextStep(browser: Browser, shop: Shop): Promise<string[]> {
  const [ours, bare, hasty]: [number[], number[], number[]] = [[], [], []];
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  const openOurs = async (): Promise<Page> => {
    const storeId = await seedLarge(db, { items: 20, orders }, systemClock.now());
    const page = await openBoard(browser, shop, { storeId, email: demoPeople.ana });
    await page.setViewportSize(viewport);
    await settled(page);
    return page;
  };
  for (let n = 0; n < rounds; n += 1) {
    const page = await openOurs();
    const address = page.url();
    const copy = await bareBoardPage(page, orders);
    // One page at a time: a throttled page takes a whole processor, also while it does nothing.
    await page.goto('about:blank');
    const floor = await (await browser.newContext({ viewport })).newPage();
    await floor.route(`${shop.url}bare`, (route) => route.fulfill({ contentType: 'text/html', body: copy }));
    await floor.goto(`${shop.url}bare`);
    bare.push(...(await tapsOf(floor, tapEveryMs)));
    await floor.context().close();
    await page.goto(address);
    await page.locator('[data-card]').first().waitFor();
    await settled(page);
    ours.push(...(await tapsOf(page, tapEveryMs)));
    await page.context().close();
    const other = await openOurs();
    hasty.push(...(await tapsOf(other, 0)));
    await other.context().close();
  }
  await db.end();
  const ratio = quantile(ours, 0.5) / quantile(bare, 0.5);
  return [
    timesLine(`bare DOM of ${orders} cards: next step to painted move`, bare),
    timesLine(`${orders} orders: next step to painted move`, ours),
    timesLine(`${orders} orders: the same without a pause`, hasty),
    budgetLine('next step, ratio of medians', ratio, budgets.ratio, ratio.toFixed(2)),
    budgetLine('next step, p95 in ms', quantile(ours, 0.95), budgets.p95),
  ];
}
