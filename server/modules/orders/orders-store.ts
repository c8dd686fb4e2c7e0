import { and, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OrderCustomer, OrderLine, OrderStatus } from '#domain/order.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { isFinished, orderRows, orders, payments, type StoredLine } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import type { NewOrder, OrderStatusChange } from './order-repository.ts';
import { orderOf, type OrderRow, type PaymentDbRow, type StoredOrder } from './order-rows.ts';

const sellers = alias(users, 'sellers');
const pageSize = 100;

/** The matching orders with code, people and payments; oldest first by default. */
async function find(
  tx: Tx,
  storeId: number,
  where: SQL | undefined,
  newestFirst?: { page: number },
): Promise<StoredOrder[]> {
  const query = tx
    .select({
      order: getTableColumns(orders),
      code: { id: codes.id, code: codes.code, description: codes.description, group: codes.group },
      user: {
        id: users.id,
        fullname: users.fullname,
        confidence: users.confidence,
        success_count: users.success_count,
        false_order_count: users.false_order_count,
      },
      seller: { id: sellers.id, fullname: sellers.fullname },
    })
    .from(orders)
    .leftJoin(codes, eq(codes.id, orders.code_id))
    .leftJoin(users, eq(users.id, orders.user_id))
    .leftJoin(sellers, eq(sellers.id, orders.seller_id))
    .where(and(eq(orders.store_id, storeId), where))
    .$dynamic();
  const rows = newestFirst
    ? await query
        .orderBy(desc(orders.created_at), desc(orders.id))
        .limit(pageSize)
        .offset((newestFirst.page - 1) * pageSize)
    : await query.orderBy(orders.id);
  const paid = await paymentsOf(
    tx,
    storeId,
    rows.map((r) => r.order.id),
  );
  return rows.map(({ order, code, user, seller }) =>
    orderOf(order, { code, user: user && customerOf(user), seller, payments: paid.get(order.id) ?? [] }),
  );
}

type CustomerRow = Pick<
  typeof users.$inferSelect,
  'id' | 'fullname' | 'confidence' | 'success_count' | 'false_order_count'
>;

const customerOf = ({ success_count, false_order_count, ...user }: CustomerRow): OrderCustomer => ({
  ...user,
  orders_resume: { success: { count: success_count }, false_order: { count: false_order_count } },
});

async function paymentsOf(tx: Tx, storeId: number, ids: readonly number[]): Promise<Map<number, PaymentDbRow[]>> {
  const byOrder = new Map<number, PaymentDbRow[]>();
  if (ids.length === 0) return byOrder;
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.store_id, storeId), inArray(payments.order_id, [...ids])))
    .orderBy(payments.id);
  for (const row of rows) {
    if (row.order_id === null) continue;
    const known = byOrder.get(row.order_id);
    if (known) known.push(row);
    else byOrder.set(row.order_id, [row]);
  }
  return byOrder;
}

export async function loadOrder(tx: Tx, storeId: number, id: number): Promise<StoredOrder | null> {
  const [order] = await find(tx, storeId, eq(orders.id, id));
  return order ?? null;
}

export const readOrders = (tx: Tx, storeId: number, ids: readonly number[]): Promise<StoredOrder[]> =>
  ids.length === 0 ? Promise.resolve([]) : find(tx, storeId, inArray(orders.id, [...ids]));

/**
 * The orders of the board, those being paid, and those finished since the store's day began (at least 12 h, for late
 * shifts). Two queries, each with its own index: together they read no more orders than they answer.
 */
export async function readBoard(tx: Tx, storeId: number, timezone: string, now: Instant): Promise<StoredOrder[]> {
  const midnight = sql`date_trunc('day', ${new Date(now).toISOString()}::timestamptz at time zone ${timezone}) at time zone ${timezone}`;
  const since = sql`least(${midnight}, ${new Date(after(now, -minutes(12 * 60))).toISOString()}::timestamptz)`;
  const live = await find(tx, storeId, inArray(orders.status, ['PENDING', 'ACCEPTED', 'DELIVER', 'PAYING']));
  const finished = await find(tx, storeId, and(isFinished(orders.status), gte(orders.status_at, since)));
  return [...live, ...finished].toSorted((a, b) => a.id - b.id);
}

export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  /** Inclusive dates in the store's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number | undefined;
}

/** 100 orders per page, newest first. */
export function listOrders(tx: Tx, storeId: number, timezone: string, filter: OrderFilter): Promise<StoredOrder[]> {
  // The contract's date format has a year 0; PostgreSQL's calendar does not.
  const known = (date: string): string => (date < '0001-01-01' ? '0001-01-01' : date);
  const dayStart = (date: string, days: number) =>
    sql`(${known(date)}::date + ${days}::integer)::timestamp at time zone ${timezone}`;
  return find(
    tx,
    storeId,
    and(
      filter.status && eq(orders.status, filter.status),
      filter.from ? gte(orders.created_at, dayStart(filter.from, 0)) : undefined,
      filter.to ? lt(orders.created_at, dayStart(filter.to, 1)) : undefined,
    ),
    { page: filter.page ?? 1 },
  );
}

/** Locks the row until the transaction ends; null when the store has no such order. */
export async function lockOrder(tx: Tx, storeId: number, id: number): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.store_id, storeId), eq(orders.id, id)))
    .for('no key update');
  return row ?? null;
}

export async function orderIdOfUid(
  tx: Tx,
  storeId: number,
  uid: string,
): Promise<{ id: number; submission: string } | null> {
  const [row] = await tx
    .select({ id: orders.id, submission: orders.submission })
    .from(orders)
    .where(and(eq(orders.store_id, storeId), eq(orders.uid, uid)));
  return row ?? null;
}

/** Takes the store's next order number and ids for the detail rows in one statement. Keeps the store's row locked. */
async function takeNumbers(tx: Tx, storeId: number, rows: number): Promise<{ number: number; ids: readonly number[] }> {
  const [taken] = await tx
    .update(stores)
    .set({ last_order_number: sql`${stores.last_order_number} + 1` })
    .where(eq(stores.id, storeId))
    .returning({
      number: stores.last_order_number,
      ids: sql<
        string[]
      >`array(select nextval(${orderRows.seqName ?? ''})::text from generate_series(1, ${rows}::integer))`,
    });
  if (!taken) throw new Error(`store ${storeId} is gone`);
  return { number: taken.number, ids: taken.ids.map(Number) };
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

/**
 * Numbers and stores an order with its payments. The number is taken inside the transaction, so no number is skipped.
 */
export async function insertOrder(tx: Tx, storeId: number, order: NewOrder): Promise<number> {
  const { lines, payments: rows, status_at, ...columns } = order;
  const { number, ids } = await takeNumbers(
    tx,
    storeId,
    lines.reduce((sum, l) => sum + 1 + l.additionals.length, 0),
  );
  const [inserted] = await tx
    .insert(orders)
    .values({
      ...columns,
      store_id: storeId,
      number,
      lines: withRows(lines, ids),
      status_by: order.created_by,
      status_at: status_at ?? order.created_at,
      updated_at: status_at ?? order.created_at,
    })
    .returning({ id: orders.id });
  if (!inserted) throw new Error('the order was not inserted');
  if (rows.length > 0)
    await tx.insert(payments).values(rows.map((p) => ({ ...p, store_id: storeId, order_id: inserted.id })));
  return inserted.id;
}

/** Raises `ver` and `status_rev`. */
export async function saveOrderStatus(tx: Tx, storeId: number, id: number, change: OrderStatusChange): Promise<void> {
  await tx
    .update(orders)
    .set({
      status: change.status,
      ready_by: change.ready_by,
      reject_reason: change.reject_reason,
      rejected_reason_message: change.rejected_reason_message,
      status_by: change.by,
      status_at: change.at,
      updated_at: change.at,
      ver: sql`${orders.ver} + 1`,
      status_rev: sql`${orders.status_rev} + 1`,
    })
    .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
}

/** Raises `ver` alone. */
export async function saveReadyBy(
  tx: Tx,
  storeId: number,
  id: number,
  change: { readonly ready_by: Instant; readonly at: Instant },
): Promise<void> {
  await tx
    .update(orders)
    .set({ ready_by: change.ready_by, updated_at: change.at, ver: sql`${orders.ver} + 1` })
    .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
}
