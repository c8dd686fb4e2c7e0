import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import type { FiscalRow } from '#server/modules/fiscal/documents-store.ts';

/** What documents are about, for a list of several of them. */
export async function subjectsOf(
  tx: Tx,
  storeId: number,
  rows: readonly FiscalRow[],
): Promise<(row: FiscalRow) => { readonly number: number | null; readonly place: string | null }> {
  const idsOf = (type: Payable['type']): number[] =>
    rows.filter((r) => r.payable_type === type).map((r) => r.payable_id);
  const found = idsOf('order');
  const numbers = new Map(
    found.length === 0
      ? []
      : (
          await tx
            .select({ id: orders.id, number: orders.number })
            .from(orders)
            .where(and(eq(orders.store_id, storeId), inArray(orders.id, found)))
        ).map((o) => [o.id, o.number]),
  );
  const tables = idsOf('orderGroup');
  const places = new Map(
    tables.length === 0
      ? []
      : (
          await tx
            .select({ id: orderGroups.id, place: codes.description })
            .from(orderGroups)
            .innerJoin(codes, eq(codes.id, orderGroups.code_id))
            .where(and(eq(orderGroups.store_id, storeId), inArray(orderGroups.id, tables)))
        ).map((g) => [g.id, g.place]),
  );
  return ({ payable_type: type, payable_id: id }) =>
    type === 'order'
      ? { number: numbers.get(id) ?? null, place: null }
      : { number: null, place: places.get(id) ?? null };
}
