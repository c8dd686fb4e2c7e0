import { deliveryWindowMinutes } from '#domain/limits.ts';
import type { Order } from '#domain/order.ts';
import type { ServiceType, Store } from '#domain/store.ts';
import { shippingDelay } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { after, minutes, wallTime } from '#domain/time.ts';
import { toBeConfirmed } from './time.ts';

type Place = Pick<Store, 'timezone' | 'gateways'>;

/**
 * 'Entre las 20:25 y las 20:50 hs' for a delivery, with the delay of the shipping gateway; else 'A partir de las 20:15
 * hs' (K-81 to K-83, N-36, T-31).
 */
function readyWords(type: ServiceType, ready: Instant, store: Place): string {
  const hour = (ms: number): string => wallTime(after(ready, ms), store.timezone).hour;
  const { from, to } = deliveryWindowMinutes;
  const more = shippingDelay(store)?.minutes ?? 0;
  return type === 'DELIVERY'
    ? `Entre las ${hour(minutes(from + more))} y las ${hour(minutes(to + more))} hs`
    : `A partir de las ${hour(0)} hs`;
}

/** The ready time of an order taken now: now plus the store's delay (K-81, K-83). */
export const newOrderEstimate = (type: ServiceType, now: Instant, store: Place & Pick<Store, 'status'>): string =>
  readyWords(type, after(now, minutes(store.status.delay)), store);

/** The ready time of an existing order (K-82); 'A confirmar' without one (K-84). */
export const orderEstimate = (order: Pick<Order, 'type' | 'ready_by'>, store: Place): string =>
  order.ready_by === null ? toBeConfirmed : readyWords(order.type, order.ready_by, store);
