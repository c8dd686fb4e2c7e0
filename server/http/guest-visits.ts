import type { FastifyRequest } from 'fastify';
import { and, eq, exists, gt, isNull, not } from 'drizzle-orm';
import type { GuestSettings, Plan } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import { guestVisits } from '#server/db/schema/guests.ts';
import { isFinished, orderGroups } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';

/** A guest at a table. */
export interface Visit {
  readonly id: number;
  readonly storeId: number;
  readonly codeId: number;
  readonly store: { readonly plan: Plan; readonly guests: GuestSettings };
}

/** The token of a guest's visit. */
export function guestToken(request: FastifyRequest): string | null {
  const header = request.headers['x-guest'];
  return typeof header === 'string' && /^[\w-]{20,200}$/.test(header) ? header : null;
}

/**
 * The visit of that token; null when it is unknown or has ended: by time, with the table's group that ended after it
 * began, or because the table lost the code that was scanned.
 */
export async function findVisit({ direct }: Database, hash: string, now: Instant): Promise<Visit | null> {
  const ended = direct
    .select({ id: orderGroups.id })
    .from(orderGroups)
    .where(
      and(
        eq(orderGroups.store_id, guestVisits.store_id),
        eq(orderGroups.code_id, guestVisits.code_id),
        isFinished(orderGroups.status),
        gt(orderGroups.status_at, guestVisits.created_at),
      ),
    );
  const [row] = await direct
    .select({
      id: guestVisits.id,
      storeId: guestVisits.store_id,
      codeId: guestVisits.code_id,
      plan: stores.plan,
      guests: stores.guests,
      guest_orders: stores.guest_orders,
      guest_units_max: stores.guest_units_max,
    })
    .from(guestVisits)
    .innerJoin(stores, eq(stores.id, guestVisits.store_id))
    .innerJoin(
      codes,
      and(eq(codes.id, guestVisits.code_id), eq(codes.code, guestVisits.code), isNull(codes.removed_at)),
    )
    .where(and(eq(guestVisits.token_hash, hash), gt(guestVisits.expires_at, now), not(exists(ended))));
  if (!row) return null;
  const { id, storeId, codeId, plan, ...guests } = row;
  return { id, storeId, codeId, store: { plan, guests } };
}
