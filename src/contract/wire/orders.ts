import type * as z from 'zod/mini';
import type { Currency, Money } from '#domain/money.ts';
import type { Order, OrderDetailRow, OrderLine, PaymentRow, StoredOrder } from '#domain/order.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { order } from '#contract/orders.ts';
import { readPromocode, writePromocode } from './ordering.ts';
import { readInstant, readMoney, readOptional, WireError, writeInstant, writeMoney } from './amounts.ts';

export type WireOrder = z.infer<typeof order>;

/** Wire order -> domain order; `currency` is the store's. Throws WireError if the answer breaks the contract. */
export function readOrder({ coordinates: _coordinates, ...wire }: WireOrder, currency: Currency): StoredOrder {
  const amount = (value: number): Money => readMoney(value, currency);
  return {
    ...wire,
    ...readAmounts(wire, amount),
    items: wire.items.map((l) => readOrderLine(l, currency)),
    order_detail: wire.order_detail.map((r) => readDetailRow(r, currency)),
    payments: wire.payments.map((p) => readPayment(p, currency)),
    promocodes: wire.promocodes.map((p) => readPromocode(p, currency)),
    created_at: readInstant(wire.created_at),
    updated_at: readInstant(wire.updated_at),
    ready_by: readOptional(wire.ready_by, readInstant),
    price_difference: readOptional(wire.price_difference, amount),
  };
}

/** Domain order -> wire. Throws for an order without a number: sending one would be a bug. */
export function writeOrder(order: Order, currency: Currency): WireOrder {
  if (order.id === null || order.number === null) throw new WireError(`order ${order.uid} has no number yet`);
  const amount = (value: Money): number => writeMoney(value, currency);
  return {
    ...order,
    id: order.id,
    number: order.number,
    coordinates: order.address?.geolocation ?? null,
    user: order.user && { ...order.user, orders_resume: order.user.orders_resume ?? null },
    items: order.items.map((l) => writeOrderLine(l, currency)),
    order_detail: order.order_detail.map((r) => writeDetailRow(r, currency)),
    payments: order.payments.map((p) => writePayment(p, currency)),
    subtotal: amount(order.subtotal),
    discount: amount(order.discount),
    delivery_amount: amount(order.delivery_amount),
    total: amount(order.total),
    price_difference: readOptional(order.price_difference, amount),
    promocodes: order.promocodes.map((p) => writePromocode(p, currency)),
    created_at: writeInstant(order.created_at),
    updated_at: writeInstant(order.updated_at),
    ready_by: readOptional(order.ready_by, writeInstant),
  };
}

export function readOrderLine(line: WireOrder['items'][number], currency: Currency): OrderLine {
  const amount = (value: number): Money => readMoney(value, currency);
  return {
    ...line,
    unit_price: amount(line.unit_price),
    discount: amount(line.discount),
    price: amount(line.price),
    additionals: line.additionals.map((a) => ({ ...a, price: amount(a.price) })),
  };
}

export function writeOrderLine(line: OrderLine, currency: Currency): WireOrder['items'][number] {
  const amount = (value: Money): number => writeMoney(value, currency);
  return {
    ...line,
    unit_price: amount(line.unit_price),
    discount: amount(line.discount),
    price: amount(line.price),
    additionals: line.additionals.map((a) => ({ ...a, price: amount(a.price) })),
  };
}

export const readDetailRow = (
  { additionals: _none, ...row }: WireOrder['order_detail'][number],
  currency: Currency,
): OrderDetailRow => ({
  ...row,
  unit_price: readMoney(row.unit_price, currency),
  discount: readMoney(row.discount, currency),
});

export const writeDetailRow = (row: OrderDetailRow, currency: Currency): WireOrder['order_detail'][number] => ({
  ...row,
  unit_price: writeMoney(row.unit_price, currency),
  discount: writeMoney(row.discount, currency),
  additionals: [],
});

export const readPayment = (payment: WireOrder['payments'][number], currency: Currency): PaymentRow => ({
  ...payment,
  amount: readMoney(payment.amount, currency),
  value: readOptional(payment.value, (value) => readMoney(value, currency)),
});

export const writePayment = (payment: PaymentRow, currency: Currency): WireOrder['payments'][number] => ({
  ...payment,
  amount: writeMoney(payment.amount, currency),
  value: readOptional(payment.value, (value) => writeMoney(value, currency)),
});

const readAmounts = (
  wire: { readonly [K in keyof OrderAmounts]: number },
  amount: (value: number) => Money,
): OrderAmounts => ({
  subtotal: amount(wire.subtotal),
  discount: amount(wire.discount),
  delivery_amount: amount(wire.delivery_amount),
  total: amount(wire.total),
});
