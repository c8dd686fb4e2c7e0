import type { ReadPhone } from '#contract/phone.ts';
import type { Item } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import type { Money } from '#domain/money.ts';
import type { Address, PaymentRow } from '#domain/order.ts';
import type { Totals } from '#domain/pricing.ts';
import type { KnownPromocode, Promocode } from '#domain/promocode.ts';
import type { DeliveryZone } from '#domain/shipping.ts';
import type { Code, Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';

/** What a submission is judged against: the store as it is inside the transaction. */
export interface SubmissionContext {
  readonly store: Omit<Store, 'gateways'>;
  /** The submission's items that the store has. */
  readonly items: readonly Item[];
  readonly rules: readonly DiscountRule[];
  /** The code that the submission names; null when the store has none such. */
  readonly code: Code | null;
  /** The promo code that the submission names, expired or not; null when the store has none such. */
  readonly promocode: KnownPromocode | null;
  readonly zones: readonly DeliveryZone[];
  /** The submission's phone as the store's country reads it; null when it is empty. */
  readonly phone: ReadPhone | null;
  /** The seller that the submission names works in the store. */
  readonly sellerIsStaff: boolean;
  readonly userId: number;
  /** Sold without the server, at the prices that the device knew: kept as sold (N-15). */
  readonly takenOffline: boolean;
  readonly now: Instant;
}

export interface AcceptedSubmission {
  readonly totals: Totals;
  /** Sold total minus the store's own; null when they are equal. */
  readonly priceDifference: Money | null;
  readonly code: Code | null;
  readonly sellerId: number | null;
  readonly payments: readonly Omit<PaymentRow, 'id'>[];
  readonly phone: string | null;
  readonly address: Address | null;
  /** None or one. */
  readonly promocodes: readonly Promocode[];
  /** The start of the chosen hour; null = immediate (N-04). */
  readonly readyBy: Instant | null;
}
