import { describe, expect, it } from 'vitest';
import { money, zero } from '#domain/money.ts';
import { after, instant, minutes } from '#domain/time.ts';
import type { ProviderReply } from '#server/payments/payment-provider.ts';
import { afterRefundReply, type AskedRefund, type RefundCall, shownRefund } from './after-refund-reply.ts';

const now = instant(Date.UTC(2026, 10, 20));
const first: AskedRefund = { amount: money(100), before: money(40), accepted: false, asked_at: null };
const again: AskedRefund = { ...first, asked_at: now };
const shows = (refunded: number, refunding = 0): ProviderReply => ({
  kind: 'answer',
  answer: {
    orderId: 'ORD1',
    paymentId: 'PAY1',
    qrData: null,
    state: 'processed',
    accredited: true,
    reference: 'Mab',
    currency: 'ARS',
    paid: money(10_000),
    refunded: money(refunded),
    refunding: money(refunding),
    detail: 'partially_refunded',
  },
});
const lost: ProviderReply = { kind: 'unknown', code: 'no_answer', retryAfterMs: null };
const refused: ProviderReply = { kind: 'refused', code: 'http_428' };

describe('after a reply about money that goes back', () => {
  const rows: readonly (readonly [
    what: string,
    refund: AskedRefund,
    call: RefundCall,
    reply: ProviderReply,
    minutesLater: number,
    expected: readonly [state: string, accepted: boolean, seconds: number, alarm: boolean],
  ])[] = [
    ['it went back', first, 'refund', shows(140), 0, ['done', true, 0, false]],
    ['it had gone back before the answer was lost', again, 'read', shows(140), 0, ['done', true, 0, false]],
    ['more than that went back', again, 'read', shows(200), 0, ['done', true, 0, false]],
    ['it is on its way', first, 'refund', shows(40, 100), 0, ['pending', true, 2, false]],
    ['it is still on its way', { ...again, accepted: true }, 'read', shows(40, 100), 90, ['pending', true, 2, false]],
    ['perhaps an old read', { ...again, accepted: true }, 'read', shows(40), 29, ['pending', true, 2, false]],
    ['it did not arrive', { ...again, accepted: true }, 'read', shows(40), 30, ['refused', true, 0, true]],
    ['an answer without a trace of it', first, 'refund', shows(40), 0, ['pending', false, 2, false]],
    ['still without a trace of it', again, 'refund', shows(40), 23 * 60 - 1, ['pending', false, 2, false]],
    ['never again a trace of it', again, 'read', shows(40), 23 * 60 + 29, ['pending', false, 2, false]],
    ['no trace for a day', again, 'read', shows(40), 23 * 60 + 30, ['refused', false, 0, true]],
    ['a trace after a day', again, 'read', shows(40, 100), 24 * 60, ['pending', true, 2, false]],
    ['no answer for a day', again, 'read', lost, 24 * 60, ['pending', false, 8, false]],
    ['no answer', again, 'refund', lost, 0, ['pending', false, 8, false]],
    ['no answer, when to ask', again, 'refund', { ...lost, retryAfterMs: 7_000 }, 0, ['pending', false, 7, false]],
    ['refused at once', first, 'refund', refused, 0, ['refused', false, 0, true]],
    ['refused after a lost answer', again, 'refund', refused, 29, ['pending', false, 8, true]],
    ['refused for half an hour', again, 'refund', refused, 30, ['refused', false, 0, true]],
    ['a read is refused', again, 'read', refused, 60, ['pending', false, 8, true]],
    ['unknown there', again, 'read', { kind: 'missing' }, 0, ['refused', false, 0, true]],
  ];
  it.each(rows)('%s', (_what, refund, call, reply, later, [state, accepted, seconds, alarm]) => {
    const at = after(now, minutes(later));
    const step = afterRefundReply(refund, { call, reply }, { now: at, failures: 2, answers: 0 });
    expect([step.state, step.accepted, (step.at - at) / 1_000, step.alarm !== null]).toEqual([
      state,
      accepted,
      seconds,
      alarm,
    ]);
  });

  it('what went back before is not this part', () => {
    const part = { amount: money(100), before: money(40) };
    const shown = (refunded: number, refunding: number) =>
      shownRefund(part, { refunded: money(refunded), refunding: money(refunding) });
    expect([shown(100, 0), shown(139, 0), shown(139, 1), shown(140, 0), shown(40, 100)]).toEqual([
      'unknown',
      'unknown',
      'on-its-way',
      'done',
      'on-its-way',
    ]);
    expect(shownRefund({ amount: money(1), before: zero }, { refunded: zero, refunding: zero })).toBe('unknown');
  });
});
