import { getTableColumns, sql } from 'drizzle-orm';
import type { OrderLine } from '#domain/order.ts';
import type { Tx } from '#server/db/database.ts';
import { orderRows, orders, type StoredLine } from '#server/db/schema/orders.ts';
import type { NewOrder } from './order-repository.ts';
import { orderOf, type StoredOrder } from './order-rows.ts';
import { customerOf, type CustomerRow } from './orders-store.ts';

/** Ids for the rows of these lines: one for each line and one for each of its additionals. */
export async function takeRowIds(
  tx: Tx,
  lines: readonly { readonly additionals: readonly unknown[] }[],
): Promise<readonly number[]> {
  const count = lines.reduce((sum, l) => sum + 1 + l.additionals.length, 0);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(${orderRows.seqName ?? ''}) as id from generate_series(1, ${count}::integer)`,
  );
  return rows.map((row) => Number(row.id));
}

function withRows(lines: readonly OrderLine[], ids: readonly number[]): StoredLine[] {
  let used = 0;
  const next = (): number => {
    const id = ids[used];
    if (id === undefined) throw new Error('more rows than ids');
    used += 1;
    return id;
  };
  return lines.map((line) => ({
    ...line,
    row: next(),
    additionals: line.additionals.map((a) => ({ ...a, row: next() })),
  }));
}

interface Placed {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly number: number;
  /** In the order of the given payments; null = none. */
  readonly payment_ids: readonly number[] | null;
  readonly code: StoredOrder['code'];
  readonly user: CustomerRow | null;
  readonly seller: StoredOrder['seller'];
}

/**
 * Numbers and stores an order with its payments, in one statement, which keeps the store's row locked: the number is
 * taken inside the transaction, so no number is skipped. `rowIds` as from `takeRowIds`.
 */
export async function placeOrder(
  tx: Tx,
  storeId: number,
  { lines, payments: paid, ...order }: NewOrder,
  rowIds: readonly number[],
): Promise<StoredOrder> {
  const at = order.status_at ?? order.created_at;
  const row = {
    ...order,
    store_id: storeId,
    lines: withRows(lines, rowIds),
    price_difference: order.price_difference ?? null,
    promocodes: order.promocodes ?? [],
    billings_count: 0,
    order_group_id: null,
    ver: 1,
    status_rev: 1,
    money_rev: 1,
    status_by: order.created_by,
    status_at: at,
    updated_at: at,
  };
  const columns = Object.entries(getTableColumns(orders)).filter(([key]) => key in row);
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(([key, column]) => sql.param(Reflect.get(row, key), column));
  const comma = sql`, `;
  const { rows } = await tx.execute<Placed>(sql`
    with taken as (
        update stores set last_order_number = last_order_number + 1 where id = ${storeId}::integer
        returning last_order_number),
      placed as (
        insert into orders (number, ${sql.join(names, comma)})
        values ((select last_order_number from taken), ${sql.join(values, comma)})
        returning id, number, code_id, user_id, seller_id),
      paid as (
        insert into payments (store_id, order_id, method, amount, option, type, value, can_modify, status)
        select ${storeId}::integer, placed.id, p.* from placed, jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
          as p(method text, amount bigint, option text, type text, value bigint, can_modify boolean, status text)
        returning id)
    select placed.id, placed.number, (select array_agg(paid.id order by paid.id) from paid) as payment_ids,
      (select to_json(c) from (select id, code, description, "group" from codes where id = code_id) c) as code,
      (select to_json(u) from (
        select id, fullname, confidence, success_count, false_order_count from users where id = user_id) u) as user,
      (select to_json(s) from (select id, fullname from users where id = seller_id) s) as seller
    from placed`);
  const [placed] = rows;
  if (!placed) throw new Error('the order was not inserted');
  const { id, number, payment_ids, code, user, seller } = placed;
  const payable = { store_id: storeId, order_id: id, order_group_id: null };
  const stored = paid.map((p, index) => ({ ...p, ...payable, id: payment_ids?.[index] ?? 0 }));
  return orderOf({ ...row, id, number }, { code, user: user && customerOf(user), seller, payments: stored });
}

/** As `placeOrder`, with ids of its own; returns the order's id. */
export async function insertOrder(tx: Tx, storeId: number, order: NewOrder): Promise<number> {
  return (await placeOrder(tx, storeId, order, await takeRowIds(tx, order.lines))).id;
}
