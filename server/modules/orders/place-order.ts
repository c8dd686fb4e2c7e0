import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Order, StoredOrder } from '#domain/order.ts';
import type { Tx } from '#server/db/database.ts';
import { fixedQuery, insertColumns } from '#server/db/fixed-query.ts';
import { lateNumber, noteNumber } from '#server/db/late-number.ts';
import { orders, type StoredLine } from '#server/db/schema/orders.ts';
import { type Booking, bookingColumns, entriesOfNewOrder } from '#server/modules/cashbox/book-money.ts';
import { type AcceptedOrder, orderOf, type OrderRow, paymentColumns, type SoldLine } from './order-rows.ts';
import { type OrderIds, readSaleStart } from './sale-start.ts';

function withRows(lines: readonly SoldLine[], ids: readonly number[]): StoredLine[] {
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

const value = sql.placeholder;
const { number: _number, ...numberless } = getTableColumns(orders);
const inserted = insertColumns(numberless, { withIds: true });
type GivenRow = Omit<OrderRow, 'number'>;

const paid = sql`, paid as (
      insert into payments (id, store_id, order_id, method, amount, option, type, value, can_modify, status, card,
        recorded_by, recorded_at)
      select p.id, ${value('store_id')}::integer, ${value('id')}::integer, p.method, p.amount, p.option, p.type, p.value,
        p.can_modify, p.status, p.card, placed.created_by, placed.created_at
      from placed, jsonb_to_recordset(${value('payments')}::jsonb)
        as p(id integer, method text, amount bigint, option text, type text, value bigint, can_modify boolean, status text, card jsonb))`;

/* After the store's row, so that a close, which locks it first, cannot deadlock with a sale. */
const booked = sql`, shift as materialized (
      select settings.store_id, settings.shift from taken, cashbox_settings settings
      where settings.store_id = ${value('store_id')}::integer
        and settings.configured_at <= (select created_at from placed) for share of settings),
    booked as (
      insert into money_entries (store_id, shift, kind, method, amount, order_id, actor_kind, actor_id, actor_name,
        session_id, device, authorised_by, cmd_id, at)
      select shift.store_id, shift.shift, e.kind, e.method, e.amount, ${value('id')}::integer,
        ${value('actor_kind')}::text, ${value('actor_id')}::integer, ${value('actor_name')}::text,
        ${value('session_id')}::uuid, ${value('device')}::text,
        ${value('authorised_by')}::integer, ${value('cmd_id')}::uuid, ${value('booked_at')}::timestamptz
      from shift, jsonb_to_recordset(${value('entries')}::jsonb) as e(kind text, method text, amount bigint))`;

const placing = (more: SQL) =>
  fixedQuery<GivenRow & Record<string, unknown>, { readonly number: string }>(sql`
  with taken as (
      update stores set last_order_number = last_order_number + 1 where id = ${value('store_id')}::integer
      returning last_order_number as number),
    placed as (
      insert into orders (number, ${inserted.names}) select number, ${inserted.values} from taken
      returning created_by, created_at)${more}
  select ${noteNumber(sql`number`)} as number from taken`);

/** What is paid later needs no look at the table of payments, and what brings no money yet none at the register. */
const place = { unpaid: placing(sql``), paid: placing(paid), booked: placing(sql`${paid}${booked}`) };

/**
 * Numbers and stores an order with its payments and what they bring to the register, in one statement, which keeps the
 * store's row locked: the number is taken inside the transaction, so no number is skipped. Does not wait for the result: the returned order has
 * `lateNumber`, `number` the real one.
 */
export function placeOrder(
  tx: Tx,
  storeId: number,
  { lines, payments: given, ...order }: AcceptedOrder,
  { id, ver, rows, payments: paymentIds }: OrderIds,
  joins: Pick<Order, 'code' | 'user' | 'seller'>,
  /** null: nothing is booked. */
  booking: Booking | null,
): { readonly order: StoredOrder; readonly number: Promise<number> } {
  const at = order.status_at ?? order.created_at;
  const row: GivenRow = {
    ...order,
    id,
    ver,
    status_rev: ver,
    money_rev: ver,
    store_id: storeId,
    lines: withRows(lines, rows),
    billings_count: 0,
    order_group_id: order.order_group_id ?? null,
    status_by: order.created_by,
    status_at: at,
    updated_at: at,
  };
  const payments = given.map((payment, index) => {
    const paymentId = paymentIds[index];
    if (paymentId === undefined) throw new Error('more payments than ids');
    return { ...payment, id: paymentId };
  });
  const entries = booking && payments.length > 0 ? entriesOfNewOrder({ ...row, payments }) : [];
  const query = payments.length === 0 ? place.unpaid : entries.length === 0 ? place.paid : place.booked;
  const values = {
    ...row,
    payments: JSON.stringify(payments.map(paymentColumns)),
    entries: JSON.stringify(entries),
    ...(booking && { ...bookingColumns(booking), booked_at: new Date(booking.at).toISOString() }),
  };
  const number = tx.run(query, values).then(([placed]) => {
    if (!placed) throw new Error('the order was not inserted');
    return Number(placed.number);
  });
  tx.behind(number);
  return { order: orderOf({ ...row, number: lateNumber }, { ...joins, payments }), number };
}

/** As `placeOrder`, with ids of its own; returns the order's id. */
export async function insertOrder(tx: Tx, storeId: number, order: AcceptedOrder): Promise<number> {
  const { uid, lines: items, payments } = order;
  const start = await readSaleStart(tx, storeId, { uid, items, payments, sellerId: null });
  await placeOrder(tx, storeId, order, start.ids, { code: null, user: null, seller: null }, null).number;
  return start.ids.id;
}
