import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { GroupMove } from '#domain/group-moves.ts';
import type { MovableOrder } from '#domain/moved-lines.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { groupMoves, orderGroups, orderRows, orders, payments, type StoredLine } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import { storeFeeds } from '#server/db/schema/sync.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import type { GroupRow, MoveRow } from './group-repository.ts';

type Target = Pick<GroupRow, 'id' | 'code_id'>;

/** The move that can be undone: the last one of the group, if neither table has changed since. */
export async function readLastMove(
  tx: Tx,
  storeId: number,
  { id, rev }: Pick<OrderGroup, 'id' | 'rev'>,
): Promise<GroupMove | null> {
  if (id === null) return null;
  const [move] = await tx
    .select()
    .from(groupMoves)
    .where(
      and(
        eq(groupMoves.store_id, storeId),
        or(
          and(eq(groupMoves.from_group_id, id), eq(groupMoves.from_rev, rev)),
          and(eq(groupMoves.to_group_id, id), eq(groupMoves.to_rev, rev)),
        ),
      ),
    )
    .orderBy(desc(groupMoves.id))
    .limit(1);
  if (!move) return null;
  const both = await tx
    .select({ id: orderGroups.id, rev: orderGroups.rev, place: codes.description })
    .from(orderGroups)
    .innerJoin(codes, eq(codes.id, orderGroups.code_id))
    .where(and(eq(orderGroups.store_id, storeId), inArray(orderGroups.id, [move.from_group_id, move.to_group_id])));
  const from = both.find((g) => g.id === move.from_group_id && g.rev === move.from_rev);
  const to = both.find((g) => g.id === move.to_group_id && g.rev === move.to_rev);
  return from && to ? { id: move.id, kind: move.kind, from: from.place, to: to.place, at: move.created_at } : null;
}

export async function insertMove(tx: Tx, storeId: number, move: Omit<MoveRow, 'id' | 'store_id'>): Promise<void> {
  await tx.insert(groupMoves).values({ ...move, store_id: storeId });
}

const oneMove = (storeId: number, id: number) => and(eq(groupMoves.store_id, storeId), eq(groupMoves.id, id));

export async function readMove(tx: Tx, storeId: number, id: number): Promise<MoveRow | null> {
  const [move] = await tx.select().from(groupMoves).where(oneMove(storeId, id));
  return move ?? null;
}

export async function deleteMove(tx: Tx, storeId: number, id: number): Promise<void> {
  await tx.delete(groupMoves).where(oneMove(storeId, id));
}

/** The next keys of order lines. */
export async function takeRows(tx: Tx, count: number): Promise<readonly number[]> {
  const { rows } = await tx.execute<{ row: number }>(
    sql`select nextval(${orderRows.seqName})::integer as row from generate_series(1, ${count}::integer)`,
  );
  return rows.map((r) => r.row);
}

/** Raises `ver` alone. */
export async function moveOrderToGroup(
  tx: Tx,
  storeId: number,
  { id, lines }: Pick<OrderRow, 'id' | 'lines'>,
  { to, at }: { readonly to: Target; readonly at: Instant },
): Promise<void> {
  await tx
    .update(orders)
    .set({ order_group_id: to.id, code_id: to.code_id, lines, updated_at: at, ver: sql`${orders.ver} + 1` })
    .where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
}

/**
 * Stores lines of an order as an order of their own, with a number of its own; all else is as in the order that they
 * come from, except what is about its price alone.
 */
export async function splitOrder(
  tx: Tx,
  storeId: number,
  { id: _id, ...from }: OrderRow,
  {
    part,
    to,
    at,
    uid,
  }: { readonly part: MovableOrder<StoredLine>; readonly to: Target; readonly at: Instant; readonly uid: string },
): Promise<number> {
  const [taken] = await tx
    .update(stores)
    .set({ last_order_number: sql`${stores.last_order_number} + 1` })
    .where(eq(stores.id, storeId))
    .returning({ number: stores.last_order_number });
  const [feed] = await tx
    .select({ ver: sql<number>`${storeFeeds.epoch}::integer + 1` })
    .from(storeFeeds)
    .where(and(eq(storeFeeds.store_id, storeId), eq(storeFeeds.audience, 'admin')));
  if (!taken || !feed) throw new Error(`store ${storeId} is gone`);
  const { ver } = feed;
  const [made] = await tx
    .insert(orders)
    .values({
      ...from,
      ...part,
      lines: [...part.lines],
      uid,
      // No device sent it, so none can repeat it.
      submission: '',
      number: taken.number,
      order_group_id: to.id,
      code_id: to.code_id,
      price_difference: null,
      billings_count: 0,
      updated_at: at,
      ver,
      status_rev: ver,
      money_rev: ver,
    })
    .returning({ id: orders.id });
  if (!made) throw new Error('the order was not inserted');
  return made.id;
}

/** Moves payments from one group to another. Returns the ids of those that went. */
export async function movePayments(
  tx: Tx,
  storeId: number,
  { from, to, ids }: { readonly from: number; readonly to: number; readonly ids: readonly number[] | null },
): Promise<number[]> {
  if (ids?.length === 0) return [];
  const moved = await tx
    .update(payments)
    .set({ order_group_id: to })
    .where(
      and(
        eq(payments.store_id, storeId),
        eq(payments.order_group_id, from),
        ids ? inArray(payments.id, [...ids]) : undefined,
      ),
    )
    .returning({ id: payments.id });
  return moved.map((p) => p.id);
}
