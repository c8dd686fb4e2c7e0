import { feedOf } from '#contract/events.ts';
import { readOrder } from '#contract/wire/orders.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { confirmFresh } from '#data/store/freshness.ts';
import { takeFirstFeed } from '#data/store/stores.ts';
import type { StoreEngine } from './store-engine.ts';

/**
 * Puts the orders that came with the store's first profile into an engine that has never read any. The feed goes on
 * from their sequence number. Call it before a feed of this engine starts.
 */
export function seedOrders({ engine, database, storeId }: StoreEngine, { store }: Profile): void {
  const answer = takeFirstFeed(storeId);
  const name = feedOf('admin');
  if (!answer || name in engine.getView().cursors) return;
  const { changes, head: seq } = answer;
  const snapshots = changes.flatMap(({ order }) => (order ? [orderSnapshot(readOrder(order, store.currency))] : []));
  // Shown at once. A full disk is reported by the engine.
  void engine.merge({ snapshots, removed: [], cursor: { name, seq, reset: false } }).catch(() => {});
  confirmFresh(database);
}
