import type { Result, TransitionRefusal } from './errors.ts';
import { ok, refuseTransition } from './errors.ts';
import type { Order, OrderStatus, RejectReason } from './order.ts';

/** Why it cannot be rejected: only a rejected order cannot (B-58). */
export const rejectionRefusal = (status: OrderStatus): TransitionRefusal | null =>
  status === 'REJECTED' ? 'already-rejected' : null;

/** A rejection, from any status but REJECTED (B-58, B-62). `message` is what the customer reads of it (N-21). */
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
