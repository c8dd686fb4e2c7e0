import type { ShippingStatus } from './order.ts';
import { shippingProgress } from './order-progress.ts';

const ended = (status: ShippingStatus): boolean => status === 'DELIVERED' || shippingProgress[status] === 0;

/**
 * Whether a rider's status follows another one: it only goes on, is cancelled at any time, and ends. Notices of a
 * provider may arrive twice or late.
 */
export const shippingFollows = (from: ShippingStatus | null, to: ShippingStatus): boolean =>
  from === null || (!ended(from) && (ended(to) || shippingProgress[to] > shippingProgress[from]));
