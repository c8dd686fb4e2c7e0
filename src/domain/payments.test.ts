import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCurrency, money } from './money.ts';
import { cashOptions } from './order.ts';
import type { PaymentMethod } from './store.ts';
import type { CartPayment } from './payments.ts';
import {
  cashProblem,
  changeOf,
  isMultiple,
  likelyCash,
  paymentGap,
  paymentProblem,
  paymentState,
  resolvedPayments,
  withGapClosed,
  withOnlyPayment,
  withoutPayment,
  withoutPayments,
  withPaymentAdded,
  withPaymentChanged,
  withPaymentMethod,
} from './payments.ts';

const total = money(1_000_00);
const cash = withOnlyPayment([], 'cash');
const two = withPaymentAdded(cash, 'agree');
const fixed: CartPayment = {
  key: 9,
  method: 'agree',
  amount: money(300_00),
  type: null,
  value: null,
  can_modify: false,
};
const amounts = (payments: readonly CartPayment[], of = total): number[] =>
  resolvedPayments(payments, of).map((p) => p.amount);

describe('the payment rows', () => {
  it('one row pays all, and follows the total', () => {
    expect(cash).toEqual([{ key: 1, method: 'cash', amount: 'rest', type: 'exact', value: null, can_modify: true }]);
    expect(amounts(cash)).toEqual([1_000_00]);
    expect(amounts(cash, money(5))).toEqual([5]);
  });

  it('cash is exact until said otherwise, other methods have no type (Y-04, Y-12)', () => {
    expect(cashOptions).toEqual(['exact', 'other']);
    expect(withOnlyPayment([], 'agree')[0]).toMatchObject({ type: null });
    expect(withPaymentMethod(withOnlyPayment([], 'agree'), 1, 'cash')[0]).toMatchObject({ type: 'exact' });
    const other = withPaymentChanged(cash, 1, { type: 'other', value: money(2_000_00) });
    expect(withPaymentMethod(withPaymentMethod(other, 1, 'agree'), 1, 'cash')).toEqual(cash);
  });

  it('are many when there are two, or when the one is not the total (Y-06, K-63)', () => {
    expect(isMultiple([], total)).toBe(false);
    expect(isMultiple(cash, total)).toBe(false);
    expect(isMultiple(withPaymentChanged(cash, 1, { amount: total }), total)).toBe(false);
    expect(isMultiple(withPaymentChanged(cash, 1, { amount: money(900_00) }), total)).toBe(true);
    expect(isMultiple(two, total)).toBe(true);
  });

  it('an added one starts with nothing while another takes the rest, else with the rest (K-64)', () => {
    expect(amounts(two)).toEqual([1_000_00, 0]);
    expect(amounts(withPaymentChanged(two, 2, { amount: money(400_00) }))).toEqual([600_00, 400_00]);
    const some = withPaymentChanged(cash, 1, { amount: money(700_00) });
    expect(amounts(withPaymentAdded(some, 'agree'))).toEqual([700_00, 300_00]);
  });

  it('a removed one leaves the last to pay all', () => {
    expect(withoutPayment(withPaymentChanged(two, 1, { amount: money(1) }), 2)).toEqual(cash);
    expect(withoutPayment([fixed], 9)).toEqual([fixed]);
    expect(withoutPayment([fixed, ...cash], 1)).toEqual([fixed]);
  });

  it('«Quitar pagos» keeps those that cannot be modified (Y-07, K-65)', () => {
    expect(withoutPayments([...two, fixed])).toEqual([fixed]);
    expect(withoutPayments(two)).toEqual([]);
  });

  it('a row that cannot be modified stays as it is (Y-11)', () => {
    expect(withPaymentChanged([fixed], 9, { amount: money(1) })).toEqual([fixed]);
    expect(withPaymentMethod([fixed], 9, 'cash')).toEqual([fixed]);
    expect(withOnlyPayment([fixed], 'cash')).toMatchObject([fixed, { method: 'cash', key: 10, amount: 'rest' }]);
    expect(amounts(withOnlyPayment([fixed], 'cash'))).toEqual([300_00, 700_00]);
  });

  it.each([
    [900_00, { kind: 'lower', amount: 100_00 }],
    [1_100_00, { kind: 'higher', amount: 100_00 }],
    [1_000_00, null],
  ] as const)('%i against 100000 differs by %j (Y-09)', (amount, gap) => {
    expect(paymentGap(withPaymentChanged(cash, 1, { amount: money(amount) }), total)).toEqual(gap);
  });

  it('without rows there is nothing to compare (Y-09)', () => {
    expect(paymentGap([], total)).toBeNull();
  });

  it('an emptied amount counts nothing and is a problem', () => {
    const [row] = withPaymentChanged(cash, 1, { amount: null });
    if (!row) throw new Error('no row');
    expect(amounts([row])).toEqual([0]);
    expect(paymentProblem(row, money(0))).toBe('no-amount');
    const nothing = { ...row, amount: money(0) };
    expect(paymentProblem({ ...nothing, method: 'mercadopago-qr' }, money(0))).toBe('no-amount');
    expect(paymentProblem({ ...nothing, method: 'bank-transfer' }, money(0))).toBeNull();
  });
});

const anyPayment = fc.record({
  method: fc.constantFrom('cash', 'agree', 'bank-transfer'),
  amount: fc.oneof(fc.constant('rest' as const), fc.constant(null), fc.nat(2_000_00).map(money)),
  can_modify: fc.boolean(),
});
const anyPayments = fc
  .array(anyPayment, { minLength: 1, maxLength: 5 })
  .map((rows) =>
    rows.map((r, index): CartPayment => ({ ...r, method: 'agree', key: index + 1, type: null, value: null })),
  );

describe('what became of a payment', () => {
  const approved = (method: PaymentMethod) => ({ method, status: 'APPROVED' as const });

  it.each<PaymentMethod>(['cash', 'bank-transfer', 'card', 'card-credit', 'card-debit', 'pos-mobile'])(
    '%s is due until the order is finished, and taken from then on (D-45)',
    (method) => {
      for (const status of ['PENDING', 'ACCEPTED', 'DELIVER'] as const)
        expect(paymentState(approved(method), status)).toBe('due');
      expect(paymentState(approved(method), 'COMPLETE')).toBe('taken');
      expect(paymentState(approved(method), 'REJECTED')).toBeNull();
    },
  );

  it('what a provider charged keeps its status (D-45)', () => {
    expect(paymentState(approved('mercadopago-qr'), 'PENDING')).toBe('APPROVED');
    expect(paymentState({ method: 'mercadopago-online', status: 'REJECTED' }, 'ACCEPTED')).toBe('REJECTED');
    expect(paymentState({ method: 'bancard', status: 'PENDING' }, 'PAYING')).toBe('PENDING');
  });
});

describe('whatever the rows', () => {
  it('«Completar diferencia» makes them the total whenever the rows that may change can (Y-09)', () => {
    fc.assert(
      fc.property(anyPayments, fc.nat(2_000_00).map(money), (payments, of) => {
        const closed = withGapClosed(payments, of);
        const before = resolvedPayments(payments, of);
        const frozen = before.filter((p) => !p.can_modify).reduce((sum, p) => sum + p.amount, 0);
        for (const [index, p] of closed.entries()) if (!p.can_modify) expect(p.amount).toBe(before[index]?.amount);
        if (closed.some((p) => p.can_modify) && frozen <= of) expect(paymentGap(closed, of)).toBeNull();
        expect(Math.min(...amounts(closed, of))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('no amount is negative, and with a rest they are never lower than the total (Y-13)', () => {
    fc.assert(
      fc.property(anyPayments, fc.nat(2_000_00).map(money), (payments, of) => {
        expect(Math.min(...amounts(payments, of))).toBeGreaterThanOrEqual(0);
        if (payments.some((p) => p.amount === 'rest')) expect(paymentGap(payments, of)?.kind).not.toBe('lower');
      }),
    );
  });
});

describe('cash', () => {
  it('needs a type (Y-16)', () => {
    expect(cashProblem(null, null, total)).toEqual({ rule: 'choose-type' });
    expect(cashProblem('exact', null, total)).toBeNull();
  });

  it.each([null, -1, 0, 999_99, 1_000_00])('another amount of %j is not above 100000 (Y-17, Y-18)', (value) => {
    expect(cashProblem('other', value === null ? null : money(value), total)).toEqual({ rule: 'above', amount: total });
  });

  it('one cent more is enough, and is the change (Y-17)', () => {
    expect(cashProblem('other', money(1_000_01), total)).toBeNull();
    expect(changeOf({ type: 'other', value: money(1_000_01), amount: total })).toBe(1);
    expect(changeOf({ type: 'exact', value: null, amount: total })).toBeNull();
    expect(changeOf({ type: 'other', value: money(5), amount: total })).toBeNull();
  });

  it.each([
    [10_710_00, [11_000_00, 12_000_00, 20_000_00]],
    [3_800_00, [4_000_00, 10_000_00, 20_000_00]],
    [20_000_00, [22_000_00, 30_000_00, 40_000_00]],
  ])('offers the likely notes above %i', (amount, notes) => {
    expect(likelyCash(money(amount), 'AR', defaultCurrency)).toEqual(notes);
  });

  it('every offered note covers the amount, also in guaraníes', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), (amount) => {
        const notes = likelyCash(money(amount), 'PY', { symbol: 'Gs. ', decimals: 0 });
        expect(notes.length).toBeGreaterThan(0);
        expect(notes.length).toBeLessThanOrEqual(3);
        for (const note of notes) expect(cashProblem('other', note, money(amount))).toBeNull();
      }),
    );
  });
});
