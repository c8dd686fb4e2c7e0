import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { ApiUser, demoPeople, laEsquina } from '#e2e/api.ts';
import { readTruth, type Truth } from '#e2e/chaos/truth.ts';
import type { Shop } from '#e2e/shop.ts';
import { freeAllTables } from '#e2e/shop-database.ts';
import {
  type DemoCustomer,
  demoCustomers,
  type DemoShop,
  nextOrder,
  submitOrder,
  signInCustomer,
} from '#scripts/demo-customer.ts';
import { lowerPriority } from '#scripts/priority.mjs';
import { instant } from '#domain/time.ts';
import { connectDatabase } from '#server/db/database.ts';
import { openBoard } from './board-page.ts';
import { recordTasks } from './task-times.ts';
import { budgetLine, quantile, timesLine } from './report.ts';

const customerCount = 200;
const quietOrders = 100;
/** An evening, compressed. */
const eveningMs = 75_000;
/** How often a customer looks in: orders, or looks at the order that is under way. */
const visits = 2;
/** One order in so many is sent twice at once, as by a device that lost the answer. */
const twiceOneIn = 10;
const tapEveryMs = 500;
const patienceMs = 120_000;
const board = ['PENDING', 'ACCEPTED', 'DELIVER'];
/** Budgets: the p95 of an order's creation divided by that of the quiet server; the longest task of a board in ms. */
const budgets = { ratio: 4, task: 100 };

/** What the customers were told. */
interface Evening {
  readonly times: number[];
  /** Uids of the orders that the server accepted. */
  readonly accepted: string[];
  readonly refusals: string[];
}

const newEvening = (): Evening => ({ times: [], accepted: [], refusals: [] });

/** Runs `work` for every customer, four at a time: each sign-up costs the server a hash of the password. */
async function signUpAll(shop: DemoShop, customers: readonly DemoCustomer[]): Promise<void> {
  const waiting = [...customers];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await signInCustomer(shop, next);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** A customer looks in, and orders unless the last order is under way. Only the order's creation is measured. */
async function visit(shop: DemoShop, customer: DemoCustomer, told: Evening, twice: boolean): Promise<void> {
  const wanted = await nextOrder(shop, customer);
  if (typeof wanted === 'string') return;
  const key = randomUUID();
  const send = async (): Promise<void> => {
    const began = performance.now();
    await submitOrder(shop, customer, wanted, key);
    told.times.push(performance.now() - began);
  };
  const sent = await Promise.allSettled(twice ? [send(), send()] : [send()]);
  // Of two at once, one may be told that the other is under way.
  if (sent.some(({ status }) => status === 'fulfilled')) told.accepted.push(wanted.uid);
  else for (const end of sent) if (end.status === 'rejected') told.refusals.push(String(end.reason));
}

/** Orders one after another, while nobody else is there. */
async function quietTimes(demo: DemoShop, customers: readonly DemoCustomer[], shop: Shop): Promise<number[]> {
  const told = newEvening();
  for (const customer of customers) await visit(demo, customer, told, false);
  // So that each customer can order again.
  await freeAllTables(shop);
  return told.times;
}

/** Runs in the page: taps the next step of a random card in view, of any column. Answers whether there was one. */
const tapNext = `(() => {
  const steps = [...document.querySelectorAll('[data-card] button')].filter((b) =>
    !b.disabled && ['Aceptar', 'Por entregar', 'Finalizar'].includes(b.textContent.trim()));
  const step = steps[Math.floor(Math.random() * steps.length)];
  step?.click();
  return step !== undefined;
})()`;

/** Runs in the page: scrolls through every column; answers each card as [uid, column]. */
const cardsOf = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const found = new Set();
  for (const column of document.querySelectorAll('[data-column]')) {
    const pane = column.querySelector('ol')?.parentElement;
    for (let top = 0; pane && (top === 0 || top < pane.scrollHeight); top += pane.clientHeight / 2) {
      pane.scrollTop = top;
      await frame();
      await frame();
      for (const card of column.querySelectorAll('[data-card]'))
        found.add(card.dataset.card + ' ' + column.dataset.column);
    }
    if (pane) pane.scrollTop = 0;
  }
  return [...found];
})()`;

/** What a board shows wrongly of the orders in work; empty: each has one card, in the column of its status. */
async function wrongOn(page: Page, { orders }: Truth): Promise<string[]> {
  const shown = new Set(await page.evaluate<string[]>(cardsOf));
  const wanted = new Set(
    [...orders].flatMap(([uid, { status }]) => (board.includes(status) ? [`${uid} ${status}`] : [])),
  );
  return [
    ...[...wanted].filter((card) => !shown.has(card)).map((card) => `no card ${card}`),
    ...[...shown].filter((card) => !wanted.has(card)).map((card) => `a card ${card} too many`),
  ];
}

/** Asks again until the boards have caught up with the last change. */
async function wrongOnBoards(shop: Shop, pages: readonly Page[]): Promise<string[]> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const truth = await readTruth(shop.databaseUrl(), laEsquina);
    const wrong: string[] = [];
    for (const page of pages) wrong.push(...(await wrongOn(page, truth)));
    if (wrong.length === 0 || performance.now() > end) return wrong;
  }
}

/** What became wrongly of the orders in the database: each one that was accepted is there once, and no other one. */
async function wrongInDatabase(shop: Shop, before: Truth, { accepted }: Evening): Promise<string[]> {
  const { orders, doubled } = await readTruth(shop.databaseUrl(), laEsquina);
  const told = new Set(accepted);
  return [
    ...doubled,
    ...accepted.filter((uid) => !orders.has(uid)).map((uid) => `order ${uid} was accepted and is lost`),
    ...[...orders.keys()]
      .filter((uid) => !before.orders.has(uid) && !told.has(uid))
      .map((uid) => `order ${uid} was never accepted`),
  ];
}

/**
 * Boards are devices with processors of their own. Here they share the server's, so they take what the server leaves:
 * else the time of an order's creation would be that of drawing two boards.
 */
async function giveWay(browser: Browser): Promise<void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  for (const { id, type } of processInfo) if (type === 'browser') lowerPriority(id, 10);
  await devtools.detach();
}

/** Taps at the board until the evening ends. Returns the number of taps. */
async function work(page: Page, until: number): Promise<number> {
  let taps = 0;
  while (performance.now() < until) {
    if (await page.evaluate<boolean>(tapNext)) taps += 1;
    await wait(tapEveryMs);
  }
  return taps;
}

/**
 * 200 customers order in one evening against one server, while the staff works at two boards: no order is lost or
 * doubled, the boards stay usable, and an order takes at most four times as long as with a quiet server.
 */
export async function evening(browser: Browser, shop: Shop): Promise<string[]> {
  let waits = 0;
  const demo: DemoShop = {
    url: shop.origin,
    storeId: laEsquina,
    signal: null,
    onWait: () => {
      waits += 1;
    },
    now: () => instant(Date.now()),
  };
  const customers = demoCustomers(customerCount);
  await signUpAll(demo, customers);
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  // As the database itself does within a minute: without statistics it plans for empty tables.
  await db.direct.execute(sql`analyze`);
  await db.end();
  // Until the compiler has seen what is run most.
  await quietTimes(demo, customers, shop);
  const quiet = await quietTimes(demo, customers.slice(0, quietOrders), shop);

  await giveWay(browser);
  // A board is open when its first card is there.
  await (await ApiUser.signIn(shop, demoPeople.ana)).takeOrder('Medición');
  const pages: Page[] = [];
  for (const email of [demoPeople.carla, demoPeople.ana])
    pages.push(await openBoard(browser, shop, { storeId: laEsquina, email }));
  for (const page of pages) {
    // As on a device of the shop, which installed the app long before the evening.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.waitForLoadState('networkidle');
  }
  const before = await readTruth(shop.databaseUrl(), laEsquina);
  const told = newEvening();
  const end = performance.now() + eveningMs;
  const come = async (customer: DemoCustomer): Promise<void> => {
    const times = Array.from({ length: visits }, () => randomInt(eveningMs)).toSorted((a, b) => a - b);
    for (const at of times) {
      await wait(Math.max(0, end - eveningMs + at - performance.now()));
      await visit(demo, customer, told, randomInt(twiceOneIn) === 0);
    }
  };
  const tasks = await recordTasks(browser);
  const [taps] = await Promise.all([
    Promise.all(pages.map((page) => work(page, end))),
    Promise.all(customers.map(come)),
  ]);
  // Before the check below, which scrolls through all cards.
  const longest = await tasks();
  const wrong = [...(await wrongOnBoards(shop, pages)), ...(await wrongInDatabase(shop, before, told))];
  for (const page of pages) await page.context().close();
  const ratio = quantile(told.times, 0.95) / quantile(quiet, 0.95);
  return [
    `evening: ${told.accepted.length} orders of ${customerCount} customers, ${told.refusals.length} refused, ${waits} told to wait; ${taps.join(' and ')} steps at the boards`,
    ...new Set(told.refusals),
    timesLine('quiet server: order creation', quiet),
    timesLine('evening: order creation', told.times),
    budgetLine('evening: creation, ratio of p95', ratio, budgets.ratio, ratio.toFixed(2)),
    ...longest.map((ms, n) => budgetLine(`evening: longest task of board ${n + 1} in ms`, ms, budgets.task)),
    budgetLine('evening: orders lost, doubled or not on a board', wrong.length, 0),
    ...wrong.slice(0, 10),
  ];
}
