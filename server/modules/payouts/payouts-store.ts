import { and, desc, eq, sql } from 'drizzle-orm';
import { type Payout, type PayoutStatus, payoutCode } from '#domain/payouts.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { payouts } from '#server/db/schema/support.ts';
import { announceSupport } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';

type PayoutRow = typeof payouts.$inferSelect;

const listedMax = 200;

const payoutOf = ({ id, amount, code, status, rider, created_at }: PayoutRow): Payout => ({
  id,
  amount,
  code,
  status,
  rider,
  created_at,
});

/** Payouts with this status, newest first. */
export async function readPayouts(tx: Tx, storeId: number, status: PayoutStatus): Promise<Payout[]> {
  const rows = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.store_id, storeId), eq(payouts.status, status)))
    .orderBy(desc(payouts.created_at), desc(payouts.id))
    .limit(listedMax);
  return rows.map(payoutOf);
}

export async function lockPayout(tx: Tx, storeId: number, id: number): Promise<Payout | null> {
  const [row] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.store_id, storeId), eq(payouts.id, id)))
    .for('update');
  return row ? payoutOf(row) : null;
}

const announce = (tx: Tx, { id, store_id, ver, status }: PayoutRow, at: Instant): void =>
  announceSupport(pgFeeds(tx, store_id), { at, name: 'payout-updated', id, ver, payload: { id, status } });

/** Confirms a locked, pending payout and announces it to the admins. */
export async function confirmPayout(
  tx: Tx,
  storeId: number,
  id: number,
  { userId, at }: { readonly userId: number; readonly at: Instant },
): Promise<Payout> {
  const [row] = await tx
    .update(payouts)
    .set({ status: 'CONFIRMED', ver: sql`${payouts.ver} + 1`, confirmed_at: at, confirmed_by: userId })
    .where(and(eq(payouts.store_id, storeId), eq(payouts.id, id)))
    .returning();
  if (!row) throw new Error(`payout ${id} is gone`);
  announce(tx, row, at);
  return payoutOf(row);
}

export interface NewPayout extends Pick<Payout, 'amount' | 'code' | 'rider'> {
  readonly storeId: number;
  /** The shipping provider, with its own id of this payout. */
  readonly provider: string;
  readonly reference: string;
  readonly at: Instant;
}

/** Inserts a payout without an event, for the seed; null when the reference exists. */
export async function insertPayout(tx: Tx, { storeId, rider, at, ...payout }: NewPayout): Promise<PayoutRow | null> {
  if (!payoutCode.test(payout.code)) throw new RangeError('the code of a payout has 4 to 6 digits');
  const [row] = await tx
    .insert(payouts)
    .values({ ...payout, store_id: storeId, rider: rider && { ...rider }, status: 'PENDING', created_at: at })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/**
 * Creates a payout that the shipping provider announced. A repeated reference changes nothing and returns null. Call it
 * last: it locks the store's feed.
 */
export async function createPayout(tx: Tx, payout: NewPayout): Promise<Payout | null> {
  const row = await insertPayout(tx, payout);
  if (row) announce(tx, row, payout.at);
  return row && payoutOf(row);
}
