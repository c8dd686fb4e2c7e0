import type { OrderSubmission } from '#contract/order-submission.ts';
import type { CardToken } from '#domain/card-form.ts';
import type { Cart } from '#domain/cart.ts';
import { cartPayments } from '#domain/checkout.ts';
import type { Currency, Money } from '#domain/money.ts';
import { needsCard } from '#domain/paying.ts';
import type { Totals } from '#domain/pricing.ts';
import { writeMoney } from './amounts.ts';

const textOrNull = (text: string): string | null => text.trim() || null;

/** The lines and amounts of an order that is sent. */
export function writeSubmittedTotals(
  { lines, subtotal, discount, delivery_amount, total }: Totals,
  currency: Currency,
): Pick<OrderSubmission, 'items' | 'subtotal' | 'discount' | 'delivery_amount' | 'total'> {
  const amount = (value: Money): number => writeMoney(value, currency);
  return {
    items: lines.map((l) => ({
      id: l.id,
      name: l.name,
      quantity: l.quantity,
      unit_price: amount(l.unit_price),
      discount: amount(l.discount),
      comments: l.comments,
      additionals: l.additionals.map((a) => ({ ...a, price: amount(a.price) })),
      price: amount(l.price),
      ...(l.seat !== undefined && { seat: l.seat }),
    })),
    subtotal: amount(subtotal),
    discount: amount(discount),
    delivery_amount: amount(delivery_amount),
    total: amount(total),
  };
}

/**
 * The body of K-73. phone is null when empty, only a delivery has an address, code and promocode only if given, and a
 * table with a group has no payments (K-74).
 */
export function submissionOf(
  uid: string,
  cart: Cart,
  totals: Totals,
  currency: Currency,
  card: CardToken | null = null,
): OrderSubmission {
  const amount = (value: Money): number => writeMoney(value, currency);
  return {
    uid,
    type: cart.type,
    when: cart.when ?? { option: 'immediate' },
    payments: cartPayments(cart, totals.total).map((p) => ({
      method: p.method,
      amount: amount(p.amount),
      option: p.method,
      type: p.type,
      value: p.value === null ? null : amount(p.value),
      ...(card !== null && needsCard(p.method) && card),
    })),
    ...writeSubmittedTotals(totals, currency),
    seller_id: cart.seller_id,
    description: textOrNull(cart.description),
    phone: textOrNull(cart.phone),
    comments: textOrNull(cart.comments),
    ...(cart.type === 'DELIVERY' && cart.address ? { address: cart.address } : {}),
    ...(cart.code ? { code: cart.code.id } : {}),
    ...(cart.promocode ? { promocode: cart.promocode.code } : {}),
  };
}
