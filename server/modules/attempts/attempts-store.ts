import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Money } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';
import { type AttemptWork, type PayableType, type PaymentEnd, payingUntil, statusOfEnd } from '#domain/paying.ts';
import type { PaymentMethod } from '#domain/store.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { payments } from '#server/db/schema/orders.ts';
import { type AttemptCard, paymentAttempts, paymentRefunds } from '#server/db/schema/payments.ts';

export type PaymentAttempt = typeof paymentAttempts.$inferSelect;

/** What an attempt pays. */
export interface Payable {
  readonly type: PayableType;
  readonly id: number;
}

/** What this process can charge online. */
export interface OnlineCharging {
  /** The service of its provider, as gateways name it; null: it has none. */
  readonly service: string | null;
  /** Begins to ask the provider, after the commit. */
  readonly begin: (storeId: number, payable: Payable) => void;
}

export interface NewAttempt {
  readonly payable: Payable;
  /** The status that the order has again when the payment has ended; null: it is new, or a group. */
  readonly orderStatus: OrderStatus | null;
  /** The row of `payments`. */
  readonly paymentId: number;
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly provider: string;
  readonly currency: string;
  readonly card: AttemptCard | null;
  /** The person who started it; null when it was not a person. */
  readonly by: number | null;
  readonly at: Instant;
}

/** Stores an attempt in the transaction that starts the payment. The provider is asked after the commit. */
export function insertAttempt(
  tx: Tx,
  storeId: number,
  { payable, orderStatus, paymentId, by, at, ...attempt }: NewAttempt,
): void {
  const insert = tx.insert(paymentAttempts).values({
    ...attempt,
    store_id: storeId,
    payable_type: payable.type,
    payable_id: payable.id,
    order_status: orderStatus,
    payment_id: paymentId,
    reference: `M${randomUUID().replaceAll('-', '')}`,
    status: 'PENDING',
    work: 'create',
    next_at: at,
    created_by: by,
    created_at: at,
    expires_at: payingUntil(at),
  });
  tx.behind(insert.execute());
}

/** The attempts of an order or group. */
export const ofPayable = (storeId: number, { type, id }: Payable) =>
  and(
    eq(paymentAttempts.store_id, storeId),
    eq(paymentAttempts.payable_type, type),
    eq(paymentAttempts.payable_id, id),
  );

const isPending = sql`${paymentAttempts.status} = 'PENDING'`;

/** The last attempt to charge an order or group; null when there was none. */
export async function lastAttempt(tx: Tx, storeId: number, payable: Payable): Promise<PaymentAttempt | null> {
  const [row] = await tx
    .select()
    .from(paymentAttempts)
    .where(ofPayable(storeId, payable))
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  return row ?? null;
}

/** Locks an attempt until the transaction ends. Lock what it pays before it. */
export async function lockAttempt(tx: Tx, storeId: number, id: number): Promise<PaymentAttempt> {
  const [row] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.store_id, storeId), eq(paymentAttempts.id, id)))
    .for('update');
  if (!row) throw new Error(`attempt ${id} is gone`);
  return row;
}

interface Ended {
  readonly end: PaymentEnd;
  readonly work: AttemptWork;
  readonly at: Instant;
}

/** Ends a locked attempt, and gives its payment the status that the order or group counts. */
export async function endAttempt(
  tx: Tx,
  { id, store_id: storeId, payment_id: paymentId, card }: PaymentAttempt,
  { end, work, at }: Ended,
): Promise<void> {
  const status = statusOfEnd(end);
  await tx
    .update(paymentAttempts)
    .set({ status, ended_as: end, ended_at: at, work, next_at: at, card: cardAfter(card, work) })
    .where(eq(paymentAttempts.id, id));
  await savePaymentStatus(tx, storeId, paymentId, status);
}

/** The single-use token of a card is forgotten as soon as the provider needs to be told nothing more. */
export const cardAfter = (card: AttemptCard | null, work: AttemptWork): AttemptCard | null =>
  card && work === 'none' ? { ...card, token: null } : card;

/** A payment that a provider has charged cannot be modified; one that it has not can. */
export const savePaymentStatus = async (
  tx: Tx,
  storeId: number,
  paymentId: number,
  status: 'APPROVED' | 'REJECTED',
): Promise<void> => {
  await tx
    .update(payments)
    .set({ status, can_modify: status !== 'APPROVED' })
    .where(and(eq(payments.store_id, storeId), eq(payments.id, paymentId)));
};

/** Asks the provider to call off what is in progress. Its end follows from what the provider says. */
export async function askToCancel(
  tx: Tx,
  storeId: number,
  payable: Payable,
  at: Instant,
): Promise<PaymentAttempt | null> {
  const [row] = await tx
    .update(paymentAttempts)
    .set({ work: 'cancel', next_at: at })
    .where(and(ofPayable(storeId, payable), isPending))
    .returning();
  return row ?? null;
}

/**
 * For a locked order or group that is rejected or deleted: what is in progress counts as not paid from now on and is
 * called off at the provider, and what was charged is given back. Returns whether a payment was in progress.
 */
export async function withdrawPayments(tx: Tx, storeId: number, payable: Payable, at: Instant): Promise<boolean> {
  const [pending] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(ofPayable(storeId, payable), isPending))
    .for('update');
  if (pending) await endAttempt(tx, pending, { end: 'cancelled', work: 'cancel', at });
  const charged = await tx
    .update(paymentAttempts)
    .set({ work: 'refund', next_at: at })
    .where(and(ofPayable(storeId, payable), sql`${paymentAttempts.status} = 'APPROVED'`))
    .returning({ id: paymentAttempts.id });
  if (charged.length > 0)
    await tx
      .update(paymentRefunds)
      .set({ state: 'withdrawn', ended_at: at })
      .where(
        and(
          inArray(
            paymentRefunds.attempt_id,
            charged.map(({ id }) => id),
          ),
          eq(paymentRefunds.state, 'pending'),
        ),
      );
  return pending !== undefined;
}

/** Adds what was learnt to the attempt's record. */
export const noted = (at: Instant, said: string) =>
  sql`${paymentAttempts.history} || ${JSON.stringify([{ at: isoFromInstant(at), said }])}::jsonb`;
