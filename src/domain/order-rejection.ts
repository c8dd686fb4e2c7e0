import type { Result, TransitionRefusal } from './errors.ts';
import { ok, refuseTransition } from './errors.ts';
import type { Order, OrderStatus, RejectReason } from './order.ts';

/** Why the order cannot be rejected: it already is (B-58). */
export const rejectionRefusal = (status: OrderStatus): TransitionRefusal | null =>
  status === 'REJECTED' ? 'already-rejected' : null;

/**
 * Rejects an order in any status but REJECTED (B-58, B-62). `message` is the sentence that the customer reads (N-21).
 */
export const orderRejected = <T extends Pick<Order, 'status' | 'reject_reason' | 'rejected_reason_message'>>(
  order: T,
  reason: RejectReason,
  message: string,
): Result<T> => {
  const refusal = rejectionRefusal(order.status);
  return refusal === null
    ? ok({ ...order, status: 'REJECTED', reject_reason: reason, rejected_reason_message: message })
    : refuseTransition(refusal);
};
