import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { GroupMove } from '#domain/group-moves.ts';
import { money } from '#domain/money.ts';
import { groupAmounts, groupSubtotal, type OrderGroupDetail } from '#domain/order-group.ts';
import type { PaymentRow, StoredOrder } from '#domain/order.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { isActive, orderGroups, orders, payments } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import { storeFeeds } from '#server/db/schema/sync.ts';
import { savePayments } from '#server/modules/orders/money/money-store.ts';
import { paymentOf } from '#server/modules/orders/order-rows.ts';
import { ordersOfGroup } from '#server/modules/orders/orders-store.ts';
import { readLastMove } from './moves-store.ts';
import type { GroupChange, GroupRow, NewGroup, StoredGroup } from './group-repository.ts';

const count = (what: SQL, of: SQL) =>
  sql<number>`(select ${what} from ${orders} where ${orders.store_id} = ${orderGroups.store_id}
    and ${orders.order_group_id} = ${orderGroups.id} and ${of})::double precision`;

/** The groups with what their events carry; `ver`: the position in the staff's feed that they are read at. */
async function find(tx: Tx, storeId: number, where: SQL | undefined, ver: number): Promise<StoredGroup[]> {
  const rows = await tx
    .select({
      group: orderGroups,
      code: { id: codes.id, code: codes.code, description: codes.description, group: codes.group },
      seller: { id: users.id, fullname: users.fullname },
      subtotal: count(sql`coalesce(sum(${orders.total}), 0)`, sql`${orders.status} <> 'REJECTED'`),
      waiting: count(sql`count(*)`, sql`${orders.status} = 'PENDING'`),
    })
    .from(orderGroups)
    .innerJoin(codes, eq(codes.id, orderGroups.code_id))
    .leftJoin(users, eq(users.id, orderGroups.seller_id))
    .where(and(eq(orderGroups.store_id, storeId), where))
    .orderBy(orderGroups.id);
  return rows.map(({ group, code, seller, subtotal, waiting }) => ({
    id: group.id,
    uid: group.uid,
    code,
    status: group.status,
    seller,
    data: { people: group.people, childrens: group.childrens },
    ...groupAmounts(money(subtotal), group.discount),
    tip: group.tip,
    billings_count: group.billings_count,
    waiting_count: waiting,
    created_at: group.created_at,
    ver,
    rev: group.rev,
  }));
}

/** The groups that occupy a code (G-28), as of position `ver` of the staff's feed. */
export const readActiveGroups = (tx: Tx, storeId: number, ver: number): Promise<StoredGroup[]> =>
  find(tx, storeId, isActive(orderGroups.status), ver);

/** Those of these groups that the store has. */
export const readGroups = (tx: Tx, storeId: number, ids: readonly number[], ver: number): Promise<StoredGroup[]> =>
  ids.length === 0 ? Promise.resolve([]) : find(tx, storeId, inArray(orderGroups.id, [...ids]), ver);

/** The last number of the staff's feed. */
export async function staffHead(tx: Tx, storeId: number): Promise<number> {
  const [feed] = await tx
    .select({ head: storeFeeds.head })
    .from(storeFeeds)
    .where(and(eq(storeFeeds.store_id, storeId), eq(storeFeeds.audience, 'store')));
  if (!feed) throw new Error(`store ${storeId} has no feed`);
  return feed.head;
}

/** A group with its orders and payments. */
export const groupDetailOf = (
  group: StoredGroup,
  of: readonly StoredOrder[],
  paid: readonly PaymentRow[],
  last_move: GroupMove | null,
): OrderGroupDetail => ({
  ...group,
  ...groupAmounts(groupSubtotal(of), group.discount),
  orders: of.map(({ id, uid, number, status, total, created_at, seller }) => ({
    id,
    uid,
    number,
    status,
    total,
    created_at,
    seller,
  })),
  items: of
    .filter((o) => o.status !== 'REJECTED')
    .flatMap((o) => o.order_detail.map((row) => ({ ...row, order_id: o.id }))),
  payments: paid,
  last_move,
});

/** A group with its orders and payments; null when the store has none with this id. */
export async function loadGroup(tx: Tx, storeId: number, id: number, ver: number): Promise<OrderGroupDetail | null> {
  const [group] = await readGroups(tx, storeId, [id], ver);
  if (!group) return null;
  const of = await ordersOfGroup(tx, storeId, id);
  const paid = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.store_id, storeId), eq(payments.order_group_id, id)))
    .orderBy(payments.id);
  return groupDetailOf(group, of, paid.map(paymentOf), await readLastMove(tx, storeId, group));
}

/** Locks a group until the transaction ends, also against orders that are about to join it; null: there is none. */
export async function lockGroup(tx: Tx, storeId: number, id: number): Promise<GroupRow | null> {
  const [row] = await tx
    .select()
    .from(orderGroups)
    .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.id, id)))
    .for('update');
  return row ?? null;
}

export async function groupOfUid(tx: Tx, storeId: number, uid: string): Promise<GroupRow | null> {
  const [row] = await tx
    .select()
    .from(orderGroups)
    .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.uid, uid)));
  return row ?? null;
}

/** Stores a group and returns its id; null when its uid exists, or when the code has an active group. */
export async function insertGroup(tx: Tx, storeId: number, group: NewGroup): Promise<number | null> {
  // Before the insert, whose foreign key takes it too late: a group that comes here holds the code and would wait for the
  // new row, which would wait for the code.
  const locking = tx.select({ id: codes.id }).from(codes).where(eq(codes.id, group.code_id)).for('key share');
  const inserting = tx
    .insert(orderGroups)
    .values({
      ...group,
      store_id: storeId,
      status: 'OPENED',
      discount: money(0),
      changed_by: group.created_by,
      changed_at: group.created_at,
      status_at: group.created_at,
    })
    .onConflictDoNothing()
    .returning({ id: orderGroups.id });
  const [, [row]] = await Promise.all([locking, inserting]);
  return row?.id ?? null;
}

/** Whether another group than `id` is active at this code. Until the transaction ends, none is opened or moved there. */
export async function isOccupied(tx: Tx, storeId: number, codeId: number, id: number): Promise<boolean> {
  // A new group takes a share of this lock (insertGroup), and so does one that comes here, by its foreign key.
  await tx.select({ id: codes.id }).from(codes).where(eq(codes.id, codeId)).for('update');
  const [row] = await tx
    .select({ id: orderGroups.id })
    .from(orderGroups)
    .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.code_id, codeId), isActive(orderGroups.status)))
    .for('key share');
  return row !== undefined && row.id !== id;
}

/** Saves what the change names, and raises `rev`. */
export async function updateGroup(
  tx: Tx,
  storeId: number,
  id: number,
  { status, discount, code_id, tip, people, childrens, payments: paid, by, at }: GroupChange,
): Promise<void> {
  if (paid) await savePayments(tx, storeId, { order_id: null, order_group_id: id }, { rows: paid, by, at });
  await tx
    .update(orderGroups)
    .set({
      ...(status !== undefined && { status, status_at: at }),
      ...(discount !== undefined && { discount }),
      ...(code_id !== undefined && { code_id }),
      ...(tip !== undefined && { tip }),
      ...(people !== undefined && { people }),
      ...(childrens !== undefined && { childrens }),
      changed_by: by,
      changed_at: at,
      rev: sql`${orderGroups.rev} + 1`,
    })
    .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.id, id)));
}

export async function deleteGroup(tx: Tx, storeId: number, id: number): Promise<void> {
  await tx.delete(payments).where(and(eq(payments.store_id, storeId), eq(payments.order_group_id, id)));
  await tx.delete(orderGroups).where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.id, id)));
}
