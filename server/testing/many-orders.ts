import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/**
 * Inserts `count` finished orders, the newest three days old, evenly into the given stores, about 100,000 in 5 s. Every
 * tenth of a store was rejected.
 */
export async function insertFinishedOrders(
  db: Database,
  storeIds: readonly number[],
  count: number,
  now = new Date(),
): Promise<void> {
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
        'TAKEAWAY', case when i / ${storeIds.length}::integer % 10 = 0 then 'REJECTED' else 'COMPLETE' end, 'store',
        '[{"row":1,"id":1,"name":"Café","quantity":1,"unit_price":100,"discount":0,"comments":null,"price":100,"additionals":[]}]',
        100, 0, 0, 100, false, at, at, at
      from (select coalesce(max(number), 0) as last from orders) known, generate_series(1, ${count}::integer) i,
        lateral (select ${now.toISOString()}::timestamptz - interval '3 days' - i * interval '20 seconds' as at) moment`);
  });
  await db.direct.execute(sql`vacuum (analyze) orders`);
}

/** Copies store 1 without its menu and people; returns the new stores' ids. */
export async function insertStores(db: Database, count: number): Promise<number[]> {
  const { rows } = await db.direct.execute<{ id: number }>(sql`
    insert into stores
    select (jsonb_populate_record(s, jsonb_build_object('id', 1000 + n))).*
    from stores s, generate_series(1, ${count}::integer) n where s.id = 1
    returning id`);
  return rows.map((row) => row.id);
}

/**
 * What the life of an order leaves in the other tables, for every order that has none of it yet. Events of later calls
 * have lower numbers, so that what changed since a number stays the same.
 */
const traces = [
  sql`insert into payments (store_id, order_id, method, amount, option, can_modify, status)
    select store_id, id, 'cash', total, 'Efectivo', true, 'APPROVED' from fresh`,
  sql`insert into store_events (store_id, audience, store_seq, name, type, entity_id, ver, created_at)
    select store_id, 'admin', 10000000 - id, 'order-updated', 'order', id::text, 1, updated_at from fresh`,
  sql`insert into audit (store_id, actor_id, session_id, device, action, entity, entity_id, before, after, at)
    select store_id, 1, gen_random_uuid(), 'many', 'order.changeStatus', 'order', id::text, '{"status":"PENDING","status_rev":1}',
      '{"status":"COMPLETE","status_rev":2}', updated_at from fresh`,
  sql`insert into commands (store_id, cmd_id, actor_id, device_id, seq, fingerprint, status, response, created_at)
    select store_id, gen_random_uuid(), 1, gen_random_uuid(), 1, 'many', 201, '{}', updated_at from fresh`,
  // All silent for too long to be waited for.
  sql`insert into outboxes (store_id, device_id, user_id, device, minted, held, rejected, missing, review, "left", reported_at)
    select store_id, gen_random_uuid(), 1, 'many', 1, '{}', '{}', '[]', 0, false, updated_at - interval '31 days' from fresh`,
  sql`insert into order_receipts (store_id, order_id, session_id, stage, user_id, device, at, received_at)
    select store_id, id, gen_random_uuid(), 'displayed', 1, 'many', updated_at, updated_at from fresh`,
  sql`insert into customer_notices (order_id, store_id, told_status) select id, store_id, status from fresh`,
  sql`insert into payouts (store_id, provider, reference, amount, code, status, created_at)
    select store_id, 'many', id::text, 100, '0000', 'CONFIRMED', updated_at from fresh`,
  sql`insert into payment_attempts (store_id, payable_type, payable_id, payment_id, provider, method, reference, amount,
      currency, status, ended_as, work, next_at, created_at, expires_at, ended_at)
    select store_id, 'order', id, id, 'mercadopago', 'mercadopago-qr', 'many-' || id, total, 'ARS', 'APPROVED', 'approved',
      'none', updated_at, updated_at, updated_at, updated_at from fresh`,
  sql`insert into fiscal_documents (store_id, payable_type, payable_id, kind, authority, environment, tax_id, point, type,
      number, date, state, work, content, total, next_at, created_at, ended_at)
    select store_id, 'order', id, 'invoice', 'ARCA', 'production', store_id::text, '1', 6, id, '2026-11-20', 'issued', 'none',
      '{}', total, updated_at, updated_at, updated_at from fresh`,
  sql`insert into order_groups (uid, store_id, code_id, status, people, childrens, discount, tip, created_by, created_at,
      changed_by, changed_at, status_at)
    select gen_random_uuid(), store_id, 1, 'COMPLETE', 2, false, 0, 0, 1, updated_at, 1, updated_at, updated_at from fresh`,
  sql`insert into group_moves (store_id, kind, from_group_id, to_group_id, from_rev, to_rev, detail, created_by, created_at)
    select store_id, 'merge', id, id + 1, 2, 2, '{}', 1, updated_at from fresh`,
  sql`insert into sale_reviews (order_id, store_id, sold_total, own_total, requested_at, reviewed_at, reviewed_by)
    select id, store_id, 100, 200, updated_at, updated_at, 1 from fresh`,
  // All of closed shifts: the tests open the shift after them.
  sql`insert into money_entries (store_id, shift, kind, method, amount, order_id, actor_id, session_id, device, at)
    select store_id, 0, 'sale', 'cash', total, id, 1, gen_random_uuid(), 'many', updated_at from fresh`,
  sql`with told as (
      insert into tickets (store_id, order_id, reason, status, opened_by, created_at, updated_at)
      select store_id, id, 'delay', 'closed', 1, updated_at, updated_at from fresh returning id, store_id, updated_at)
    insert into ticket_messages (store_id, ticket_id, "from", message, hash, author_id, read_by, created_at)
    select store_id, id, 'store', 'Hola', gen_random_uuid(), 1, '{}', updated_at from told`,
];

/** Tables that grow with the orders. */
export const growingTables = [
  'orders',
  'payments',
  'store_events',
  'audit',
  'commands',
  'outboxes',
  'order_receipts',
  'customer_notices',
  'payouts',
  'payment_attempts',
  'fiscal_documents',
  'order_groups',
  'group_moves',
  'sale_reviews',
  'money_entries',
  'tickets',
  'ticket_messages',
] as const;

/** `insertFinishedOrders`, with a row or two for each order in every table that grows with them, and their statistics. */
export async function insertOrdersWithTraces(
  db: Database,
  storeIds: readonly number[],
  count: number,
  now: Date,
): Promise<void> {
  await insertFinishedOrders(db, storeIds, count, now);
  await db.system(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // Without checking a million foreign keys, which takes longer than the rest; needs a superuser.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`create temporary table fresh on commit drop as
      select * from orders where submission = 'many' and id not in (select order_id from customer_notices)`);
    for (const trace of traces) await tx.execute(trace);
    await tx.execute(sql`update store_feeds set head = (
      select max(store_seq) from store_events e where e.store_id = store_feeds.store_id and e.audience = 'admin')
      where audience = 'admin' and store_id = ${storeIds[0]}`);
  });
  for (const table of growingTables) await db.direct.execute(sql`analyze ${sql.identifier(table)}`);
}
