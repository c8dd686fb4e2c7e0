import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Code } from '#domain/store.ts';
import type { Tx } from '#server/db/database.ts';
import { orders } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';

/** A code with the version for its events. */
export interface CodeState {
  readonly ver: number;
  readonly code: Code;
}

/** `waiting`: number of PENDING orders by code id (N-50). */
const codeOf = (row: typeof codes.$inferSelect, waiting: ReadonlyMap<number, number>): Code => ({
  id: row.id,
  code: row.code,
  description: row.description,
  type: row.type,
  group: row.group,
  default: row.default,
  waiting_count: waiting.get(row.id) ?? 0,
});

/** The store's codes, without the removed ones. */
export async function readCodes(tx: Tx, storeId: number): Promise<CodeState[]> {
  const rows = await tx
    .select()
    .from(codes)
    .where(and(eq(codes.store_id, storeId), isNull(codes.removed_at)))
    .orderBy(codes.id);
  const waiting = await waitingCounts(tx, storeId);
  return rows.map((row) => ({ ver: row.ver, code: codeOf(row, waiting) }));
}

/** One code of the store, without its count of waiting orders; `removed` finds a removed one too. */
export async function readCode(tx: Tx, storeId: number, id: number, removed = false): Promise<Code | null> {
  const [row] = await tx
    .select()
    .from(codes)
    .where(and(eq(codes.store_id, storeId), eq(codes.id, id), removed ? undefined : isNull(codes.removed_at)));
  return row ? codeOf(row, new Map()) : null;
}

/** Number of PENDING orders of each code, shown as 'N Pendiente' (N-50). */
async function waitingCounts(tx: Tx, storeId: number, codeIds?: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ code: orders.code_id, count: sql<number>`count(*)::integer` })
    .from(orders)
    .where(
      and(
        eq(orders.store_id, storeId),
        eq(orders.status, 'PENDING'),
        codeIds ? inArray(orders.code_id, [...codeIds]) : sql`${orders.code_id} is not null`,
      ),
    )
    .groupBy(orders.code_id);
  return new Map(rows.flatMap((r) => (r.code === null ? [] : [[r.code, r.count] as const])));
}
