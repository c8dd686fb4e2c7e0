import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { subtract, zero } from '#domain/money.ts';
import { paymentVerdict } from '#domain/paying.ts';
import type { Instant } from '#domain/time.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/http/access-store.ts';
import { cardAfter, noted, type OnlineCharging, type PaymentAttempt } from '#server/modules/attempts/attempts-store.ts';
import { atMost, startPass } from '#server/passes.ts';
import { type PaymentProvider, type ProviderReply, replyWords } from '#server/payments/payment-provider.ts';
import { afterReply } from './after-reply.ts';
import { giveBackNext } from './give-back.ts';
import { lockClaimed, resolvePayment, takeBackPayment } from './resolve-payment.ts';

export type ChargingDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>;

/**
 * Lease of a claim, in seconds; it is longer than the calls of the provider can take, which are up to three for a cancel
 * or a refund. The claim of a dead process ends after it.
 */
const heldSeconds = { short: 12, long: 35 };
/** At most what one payment needs at once: to be created, then called off, then given back. */
const stepsAtOnce = 4;

/** A literal, not a parameter: a plan for any values could not know that few attempts are unfinished. */
const isUnfinished = sql`${paymentAttempts.work} <> 'none'`;

const isDue = (now: Instant) =>
  and(
    isUnfinished,
    lte(paymentAttempts.next_at, now),
    or(isNull(paymentAttempts.held_until), lte(paymentAttempts.held_until, now)),
  );

/**
 * Reserves an attempt for this process; null: nothing is due, or another process has it. A payment that is called off
 * before anybody asked the provider keeps `asked_at` null: then there is nothing to call off.
 */
async function claimAttempt({ db, clock }: ChargingDeps, id: number): Promise<PaymentAttempt | null> {
  const now = clock.now();
  const at = new Date(now).toISOString();
  const { work, provider_order_id, asked_at, failures } = paymentAttempts;
  const [row] = await db.direct
    .update(paymentAttempts)
    .set({
      held_until: sql`${at}::timestamptz + make_interval(secs => case when ${work} in ('create', 'watch')
        then ${heldSeconds.short}::integer else ${heldSeconds.long}::integer end)`,
      asked_at: sql`case when ${work} = 'cancel' and ${provider_order_id} is null and ${asked_at} is null then null
        else ${at}::timestamptz end`,
      // The process died before it kept the answer of the provider. A refusal of the next request proves nothing then.
      failures: sql`case when ${provider_order_id} is null and ${asked_at} is not null then greatest(${failures}, 1)
        else ${failures} end`,
    })
    .where(and(eq(paymentAttempts.id, id), isDue(now)))
    .returning();
  return row ?? null;
}

function askProvider(provider: PaymentProvider | null, attempt: PaymentAttempt): Promise<ProviderReply> {
  const { provider_order_id: orderId, work, key } = attempt;
  if (work === 'cancel' && attempt.asked_at === null) return Promise.resolve({ kind: 'missing' });
  if (provider === null || provider.service !== attempt.provider)
    return Promise.resolve({ kind: 'unknown', code: 'no_provider', retryAfterMs: null });
  // Also to call off what may or may not exist: the same key answers with what it made.
  if (orderId === null) return provider.create(newPayment(attempt));
  if (work === 'cancel') return provider.cancel(orderId, `${key}-cancel`);
  return work === 'refund' ? refund(provider, attempt, orderId) : provider.read(orderId);
}

/**
 * Reads first: the money, or parts of it, may have been given back already. Then what is left goes back, under a key of its
 * own, because another body under a known key is refused.
 */
async function refund(provider: PaymentProvider, attempt: PaymentAttempt, orderId: string): Promise<ProviderReply> {
  const reply = await provider.read(orderId);
  if (reply.kind !== 'answer' || paymentVerdict(attempt, reply.answer) !== 'paid') return reply;
  const { refunded, refunding, paymentId } = reply.answer;
  if (refunding > zero) return reply;
  if (refunded === zero || paymentId === null) return provider.refund(orderId, `${attempt.key}-refund`, null);
  const left = { paymentId, amount: subtract(attempt.amount, refunded) };
  return provider.refund(orderId, `${attempt.key}-refund-${refunded}`, left);
}

const newPayment = ({ key, reference, currency, amount, card }: PaymentAttempt) => ({
  key,
  reference,
  currency,
  amount,
  description: `Pago ${reference.slice(-8)}`,
  card:
    card === null || card.token === null
      ? null
      : { option: card.option, token: card.token, installments: card.installments },
});

/** Keeps what the provider said, and ends the payment when that follows from it. One transaction. */
async function learn(
  deps: ChargingDeps,
  claimed: PaymentAttempt,
  reply: ProviderReply,
  actor: Actor | null,
): Promise<void> {
  const { db, clock, log } = deps;
  const storeId = claimed.store_id;
  await db.store(storeId, 'write', async (tx) => {
    const now = clock.now();
    const attempt = await lockClaimed(tx, claimed);
    if (attempt === null) return;
    const next = afterReply(attempt, reply, now);
    const answer = reply.kind === 'answer' ? reply.answer : null;
    const words = replyWords(reply);
    const isNew = attempt.history.at(-1)?.said !== words;
    await tx
      .update(paymentAttempts)
      .set({
        work: next.work,
        next_at: next.at,
        held_until: null,
        card: cardAfter(attempt.card, next.work),
        ...(isNew && { history: noted(now, words) }),
        ...(reply.kind === 'unknown' || (reply.kind === 'refused' && next.work !== 'none')
          ? { failures: attempt.failures + 1 }
          : { failures: 0, answers: attempt.answers + 1, known_at: now }),
        ...(answer && {
          provider_order_id: answer.orderId,
          provider_payment_id: answer.paymentId ?? attempt.provider_payment_id,
          qr_data: answer.qrData ?? attempt.qr_data,
        }),
      })
      .where(eq(paymentAttempts.id, attempt.id));
    if (next.alarm !== null && isNew) log.error(`payment ${attempt.id} of store ${storeId}: ${next.alarm}`);
    const by = actor ?? ({ kind: 'provider', name: attempt.provider } as const);
    if (next.end !== null) await resolvePayment(tx, attempt, { end: next.end, work: next.work, actor: by, at: now });
    else if (next.refunded) await takeBackPayment(tx, attempt, now);
  });
}

/** Does what is due for an attempt, until nothing is. Never holds a lock while the provider is asked. */
export async function pursueAttempt(deps: ChargingDeps, id: number, actor: Actor | null = null): Promise<void> {
  for (let step = 0; step < stepsAtOnce; step += 1) {
    const claimed = await claimAttempt(deps, id);
    if (!claimed) return;
    if (claimed.work === 'give-back') await giveBackNext(deps, claimed);
    else await learn(deps, claimed, await askProvider(deps.payments, claimed), actor);
  }
}

/** The attempts that are due, the oldest first. */
const findDue = ({ db, clock }: ChargingDeps) =>
  db.direct
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(isDue(clock.now()))
    .orderBy(paymentAttempts.next_at)
    .limit(20);

/** One pass of the reconciler: asks about every attempt that is due. Returns how many there were. */
export async function pursueDue(deps: ChargingDeps): Promise<number> {
  const due = await findDue(deps);
  const tried = await Promise.allSettled(due.map(({ id }) => pursueAttempt(deps, id)));
  for (const one of tried) if (one.status === 'rejected') deps.log.error('asking about a payment failed', one.reason);
  return due.length;
}

const endWithinMs = 2_000;

/** Runs `pursueDue` every second. Returns a function that ends it. */
export const watchPayments = (deps: ChargingDeps): (() => Promise<void>) =>
  startPass(deps, { what: 'looking for payments', everyMs: 1_000 }, () => pursueDue(deps));

/** A hint that something happened at the provider: an attempt is due now, unless it has ended. */
export async function askSoon({ db, clock }: ChargingDeps, providerOrderId: string): Promise<number | null> {
  const now = clock.now();
  const [row] = await db.direct
    .update(paymentAttempts)
    .set({ next_at: now })
    .where(and(eq(paymentAttempts.provider_order_id, providerOrderId), isUnfinished))
    .returning({ id: paymentAttempts.id });
  return row?.id ?? null;
}

/** Asks the provider in the background, after the transaction that started or ended a payment. */
export interface Charging extends OnlineCharging {
  /** Begins to do what is due for an attempt. */
  readonly beginAttempt: (id: number) => void;
  /** Resolves when nothing of it is under way, or after 2 s: what was not asked is asked after the next start. */
  idle(): Promise<void>;
}

export function createCharging(deps: ChargingDeps): Charging {
  const running = new Set<Promise<void>>();
  const inBackground = (work: Promise<void>): void => {
    const done = work
      .catch((error: unknown) => deps.log.error('asking about a payment failed', error))
      .finally(() => running.delete(done));
    running.add(done);
  };
  return {
    service: deps.payments?.service ?? null,
    begin(storeId, { type, id }) {
      const find = deps.db.direct
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .where(
          and(
            eq(paymentAttempts.store_id, storeId),
            eq(paymentAttempts.payable_type, type),
            eq(paymentAttempts.payable_id, id),
            isUnfinished,
          ),
        );
      inBackground(
        find.then(async (due) => {
          for (const attempt of due) await pursueAttempt(deps, attempt.id);
        }),
      );
    },
    beginAttempt: (id) => inBackground(pursueAttempt(deps, id)),
    idle: () => atMost(deps, endWithinMs, Promise.allSettled(running)),
  };
}
