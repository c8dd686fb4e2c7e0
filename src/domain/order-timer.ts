import type { Order } from './order.ts';
import type { Instant } from './time.ts';

export type CardTimer =
  | { readonly kind: 'target'; readonly at: Instant }
  | { readonly kind: 'since'; readonly minutes: number }
  | { readonly kind: 'left'; readonly minutes: number }
  | { readonly kind: 'late'; readonly minutes: number }
  | { readonly kind: 'unknown' };

/** The timer of a card (B-46 to B-48), in whole minutes. A remaining part of a minute counts as a whole one. */
export function cardTimer(
  order: Pick<Order, 'status' | 'is_scheduled' | 'ready_by' | 'created_at'>,
  now: Instant,
): CardTimer {
  if (order.status === 'PENDING' && order.is_scheduled && order.ready_by !== null)
    return { kind: 'target', at: order.ready_by };
  if (order.status === 'PENDING')
    return { kind: 'since', minutes: Math.max(0, Math.floor((now - order.created_at) / 60_000)) };
  if (order.ready_by === null) return { kind: 'unknown' };
  const left = order.ready_by - now;
  return left < 0
    ? { kind: 'late', minutes: Math.floor(-left / 60_000) }
    : { kind: 'left', minutes: Math.ceil(left / 60_000) };
}
