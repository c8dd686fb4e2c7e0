import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ResumeChange } from '#domain/customer.ts';
import type { OrderCustomer, OrderStatus, PaymentRow, StoredOrder } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { isFinished, isLive, orders, payments } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import type { Actor, StoreMember } from '#server/http/access-store.ts';
import { mayReadOrder } from './order-command.ts';
import type { OrderStatusChange } from './order-repository.ts';
import { orderOf, type OrderRow, paymentOf } from './order-rows.ts';

const sellers = alias(users, 'sellers');
const pageSize = 100;

/** The matching orders with code, people and payments; oldest first by default. */
async function find(
  tx: Database['direct'],
  storeId: number,
  where: SQL | undefined,
  newestFirst?: { page: number },
  knownPayments?: Promise<Map<number, PaymentRow[]>>,
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
  const paid = await (knownPayments ??
    paymentsOf(
      tx,
      storeId,
      rows.map((r) => r.order.id),
    ));
  return rows.map(({ order, code, user, seller }) =>
    orderOf(order, { code, user: user && customerOf(user), seller, payments: paid.get(order.id) ?? [] }),
  );
}

export type CustomerRow = Pick<
  typeof users.$inferSelect,
  'id' | 'fullname' | 'confidence' | 'success_count' | 'false_order_count'
>;

export const customerOf = ({ success_count, false_order_count, ...user }: CustomerRow): OrderCustomer => ({
  ...user,
  orders_resume: { success: { count: success_count }, false_order: { count: false_order_count } },
});

async function paymentsOf(
  tx: Database['direct'],
  storeId: number,
  ids: readonly number[],
): Promise<Map<number, PaymentRow[]>> {
  const byOrder = new Map<number, PaymentRow[]>();
  if (ids.length === 0) return byOrder;
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.store_id, storeId), isOneOf(payments.order_id, ids)))
    .orderBy(payments.id);
  for (const payment of rows) {
    const { order_id } = payment;
    if (order_id === null) continue;
    const row = paymentOf(payment);
    const known = byOrder.get(order_id);
    if (known) known.push(row);
    else byOrder.set(order_id, [row]);
  }
  return byOrder;
}

/** One statement text for any number of ids, so that it is prepared once. */
const isOneOf = (column: AnyPgColumn, ids: readonly number[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::integer[])`;

export async function loadOrder(tx: Tx, storeId: number, id: number): Promise<StoredOrder | null> {
  const [order] = await readOrders(tx, storeId, [id]);
  return order ?? null;
}

/** The order as the caller may see it; one that they may not see is answered like a missing one (docs/threats.md T2). */
export async function loadOrderFor(
  tx: Tx,
  { actor, member }: { readonly actor: Pick<Actor, 'userId'>; readonly member: StoreMember },
  id: number,
): Promise<StoredOrder | null> {
  const found = await loadOrder(tx, member.storeId, id);
  if (!found || can('board.view', member)) return found;
  return mayReadOrder(found, { actor, member }) ? { ...found, user: null } : null;
}

/** Those of these orders that the store has, by ascending id. Orders and payments in one round trip. */
export async function readOrders(tx: Tx, storeId: number, ids: readonly number[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return [];
  const paid = paymentsOf(tx, storeId, ids);
  const [found] = await Promise.all([find(tx, storeId, isOneOf(orders.id, ids), undefined, paid), paid]);
  return found;
}

/** The orders of a group, by ascending id. */
export const ordersOfGroup = (tx: Tx, storeId: number, groupId: number): Promise<StoredOrder[]> =>
  find(tx, storeId, eq(orders.order_group_id, groupId));

/** Locks the orders of a group until the transaction ends, by ascending id. */
export const lockOrdersOfGroup = (tx: Tx, storeId: number, groupId: number): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(and(eq(orders.store_id, storeId), eq(orders.order_group_id, groupId)))
    .orderBy(orders.id)
    .for('no key update');

/** Moves orders to another code. Raises `ver` alone. */
export async function moveOrdersOfGroup(
  tx: Tx,
  storeId: number,
  groupId: number,
  { codeId, at }: { readonly codeId: number; readonly at: Instant },
): Promise<void> {
  await tx
    .update(orders)
    .set({ code_id: codeId, updated_at: at, ver: sql`${orders.ver} + 1` })
    .where(and(eq(orders.store_id, storeId), eq(orders.order_group_id, groupId)));
}

/**
 * The orders of the board, those being paid, and those finished since the store's day began (at least 12 h, for late
 * shifts). Two queries, each with its own index: together they read no more orders than they answer.
 */
export async function readBoard(tx: Tx, storeId: number, timezone: string, now: Instant): Promise<StoredOrder[]> {
  const midnight = sql`date_trunc('day', ${new Date(now).toISOString()}::timestamptz at time zone ${timezone}) at time zone ${timezone}`;
  const since = sql`least(${midnight}, ${new Date(after(now, -minutes(12 * 60))).toISOString()}::timestamptz)`;
  const live = await find(tx, storeId, isLive(orders.status));
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

/** The orders of a customer that have not ended, or ended since, by ascending id. */
export const readCustomerOrders = (tx: Tx, storeId: number, userId: number, since: Instant): Promise<StoredOrder[]> =>
  find(tx, storeId, and(eq(orders.user_id, userId), or(isLive(orders.status), gte(orders.status_at, since))));

/** The customer's newest order that has not ended; null without one (Z-10). */
export async function readActiveOrder(tx: Tx, storeId: number, userId: number): Promise<StoredOrder | null> {
  const [newest] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.user_id, userId), eq(orders.store_id, storeId), isLive(orders.status)))
    .orderBy(desc(orders.id))
    .limit(1);
  return newest ? loadOrder(tx, storeId, newest.id) : null;
}

/**
 * A customer as an order shows them, and how many of their orders in this store have not ended. Their orders wait for
 * each other, so that two at once do not both count as the last one that is allowed.
 */
export async function readCustomer(tx: Tx, storeId: number, userId: number) {
  const { id, fullname, confidence, success_count, false_order_count } = users;
  const own = and(eq(orders.user_id, userId), eq(orders.store_id, storeId), isLive(orders.status));
  const [row] = await tx
    .select({ id, fullname, confidence, success_count, false_order_count })
    .from(users)
    .where(eq(id, userId))
    .for('no key update');
  if (!row) throw new Error(`user ${userId} is gone`);
  // Counted after the lock: it sees what the order before has written.
  return { user: customerOf(row), active: await tx.$count(orders, own) };
}

/** Adds to the counts of a customer. Does not wait for the result. */
export function addToResume(tx: Tx, userId: number, { success, false_order }: ResumeChange): void {
  const { success_count, false_order_count } = users;
  const update = tx
    .update(users)
    .set({
      success_count: sql`greatest(0, ${success_count} + ${success})`,
      false_order_count: sql`greatest(0, ${false_order_count} + ${false_order})`,
    })
    .where(eq(users.id, userId));
  tx.behind(update.execute());
}

/** 100 orders per page, newest first. */
export function listOrders(
  tx: Database['direct'],
  storeId: number,
  timezone: string,
  filter: OrderFilter,
): Promise<StoredOrder[]> {
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

/** Raises `ver` and `status_rev`. Does not wait for the result. */
export function saveOrderStatus(tx: Tx, storeId: number, id: number, change: OrderStatusChange): void {
  const update = tx
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
  tx.behind(update.execute());
}

/** Raises `ver` alone. Does not wait for the result. */
export function saveReadyBy(
  tx: Tx,
  storeId: number,
  id: number,
  change: { readonly ready_by: Instant; readonly at: Instant },
): void {
  const update = tx
    .update(orders)
    .set({ ready_by: change.ready_by, updated_at: change.at, ver: sql`${orders.ver} + 1` })
    .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
  tx.behind(update.execute());
}
