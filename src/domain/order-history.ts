import type { Money } from './money.ts';
import type { OrderStatus, RejectReason } from './order.ts';
import type { OrderAmounts } from './order-money.ts';
import type { PaymentMethod, Seller } from './store.ts';
import type { Instant } from './time.ts';

/** A payment as the history keeps it. */
export interface PaidBy {
  readonly method: PaymentMethod;
  readonly amount: Money;
}

/** What happened to an order, before -> after. */
export type OrderEvent =
  | { readonly kind: 'create'; readonly total: Money }
  | { readonly kind: 'status'; readonly from: OrderStatus; readonly to: OrderStatus }
  | { readonly kind: 'reject'; readonly from: OrderStatus; readonly reason: RejectReason | null }
  /** `from` null: nothing was promised before, so the minutes count from the moment of the delay (N-04). */
  | { readonly kind: 'delay'; readonly from: Instant | null; readonly to: Instant }
  | {
      readonly kind: 'remove-item';
      readonly item: { readonly name: string; readonly quantity: number; readonly price: Money };
      readonly from: OrderAmounts;
      readonly to: OrderAmounts;
    }
  | {
      readonly kind: 'money';
      readonly from: OrderAmounts & { readonly payments: readonly PaidBy[] };
      readonly to: OrderAmounts & { readonly payments: readonly PaidBy[] };
    }
  /** Of a version that this one does not know. */
  | { readonly kind: 'unknown' };

/** Who did it, on which device, when. */
export interface HistoryEntry {
  readonly at: Instant;
  readonly actor: Seller;
  /** As a person calls it: 'Chrome en Android'. */
  readonly device: string;
  readonly event: OrderEvent;
}
