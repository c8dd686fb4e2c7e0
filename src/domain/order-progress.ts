import type { OrderStatus, ShippingStatus } from './order.ts';

/** The order's progress in percent, as customers see it (M-16). */
export const orderProgress: Readonly<Record<OrderStatus, number>> = {
  PAYING: 20,
  PENDING: 20,
  ACCEPTED: 50,
  DELIVER: 80,
  COMPLETE: 100,
  REJECTED: 100,
};

/** The rider's progress in percent (M-17, B-72 to B-77). */
export const shippingProgress: Readonly<Record<ShippingStatus, number>> = {
  CANCELLEDBYUSER: 0,
  CANCELLEDBYSTORE: 0,
  CANCELLEDBYPROVIDER: 0,
  PENDING: 5,
  ARRIVING: 20,
  INSTORE: 40,
  SENDING: 60,
  DELIVERED: 100,
};

const ended = (status: ShippingStatus): boolean => status === 'DELIVERED' || shippingProgress[status] === 0;

/**
 * Whether a rider's status follows another one: it only goes on, is cancelled at any time, and ends. Notices of a
 * provider may arrive twice or late.
 */
export const shippingFollows = (from: ShippingStatus | null, to: ShippingStatus): boolean =>
  from === null || (!ended(from) && (ended(to) || shippingProgress[to] > shippingProgress[from]));
