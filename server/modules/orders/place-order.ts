import { getTableColumns, sql } from 'drizzle-orm';
import type { OrderLine } from '#domain/order.ts';
import type { Tx } from '#server/db/database.ts';
import { fixedQuery, insertColumns } from '#server/db/fixed-query.ts';
import { orderRows, orders, type StoredLine } from '#server/db/schema/orders.ts';
import type { NewOrder } from './order-repository.ts';
import { orderOf, type OrderRow, type StoredOrder } from './order-rows.ts';
import { customerOf, type CustomerRow } from './orders-store.ts';

const nextRowIds = fixedQuery<{ readonly count: number }, { readonly id: string }>(
  sql`select nextval('${sql.raw(orderRows.seqName ?? '')}') as id from generate_series(1, ${sql.placeholder('count')}::integer)`,
);

/** Ids for the rows of these lines: one for each line and one for each of its additionals. */
export async function takeRowIds(
  tx: Tx,
  lines: readonly { readonly additionals: readonly unknown[] }[],
): Promise<readonly number[]> {
  const count = lines.reduce((sum, l) => sum + 1 + l.additionals.length, 0);
  const rows = await tx.run(nextRowIds, { count });
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
  readonly id: number;
  readonly number: number;
  /** The first of the epoch; also its status_rev and its money_rev (epochs.ts). */
  readonly ver: number;
  /** In the order of the given payments; null = none. */
  readonly payment_ids: readonly number[] | null;
  readonly code: StoredOrder['code'];
  readonly user: CustomerRow | null;
  readonly seller: StoredOrder['seller'];
}

const value = sql.placeholder;
const {
  number: _number,
  ver: _ver,
  status_rev: _statusRev,
  money_rev: _moneyRev,
  ...numberless
} = getTableColumns(orders);
const inserted = insertColumns(numberless);
type GivenRow = Omit<OrderRow, 'id' | 'number' | 'ver' | 'status_rev' | 'money_rev'>;

const place = fixedQuery<GivenRow & { readonly payments: string }, Placed>(sql`
  with taken as (
      update stores set last_order_number = last_order_number + 1 where id = ${value('store_id')}::integer
      returning last_order_number as number,
        (select epoch + 1 from store_feeds where store_id = stores.id and audience = 'admin') as ver),
    placed as (
      insert into orders (number, ver, status_rev, money_rev, ${inserted.names})
      values ((select number from taken), (select ver from taken), (select ver from taken), (select ver from taken),
        ${inserted.values})
      returning id, store_id, number, ver, code_id, user_id, seller_id),
    paid as (
      insert into payments (store_id, order_id, method, amount, option, type, value, can_modify, status)
      select placed.store_id, placed.id, p.* from placed, jsonb_to_recordset(${value('payments')}::jsonb)
        as p(method text, amount bigint, option text, type text, value bigint, can_modify boolean, status text)
      returning id)
  select placed.id, placed.number, placed.ver, (select array_agg(paid.id order by paid.id) from paid) as payment_ids,
    (select to_json(c) from (select id, code, description, "group" from codes where id = code_id) c) as code,
    (select to_json(u) from (
      select id, fullname, confidence, success_count, false_order_count from users where id = user_id) u) as user,
    (select to_json(s) from (select id, fullname from users where id = seller_id) s) as seller
  from placed`);

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
    status_by: order.created_by,
    status_at: at,
    updated_at: at,
  };
  const [placed] = await tx.run(place, { ...row, payments: JSON.stringify(paid) });
  if (!placed) throw new Error('the order was not inserted');
  const { id, number, ver, payment_ids, code, user, seller } = placed;
  const payable = { store_id: storeId, order_id: id, order_group_id: null };
  const stored = paid.map((p, index) => ({ ...p, ...payable, id: payment_ids?.[index] ?? 0 }));
  return orderOf(
    { ...row, id, number, ver, status_rev: ver, money_rev: ver },
    { code, user: user && customerOf(user), seller, payments: stored },
  );
}

/** As `placeOrder`, with ids of its own; returns the order's id. */
export async function insertOrder(tx: Tx, storeId: number, order: NewOrder): Promise<number> {
  return (await placeOrder(tx, storeId, order, await takeRowIds(tx, order.lines))).id;
}
