import type { Order, RejectReason } from '#domain/order.ts';
import { rejectReasons } from '#domain/order.ts';

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
