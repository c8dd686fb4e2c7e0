import { describe, expect, it } from 'vitest';
import type { Order, OrderStatus, PaymentRow } from '#domain/order.ts';
import type { PaymentMethod } from '#domain/store.ts';
import { instant } from '#domain/time.ts';
import { buildOrder, pesos } from '#testing/builders.ts';
import { listedOrders, paymentSummary } from './list-rows.ts';

const order = (number: number, status: OrderStatus, change: Partial<Order> = {}): Order =>
  buildOrder({ id: number, number, uid: `uid-${number}`, status, created_at: instant(number), ...change });

const orders = [
  order(1, 'PENDING', { description: 'Lucía Benítez', phone: '+54 9 11 5555-1234' }),
  order(2, 'PAYING'),
  order(31, 'COMPLETE', { user: { id: 1, fullname: 'Hugo Núñez', confidence: 8 } }),
  order(4, 'REJECTED'),
];
const found = (typed: string, ...statuses: OrderStatus[]): (number | null)[] =>
  listedOrders(orders, typed, new Set(statuses)).map((o) => o.number);

const payment = (method: PaymentMethod): PaymentRow => ({
  id: null,
  method,
  amount: pesos(10),
  option: method,
  type: null,
  value: null,
  can_modify: true,
  status: 'PENDING',
});

describe('the list of orders', () => {
  it('puts those being paid first, then the newest (B-17, D6)', () => {
    expect(found('')).toEqual([2, 31, 4, 1]);
  });

  it('finds by number, by name without accents and by the digits of the phone (D6)', () => {
    expect([found('31'), found('#1'), found('lucia'), found('NUNEZ')]).toEqual([[31], [1], [1], [31]]);
    expect([found('11 5555'), found('1234'), found('3')]).toEqual([[1], [1], []]);
    expect(found('nadie')).toEqual([]);
  });

  it('narrows down to the chosen statuses (D6)', () => {
    expect([found('', 'REJECTED'), found('', 'PENDING', 'PAYING'), found('lucia', 'PAYING')]).toEqual([
      [4],
      [2, 1],
      [],
    ]);
  });

  it('sums up how it is paid, each method once, with the name that the store gives it (B-17, N-22)', () => {
    const payments = [payment('cash'), payment('card'), payment('cash')];
    expect(paymentSummary({ payments }, [])).toBe('Efectivo + Tarjeta');
    expect(paymentSummary({ payments: [] }, [])).toBe('');
  });
});
