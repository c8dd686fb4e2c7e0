import type { OrderPaper } from './paper/kinds.ts';
import type { Instant } from './time.ts';

/**
 * Why an order is shown as unprinted. late: no computer took it. failed: the printer surely did not get it. unknown: it may
 * have.
 */
export const unprintedReasons = ['late', 'failed', 'unknown'] as const;
export type UnprintedReason = (typeof unprintedReasons)[number];

/** An order that should be on paper and is not, or perhaps not. */
export interface Unprinted {
  readonly order_id: number;
  readonly kind: OrderPaper;
  readonly reason: UnprintedReason;
  readonly printer: string | null;
  readonly since: Instant;
}
