import type { Cart } from './cart.ts';
import type { Money } from './money.ts';
import { needsCard, startsPayment } from './paying.ts';
import { type CartPayment, paymentProblem, resolvedPayments } from './payments.ts';
import type { Totals } from './pricing.ts';
import { missedMinimum } from './shipping.ts';
import type { Instant } from './time.ts';
import { minutes } from './time.ts';

/** What an order may still need before it can be finished, in the order of the screen. */
export const missingPartNames = [
  'items',
  'review',
  'address',
  'shipping',
  'minimum',
  'phone',
  'payment',
  'amount',
  'cash',
  'when',
] as const;
export type MissingPart = (typeof missingPartNames)[number];

/** Payment is unavailable for a LOCAL order with a group code (Y-10). */
export const takesPayment = (cart: Pick<Cart, 'type' | 'code'>): boolean =>
  !(cart.type === 'LOCAL' && cart.code?.group === true);

/** A delivery, and an order of a customer, need a payment: its rows may be changed, not removed (Y-08, K-66). */
export const paymentIsMandatory = ({ type, byCustomer }: Pick<Cart, 'type' | 'byCustomer'>): boolean =>
  type === 'DELIVERY' || byCustomer === true;

export interface CheckoutFacts {
  readonly totals: Pick<Totals, 'subtotal' | 'total'>;
  /** True if the catalog no longer has a line's item, or its options have changed. */
  readonly brokenLines: boolean;
}

/**
 * The order minimum that a delivery does not reach, before the general discount; null = reached, or unknown (K-54,
 * N-40).
 */
export const minimumOf = (cart: Cart, subtotal: Money): Money | null =>
  cart.type === 'DELIVERY' && cart.shippingCost ? missedMinimum(cart.shippingCost, subtotal) : null;

function deliveryGaps(cart: Cart, subtotal: Money): MissingPart[] {
  if (cart.type !== 'DELIVERY') return [];
  const gaps: MissingPart[] = [];
  if (cart.address === null) gaps.push('address');
  else if (cart.shippingCost === null) gaps.push('shipping');
  if (minimumOf(cart, subtotal) !== null) gaps.push('minimum');
  if (cart.phone.trim() === '') gaps.push('phone');
  return gaps;
}

function paymentGaps(cart: Cart, total: Money): MissingPart[] {
  if (!takesPayment(cart)) return [];
  const resolved = resolvedPayments(cart.payments, total);
  const problems = new Set(cart.payments.map((p, index) => paymentProblem(p, resolved[index]?.amount ?? total)));
  return [
    ...(problems.has('no-amount') ? (['amount'] as const) : []),
    ...(problems.has('cash') ? (['cash'] as const) : []),
  ];
}

/** What the order still needs; empty = it can be finished (K-66). Does not check the phone's format. */
export function missingParts(cart: Cart, { totals, brokenLines }: CheckoutFacts): MissingPart[] {
  const missing = new Set<MissingPart>([
    ...deliveryGaps(cart, totals.subtotal),
    ...(paymentIsMandatory(cart) && cart.payments.length === 0 ? (['payment'] as const) : []),
    ...paymentGaps(cart, totals.total),
    ...(cart.lines.length === 0 ? (['items'] as const) : []),
    ...(brokenLines ? (['review'] as const) : []),
    ...(cart.when === null ? (['when'] as const) : []),
  ]);
  return missingPartNames.filter((part) => missing.has(part));
}

export const canFinish = (cart: Cart, facts: CheckoutFacts): boolean => missingParts(cart, facts).length === 0;

/** How long a known shipping cost may be used (offline engine, What may wait). */
export const shippingCostMs = minutes(30);

/** A provider charges at once or not at all: such a payment never waits on the device for the network. */
export const paysOnline = (cart: Pick<Cart, 'type' | 'code' | 'payments'>): boolean =>
  takesPayment(cart) && cart.payments.some((p) => startsPayment(p.method));

/** The payments that are sent with the order, with their amounts. */
export const cartPayments = (cart: Pick<Cart, 'type' | 'code' | 'payments'>, total: Money): CartPayment<Money>[] =>
  takesPayment(cart) ? resolvedPayments(cart.payments, total) : [];

/** The amount that a card pays online, for which the card has to be asked; null: none. */
export const cardAmount = (cart: Pick<Cart, 'type' | 'code' | 'payments'>, total: Money): Money | null =>
  cartPayments(cart, total).find((p) => needsCard(p.method))?.amount ?? null;

/** Without a network, a delivery needs a recent shipping cost. Any other order can always be taken. */
export const canTakeOffline = (cart: Pick<Cart, 'type' | 'shippingCost'>, now: Instant): boolean =>
  cart.type !== 'DELIVERY' || (cart.shippingCost !== null && now - cart.shippingCost.known_at <= shippingCostMs);
