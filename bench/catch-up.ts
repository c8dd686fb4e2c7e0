import type { Browser, Page } from '@playwright/test';
import type { WireOrder } from '#contract/wire/orders.ts';
import { ApiUser, laEsquina, password, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { openBoard } from './board-page.ts';
import { whenPainted } from './paint-probe.ts';
import { budgetLine, ratioLine, timesLine } from './report.ts';

const rounds = 20;
/** Budget in ms, from the network's return to the last change painted, for the slowest round. */
const longestMs = 1_000;
const orderCount = 100;
const atOnce = 8;
/** Five changes per order. Only the witness ends in DELIVER, where its card is certainly in view. */
const usual = ['DELIVER', 'PENDING', 'DELIVER', 'PENDING', 'ACCEPTED'];
const witnessed = ['DELIVER', 'PENDING', 'DELIVER', 'ACCEPTED', 'DELIVER'];

const feedPath = `/store/${laEsquina}/changes?audience=admin`;

async function changed(ana: ApiUser, order: WireOrder, statuses: readonly string[]): Promise<WireOrder> {
  let now = order;
  for (const to of statuses) {
    const { status, body } = await ana.changeStatus(now, to);
    if (status !== 200) throw new Error(`not changed to ${to}: ${status} ${JSON.stringify(body)}`);
    now = body;
  }
  return now;
}

/** Runs `work` for every item, `atOnce` at a time; returns the results in the order of `items`. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) done[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done;
}

/** Milliseconds of one plain request for the same changes in the same page. */
function bareAnswer(page: Page, token: string, since: number): Promise<number> {
  const url = `/api${feedPath}&since=${since}`;
  return page.evaluate<number>(`(async () => {
    const began = performance.now();
    const response = await fetch(${JSON.stringify(url)}, { headers: { authorization: 'Bearer ${token}' } });
    const { changes } = await response.json();
    if (changes.length < ${orderCount}) throw new Error('only ' + changes.length + ' changes');
    return performance.now() - began;
  })()`);
}

async function tokenOf({ origin }: Shop, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = await response.json();
  return String(access_token);
}

/** Measures from the network's return until the board shows the last of 500 changes. */
export async function catchUp(browser: Browser, shop: Shop): Promise<string[]> {
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const token = await tokenOf(shop, demoPeople.ana);
  const { body: before } = await ana.orders();
  await each(
    before.filter((o) => o.status === 'DELIVER'),
    (o) => changed(ana, o, ['COMPLETE']),
  );
  const template = await ana.submission('Medición');
  let orders = await each(Array.from({ length: orderCount }), () =>
    ana.send({ ...template, uid: crypto.randomUUID() }),
  );
  const page = await openBoard(browser, shop);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const { head } = (await ana.call<{ head: number }>('GET', feedPath)).body;
    await page.context().setOffline(true);
    const [witness, ...others] = orders;
    if (!witness) throw new Error('no orders');
    const card = `[data-column="DELIVER"] [data-card="${witness.uid}"]`;
    const moved = await each(others, (o) => changed(ana, o, usual));
    const last = await changed(ana, witness, witnessed);
    if ((await page.locator(card).count()) > 0) throw new Error('the board heard of it without a network');
    const painted = whenPainted(page, card);
    // The probe must be in place before the network returns.
    await page.evaluate('null');
    const began = performance.timeOrigin + performance.now();
    await page.context().setOffline(false);
    ours.push((await painted) - began);
    bare.push(await bareAnswer(page, token, head));
    orders = [await changed(ana, last, ['ACCEPTED']), ...moved];
    await page.locator(card).waitFor({ state: 'detached' });
  }
  await page.context().close();
  return [
    timesLine('bare request for 500 changes', bare),
    timesLine('online again to the last of 500 painted', ours),
    ratioLine('catch-up to bare request, ratio', ours, bare),
    budgetLine('catch-up of 500 changes: slowest in ms', Math.max(...ours), longestMs),
  ];
}
