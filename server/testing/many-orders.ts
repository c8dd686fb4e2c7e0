import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/**
 * Inserts `count` finished orders older than three days, evenly into the given stores, about 100,000 in 5 s. Every
 * tenth was rejected.
 */
export async function insertFinishedOrders(db: Database, storeIds: readonly number[], count: number): Promise<void> {
  const stores = sql.join(
    storeIds.map((id) => sql`${id}::integer`),
    sql`, `,
  );
  await db.system(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into orders (store_id, uid, submission, number, type, status, origin, lines, subtotal, discount,
        delivery_amount, total, is_scheduled, status_at, created_at, updated_at)
      select (array[${stores}])[1 + i % ${storeIds.length}::integer], gen_random_uuid(), 'many', 1000000 + last + i,
        'TAKEAWAY', case when i % 10 = 0 then 'REJECTED' else 'COMPLETE' end, 'store',
        '[{"row":1,"id":1,"name":"Café","quantity":1,"unit_price":100,"discount":0,"comments":null,"price":100,"additionals":[]}]',
        100, 0, 0, 100, false, at, at, at
      from (select coalesce(max(number), 0) as last from orders) known, generate_series(1, ${count}::integer) i,
        lateral (select now() - interval '3 days' - i * interval '20 seconds' as at) moment`);
  });
  await db.direct.execute(sql`vacuum (analyze) orders`);
}
