import type { Money } from './money.ts';
import { money, percentOf, subtract } from './money.ts';
import type { GeneralDiscount } from './promocode.ts';

/** The three kinds of manual discount (K-19). */
export const discountWays = ['percentage', 'amount', 'subtotal'] as const;
export type DiscountWay = (typeof discountWays)[number];

/** The percentages offered as buttons (C8). */
export const usualPercentages = [5, 10, 15] as const;

export type DiscountProblem = 'choose-type' | 'invalid';

export type ReadDiscount =
  | { readonly ok: true; readonly value: GeneralDiscount }
  | { readonly ok: false; readonly problem: DiscountProblem };

/** The typed values: a whole percentage as text, or an amount; undefined = not an amount. */
export interface DiscountEntry {
  readonly way: DiscountWay | null;
  readonly percent: string;
  readonly amount: Money | null | undefined;
}

const wrong = (problem: DiscountProblem): ReadDiscount => ({ ok: false, problem });

/**
 * Accepts a whole percentage of 0 to 100, or an amount or a new subtotal of 0 to the subtotal (K-18, K-20 to K-22,
 * K-24, K-25).
 */
export function readDiscount({ way, percent, amount }: DiscountEntry, subtotal: Money): ReadDiscount {
  if (way === null) return wrong('choose-type');
  if (way === 'percentage') {
    const typed = percent.trim();
    const value = Number(typed);
    return /^\d{1,3}$/.test(typed) && value <= 100
      ? { ok: true, value: { type: 'PERCENTAGE', value } }
      : wrong('invalid');
  }
  if (amount === null || amount === undefined || amount < 0 || amount > subtotal) return wrong('invalid');
  const value = way === 'amount' ? amount : subtract(subtotal, amount);
  return { ok: true, value: { type: 'AMOUNT', value } };
}

/** A discount of 0 counts as no discount. */
export const isNoDiscount = ({ value }: GeneralDiscount): boolean => value === 0;

/** The subtotal after the discount: the right side of «Subtotal $ X → $ Y». */
export const discounted = (subtotal: Money, discount: GeneralDiscount): Money =>
  money(
    Math.max(
      0,
      subtract(subtotal, discount.type === 'PERCENTAGE' ? percentOf(subtotal, discount.value) : discount.value),
    ),
  );
