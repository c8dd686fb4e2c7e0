import { add, atLeastZero, type Money, smaller, subtract, zero } from './money.ts';
import type { Order, OrderLine } from './order.ts';
import { generalDiscount } from './pricing.ts';

/** The amounts of an order, without its lines. */
export type OrderAmounts = Pick<Order, 'subtotal' | 'discount' | 'delivery_amount' | 'total'>;

/** Whether its amounts must stay, because an invoice says them; a credit note undoes that. */
export const amountsAreInvoiced = ({ billings_count }: Pick<Order, 'billings_count'>): boolean => billings_count > 0;

/** Payments minus total; null if they are equal or there are none (Y-09). A refused payment counts as 0. */
export function paymentsGap({ payments, total }: Pick<Order, 'payments' | 'total'>): Money | null {
  const counted = payments.filter((p) => p.status !== 'REJECTED');
  if (counted.length === 0) return null;
  const gap = subtract(add(zero, ...counted.map((p) => p.amount)), total);
  return gap === 0 ? null : gap;
}

/** subtotal − discount + delivery, at least 0 (money rule 9). */
export const totalOf = ({ subtotal, discount, delivery_amount }: Omit<OrderAmounts, 'total'>): Money =>
  atLeastZero(add(subtract(subtotal, discount), delivery_amount));

/**
 * The amounts of an order after lines were removed. The remaining lines keep their prices. A percentage discount is
 * computed again; an amount stays and is capped (money rule 7). The delivery fee stays.
 */
export function amountsWithLines(
  { discount, delivery_amount, promocodes }: Pick<Order, 'discount' | 'delivery_amount' | 'promocodes'>,
  lines: readonly Pick<OrderLine, 'price'>[],
): OrderAmounts {
  const subtotal = add(zero, ...lines.map((l) => l.price));
  const [promo] = promocodes;
  const left = {
    subtotal,
    discount: promo?.type === 'PERCENTAGE' ? generalDiscount(promo, subtotal) : smaller(discount, subtotal),
    delivery_amount,
  };
  return { ...left, total: totalOf(left) };
}

/** The level of a customer's confidence: green at 7 or more, yellow at 5 or more, red below. */
export const confidenceLevel = (confidence: number): 'high' | 'medium' | 'low' =>
  confidence >= 7 ? 'high' : confidence >= 5 ? 'medium' : 'low';

/** The bar's percentage for a confidence of 0 to 10. */
export const confidencePercent = (confidence: number): number => Math.min(100, Math.max(0, confidence * 10));
