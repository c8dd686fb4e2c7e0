import type { Money } from './money.ts';
import type { Instant } from './time.ts';

/** A sale at prices that the store never had, by a person without the right to discounts (N-15). */
export interface SaleReview {
  readonly order_id: number;
  readonly uid: string;
  readonly number: number;
  /** null = the order has no seller. */
  readonly seller: string | null;
  readonly sold_total: Money;
  /** The total at the store's prices. */
  readonly own_total: Money;
  readonly requested_at: Instant;
}
