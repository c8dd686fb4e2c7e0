import { type AttemptWork, type PaymentEnd, paymentVerdict, nextPollMs, retryAfterFailuresMs } from '#domain/paying.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { PaymentAttempt } from '#server/modules/attempts/attempts-store.ts';
import type { ProviderReply } from '#server/payments/payment-provider.ts';

/** Without any answer for so long a payment counts as not paid; what turns out to be paid after that is given back. */
export const doubtMs = minutes(30);
/** A refund that the provider refuses, for example without a balance, is asked for again after this time. */
const refundAgainMs = minutes(10);

/** What follows from a reply. */
export interface NextStep {
  /** How the payment ends for its order or group; null: not yet, or it has ended before. */
  readonly end: PaymentEnd | null;
  readonly work: AttemptWork;
  /** When the provider is asked next. */
  readonly at: Instant;
  /** A payment that was counted has been given back. */
  readonly refunded: boolean;
  /** A person has to look. */
  readonly alarm: string | null;
}

type Known = Pick<
  PaymentAttempt,
  | 'status'
  | 'work'
  | 'reference'
  | 'currency'
  | 'amount'
  | 'provider_order_id'
  | 'answers'
  | 'failures'
  | 'created_at'
  | 'expires_at'
>;

/** What to do after a reply of the provider. The attempt is the current one: a person may have cancelled meanwhile. */
export function afterReply(attempt: Known, reply: ProviderReply, now: Instant): NextStep {
  const { status, work } = attempt;
  const pending = status === 'PENDING';
  const late = now >= attempt.expires_at;
  const calledOff: PaymentEnd = late ? 'expired' : 'cancelled';
  const next: NextStep = { end: null, work, at: now, refunded: false, alarm: null };
  const ended = (end: PaymentEnd): NextStep => ({ ...next, end: pending ? end : null, work: 'none' });
  const again = { ...next, at: after(now, retryAfterFailuresMs(attempt.failures + 1)) };

  switch (reply.kind) {
    case 'unknown': {
      const at = reply.retryAfterMs === null ? again.at : after(now, reply.retryAfterMs);
      return inDoubt(attempt, { ...next, at }, now);
    }
    case 'missing':
      if (work === 'refund')
        return { ...ended('rejected'), alarm: 'a payment to give back is unknown to the provider' };
      return work === 'cancel' || late ? ended(calledOff) : again;
    case 'refused':
      if (work === 'refund')
        return { ...next, at: after(now, refundAgainMs), alarm: `the provider refuses a refund: ${reply.code}` };
      // A refusal proves that nothing was charged only when nothing was asked before it.
      return attempt.provider_order_id === null && attempt.failures === 0
        ? ended(work === 'cancel' ? calledOff : 'rejected')
        : { ...inDoubt(attempt, again, now), alarm: `the provider refuses to answer: ${reply.code}` };
    case 'answer':
      return afterAnswer(attempt, reply.answer, now, { next, ended, calledOff, late });
  }
}

/** The provider's state is unknown: the payment stays pending, and expires after half an hour. */
const inDoubt = ({ status, created_at }: Known, next: NextStep, now: Instant): NextStep =>
  status === 'PENDING' && now >= after(created_at, doubtMs) ? { ...next, end: 'expired', work: 'cancel' } : next;

function afterAnswer(
  attempt: Known,
  answer: Extract<ProviderReply, { kind: 'answer' }>['answer'],
  now: Instant,
  {
    next,
    ended,
    calledOff,
    late,
  }: {
    readonly next: NextStep;
    readonly ended: (end: PaymentEnd) => NextStep;
    readonly calledOff: PaymentEnd;
    readonly late: boolean;
  },
): NextStep {
  const { status, work } = attempt;
  const poll = { ...next, at: after(now, nextPollMs(attempt.answers)) };
  switch (paymentVerdict(attempt, answer)) {
    case 'paid':
      if (status === 'PENDING') return ended('approved');
      // Paid after it was called off, or after its order was rejected.
      if (status === 'REJECTED') return work === 'refund' ? poll : { ...next, work: 'refund' };
      return work === 'refund' ? poll : { ...next, work: 'none' };
    case 'refunded':
      return { ...ended('rejected'), refunded: status === 'APPROVED' };
    case 'not-paid':
      return ended(work === 'cancel' ? calledOff : answer.state === 'expired' ? 'expired' : 'rejected');
    case 'mismatch': {
      const alarm = `the provider charged something else than ${attempt.reference}: ${answer.detail}`;
      return status === 'PENDING' && !late ? { ...poll, work: 'watch', alarm } : { ...ended('expired'), alarm };
    }
    case 'waiting': {
      if (work === 'create' || work === 'watch') return late ? { ...next, work: 'cancel' } : { ...poll, work: 'watch' };
      return poll;
    }
  }
}
