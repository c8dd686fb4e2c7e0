import type { TransitionRefusal } from './errors.ts';
import { isOnBoard, type Order, type OrderStatus } from './order.ts';

/** Why items cannot be removed; null until the order has ended (N-12). */
export const itemsRefusal = (status: OrderStatus): TransitionRefusal | null =>
  status === 'COMPLETE' || status === 'REJECTED' ? 'items-after-end' : null;

/** Why the payments cannot change; null while the order is on the board. */
export const paymentsRefusal = (status: OrderStatus): TransitionRefusal | null =>
  isOnBoard(status) ? null : status === 'PAYING' ? 'payments-while-paying' : 'payments-after-end';

/** A table pays as a whole: its orders have no payments of their own (Y-10). */
export const takesPayments = ({ code }: Pick<Order, 'code'>): boolean => code?.group !== true;
