import { describe, expect, it } from 'vitest';
import { emptyCart, groupTable, plainItem, table } from '#testing/builders-cart.ts';
import type { Cart } from './cart.ts';
import { withItem } from './cart-lines.ts';
import { canFinish, canTakeOffline, minimumOf, missingParts, paymentIsMandatory, takesPayment } from './checkout.ts';
import { money } from './money.ts';
import { withOnlyPayment, withPaymentChanged } from './payments.ts';
import { after, instant, minutes } from './time.ts';

const now = instant(Date.UTC(2025, 5, 18, 15));
const full = withItem(emptyCart, plainItem(1));
const totals = { subtotal: money(100_00), total: money(100_00) };
const facts = { totals, brokenLines: false };
const cash = withOnlyPayment([], 'cash');

const delivery: Cart = {
  ...full,
  type: 'DELIVERY',
  phone: '11 2345 6789',
  payments: cash,
  address: { address_line_1: 'Av. Corrientes 3499', address_line_2: null, geolocation: { lat: -34.6, lng: -58.4 } },
  shippingCost: {
    fee_base: money(900_00),
    fee_free: null,
    order_minimum: money(100_00),
    raining: false,
    high_wait: false,
    known_at: now,
  },
};

describe('finishing', () => {
  it.each([
    ['all is there', full, []],
    ['no time', { ...full, when: null }, ['when']],
    ['no items', emptyCart, ['items']],
    ['neither', { ...emptyCart, when: null }, ['items', 'when']],
    ['a delivery without payment', { ...delivery, payments: [] }, ['payment']],
    ['a delivery with everything', delivery, []],
    ['a take-away without payment', { ...full, type: 'TAKEAWAY' }, []],
  ] as const)('%s (K-66)', (_, cart, missing) => {
    expect(missingParts(cart, facts)).toEqual(missing);
    expect(canFinish(cart, facts)).toBe(missing.length === 0);
  });

  it.each([
    ['no address', { ...delivery, address: null }, ['address']],
    ['no cost of the delivery', { ...delivery, shippingCost: null }, ['shipping']],
    ['no phone (K-69)', { ...delivery, phone: '  ' }, ['phone']],
    ['nothing of it', { ...delivery, address: null, phone: '', payments: [] }, ['address', 'phone', 'payment']],
  ] as const)('a delivery with %s is told so', (_, cart, missing) => {
    expect(missingParts(cart, facts)).toEqual(missing);
  });

  it('a take-away needs neither phone nor address (K-69)', () => {
    expect(missingParts({ ...delivery, type: 'TAKEAWAY', address: null, phone: '' }, facts)).toEqual([]);
  });

  it('asks for the minimum of a delivery below it alone (K-54, N-40)', () => {
    const below = { ...totals, subtotal: money(99_99) };
    expect(minimumOf(delivery, below.subtotal)).toBe(100_00);
    expect(missingParts(delivery, { ...facts, totals: below })).toEqual(['minimum']);
    expect(minimumOf(delivery, money(100_00))).toBeNull();
    expect(minimumOf(delivery, money(100_01))).toBeNull();
    expect(minimumOf({ ...delivery, type: 'TAKEAWAY' }, below.subtotal)).toBeNull();
  });

  it('stops at lines that the server would refuse', () => {
    expect(missingParts(full, { ...facts, brokenLines: true })).toEqual(['review']);
  });

  it('stops at an emptied amount and at cash that no longer covers it (Y-17)', () => {
    const other = withPaymentChanged(cash, 1, { type: 'other', value: money(100_00) });
    expect(missingParts({ ...full, payments: other }, facts)).toEqual(['cash']);
    const enough = withPaymentChanged(cash, 1, { type: 'other', value: money(100_01) });
    expect(missingParts({ ...full, payments: enough }, facts)).toEqual([]);
    const emptied = withPaymentChanged(cash, 1, { amount: null });
    expect(missingParts({ ...full, payments: emptied }, facts)).toEqual(['amount']);
    expect(missingParts({ ...full, code: groupTable, payments: emptied }, facts)).toEqual([]);
  });

  it('takes no payment for a table with a group (Y-10)', () => {
    expect(takesPayment({ type: 'LOCAL', code: groupTable })).toBe(false);
    expect(takesPayment({ type: 'LOCAL', code: table })).toBe(true);
    expect(takesPayment({ type: 'LOCAL', code: null })).toBe(true);
    expect(takesPayment({ type: 'TAKEAWAY', code: groupTable })).toBe(true);
  });

  it('must be paid for when it is a delivery (Y-08)', () => {
    expect(paymentIsMandatory({ type: 'DELIVERY' })).toBe(true);
    expect(paymentIsMandatory({ type: 'LOCAL' })).toBe(false);
    expect(paymentIsMandatory({ type: 'TAKEAWAY' })).toBe(false);
  });
});

describe('without a network', () => {
  it('a delivery needs a cost of the last half hour; other orders need nothing (offline engine, What may wait)', () => {
    expect(canTakeOffline(delivery, after(now, minutes(30)))).toBe(true);
    expect(canTakeOffline(delivery, after(now, minutes(30) + 1))).toBe(false);
    expect(canTakeOffline({ type: 'DELIVERY', shippingCost: null }, now)).toBe(false);
    expect(canTakeOffline({ type: 'TAKEAWAY', shippingCost: null }, now)).toBe(true);
  });
});
