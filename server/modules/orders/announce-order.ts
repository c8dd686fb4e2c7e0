import type { EventName } from '#contract/events.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import type { Currency } from '#domain/money.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { CodeState } from '#server/modules/stores/codes-store.ts';
import type { StoreFeeds } from '#server/realtime/announce.ts';
import type { StoredOrder } from './order-rows.ts';

/** The feeds and codes of one store, inside one transaction. */
export interface OrderFeeds extends StoreFeeds {
  /** Raises a code's version and counts its waiting orders. */
  touchCode(id: number): Promise<CodeState>;
}

export interface OrderAnnouncement {
  readonly at: Instant;
  readonly name: Extract<EventName, 'order-created' | 'order-updated' | 'order-removed'>;
  readonly order: StoredOrder;
  readonly currency: Currency;
  /** The code's count of waiting orders may have changed. */
  readonly waitingChanged: boolean;
}

/**
 * Appends an event about an order to the feeds. Call it last: it locks the store's feeds, always admin before store, so
 * two transactions cannot deadlock.
 */
export async function announceOrder(
  feeds: OrderFeeds,
  { at, name, order, currency, waitingChanged }: OrderAnnouncement,
): Promise<void> {
  const stamp = { at: isoFromInstant(at) };
  const event = { ...stamp, name, type: 'order', id: String(order.id), ver: order.ver };
  const wire = name === 'order-removed' ? {} : { order: writeOrder(order, currency) };
  await feeds.append('admin', { store_seq: await feeds.next('admin'), ...event, ...wire }, at);
  if (!waitingChanged || order.code === null) return;
  const store_seq = await feeds.next('store');
  // Counted under the feed's lock: a concurrent change of another order of this code has either committed or counts
  // after this one.
  const { ver, code } = await feeds.touchCode(order.code.id);
  const counted = { ...stamp, name: 'code-updated', type: 'code', id: String(code.id), ver, payload: code };
  await feeds.append('store', { store_seq, ...counted }, at);
}
