import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '#domain/money.ts';
import { paymentStatuses } from '#domain/order.ts';
import { providerStates } from '#domain/paying.ts';
import { after, instant, minutes } from '#domain/time.ts';
import type { ProviderReply } from '#server/payments/payment-provider.ts';
import { afterReply } from './after-reply.ts';

type Attempt = Parameters<typeof afterReply>[0];

const start = instant(Date.UTC(2026, 10, 20));
const attempt: Attempt = {
  status: 'PENDING',
  work: 'watch',
  reference: 'Mab',
  currency: 'ARS',
  amount: money(10_000),
  provider_order_id: 'ORD1',
  answers: 1,
  failures: 0,
  created_at: start,
  expires_at: after(start, minutes(15)),
};

type State = (typeof providerStates)[number];

const says = (state: State, more: { readonly paid?: number; readonly accredited?: boolean } = {}): ProviderReply => ({
  kind: 'answer',
  answer: {
    orderId: 'ORD1',
    paymentId: 'PAY1',
    qrData: null,
    state,
    accredited: more.accredited ?? true,
    reference: 'Mab',
    currency: 'ARS',
    paid: money(more.paid ?? 10_000),
    refunded: money(0),
    refunding: money(0),
    detail: state,
  },
});
const lost: ProviderReply = { kind: 'unknown', code: 'no_answer', retryAfterMs: null };
const missing: ProviderReply = { kind: 'missing' };
const refused: ProviderReply = { kind: 'refused', code: 'http_403' };

/** Attempt, minutes after its start, reply -> end, work, seconds until it is asked again. */
const rows: readonly (readonly [
  what: string,
  given: Partial<Attempt>,
  minute: number,
  reply: ProviderReply,
  expected: readonly [end: string | null, work: string, seconds: number],
])[] = [
  ['created: watch it', { work: 'create', answers: 0 }, 0, says('created'), [null, 'watch', 2]],
  ['still waiting', {}, 1, says('created'), [null, 'watch', 3]],
  ['paid', {}, 1, says('processed'), ['approved', 'none', 0]],
  ['paid, not accredited yet', {}, 1, says('processed', { accredited: false }), [null, 'watch', 3]],
  ['failed', {}, 1, says('failed'), ['rejected', 'none', 0]],
  ['expired there', {}, 1, says('expired'), ['expired', 'none', 0]],
  ['too late: call it off', {}, 15, says('created'), [null, 'cancel', 0]],
  ['too late and paid', {}, 20, says('processed'), ['approved', 'none', 0]],
  ['called off', { work: 'cancel' }, 1, says('canceled'), ['cancelled', 'none', 0]],
  ['called off because it was late', { work: 'cancel' }, 15, says('canceled'), ['expired', 'none', 0]],
  ['called off, but paid', { work: 'cancel' }, 1, says('processed'), ['approved', 'none', 0]],
  ['called off, not yet', { work: 'cancel' }, 1, says('at_terminal'), [null, 'cancel', 3]],
  ['called off before anybody asked', { work: 'cancel' }, 1, missing, ['cancelled', 'none', 0]],
  ['a lost answer', {}, 1, lost, [null, 'watch', 2]],
  ['a second lost answer', { failures: 1 }, 1, lost, [null, 'watch', 4]],
  ['told to wait', {}, 1, { kind: 'unknown', code: 'http_429', retryAfterMs: 9_000 }, [null, 'watch', 9]],
  ['no answer for half an hour', { failures: 9 }, 30, lost, ['expired', 'cancel', 60]],
  ['unknown there', {}, 1, missing, [null, 'watch', 2]],
  ['unknown there, and late', {}, 15, missing, ['expired', 'none', 0]],
  ['refused at once', { work: 'create', provider_order_id: null }, 0, refused, ['rejected', 'none', 0]],
  [
    'refused after a lost answer',
    { work: 'create', provider_order_id: null, failures: 1 },
    0,
    refused,
    [null, 'create', 4],
  ],
  ['refused to be read', {}, 1, refused, [null, 'watch', 2]],
  ['another amount', {}, 1, says('processed', { paid: 1 }), [null, 'watch', 3]],
  ['another amount, and late', {}, 15, says('processed', { paid: 1 }), ['expired', 'none', 0]],
  [
    'paid after it counted as not paid',
    { status: 'REJECTED', work: 'cancel' },
    40,
    says('processed'),
    [null, 'refund', 0],
  ],
  ['being given back', { status: 'APPROVED', work: 'refund' }, 40, says('processed'), [null, 'refund', 3]],
  ['given back', { status: 'APPROVED', work: 'refund' }, 40, says('refunded'), [null, 'none', 0]],
  ['a refund that is refused', { status: 'APPROVED', work: 'refund' }, 40, refused, [null, 'refund', 600]],
];

describe('what follows from a reply of the provider', () => {
  it.each(rows)('%s', (_what, given, minute, reply, [end, work, seconds]) => {
    const now = after(start, minutes(minute));
    const next = afterReply({ ...attempt, ...given }, reply, now);
    expect([next.end, next.work, (next.at - now) / 1000]).toEqual([end, work, seconds]);
  });

  it('tells a person of what needs one', () => {
    const now = after(start, minutes(1));
    expect(afterReply(attempt, says('processed', { paid: 1 }), now).alarm).toContain('something else');
    expect(afterReply(attempt, refused, now).alarm).toContain('http_403');
    expect(afterReply({ ...attempt, status: 'APPROVED', work: 'refund' }, refused, now).alarm).toContain('refund');
    expect(afterReply(attempt, says('processed'), now).alarm).toBeNull();
  });

  it('approves nothing but a pending payment that was paid as asked, and forgets nothing that was paid', () => {
    const works = ['create', 'watch', 'cancel', 'refund'] as const;
    const given = fc.record({
      status: fc.constantFrom(...paymentStatuses),
      work: fc.constantFrom(...works),
      failures: fc.nat(12),
      answers: fc.nat(50),
    });
    const reply = fc.oneof(
      fc.constantFrom(lost, missing, refused),
      fc
        .tuple(fc.constantFrom(...providerStates), fc.boolean(), fc.constantFrom(10_000, 9_999))
        .map(([state, accredited, paid]) => says(state, { accredited, paid })),
    );
    fc.assert(
      fc.property(given, reply, fc.nat(3_600), (some, said, seconds) => {
        const next = afterReply({ ...attempt, ...some }, said, after(start, seconds * 1000));
        const { answer } = said.kind === 'answer' ? said : { answer: null };
        const paid = answer?.state === 'processed' && answer.accredited && answer.paid === 10_000;
        if (next.end === 'approved') expect([some.status, paid]).toEqual(['PENDING', true]);
        if (some.status !== 'PENDING') expect(next.end).toBeNull();
        if (some.status === 'REJECTED' && paid) expect(next.work).toBe('refund');
        // What is neither known nor ended is asked about again.
        if (said.kind === 'unknown') expect(next.work).not.toBe('none');
      }),
    );
  });
});
