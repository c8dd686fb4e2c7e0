import { ApiUser, demoPeople, laEsquina } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { connectDatabase } from '#server/db/database.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';
import { insertFinishedOrders } from '#server/testing/many-orders.ts';
import { budgetLine, quantile, timesLine, timesOf } from './report.ts';

const live = 100;
const runs = { warmUps: 20, rounds: 60 };
/** Budget: the answer with many finished orders, divided by the answer with none. */
const largestRatio = 1.2;

const boardTimes = (ana: ApiUser, storeId: number): Promise<number[]> =>
  timesOf(async () => {
    const { body } = await ana.call<{ changes: unknown[] }>('GET', `/store/${storeId}/changes?audience=admin`);
    if (body.changes.length !== live) throw new Error(`${body.changes.length} orders on the board`);
  }, runs);

/**
 * Measures the whole-board answer of a store with 100 live orders: without finished orders, with 100,000 and, if
 * `million`, with 1,000,000; half of them are the store's own.
 */
export async function wholeBoard(shop: Shop, million: boolean): Promise<string[]> {
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  const storeId = await seedLarge(db, { items: 20, orders: live }, systemClock.now());
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const none = await boardTimes(ana, storeId);
  const lines = [timesLine('whole board, no finished orders', none)];
  let inserted = 0;
  for (const count of million ? [100_000, 1_000_000] : [100_000]) {
    await insertFinishedOrders(db, [storeId, laEsquina], count - inserted);
    inserted = count;
    const times = await boardTimes(ana, storeId);
    // The fastest tenth: what the work takes, whatever else the machine does meanwhile.
    const ratio = quantile(times, 0.1) / quantile(none, 0.1);
    lines.push(
      timesLine(`whole board, ${count} finished orders`, times),
      budgetLine(`whole board, ${count} / 0 finished orders`, ratio, largestRatio, ratio.toFixed(2)),
    );
  }
  await db.end();
  return lines;
}
