import type { EventName } from '#contract/events.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import type { Currency } from '#domain/money.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { StoredOrder } from '#domain/order.ts';
import type { StoreFeeds } from '#server/realtime/announce.ts';

export interface OrderAnnouncement {
  readonly at: Instant;
  readonly name: Extract<EventName, 'order-created' | 'order-updated' | 'order-removed'>;
  readonly order: StoredOrder;
  readonly currency: Currency;
  /** The code's count of waiting orders may have changed. */
  readonly waitingChanged: boolean;
  /** What its group counts may have changed: waiting orders, or the total. */
  readonly groupChanged: boolean;
}

/**
 * Appends an event about an order to the feeds. Call it last: it locks the store's feeds, always admin before store, so
 * two transactions cannot deadlock.
 */
export function announceOrder(
  feeds: StoreFeeds,
  { at, name, order, currency, waitingChanged, groupChanged }: OrderAnnouncement,
): void {
  const customer = order.user ? { customer: order.user.id } : {};
  const event = { at: isoFromInstant(at), name, type: 'order', id: String(order.id), ver: order.ver, ...customer };
  // A device knows the order by its uid.
  const what =
    name === 'order-removed' ? { payload: { id: order.id, uid: order.uid } } : { order: writeOrder(order, currency) };
  feeds.append('admin', { ...event, ...what }, at);
  if (waitingChanged && order.code !== null) feeds.appendCode(order.code.id, at);
  if (groupChanged && order.order_group_id !== null)
    void feeds.appendGroup(order.order_group_id, 'order-group-updated', at);
}
