import { and, eq, isNull, lte, or, type SQL } from 'drizzle-orm';
import { after } from '#domain/time.ts';
import type { customerNotices, orderAlerts } from '#server/db/schema/alerts.ts';
import type { Deps } from '#server/deps.ts';

/** Keeps one row an order: what was said about it, and until when a process is at it. */
type Kept = typeof orderAlerts | typeof customerNotices;

interface Claimed {
  readonly id: number;
  readonly storeId: number;
}

type ClaimDeps = Pick<Deps, 'db' | 'clock'>;

const lookEveryMs = 5_000;
/** A process that claimed an order and died lets go of it after this; longer than a push can take. */
const heldMs = 30_000;
/** What failed is tried again by the next look but one. */
const againMs = 10_000;

/** No process is at it. */
export const isFree = ({ held_until }: Kept, { clock }: Pick<Deps, 'clock'>): SQL | undefined =>
  or(isNull(held_until), lte(held_until, clock.now()));

/**
 * True for exactly one of the processes that try at once, and only while `open` holds of a row that is there: the row is
 * locked by the statement and read again after it.
 */
export async function claim(deps: ClaimDeps, table: Kept, { id, storeId }: Claimed, open?: SQL): Promise<boolean> {
  const held_until = after(deps.clock.now(), heldMs);
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

/** Nothing came of it: it is tried again a little later. */
export async function release({ db, clock }: ClaimDeps, table: Kept, { id }: Pick<Claimed, 'id'>): Promise<void> {
  const held_until = after(clock.now(), againMs);
  await db.direct.update(table).set({ held_until }).where(eq(table.order_id, id));
}

/** Looks every 5 s, one look at a time; the answer stops it. */
export function lookAgain(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  what: string,
  look: () => Promise<unknown>,
): () => void {
  let looking = false;
  return clock.every(lookEveryMs, () => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => log.error(`looking for ${what} failed`, error))
      .finally(() => {
        looking = false;
      });
  });
}
