import type { Result, TransitionRefusal } from './errors.ts';
import { ok, refuseTransition } from './errors.ts';
import type { Order, OrderStatus, RejectReason } from './order.ts';
import { rejectReasons } from './order.ts';

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

/** The twelve reasons: those that this store uses most first, the rest in the order of N-21 (D4, B-63). */
export function reasonsByUse(orders: readonly Pick<Order, 'reject_reason'>[]): readonly RejectReason[] {
  const uses = (reason: RejectReason): number => orders.filter((o) => o.reject_reason === reason).length;
  const counted = rejectReasons.map((reason) => ({ reason, count: uses(reason) }));
  return counted.toSorted((a, b) => b.count - a.count).map(({ reason }) => reason);
}

/** The reason of a digit key: 1 to 9, and 0 for the tenth; null for any other key. */
export function reasonOfKey(reasons: readonly RejectReason[], key: string): RejectReason | null {
  if (!/^\d$/u.test(key)) return null;
  return reasons[(Number(key) + 9) % 10] ?? null;
}
