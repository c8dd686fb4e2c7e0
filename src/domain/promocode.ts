import type { FieldProblem } from './errors.ts';
import { firstProblem, maxLength, minLength, required } from './fields.ts';
import { promoCodeChars } from './limits.ts';
import type { Money } from './money.ts';
import type { Code, ServiceType } from './store.ts';
import type { Instant } from './time.ts';

export const promoTypes = ['PERCENTAGE', 'AMOUNT'] as const;

/** A general discount: percentages follow the items, amounts stay and are capped (money rule 7, K-32). */
export type GeneralDiscount =
  | { readonly type: 'PERCENTAGE'; readonly value: number }
  | { readonly type: 'AMOUNT'; readonly value: Money };

/** A code with what it takes off: percent, or an amount of the store's currency (K-30, K-32). */
export type Promocode = GeneralDiscount & { readonly code: string };

/** What was typed, without any whitespace and in upper case: ' ab c1 ' -> 'ABC1' (K-28). */
export const normalPromocode = (text: string): string => text.replace(/\s+/gu, '').toUpperCase();

/** Required, 3 to 20 characters once normalised (K-27); null = fine. */
export function promocodeProblem(text: string): FieldProblem | null {
  const code = normalPromocode(text);
  return firstProblem(required(code), minLength(code, promoCodeChars.min), maxLength(code, promoCodeChars.max));
}

/** Why a code cannot be used now; worded in texts/promocode (N-39). */
export type PromocodeRefusal = 'unknown' | 'expired' | 'not-applicable';

/** A code as the store keeps it; null = for ever, for every service. */
export interface KnownPromocode {
  readonly promocode: Promocode;
  readonly expires_at: Instant | null;
  readonly services: readonly ServiceType[] | null;
}

/** null = it can be used; `type` null = the order is not known yet. A table's orders take no discount (K-17, N-39). */
export function promocodeRefusal(
  known: KnownPromocode | null,
  order: { readonly type: ServiceType; readonly code: Pick<Code, 'group'> | null } | null,
  now: Instant,
): PromocodeRefusal | null {
  if (known === null) return 'unknown';
  if (known.expires_at !== null && now >= known.expires_at) return 'expired';
  if (order === null) return null;
  return order.code?.group === true || known.services?.includes(order.type) === false ? 'not-applicable' : null;
}
