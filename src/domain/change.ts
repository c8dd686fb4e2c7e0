import type { ErrorCode } from './errors.ts';
import type { Currency, Money } from './money.ts';
import type { OrderStatus, RejectReason } from './order.ts';
import type { Instant } from './time.ts';

/** What a person did, as it is told back to them while it waits or when it was refused. */
export type Change =
  | { readonly kind: 'status'; readonly to: OrderStatus }
  | { readonly kind: 'reject'; readonly reason: RejectReason }
  | { readonly kind: 'delay'; readonly minutes: number }
  | { readonly kind: 'create'; readonly name: string | null; readonly total: Money; readonly currency: Currency }
  /** To the support desk, in the ticket of an order. */
  | { readonly kind: 'message'; readonly text: string }
  /** Of a version that this one does not know. */
  | { readonly kind: 'unknown' };

/** Why a change ended without being applied. */
export interface NotApplied {
  readonly change: Change;
  readonly kind: 'refused' | 'expired';
  /** Null for one that this version does not know: then the server's message is not trusted to be a sentence. */
  readonly code: ErrorCode | null;
  readonly message: string;
  /** What the server had instead, who moved it and when; null where it did not say. */
  readonly found: OrderStatus | null;
  readonly by: string | null;
  readonly at: Instant | null;
}
