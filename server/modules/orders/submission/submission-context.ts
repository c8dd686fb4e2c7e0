import type { ReadPhone } from '#contract/phone.ts';
import type { Item } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import type { OrderCustomer } from '#domain/order.ts';
import type { ChargeFor } from '#domain/paying.ts';
import type { KnownPromocode } from '#domain/promocode.ts';
import type { DeliveryZone } from '#domain/shipping.ts';
import type { Code, Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { FormerPrice } from './former-prices.ts';

/** The group that an order at a table belongs to. */
export type PlaceGroup = Pick<OrderGroup, 'uid' | 'status'> & {
  readonly id: number;
  readonly seller_id: number | null;
  /** The seller's full name. */
  readonly seller_name: string | null;
  /** The user who opened it. */
  readonly opened_by: number;
  readonly opener_name: string | null;
};

/** The facts against which a submission is checked, read inside the transaction. */
export interface SubmissionContext {
  /** SHA-256 of the submission. */
  readonly fingerprint: string;
  readonly store: Omit<Store, 'gateways'>;
  /** The submitted items that the store has. */
  readonly items: readonly Item[];
  readonly rules: readonly DiscountRule[];
  /** The submitted code; null when the store has no such code. */
  readonly code: Code | null;
  /** The active group of that code, which then stays open until the order is stored; null when there is none. */
  readonly group: PlaceGroup | null;
  /** The submitted promo code, expired or not; null when the store has no such code. */
  readonly promocode: KnownPromocode | null;
  readonly zones: readonly DeliveryZone[];
  /** How the store charges each method online; asked only about the submitted ones. */
  readonly chargeFor: ChargeFor;
  /** The submitted phone, read by the rules of the store's country; null when empty. */
  readonly phone: ReadPhone | null;
  /** The customer who orders, with the number of their orders that have not ended; null = the staff takes it. */
  readonly customer: { readonly user: OrderCustomer; readonly active: number } | null;
  /** Whether the submitted seller works in the store. */
  readonly sellerIsStaff: boolean;
  readonly userId: number;
  /** The person may give a manual discount, or somebody who may allowed it by their PIN. */
  readonly mayDiscount: boolean;
  /** The sale was made offline, at the prices that the device had: stored as sold (N-15). */
  readonly takenOffline: boolean;
  /** What the device may have seen while it was away, newest first; empty for a sale made online. */
  readonly formerPrices: readonly FormerPrice[];
  readonly now: Instant;
}
