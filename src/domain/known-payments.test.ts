import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptFacts,
  attemptStanding,
  isUnsettled,
  paymentStandings,
  paymentTotals,
  recordedStanding,
} from './known-payments.ts';
import { money } from './money.ts';
import { orderStatuses, paymentStatuses } from './order.ts';
import { groupStatuses } from './order-group.ts';
import { paymentEnds, providerStates } from './paying.ts';
import { paymentMethods } from './store.ts';
import { instant } from './time.ts';

const asked: AttemptFacts = { status: 'PENDING', end: null, work: 'watch', failures: 0, said: 'created' };
const ended = { status: 'REJECTED', work: 'none' } as const;
const paid = { status: 'APPROVED', end: 'approved', work: 'none', said: 'processed' } as const;

describe('how an attempt to charge stands', () => {
  it.each<[string, Partial<AttemptFacts>, string]>([
    ['just stored', { work: 'create', said: null }, 'asking'],
    ['known there', {}, 'waiting'],
    ['a lost answer of the creation', { work: 'create', said: null, failures: 1 }, 'doubt'],
    ['a lost answer after it was known', { failures: 3 }, 'doubt'],
    ['charged without proof', { said: 'processed' }, 'doubt'],
    ['being called off', { work: 'cancel' }, 'cancelling'],
    ['being called off, and silent', { work: 'cancel', failures: 2 }, 'cancelling'],
    ['approved', paid, 'approved'],
    ['refused', { ...ended, end: 'rejected', said: 'failed' }, 'rejected'],
    ['refused at once, without a state', { ...ended, end: 'rejected', said: null }, 'rejected'],
    ['cancelled', { ...ended, end: 'cancelled', said: 'canceled' }, 'cancelled'],
    ['cancelled before anybody asked', { ...ended, end: 'cancelled', said: null }, 'cancelled'],
    ['expired', { ...ended, end: 'expired', said: 'canceled' }, 'expired'],
    [
      'not counted after half an hour of silence',
      { ...ended, end: 'expired', work: 'cancel', failures: 9 },
      'called-off',
    ],
    ['its order was rejected', { ...ended, end: 'cancelled', work: 'cancel' }, 'called-off'],
    ['paid too late', { ...ended, end: 'cancelled', work: 'refund', said: 'processed' }, 'returning'],
    ['approved, and its order was rejected', { ...paid, work: 'refund' }, 'returning'],
    ['given back', { ...paid, said: 'refunded' }, 'returned'],
    ['given back after it did not count', { ...ended, end: 'cancelled', said: 'refunded' }, 'returned'],
    ['another amount was charged', { ...ended, end: 'expired', said: 'processed' }, 'mismatch'],
  ])('%s', (_what, facts, standing) => expect(attemptStanding({ ...asked, ...facts })).toBe(standing));
});

describe('how a payment stands that nobody was asked for', () => {
  it.each([
    ['cash', 'APPROVED', 'PENDING', 'due'],
    ['bank-transfer', 'APPROVED', 'DELIVER', 'due'],
    ['pos-mobile', 'APPROVED', 'COMPLETE', 'taken'],
    ['cash', 'APPROVED', 'REJECTED', 'dropped'],
    ['cash', 'APPROVED', 'OPENED', 'due'],
    ['card-debit', 'APPROVED', 'PAYING', 'due'],
    ['mercadopago-qr', 'APPROVED', 'PENDING', 'approved'],
    ['mercadopago-qr', 'REJECTED', 'OPENED', 'rejected'],
    ['mercadopago-qr', 'PENDING', 'PAYING', 'doubt'],
  ] as const)('%s %s of what is %s: %s (D-45)', (method, status, of, standing) =>
    expect(recordedStanding({ method, status }, of)).toBe(standing),
  );
});

const pay = (standing: (typeof paymentStandings)[number], amount: number) => ({
  method: 'mercadopago-qr' as const,
  amount: money(amount),
  standing,
  since: instant(0),
  by: null,
  at: instant(0),
  reason: null,
  authorised_by: null,
  charge: null,
});

describe('the totals', () => {
  it.each<
    [string, readonly ReturnType<typeof pay>[], Partial<Record<'collected' | 'due' | 'doubt' | 'returned', number>>]
  >([
    ['nothing was entered', [], { due: 1_000 }],
    ['cash that is due', [pay('due', 1_000)], { due: 1_000 }],
    ['cash that was taken', [pay('taken', 1_000)], { collected: 1_000 }],
    ['a QR that waits is in doubt, and is not charged again', [pay('waiting', 1_000)], { doubt: 1_000 }],
    ['a refused one is due', [pay('rejected', 1_000)], { due: 1_000 }],
    ['refused, then approved', [pay('rejected', 1_000), pay('approved', 1_000)], { collected: 1_000 }],
    ['a part in doubt', [pay('doubt', 400), pay('due', 600)], { due: 600, doubt: 400 }],
    ['called off without an answer', [pay('called-off', 1_000)], { due: 1_000, doubt: 1_000 }],
    ['on its way back', [pay('returning', 1_000)], { due: 1_000, doubt: 1_000 }],
    ['another amount was charged', [pay('mismatch', 1_000)], { due: 1_000, doubt: 1_000 }],
    ['given back', [pay('returned', 1_000), pay('approved', 1_000)], { collected: 1_000, returned: 1_000 }],
    ['a part given back by hand', [pay('taken', 1_000), pay('refunded', 300)], { collected: 1_000, returned: 300 }],
    ['more than the total', [pay('approved', 1_500)], { collected: 1_500 }],
  ])('%s', (_what, payments, totals) =>
    expect(paymentTotals({ payments, total: money(1_000) })).toEqual({
      collected: 0,
      due: 0,
      doubt: 0,
      returned: 0,
      ...totals,
    }),
  );

  it('of what was rejected nothing is due', () => {
    expect(paymentTotals({ payments: [pay('dropped', 500)], total: money(0) }).due).toBe(0);
  });

  const facts = fc.record({
    status: fc.constantFrom(...paymentStatuses),
    end: fc.constantFrom(null, ...paymentEnds),
    work: fc.constantFrom('create', 'watch', 'cancel', 'refund', 'none'),
    failures: fc.nat(3),
    said: fc.constantFrom(null, ...providerStates),
  } satisfies { [K in keyof AttemptFacts]: fc.Arbitrary<AttemptFacts[K]> });
  const amount = fc.integer({ min: 1, max: 1_000_000 }).map(money);

  it('never count money in doubt: only what is APPROVED and stays so is collected', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(facts, amount)), amount, (attempts, total) => {
        const payments = attempts.map(([known, sum]) => pay(attemptStanding(known), sum));
        const proven = attempts
          .filter(([{ status, work, said }]) => status === 'APPROVED' && work !== 'refund' && said !== 'refunded')
          .reduce((sum, [, one]) => sum + one, 0);
        const open = attempts
          .filter(([{ status, work, said }]) => status === 'PENDING' && work !== 'refund' && said !== 'refunded')
          .reduce((sum, [, one]) => sum + one, 0);
        const { collected, due, doubt } = paymentTotals({ payments, total });
        expect(collected).toBe(proven);
        // What may still become paid is neither collected nor charged again; it is never forgotten.
        expect(due).toBe(Math.max(0, total - proven - open));
        expect(doubt).toBeGreaterThanOrEqual(open);
      }),
    );
  });

  it('count every payment once, or not at all when no money moved', () => {
    const one = fc.tuple(fc.constantFrom(...paymentStandings), amount);
    fc.assert(
      fc.property(fc.array(one), (list) => {
        const payments = list.map(([standing, sum]) => pay(standing, sum));
        const { collected, doubt, returned } = paymentTotals({ payments, total: money(0) });
        const none = ['due', 'dropped', 'rejected', 'cancelled', 'expired', 'refunding', 'refund-refused'];
        const moved = payments.filter((p) => !none.includes(p.standing));
        expect(collected + doubt + returned).toBe(moved.reduce((sum, p) => sum + p.amount, 0));
      }),
    );
  });

  it('what people recorded is collected only when its order or table is finished (D-45)', () => {
    const of = fc.constantFrom(...orderStatuses, ...groupStatuses);
    const online = ['mercadopago-online', 'mercadopago-qr', 'bancard'];
    fc.assert(
      fc.property(fc.constantFrom(...paymentMethods), of, amount, (method, status, sum) => {
        const payments = [pay(recordedStanding({ method, status: 'APPROVED' }, status), sum)];
        const counts = online.includes(method) || status === 'COMPLETE';
        expect(paymentTotals({ payments, total: sum }).collected).toBe(counts ? sum : 0);
      }),
    );
  });

  it('a provider is asked on about what is open or on its way back, and about nothing else', () => {
    expect(paymentStandings.filter((standing) => isUnsettled({ standing }))).toEqual([
      'asking',
      'waiting',
      'doubt',
      'cancelling',
      'called-off',
      'returning',
      'refunding',
    ]);
  });
});
