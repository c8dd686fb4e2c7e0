import type { Result, TransitionRefusal } from './errors.ts';
import { ok, refuseTransition } from './errors.ts';
import type { Order, OrderStatus, PaymentRow } from './order.ts';
import type { Instant } from './time.ts';
import { after, minutes } from './time.ts';
import { isOnBoard } from './order.ts';

/**
 * From -> to, for status changes that need no further data (D-19). PAYING is never a target. REJECTED needs a reason
 * and has its own rule (order-rejection.ts). Admins may reopen an order from COMPLETE and REJECTED.
 */
export const statusTargets: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PAYING: [],
  PENDING: ['ACCEPTED', 'DELIVER', 'COMPLETE'],
  ACCEPTED: ['PENDING', 'DELIVER', 'COMPLETE'],
  DELIVER: ['PENDING', 'ACCEPTED', 'COMPLETE'],
  COMPLETE: ['PENDING', 'ACCEPTED', 'DELIVER'],
  REJECTED: ['PENDING', 'ACCEPTED', 'DELIVER', 'COMPLETE'],
};

/** The initial status of an order: PAYING while a payment is in progress. */
export const firstStatus = (payments: readonly Pick<PaymentRow, 'status'>[]): OrderStatus =>
  payments.some((p) => p.status === 'PENDING') ? 'PAYING' : 'PENDING';

/** The next step of a card: Aceptar, Por entregar, Finalizar. */
export const nextStatus = (status: OrderStatus): OrderStatus | null =>
  status === 'PENDING' ? 'ACCEPTED' : status === 'ACCEPTED' ? 'DELIVER' : status === 'DELIVER' ? 'COMPLETE' : null;

/** Why an order in `from` cannot change to `to` with a plain status change; null if it can. */
export function transitionRefusal(from: OrderStatus, to: OrderStatus): TransitionRefusal | null {
  if (statusTargets[from].includes(to)) return null;
  if (from === to) return 'unchanged';
  if (from === 'PAYING') return 'paying';
  return to === 'PAYING' ? 'to-paying' : 'needs-reason';
}

/**
 * Applies a status change, on tablet and server. The first ACCEPTED of an immediate order sets ready_by to `now` + the
 * store's delay in minutes (N-04). Leaving REJECTED clears the reason.
 */
export function orderWithStatus<
  T extends Pick<Order, 'status' | 'ready_by' | 'is_scheduled' | 'reject_reason' | 'rejected_reason_message'>,
>(order: T, to: OrderStatus, at: { readonly now: Instant; readonly delayMinutes: number }): Result<T> {
  const refusal = transitionRefusal(order.status, to);
  if (refusal !== null) return refuseTransition(refusal);
  const ready =
    to === 'ACCEPTED' && order.ready_by === null && !order.is_scheduled
      ? after(at.now, minutes(at.delayMinutes))
      : order.ready_by;
  return ok({ ...order, status: to, ready_by: ready, reject_reason: null, rejected_reason_message: null });
}

/** Why items cannot be removed: never after the order's end (N-12), nor while its total is being charged. */
export const itemsRefusal = (status: OrderStatus): TransitionRefusal | null =>
  status === 'PAYING'
    ? 'items-while-paying'
    : status === 'COMPLETE' || status === 'REJECTED'
      ? 'items-after-end'
      : null;

/** Why the payments cannot change; null while the order is on the board. */
export const paymentsRefusal = (status: OrderStatus): TransitionRefusal | null =>
  isOnBoard(status) ? null : status === 'PAYING' ? 'payments-while-paying' : 'payments-after-end';

/** A table pays as a whole: its orders have no payments of their own (Y-10). */
export const takesPayments = ({ code }: Pick<Order, 'code'>): boolean => code?.group !== true;
