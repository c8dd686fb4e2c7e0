import type { Result, TransitionRefusal } from './errors.ts';
import { ok, refuseTransition } from './errors.ts';
import type { Order, OrderStatus } from './order.ts';
import type { Instant } from './time.ts';
import { after, minutes } from './time.ts';

/** The minutes that one delay may add (B-60). */
export const delayChoices = [5, 10, 15, 30] as const;
export type DelayMinutes = (typeof delayChoices)[number];

/** The most minutes that one dialog adds. The person can open it again to add more. */
export const delayMaximumMinutes = 60;

/** Splits minutes, a multiple of 5, into the fewest delays, longest first: 20 -> 15 and 5 (M-14, B-61). */
export function delayParts(total: number): readonly DelayMinutes[] {
  const longest = delayChoices.findLast((choice) => choice <= total);
  return longest === undefined ? [] : [longest, ...delayParts(total - longest)];
}

/** Why the order cannot be delayed: a finished or rejected order has no ready time to move (B-60). */
export const delayRefusal = (status: OrderStatus): TransitionRefusal | null =>
  status === 'COMPLETE' || status === 'REJECTED' ? 'delay-after-end' : null;

/**
 * Moves the ready time `more` minutes after the promised time, or after `now` without one. Refused once the order has
 * ended (N-04, B-60).
 */
export const orderDelayed = <T extends Pick<Order, 'status' | 'ready_by'>>(
  order: T,
  more: DelayMinutes,
  at: { readonly now: Instant },
): Result<T & { readonly ready_by: Instant }> => {
  const refusal = delayRefusal(order.status);
  return refusal === null ? ok({ ...order, ready_by: delayedUntil(order, more, at.now) }) : refuseTransition(refusal);
};

/** The ready time `more` minutes after the promised time, or after `now` without one (N-04). */
export const delayedUntil = ({ ready_by }: Pick<Order, 'ready_by'>, more: number, now: Instant): Instant =>
  after(ready_by ?? now, minutes(more));
