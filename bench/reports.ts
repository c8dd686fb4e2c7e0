import { type SQL, sql } from 'drizzle-orm';
import { ApiUser, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { connectDatabase, type Database } from '#server/db/database.ts';
import { cashboxes, cashboxSettings } from '#server/db/schema/cashbox.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';
import { insertFinishedOrders } from '#server/testing/many-orders.ts';
import { zero } from '#domain/money.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import { budgetLine, quantile, timesLine, timesOf } from './report.ts';

const runs = { warmUps: 3, rounds: 12 };
const orders = 100_000;
/** Budgets: the report divided by the bare sums, and with other orders outside of its period divided by without. */
const largestOverBare = 2;
const largestGrowth = 1.2;

/** The sums of the report, each as one plain statement. */
const bareSums = (storeId: number, from: string, zone: string): SQL[] => {
  const sold = sql`from orders where store_id = ${storeId} and created_at >= ${from}::timestamptz and status <> 'REJECTED'`;
  const lines = sql`from orders, jsonb_array_elements(lines) line where orders.store_id = ${storeId}
    and created_at >= ${from}::timestamptz and status <> 'REJECTED'`;
  return [
    sql`select count(*), sum(total) ${sold}`,
    sql`select extract(hour from created_at at time zone ${zone}), count(*), sum(total) ${sold} group by 1`,
    sql`select line->>'name', sum((line->>'quantity')::integer), sum((line->>'price')::bigint) ${lines} group by 1`,
    sql`select section_id, sum(count), sum(total) from (select (line->>'id')::integer as item,
      sum((line->>'quantity')::integer) as count, sum((line->>'price')::bigint) as total ${lines} group by 1) by_item
      left join items on items.id = item group by 1`,
    sql`select seller_id, count(*), sum(total) ${sold} group by 1`,
    sql`select type, count(*), sum(total) ${sold} group by 1`,
  ];
};

/** A register of the store that is open since `since`; returns its id. */
async function openRegister(db: Database, storeId: number, since: Instant): Promise<number> {
  const common = { store_id: storeId, shift: 1 };
  await db.direct
    .insert(cashboxSettings)
    .values({ ...common, payouts: false, block: false, configured_at: since, configured_by: 1 });
  const [register] = await db.direct
    .insert(cashboxes)
    .values({ ...common, open_amount: zero, opened_by: 1, opened_at: since })
    .returning({ id: cashboxes.id });
  if (!register) throw new Error('no register');
  return register.id;
}

/**
 * Measures the report of a register with 100,000 orders in its time beside the bare sums, then with 100,000 more orders
 * before it.
 */
export async function reports(shop: Shop): Promise<string[]> {
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  const now = systemClock.now();
  const storeId = await seedLarge(db, { items: 100, orders: 10 }, now);
  await insertFinishedOrders(db, [storeId], orders);
  await db.direct.execute(sql`
    update orders set lines = jsonb_set(jsonb_set(lines, '{0,id}', to_jsonb(item.id)), '{0,name}', to_jsonb(item.name))
    from (select id, name, row_number() over () as n from items where store_id = ${storeId}) item
    where orders.store_id = ${storeId} and orders.submission = 'many' and item.n = 1 + orders.id % 100`);
  await db.direct.execute(sql`vacuum (analyze) orders`);
  const since = after(now, -minutes(60 * 24 * 27));
  const id = await openRegister(db, storeId, since);
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const ask = async (): Promise<void> => {
    const { body } = await ana.call<{ sales: { orders: number } }>('GET', `/store/${storeId}/cashbox/${id}/report`);
    if (body.sales.orders < orders * 0.9) throw new Error(`${body.sales.orders} orders in the report`);
  };
  const statements = bareSums(storeId, new Date(since).toISOString(), 'America/Argentina/Buenos_Aires');
  const bare = await timesOf(async () => {
    for (const statement of statements) await db.direct.execute(statement);
  }, runs);
  const alone = await timesOf(ask, runs);
  await insertFinishedOrders(db, [storeId], orders, new Date(since));
  const beside = await timesOf(ask, runs);
  await db.end();
  const over = quantile(alone, 0.1) / quantile(bare, 0.1);
  const growth = quantile(beside, 0.1) / quantile(alone, 0.1);
  return [
    timesLine(`bare sums of ${orders} orders`, bare),
    timesLine(`report of ${orders} orders`, alone),
    timesLine(`the same, ${orders} orders before its period`, beside),
    budgetLine('report / bare sums', over, largestOverBare, over.toFixed(2)),
    budgetLine('report, with / without orders outside', growth, largestGrowth, growth.toFixed(2)),
  ];
}
