import { add, type Money } from '#domain/money.ts';
import { nextPollMs, type RefundState, retryAfterFailuresMs } from '#domain/paying.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import { doubtMs } from './after-reply.ts';
import type { ProviderReply } from '#server/payments/payment-provider.ts';

/** A part that goes back, as it was before the provider was asked this time. */
export interface AskedRefund {
  readonly amount: Money;
  readonly before: Money | null;
  readonly accepted: boolean;
  readonly asked_at: Instant | null;
}

/** The provider forgets a key after 24 hours: the same request would be another refund then. */
const askedWithinMs = minutes(23 * 60);

/** Whether the provider may be asked under the part's key; after that it is only read. */
export const mayAskAgain = ({ asked_at: askedAt }: Pick<AskedRefund, 'asked_at'>, now: Instant): boolean =>
  askedAt === null || now < after(askedAt, askedWithinMs);

/** What was asked: how the payment stands, or to give the part back. */
export type RefundCall = 'read' | 'refund';

/** What follows from a reply about a part that goes back. */
export interface RefundStep {
  readonly state: Extract<RefundState, 'pending' | 'done' | 'refused'>;
  readonly accepted: boolean;
  /** When the provider is asked next, while it is pending. */
  readonly at: Instant;
  /** A person has to look. */
  readonly alarm: string | null;
}

/** What of that part the provider shows: it arrived, it is on its way, or there is no trace of it. */
export function shownRefund(
  { amount, before }: { readonly amount: Money; readonly before: Money },
  { refunded, refunding }: { readonly refunded: Money; readonly refunding: Money },
): 'done' | 'on-its-way' | 'unknown' {
  const goal = add(before, amount);
  return refunded >= goal ? 'done' : add(refunded, refunding) >= goal ? 'on-its-way' : 'unknown';
}

/**
 * What to do after a reply. It counts as given back only when the provider shows it, and as refused only when it cannot
 * happen any more: the provider refused the first request, or refuses it for half an hour, or shows half an hour after it
 * that it is not on its way any more, or shows nothing of it half an hour after it could be asked for the last time.
 */
export function afterRefundReply(
  refund: AskedRefund,
  { call, reply }: { readonly call: RefundCall; readonly reply: ProviderReply },
  { now, failures, answers }: { readonly now: Instant; readonly failures: number; readonly answers: number },
): RefundStep {
  const { accepted, asked_at: askedAt, before } = refund;
  const again = after(now, retryAfterFailuresMs(failures + 1));
  const pending: RefundStep = { state: 'pending', accepted, at: again, alarm: null };
  const refused: RefundStep = { ...pending, state: 'refused', at: now };
  const late = askedAt !== null && now >= after(askedAt, doubtMs);
  switch (reply.kind) {
    case 'unknown':
      return reply.retryAfterMs === null ? pending : { ...pending, at: after(now, reply.retryAfterMs) };
    case 'missing':
      return { ...refused, alarm: 'a payment to give back is unknown to the provider' };
    case 'refused': {
      const alarm = `the provider refuses to give money back: ${reply.code}`;
      // After a lost answer it may have been given back all the same.
      if (call === 'refund' && (askedAt === null || late)) return { ...refused, alarm };
      return { ...pending, alarm };
    }
    case 'answer': {
      if (before === null) return { ...pending, at: now };
      const shown = shownRefund({ ...refund, before }, reply.answer);
      if (shown === 'done') return { ...pending, state: 'done', accepted: true, at: now };
      // It was on its way and is not any more. A read may be older than the one before it.
      if (shown === 'unknown' && accepted && late) return { ...refused, alarm: 'the provider did not give money back' };
      if (shown === 'unknown' && askedAt !== null && now >= after(askedAt, askedWithinMs + doubtMs))
        return { ...refused, alarm: 'the provider shows nothing of money that it was asked to give back' };
      const poll = after(now, nextPollMs(answers));
      return { ...pending, accepted: accepted || shown === 'on-its-way', at: poll };
    }
  }
}
