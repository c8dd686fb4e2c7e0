import { add, atLeastZero, type Money, smaller, subtract, zero } from './money.ts';
import type { Order, OrderLine } from './order.ts';
import { generalDiscount } from './pricing.ts';

/** What an order costs, apart from its lines. */
export type OrderAmounts = Pick<Order, 'subtotal' | 'discount' | 'delivery_amount' | 'total'>;

/** Payments minus total; null when they are equal or there are none (Y-09). A refused payment pays nothing. */
export function paymentsGap({ payments, total }: Pick<Order, 'payments' | 'total'>): Money | null {
  const counted = payments.filter((p) => p.status !== 'REJECTED');
  if (counted.length === 0) return null;
  const gap = subtract(add(zero, ...counted.map((p) => p.amount)), total);
  return gap === 0 ? null : gap;
}

/** subtotal − discount + delivery, never below nothing (money rule 9). */
export const totalOf = ({ subtotal, discount, delivery_amount }: Omit<OrderAmounts, 'total'>): Money =>
  atLeastZero(add(subtract(subtotal, discount), delivery_amount));

/**
 * The amounts of an order with these lines left. Lines stay as they were sold; a percentage follows them, an amount
 * stays and is capped (money rule 7); the delivery stays as it was told to the customer.
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

/** What a customer's past says of them: green at 7 or more, yellow at 5 or more, red below. */
export const confidenceLevel = (confidence: number): 'high' | 'medium' | 'low' =>
  confidence >= 7 ? 'high' : confidence >= 5 ? 'medium' : 'low';

/** Percent of the bar, of a confidence from 0 to 10. */
export const confidencePercent = (confidence: number): number => Math.min(100, Math.max(0, confidence * 10));
