import { describe, expect, it } from 'vitest';
import { orderSubmission } from '#contract/order-submission.ts';
import type { Cart } from '#domain/cart.ts';
import { money, zero } from '#domain/money.ts';
import { withOnlyPayment, withPaymentAdded, withPaymentChanged } from '#domain/payments.ts';
import type { Totals } from '#domain/pricing.ts';
import { submissionOf } from './submission.ts';

const uid = '0191f6e0-0000-7000-8000-000000000001';
const pesos = { symbol: '$ ', decimals: 2 };

const cart: Cart = {
  store_id: 1,
  type: 'LOCAL',
  catalogType: 'LOCAL',
  code: { id: 7, code: 'm7', description: 'Mesa 7', type: 'LOCAL', group: false },
  when: { option: 'immediate' },
  payments: [{ key: 1, method: 'cash', amount: 'rest', type: 'exact', value: null, can_modify: true }],
  seller_id: 3,
  description: ' Ana ',
  phone: '+541123456789',
  comments: '',
  lines: [{ key: 'k', item_id: 5, quantity: 2, selection: { 50: 1 }, comments: 'Sin sal', unit: null }],
  address: null,
  shippingCost: null,
  discount: null,
  promocode: null,
};

const totals: Totals = {
  lines: [
    {
      id: 5,
      name: 'Milanesa',
      quantity: 2,
      unit_price: money(100_50),
      discount: money(20_10),
      comments: 'Sin sal',
      additionals: [{ id: 50, name: 'Queso', quantity: 1, price: money(10_00) }],
      price: money(200_90),
    },
  ],
  subtotal: money(200_90),
  discount: zero,
  delivery_amount: zero,
  total: money(200_90),
};

describe('the submission of an order', () => {
  it('keeps the contract, in major units (K-73)', () => {
    const sent = submissionOf(uid, cart, totals, pesos);
    expect(orderSubmission.parse(sent)).toEqual(sent);
    expect(sent).toEqual({
      uid,
      type: 'LOCAL',
      when: { option: 'immediate' },
      payments: [{ method: 'cash', amount: 200.9, option: 'cash', type: 'exact', value: null }],
      items: [
        {
          id: 5,
          name: 'Milanesa',
          quantity: 2,
          unit_price: 100.5,
          discount: 20.1,
          comments: 'Sin sal',
          additionals: [{ id: 50, name: 'Queso', quantity: 1, price: 10 }],
          price: 200.9,
        },
      ],
      subtotal: 200.9,
      discount: 0,
      delivery_amount: 0,
      total: 200.9,
      seller_id: 3,
      description: 'Ana',
      phone: '+541123456789',
      comments: null,
      code: 7,
    });
  });

  it('leaves out code, address and promo code where there is none; an empty phone is null (K-74)', () => {
    const sent = submissionOf(uid, { ...cart, type: 'TAKEAWAY', code: null, phone: '  ', payments: [] }, totals, pesos);
    expect(sent).not.toHaveProperty('code');
    expect(sent).not.toHaveProperty('address');
    expect(sent).not.toHaveProperty('promocode');
    expect(sent.phone).toBeNull();
    expect(sent.payments).toEqual([]);
  });

  it('carries no payment for a table with a group (K-74, Y-10)', () => {
    const code = { id: 8, code: 'm8', description: 'Mesa 8', type: 'LOCAL', group: true } as const;
    expect(submissionOf(uid, { ...cart, code }, totals, pesos).payments).toEqual([]);
  });

  it('has no type for what is not cash: «A convenir» (K-73)', () => {
    expect(submissionOf(uid, { ...cart, payments: withOnlyPayment([], 'agree') }, totals, pesos).payments).toEqual([
      { method: 'agree', amount: 200.9, option: 'agree', type: null, value: null },
    ]);
  });

  it('carries address and fee of a delivery, the promo code and every payment row (K-73, K-48)', () => {
    const address = {
      address_line_1: 'Av. Corrientes 3499',
      address_line_2: '2 B',
      geolocation: { lat: -34.6, lng: -58.4 },
    };
    const payments = withPaymentChanged(withPaymentAdded(withOnlyPayment([], 'cash'), 'agree'), 2, {
      amount: money(50_00),
    });
    const sent = submissionOf(
      uid,
      {
        ...cart,
        type: 'DELIVERY',
        code: null,
        address,
        promocode: { code: 'MIL', type: 'AMOUNT', value: money(10_00) },
        payments: withPaymentChanged(payments, 1, { type: 'other', value: money(200_00) }),
      },
      { ...totals, discount: money(10_00), delivery_amount: money(9_10), total: money(200_00) },
      pesos,
    );
    expect(orderSubmission.parse(sent)).toEqual(sent);
    expect(sent).toMatchObject({ address, promocode: 'MIL', discount: 10, delivery_amount: 9.1, total: 200 });
    expect(sent.payments).toEqual([
      { method: 'cash', amount: 150, option: 'cash', type: 'other', value: 200 },
      { method: 'agree', amount: 50, option: 'agree', type: null, value: null },
    ]);
  });
});
