import type { FieldProblem } from './errors.ts';
import { firstProblem, maxLength, minLength, required } from './fields.ts';
import { promoCodeChars } from './limits.ts';
import type { Money } from './money.ts';
import type { Code, ServiceType } from './store.ts';
import type { Instant } from './time.ts';

export const promoTypes = ['PERCENTAGE', 'AMOUNT'] as const;

/** A general discount. A percentage follows the items; an amount is fixed and capped (money rule 7, K-32). */
export type GeneralDiscount =
  | { readonly type: 'PERCENTAGE'; readonly value: number }
  | { readonly type: 'AMOUNT'; readonly value: Money };

/** A promo code with its discount: a percentage, or an amount in the store's currency (K-30, K-32). */
export type Promocode = GeneralDiscount & { readonly code: string };

/** Normalises a typed code: removes whitespace, in upper case: ' ab c1 ' -> 'ABC1' (K-28). */
export const normalPromocode = (text: string): string => text.replace(/\s+/gu, '').toUpperCase();

/** Required, 3 to 20 characters after normalisation (K-27); null = valid. */
export function promocodeProblem(text: string): FieldProblem | null {
  const code = normalPromocode(text);
  return firstProblem(required(code), minLength(code, promoCodeChars.min), maxLength(code, promoCodeChars.max));
}

/** Why a code cannot be used now; texts/order-taking has the sentences (N-39). */
export type PromocodeRefusal = 'unknown' | 'expired' | 'not-applicable';

/** A code in the store's list. null: no expiry; valid for every service. */
export interface KnownPromocode {
  readonly promocode: Promocode;
  readonly expires_at: Instant | null;
  readonly services: readonly ServiceType[] | null;
}

/** null = usable. `order` null: the order is not known yet. Orders of a table take no discount (K-17, N-39). */
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
