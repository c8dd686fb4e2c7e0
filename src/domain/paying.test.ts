import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Money, money } from './money.ts';
import { boardStatuses, paymentStatuses } from './order.ts';
import {
  type AskedPayment,
  chargeOf,
  groupAfterPayment,
  nextPollMs,
  orderAfterPayment,
  paymentEnds,
  paymentInProgressOf,
  paymentVerdict,
  providerStates,
  retryAfterFailuresMs,
  type SeenPayment,
  startedAmong,
  startsPayment,
  statusOfEnd,
} from './paying.ts';
import { type PaymentMethod, paymentMethods } from './store.ts';

const gateway = { id: 3, type: 'payment', service: 'mercadopago' } as const;

describe('which payment starts a payment in progress (N-02)', () => {
  it('a QR and an online card of Mercado Pago, and nothing else', () => {
    expect(paymentMethods.filter(startsPayment)).toEqual(['mercadopago-online', 'mercadopago-qr']);
  });

  it.each([
    [
      'mercadopago-qr',
      { country: 'AR', gateways: [gateway] },
      { service: 'mercadopago', currency: 'ARS', gatewayId: 3 },
    ],
    ['mercadopago-qr', { country: 'AR', gateways: [] }, null],
    ['mercadopago-qr', { country: 'AR', gateways: [{ ...gateway, type: 'billing' }] }, null],
    ['mercadopago-qr', { country: 'PY', gateways: [gateway] }, null],
    ['bancard', { country: 'AR', gateways: [gateway] }, null],
    ['cash', { country: 'AR', gateways: [gateway] }, null],
  ] as const)('%s with %j is charged as %j', (method, store, charge) => {
    expect(chargeOf(method, store)).toEqual(charge);
  });

  it('is the pending one of several', () => {
    const rows = paymentStatuses.map((status) => ({ status }));
    expect(paymentInProgressOf(rows)).toBe(rows[0]);
    expect(paymentInProgressOf(rows.slice(1))).toBeNull();
  });
});

describe('the payment that a save starts', () => {
  type Row = { readonly key: number; readonly method: PaymentMethod; readonly amount: Money };
  const qr = { method: 'mercadopago-qr', amount: money(900) } as const;
  const cash = { key: 1, method: 'cash', amount: money(100) } as const;

  it.each([
    ['a new QR', [cash, { ...qr, key: 2 }], [], 2],
    ['nothing without one', [cash], [], undefined],
    ['nothing that was asked for before', [cash, { ...qr, key: 2 }], [{ ...qr, id: 2 }], undefined],
    ['a row with another amount', [{ ...qr, key: 2 }], [{ ...qr, id: 2, amount: money(800) }], 2],
    ['a row with another method', [{ ...qr, key: 2 }], [{ ...qr, id: 2, method: 'cash' }], 2],
    ['another row of the same amount', [{ ...qr, key: 3 }], [{ ...qr, id: 2 }], 3],
  ] as const)('is %s', (_what, rows, before, key) => expect(startedAmong<Row>(rows, before)?.key).toBe(key));
});

describe('how it ends', () => {
  it.each([
    ['store', 'approved', 'PENDING', null],
    ['store', 'rejected', 'PENDING', null],
    ['store', 'cancelled', 'PENDING', null],
    ['store', 'expired', 'PENDING', null],
    ['customer', 'approved', 'PENDING', null],
    ['customer', 'rejected', 'REJECTED', 'no_payments'],
    ['customer', 'cancelled', 'REJECTED', 'no_payments'],
    ['customer', 'expired', 'REJECTED', 'no_payments'],
  ] as const)('an order of the %s: %s -> %s, %s', (origin, end, status, reason) => {
    expect(orderAfterPayment(origin, null, end)).toEqual({ status, reason });
  });

  it('an order that was taken before is what it was, whoever made it and however it ends', () => {
    for (const end of paymentEnds)
      for (const origin of ['store', 'customer'] as const)
        for (const before of boardStatuses)
          expect(orderAfterPayment(origin, before, end)).toEqual({ status: before, reason: null });
  });

  it('a group is COMPLETE when it was approved, else OPENED; only approved money is APPROVED', () => {
    for (const end of paymentEnds) {
      expect(groupAfterPayment(end)).toBe(end === 'approved' ? 'COMPLETE' : 'OPENED');
      expect(statusOfEnd(end)).toBe(end === 'approved' ? 'APPROVED' : 'REJECTED');
    }
  });
});

describe('what the provider says', () => {
  const asked: AskedPayment = { reference: 'Mab', currency: 'ARS', amount: money(12_345) };
  const paid: SeenPayment = {
    ...asked,
    state: 'processed',
    accredited: true,
    paid: asked.amount,
    refunded: money(0),
    refunding: money(0),
  };

  it.each([
    [paid, 'paid'],
    [{ ...paid, accredited: false }, 'waiting'],
    [{ ...paid, paid: money(12_344) }, 'mismatch'],
    [{ ...paid, paid: null }, 'mismatch'],
    [{ ...paid, currency: 'BRL' }, 'mismatch'],
    [{ ...paid, currency: null }, 'mismatch'],
    [{ ...paid, reference: 'Mcd' }, 'mismatch'],
    [{ ...paid, reference: null }, 'mismatch'],
    [{ ...paid, state: 'created' }, 'waiting'],
    [{ ...paid, state: 'at_terminal' }, 'waiting'],
    [{ ...paid, state: 'action_required' }, 'waiting'],
    [{ ...paid, state: 'failed' }, 'not-paid'],
    [{ ...paid, state: 'canceled' }, 'not-paid'],
    [{ ...paid, state: 'expired' }, 'not-paid'],
    [{ ...paid, state: 'refunded' }, 'refunded'],
    [{ ...paid, refunded: money(12_344), refunding: money(1) }, 'paid'],
    [{ ...paid, refunded: asked.amount }, 'refunded'],
  ] as const)('%j is %s', (seen, verdict) => {
    expect(paymentVerdict(asked, seen)).toBe(verdict);
  });

  it('counts no money in doubt: whatever differs, it is not paid', () => {
    const seen = fc.record({
      state: fc.constantFrom(...providerStates),
      accredited: fc.boolean(),
      reference: fc.constantFrom('Mab', 'Mcd', null),
      currency: fc.constantFrom('ARS', 'USD', null),
      paid: fc.constantFrom(asked.amount, money(0), money(12_346), null),
      refunded: fc.constantFrom(money(0), asked.amount),
      refunding: fc.constant(money(0)),
    });
    fc.assert(
      fc.property(seen, (one) => {
        const same = JSON.stringify(one) === JSON.stringify(pick(paid));
        expect(paymentVerdict(asked, one) === 'paid').toBe(same);
      }),
    );
  });
});

const pick = ({ state, accredited, reference, currency, paid, refunded, refunding }: SeenPayment): SeenPayment => ({
  state,
  accredited,
  reference,
  currency,
  paid,
  refunded,
  refunding,
});

it('is asked at 2, 5 and 15 s, then every 15 s; after failures ever later, up to a minute', () => {
  expect([0, 1, 2, 3, 30].map(nextPollMs)).toEqual([2_000, 3_000, 10_000, 15_000, 15_000]);
  expect([1, 2, 5, 6, 50].map(retryAfterFailuresMs)).toEqual([2_000, 4_000, 32_000, 60_000, 60_000]);
});
