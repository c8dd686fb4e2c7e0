import { deliveryWindowMinutes } from '#domain/limits.ts';
import type { Order } from '#domain/order.ts';
import type { ServiceType } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { after, minutes, wallTime } from '#domain/time.ts';
import { toBeConfirmed } from './time.ts';

/** 'Entre las 20:25 y las 20:50 hs' for a delivery, else 'A partir de las 20:15 hs' (K-81 to K-83, N-36). */
function readyWords(type: ServiceType, ready: Instant, zone: string): string {
  const hour = (ms: number): string => wallTime(after(ready, ms), zone).hour;
  const { from, to } = deliveryWindowMinutes;
  return type === 'DELIVERY'
    ? `Entre las ${hour(minutes(from))} y las ${hour(minutes(to))} hs`
    : `A partir de las ${hour(0)} hs`;
}

/** The ready time of an order taken now: now plus the store's delay (K-81, K-83). */
export const newOrderEstimate = (type: ServiceType, now: Instant, delayMinutes: number, zone: string): string =>
  readyWords(type, after(now, minutes(delayMinutes)), zone);

/** The ready time of an existing order (K-82); 'A confirmar' without one (K-84). */
export const orderEstimate = (order: Pick<Order, 'type' | 'ready_by'>, zone: string): string =>
  order.ready_by === null ? toBeConfirmed : readyWords(order.type, order.ready_by, zone);
