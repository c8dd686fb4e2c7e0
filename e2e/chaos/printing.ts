import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import { type UnprintedReason, unprintedReasons } from '#domain/unprinted.ts';
import type { QzDouble } from '#server/testing/qz-tray.ts';
import { startQzDouble } from '#server/testing/qz-tray.ts';
import { ApiUser, demoPeople, laEsquina } from '#e2e/api.ts';
import { becomePoint, printByItself, productsOfTwoSections } from '#e2e/pages/print-points.ts';
import { openShop, type Shop } from '#e2e/shop.ts';
import { certificateOf, trayPort, trayTurn } from '#e2e/tray.ts';
import { attempt, pause, waitFor } from '#e2e/waiting.ts';
import { findChromium } from '#scripts/chromium.mjs';
import { plainSubmission } from '#testing/submission.ts';
import { ChaosDevice } from './device.ts';
import { onShopDatabase } from './truth.ts';
import type { ChaosActor, Count, Scene } from './faults.ts';
import { browserKiller, cable, counted, play, restore, serverKiller, sleeper } from './faults.ts';
import { Ledger } from './ledger.ts';
import { type UnprintedOrder, type PrintedOrder, PrintLedger } from './print-ledger.ts';

/**
 * `npm run chaos -- --printing 30 [--seed N]`: two computers are one print point and print comandas by themselves, a
 * phone sends more, and orders are changed meanwhile. Browsers and the server are killed, networks cut, tabs frozen, QZ
 * Tray restarted, printers go and hang. After each round every line is on paper once, or its order is shown as unprinted on
 * the board until a person asks for its paper; no line is on paper twice without «REIMPRESIÓN» (decision 040). Exits
 * with 1 otherwise.
 */
const { values } = parseArgs({ options: { printing: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.printing ?? '1');
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error('--printing and --seed are numbers');

const printers = ['Cocina', 'Horno'];
const roundMs = 50_000;
/** A slip without an answer is unknown after a minute; the board shows an order without a slip as unprinted a minute later. */
const toldWithinMs = 180_000;
/** A person who asked for a paper waits so long before asking for it again. */
const askAgainMs = 30_000;
/** With fewer of them a run proves too little. */
const fewest = { papers: 10, 'browser kills': 2, 'server kills': 1, 'tray restarts': 3 } as const;

type PrintCount = 'tray restarts' | 'prints that failed' | 'orders' | 'repeats asked';

/** What the actors of a round share. */
interface Desk {
  readonly scene: Scene;
  readonly counts: Record<PrintCount, number>;
  readonly ledger: PrintLedger;
  readonly pem: string;
  tray: QzDouble;
  /** The print point. */
  readonly point: number;
  /** Products: the first is made in the kitchen, the second in the oven. */
  readonly products: readonly { readonly id: number; readonly name: string; readonly price: number }[];
  /** Ids of the orders of this round that were accepted. */
  readonly open: Set<number>;
  /** Ids of the orders of earlier rounds. */
  readonly over: Set<number>;
}

const tokenMs = 4 * 60_000;
let signedIn: { readonly since: number; readonly user: ApiUser } | null = null;

/** A device without a screen, which signs in again before its token expires. */
async function api(shop: Shop): Promise<ApiUser> {
  if (!signedIn || Date.now() - signedIn.since > tokenMs)
    signedIn = { since: Date.now(), user: await ApiUser.signIn(shop, demoPeople.bruno) };
  return signedIn.user;
}

const startTray = (pem: string, ledger: PrintLedger): Promise<QzDouble> =>
  startQzDouble({
    trusted: () => [pem],
    printers,
    port: trayPort,
    onPrint: (print) => ledger.note(print),
  });

/** Takes an order of one to three lines, each with a mark that its paper shows, and accepts it. */
async function takeOrder(desk: Desk, units: readonly number[]): Promise<void> {
  const user = await api(desk.scene.shop);
  desk.counts.orders += 1;
  const lines = units.flatMap((quantity, n) => {
    const product = desk.products[n % desk.products.length];
    return product ? [{ ...product, quantity }] : [];
  });
  const description = `Papel ${desk.counts.orders}`;
  const plain = plainSubmission(lines, { uid: randomUUID(), description });
  const items = plain.items.map((item) => ({ ...item, comments: desk.ledger.markOf(description, item.quantity) }));
  const order = await user.send({ ...plain, items });
  await user.changeStatus(order, 'ACCEPTED');
  desk.open.add(order.id);
}

/** Changes an order: most often a line goes, sometimes all of it is rejected, sometimes it is ready. */
async function changeOrder({ scene, open }: Desk, id: number, kind: 'line' | 'reject' | 'ready'): Promise<void> {
  const user = await api(scene.shop);
  const order = await user.order(id);
  const at = `/store/${laEsquina}/orders/${id}`;
  const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${order.status_rev}"` };
  const last = order.order_detail.at(-1);
  if (kind === 'ready') await user.changeStatus(order, 'DELIVER');
  else if (kind === 'reject') await user.call('PATCH', `${at}/reject`, { reject_reason: 'missing_products' }, headers);
  else if (last && order.order_detail.length > 1)
    await user.call('DELETE', `${at}/item/${last.id}`, undefined, { 'idempotency-key': randomUUID() });
  if (kind === 'reject') open.delete(id);
}

function kitchen(desk: Desk): ChaosActor[] {
  const { scene, counts, open } = desk;
  return [
    {
      name: 'orders',
      every: [500, 1_500],
      act: (random) =>
        takeOrder(
          desk,
          Array.from({ length: Math.ceil(random.between(0, 3)) }, () => Math.ceil(random.between(0, 3))),
        ),
    },
    {
      name: 'changes',
      every: [1_000, 3_000],
      async act(random) {
        if (open.size === 0) return;
        const kind = random.pick(['line', 'line', 'line', 'ready', 'ready', 'reject'] as const);
        await changeOrder(desk, random.pick([...open]), kind);
      },
    },
    {
      name: 'phone',
      every: [4_000, 8_000],
      async act(random) {
        if (open.size === 0) return;
        counts['repeats asked'] += 1;
        const body = { printpoint_id: desk.point };
        const path = `/store/${laEsquina}/orders/${random.pick([...open])}/print/commander`;
        await (await api(scene.shop)).call('PATCH', path, body, { 'idempotency-key': randomUUID() });
      },
    },
    {
      name: 'tray',
      every: [5_000, 12_000],
      async act(random, signal) {
        counts['tray restarts'] += 1;
        await desk.tray.close();
        await pause(random.between(0, 3_000), signal);
        desk.tray = await startTray(desk.pem, desk.ledger);
      },
    },
    {
      name: 'printers',
      every: [3_000, 6_000],
      async act(random, signal) {
        counts['prints that failed'] += 1;
        const { tray } = desk;
        const fault = random.pick(['dies before', 'dies after', 'silent', 'no oven', 'no printer'] as const);
        if (fault === 'no oven') tray.printers = ['Cocina'];
        else if (fault === 'no printer') tray.printers = [];
        else tray.mood = fault;
        await pause(random.between(1_000, 3_000), signal);
        tray.mood = 'ready';
        tray.printers = [...printers];
      },
    },
    { ...serverKiller(scene), every: [15_000, 30_000] },
    ...scene.devices.flatMap((device): ChaosActor[] => [
      { ...browserKiller(scene, device), every: [12_000, 25_000] },
      { ...cable(scene, device), every: [2_000, 6_000] },
    ]),
    sleeper(scene),
  ];
}

/** Makes this computer a print point that prints comandas and rejections by itself, through its screens. */
async function printHere(page: Page, shop: Shop): Promise<void> {
  // Nothing is broken yet, but other programs may be at work.
  page.setDefaultTimeout(60_000);
  await page.goto(`${shop.url}${laEsquina}/config/printpoint/form`);
  await becomePoint(page, 'Cocina', ['Comandas']);
  await printByItself(page);
}

/** What a computer stores about printing. */
const printRecords = (page: Page): Promise<[string, string][]> =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('marche:print')));

/** Both computers open; the second one is a copy of the first as a print point, as after its disk was cloned. */
async function setUp(devices: readonly ChaosDevice[], shop: Shop): Promise<number> {
  let records: [string, string][] = [];
  for (const device of devices) {
    await device.open();
    const page = device.tabInUse?.page ?? device.tabs[0]?.page;
    if (!page) throw new Error('no tab');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    if (records.length > 0)
      await page.evaluate((copied) => {
        for (const [key, value] of copied) localStorage.setItem(key, value);
      }, records);
    else {
      await printHere(page, shop);
      records = await printRecords(page);
    }
    // Closed in good order, so that all of it is on the disk before the first kill.
    await device.close();
    await device.open();
  }
  const { body } = await (await api(shop)).call<{ id: number }[]>('GET', `/store/${laEsquina}/config/printpoint`);
  const [point] = body;
  if (!point) throw new Error('no print point');
  return point.id;
}

/** The orders of this round as the server has them, and which of them raise their hand. */
async function readOrders({ scene, over }: Desk): Promise<readonly PrintedOrder[]> {
  const user = await api(scene.shop);
  const path = `/store/${laEsquina}/printing/unprinted`;
  const shown = (await user.call<UnprintedOrder[]>('GET', path)).body;
  const { body } = await user.orders();
  return body.flatMap((order: WireOrder) =>
    order.description?.startsWith('Papel ') && !over.has(order.id)
      ? [{ order, unprinted: shown.find((one) => one.order_id === order.id) ?? null }]
      : [],
  );
}

/** Asks what is wrong until nothing is, or a doubled paper, which no time mends. Returns the last answer. */
async function wrongAtTheEnd(
  desk: Desk,
  ask: (read: readonly PrintedOrder[]) => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  let wrong: readonly string[] = ['missing: the server does not answer'];
  await waitFor(toldWithinMs, async () => {
    // The app may notice only now that a kill has lost its session.
    for (const device of desk.scene.devices) await attempt(device.logInAgain());
    wrong = (await attempt(readOrders(desk).then(ask))) ?? wrong;
    return wrong.length === 0 || wrong.some((text) => text.startsWith('doubled')) ? true : null;
  });
  return wrong;
}

/**
 * A person asks for the paper of each order that is shown as unprinted, and again when it still is: a slip that was on its way
 * may turn out to be in doubt later. Returns what is wrong at the end.
 */
function askForTheRest(desk: Desk): Promise<readonly string[]> {
  const { scene, point, ledger } = desk;
  const askedAt = new Map<number, number>();
  return wrongAtTheEnd(desk, async (read) => {
    const user = await api(scene.shop);
    const wrong = [...ledger.neverPrinted(read)];
    for (const { order, unprinted } of read) {
      if (unprinted === null) continue;
      wrong.push(`missing: order ${order.number}, ${order.status}, shown as unprinted: ${unprinted.reason}`);
      if (Date.now() - (askedAt.get(order.id) ?? 0) < askAgainMs) continue;
      askedAt.set(order.id, Date.now());
      const path = `/store/${laEsquina}/orders/${order.id}/print/${unprinted.kind}`;
      await user.call('PATCH', path, { printpoint_id: point }, { 'idempotency-key': randomUUID() });
    }
    return wrong;
  });
}

/** Finishes the orders of a round, so that the board stays small. */
async function finish({ scene, open, over }: Desk, read: readonly PrintedOrder[]): Promise<void> {
  const ids = read.flatMap(({ order }) =>
    ['ACCEPTED', 'DELIVER', 'PENDING'].includes(order.status) ? [order.id] : [],
  );
  const user = await api(scene.shop);
  if (ids.length > 0) await user.changeMany(ids, 'COMPLETE');
  open.clear();
  for (const { order } of read) over.add(order.id);
}

process.env.CHROMIUM_PATH = await findChromium();
console.log(`seed ${seed}, ${minutes} minutes of printing`);
const endTurn = await trayTurn();
const shop = await openShop();
const outbox = new Ledger();
const devices = [new ChaosDevice('ana', shop, outbox), new ChaosDevice('carla', shop, outbox)];
const faultCounts = Object.fromEntries(counted.map((name) => [name, 0])) as Record<Count, number>;
const scene: Scene = { seed, shop, devices, counts: faultCounts, serverUp: true, boardHolds: 0 };
let tray: QzDouble | null = null;
try {
  const ledger = new PrintLedger();
  const pem = await certificateOf(shop, await api(shop));
  tray = await startTray(pem, ledger);
  const desk: Desk = {
    scene,
    counts: { 'tray restarts': 0, 'prints that failed': 0, orders: 0, 'repeats asked': 0 },
    ledger,
    pem,
    tray,
    products: await productsOfTwoSections(shop, await api(shop)),
    point: await setUp(devices, shop),
    open: new Set(),
    over: new Set(),
  };
  let wrong: readonly string[] = [];
  const unprinted: UnprintedReason[] = [];
  let left = minutes * 60_000;
  for (let round = 1; wrong.length === 0 && left > 0; round += 1) {
    const began = performance.now();
    const stop = new AbortController();
    const faults = play(kitchen(desk), seed, round, stop.signal);
    await pause(Math.min(roundMs, left), stop.signal);
    stop.abort();
    await faults;
    tray = desk.tray;
    await restore(scene);
    wrong = await wrongAtTheEnd(desk, (read) => ledger.check(read));
    if (wrong.length === 0) {
      const read = await readOrders(desk);
      unprinted.push(...read.flatMap((one) => one.unprinted?.reason ?? []));
      wrong = await askForTheRest(desk);
      await finish(desk, read);
    }
    left -= performance.now() - began;
    console.log(`round ${round}: ${desk.counts.orders} orders, ${ledger.papers} papers`);
  }
  const counts = { ...faultCounts, ...desk.counts };
  console.log(
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(' · '),
  );
  const of = (kind: string): number => wrong.filter((text) => text.startsWith(kind)).length;
  console.log(
    `papers ${ledger.papers}, of them repeats ${ledger.repeats} · unprinted ${unprinted.length} (${unprintedReasons.map((r) => `${r} ${unprinted.filter((one) => one === r).length}`).join(', ')}) · doubled ${of('doubled')} · missing ${of('missing')} · not taken back ${of('kept')}`,
  );
  for (const text of wrong.slice(0, 20)) console.log(`  ${text}`);
  if (wrong.length > 0)
    await onShopDatabase(shop.databaseUrl(), async (client) => {
      for (const number of new Set(Array.from(wrong.join(' ').matchAll(/order (\d+)/g), ([, n]) => n))) {
        const id = `(select id from orders where store_id = ${laEsquina} and number = ${number})`;
        const slips = await client.query(
          `select id, printer, kind, change, revision, reprint, state, error, settled_at, sending_at from print_slips where order_id = ${id} order by id`,
        );
        const jobs = await client.query(
          `select id, kind, state, error, created_at, settled_at, ended_at from print_jobs where payable_type = 'order' and payable_id = ${id}`,
        );
        console.log(`order ${number}`, slips.rows, jobs.rows);
      }
    });
  const enough = Object.entries({ ...counts, papers: ledger.papers });
  process.exitCode =
    wrong.length === 0 &&
    Object.entries(fewest).every(([name, least]) => enough.some(([n, c]) => n === name && c >= least))
      ? 0
      : 1;
} finally {
  for (const device of devices) await attempt(device.dispose());
  await tray?.close();
  await shop.stop();
  endTurn();
}
