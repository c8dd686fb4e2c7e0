import { and, eq, sql } from 'drizzle-orm';
import type { GroupStatus } from '#domain/order-group.ts';
import type { Tx } from '#server/db/database.ts';
import { fixedQuery } from '#server/db/fixed-query.ts';
import { users } from '#server/db/schema/accounts.ts';
import { isActive, orderGroups, orders } from '#server/db/schema/orders.ts';
import type { PlaceGroup } from './submission/submission-context.ts';

const hold = fixedQuery<{ readonly storeId: number; readonly codeId: number }, PlaceGroup>(sql`
  select ${orderGroups.id}, ${orderGroups.uid}, ${orderGroups.status}, ${orderGroups.seller_id},
    ${users.fullname} as seller_name, ${orderGroups.created_by} as opened_by, openers.fullname as opener_name
  from ${orderGroups} left join ${users} on ${users.id} = ${orderGroups.seller_id}
    left join ${users} as openers on openers.id = ${orderGroups.created_by}
  where ${orderGroups.store_id} = ${sql.placeholder('storeId')}::integer
    and ${orderGroups.code_id} = ${sql.placeholder('codeId')}::integer and ${isActive(orderGroups.status)}
  for key share of ${orderGroups}`);

/**
 * The active group of a code; null when it has none. Until the transaction ends, nobody finishes, moves or deletes it:
 * those lock the group first. Orders of one table do not wait for each other here.
 */
export async function holdGroup(tx: Tx, storeId: number, codeId: number): Promise<PlaceGroup | null> {
  const [group] = await tx.run(hold, { storeId, codeId });
  return group ?? null;
}

/** The group of an order, held likewise; null when it has none. */
export async function holdGroupOf(
  tx: Tx,
  storeId: number,
  orderId: number,
): Promise<{ readonly id: number; readonly status: GroupStatus } | null> {
  const [group] = await tx
    .select({ id: orderGroups.id, status: orderGroups.status })
    .from(orderGroups)
    .innerJoin(orders, eq(orders.order_group_id, orderGroups.id))
    .where(and(eq(orders.store_id, storeId), eq(orders.id, orderId), eq(orderGroups.store_id, storeId)))
    .for('key share', { of: orderGroups });
  return group ?? null;
}
