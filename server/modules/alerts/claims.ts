import { and, eq, isNull, lte, or, type SQL } from 'drizzle-orm';
import { after, type Instant } from '#domain/time.ts';
import type { customerNotices, orderAlerts, shippingCalls } from '#server/db/schema/alerts.ts';
import type { guestRequests } from '#server/db/schema/guests.ts';
import type { Deps } from '#server/deps.ts';

/** A table with one row per order: the notices sent, and until when a process holds the row. */
type Kept = typeof orderAlerts | typeof customerNotices | typeof shippingCalls;

interface Claimed {
  readonly id: number;
  readonly storeId: number;
}

type ClaimDeps = Pick<Deps, 'db' | 'clock'>;

/** How often the server looks for whom to tell. */
export const tellEveryMs = 5_000;
/** Lease of a claim; it is longer than a push can take. The claim of a dead process ends after it. */
const heldMs = 30_000;
/** Delay before a failed notice is retried. */
const againMs = 10_000;

/** Until when a process holds what it claims now. */
export const heldUntil = ({ clock }: Pick<Deps, 'clock'>): Instant => after(clock.now(), heldMs);

/** Until when what failed now is held: then it is tried again. */
export const triedAgainAt = ({ clock }: Pick<Deps, 'clock'>): Instant => after(clock.now(), againMs);

/** True in SQL when no process holds the row. */
export const isFree = ({ held_until }: Kept | typeof guestRequests, { clock }: Pick<Deps, 'clock'>): SQL | undefined =>
  or(isNull(held_until), lte(held_until, clock.now()));

/**
 * Claims the row of an order. Exactly one of several concurrent processes gets true, and only while an existing row
 * satisfies `open`: the statement locks the row and evaluates the condition on its newest version.
 */
export async function claim(deps: ClaimDeps, table: Kept, { id, storeId }: Claimed, open?: SQL): Promise<boolean> {
  const held_until = heldUntil(deps);
  const claimed = await deps.db.direct
    .insert(table)
    .values({ order_id: id, store_id: storeId, held_until })
    .onConflictDoUpdate({
      target: table.order_id,
      set: { held_until },
      setWhere: and(open, isFree(table, deps)),
    })
    .returning({ id: table.order_id });
  return claimed.length > 0;
}

/** Releases a failed claim for a retry. */
export async function release(deps: ClaimDeps, table: Kept, { id }: Pick<Claimed, 'id'>): Promise<void> {
  await deps.db.direct
    .update(table)
    .set({ held_until: triedAgainAt(deps) })
    .where(eq(table.order_id, id));
}
