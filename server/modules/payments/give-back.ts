import { and, asc, eq } from 'drizzle-orm';
import { isUuid } from '#domain/ids.ts';
import { add, zero } from '#domain/money.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { paymentAttempts, paymentRefunds } from '#server/db/schema/payments.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/http/access-store.ts';
import { noted, type PaymentAttempt } from '#server/modules/attempts/attempts-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { type PaymentProvider, type ProviderReply, replyWords } from '#server/payments/payment-provider.ts';
import { afterRefundReply, mayAskAgain, type RefundCall, shownRefund } from './after-refund-reply.ts';
import { bookRefund } from './book-refund.ts';
import { lockClaimed } from './resolve-payment.ts';

/*
 *   asked for ──> pending ──read: before──> ask under the row's key ──the provider shows it──> done: a row of the ledger
 *                    ^                              │
 *                    └── no answer, on its way ─────┴── refused at once, or for half an hour ──> refused
 *                                                         no trace of it after a day
 *
 * The parts of one payment go back one after the other, so what the provider shows more than before is this part. A lost
 * answer is found by reading again, also after the provider has forgotten the key. Nobody asks under a forgotten key: that
 * would be another refund.
 */

type GiveBackDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>;
type RefundRow = typeof paymentRefunds.$inferSelect;

interface Asked {
  readonly call: RefundCall;
  readonly reply: ProviderReply;
}

const pendingOf = ({ id }: Pick<PaymentAttempt, 'id'>) =>
  and(eq(paymentRefunds.attempt_id, id), eq(paymentRefunds.state, 'pending'));

/** Asks the provider about the oldest pending part of a claimed attempt, and keeps what it says. */
export async function giveBackNext(deps: GiveBackDeps, attempt: PaymentAttempt): Promise<void> {
  const [refund] = await deps.db.direct
    .select()
    .from(paymentRefunds)
    .where(pendingOf(attempt))
    .orderBy(asc(paymentRefunds.id))
    .limit(1);
  const asked = refund ? await askFor(deps, attempt, refund) : null;
  await deps.db.store(attempt.store_id, 'write', async (tx) => {
    const current = await lockClaimed(tx, attempt);
    if (current === null) return;
    if (refund && asked) await learnRefund(tx, deps, current, refund, asked);
    else await release(tx, current, deps.clock.now());
  });
}

async function askFor(deps: GiveBackDeps, attempt: PaymentAttempt, refund: RefundRow): Promise<Asked> {
  const { payments: provider } = deps;
  const { provider_order_id: orderId } = attempt;
  const unknown: Asked = { call: 'read', reply: { kind: 'unknown', code: 'no_provider', retryAfterMs: null } };
  if (provider === null || provider.service !== attempt.provider || orderId === null) return unknown;
  const reply = await provider.read(orderId);
  if (reply.kind !== 'answer') return { call: 'read', reply };
  const before = refund.before ?? add(reply.answer.refunded, reply.answer.refunding);
  const shown = shownRefund({ amount: refund.amount, before }, reply.answer);
  const now = deps.clock.now();
  if (refund.accepted || shown !== 'unknown' || !mayAskAgain(refund, now)) return { call: 'read', reply };
  // Stored before the provider is asked, so a lost answer is known as one.
  await deps.db.direct
    .update(paymentRefunds)
    .set({ before, asked_at: refund.asked_at ?? now })
    .where(and(eq(paymentRefunds.id, refund.id), eq(paymentRefunds.state, 'pending')));
  const all = before === zero && refund.amount === attempt.amount;
  return { call: 'refund', reply: await ask(provider, orderId, refund, all ? null : reply.answer.paymentId) };
}

/** `paymentId` null: all of it goes back. */
const ask = (
  provider: PaymentProvider,
  orderId: string,
  { key, amount }: RefundRow,
  paymentId: string | null,
): Promise<ProviderReply> => provider.refund(orderId, key, paymentId === null ? null : { paymentId, amount });

async function learnRefund(
  tx: Tx,
  { clock, log }: Pick<GiveBackDeps, 'clock' | 'log'>,
  attempt: PaymentAttempt,
  asked: RefundRow,
  { call, reply }: Asked,
): Promise<void> {
  const now = clock.now();
  const [row] = await tx.select().from(paymentRefunds).where(eq(paymentRefunds.id, asked.id)).for('update');
  // Meanwhile its order was rejected: all that is left goes back.
  if (row?.state !== 'pending') return release(tx, attempt, now);
  // `asked_at` as it was before this request; `before` as it is stored now.
  const step = afterRefundReply({ ...row, asked_at: asked.asked_at }, { call, reply }, { now, ...attempt });
  const { state, accepted, at, alarm } = step;
  const ended = state !== 'pending';
  await tx
    .update(paymentRefunds)
    .set({ state, accepted, ...(ended && { ended_at: now }) })
    .where(eq(paymentRefunds.id, row.id));
  const words = `refund ${replyWords(reply)}`;
  const isNew = attempt.history.at(-1)?.said !== words;
  await tx
    .update(paymentAttempts)
    .set({
      next_at: at,
      held_until: null,
      ...(isNew && { history: noted(now, words) }),
      ...(reply.kind === 'unknown' || (reply.kind === 'refused' && !ended)
        ? { failures: attempt.failures + 1 }
        : { failures: 0, answers: attempt.answers + 1, known_at: now }),
    })
    .where(eq(paymentAttempts.id, attempt.id));
  if (alarm !== null && (isNew || ended)) log.error(`payment ${attempt.id} of store ${attempt.store_id}: ${alarm}`);
  const { store_id: storeId, payable_type: type, payable_id: id, method, provider: name } = attempt;
  const { amount, reason, cmd_id: cmdId } = row;
  if (state === 'refused') {
    const what = { action: 'payment.not-given-back', entity: 'payment', entityId: attempt.id, command: null, at: now };
    const actor = { kind: 'provider', name } as const;
    appendAudit(tx, { storeId, actor, ...what, before: { amount, reason }, after: { said: alarm } });
  }
  if (state === 'done') {
    const command = cmdId !== null && isUuid(cmdId) ? cmdId : null;
    const booking = { storeId, actor: actorOf(row), command, at: now };
    await bookRefund(tx, booking, { payable: { type, id }, method, amount, reason });
  }
  if (ended) await release(tx, attempt, now);
}

/** Lets another part be asked for at once; without one, nothing is to be done any more. */
async function release(tx: Tx, attempt: PaymentAttempt, now: Instant): Promise<void> {
  const left = attempt.work === 'give-back' ? await tx.$count(paymentRefunds, pendingOf(attempt)) : 1;
  await tx
    .update(paymentAttempts)
    .set({ held_until: null, next_at: now, ...(left === 0 && { work: 'none' as const }) })
    .where(eq(paymentAttempts.id, attempt.id));
}

/** Whoever asked for it, as of then. */
const actorOf = ({ user_id: userId, session_id: sessionId, device, authorised_by: by }: RefundRow): Actor => ({
  userId,
  sessionId,
  device,
  ...(by !== null && { authorisedBy: by }),
});
