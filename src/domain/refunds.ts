import type { EntrySum } from './cashbox.ts';
import type { FieldProblem } from './errors.ts';
import { add, type Money, smaller, subtract, zero } from './money.ts';
import { type PayableType, startsPayment } from './paying.ts';
import type { AllowableAbility } from './pin.ts';
import type { PaymentMethod } from './store.ts';

/** The right to give its money back. */
export const refundAbility = {
  order: 'order.refund',
  orderGroup: 'group.refund',
} as const satisfies Record<PayableType, AllowableAbility>;

/** A payment that a provider charged. */
export interface ChargedPayment {
  readonly id: number;
  readonly method: PaymentMethod;
  /** What the provider has not been asked to give back. */
  readonly left: Money;
}

/**
 * What of an order can be given back, by method: what is booked of it. What a provider charged goes back by the provider
 * only, so it is at most what that was not asked for yet.
 */
export function refundable(
  booked: readonly EntrySum[],
  charged: readonly ChargedPayment[],
): ReadonlyMap<PaymentMethod, Money> {
  const left = new Map<PaymentMethod, Money>();
  for (const { method, amount } of booked)
    if (method !== 'tip') left.set(method, add(left.get(method) ?? zero, amount));
  const atProvider = (method: PaymentMethod): Money =>
    add(zero, ...charged.filter((c) => c.method === method).map((c) => c.left));
  return new Map(
    [...left]
      .map(([method, sum]) => [method, startsPayment(method) ? smaller(sum, atProvider(method)) : sum] as const)
      .filter(([, amount]) => amount > 0),
  );
}

/** What goes back of each payment when that much goes back by the method: of the oldest first, at most what is left. */
export function refundParts(
  amount: Money,
  charged: readonly ChargedPayment[],
): { readonly id: number; readonly amount: Money }[] {
  let rest = amount;
  return charged.flatMap(({ id, left }) => {
    const part = smaller(rest, left);
    rest = subtract(rest, part);
    return part > 0 ? [{ id, amount: part }] : [];
  });
}

/** Why that much cannot be given back, of `left` that can; null: it can. */
export function refundProblem(amount: Money | null, left: Money): FieldProblem | null {
  if (amount === null) return { rule: 'required' };
  if (amount <= 0) return { rule: 'invalid' };
  return amount > left ? { rule: 'max-value', max: left } : null;
}
