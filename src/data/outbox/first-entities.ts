import { feedOf } from '#contract/events.ts';
import { readOrder } from '#contract/wire/orders.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { readGroupCard } from '#contract/wire/groups.ts';
import { groupSnapshot } from '#commands/group/group-entity.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { confirmFresh } from '#data/store/freshness.ts';
import { takeEntities } from '#data/store/stores.ts';
import type { StoreEngine } from './store-engine.ts';

/**
 * Puts what came with the store's profile into its engine: the occupied tables, and the orders if the engine has never
 * read any. Both feeds go on from the profile's moment. Call it before a feed of this engine starts.
 */
export function seedEntities({ engine, database, storeId }: StoreEngine, { store }: Profile): void {
  const entities = takeEntities(storeId);
  if (!entities) return;
  const groups = entities.orderGroups.map((g) => groupSnapshot(readGroupCard(g, store.currency)));
  // Shown at once. A full disk is reported by the engine.
  const merge = (batch: Parameters<typeof engine.merge>[0]): void => void engine.merge(batch).catch(() => {});
  const { cursors } = engine.getView();
  const staff = feedOf('store');
  // The staff's feed goes on from the profile: what happens before its first read is in that read.
  const cursor =
    entities.head === undefined || staff in cursors ? null : { name: staff, seq: entities.head, reset: false };
  if (groups.length > 0 || cursor) merge({ snapshots: groups, removed: [], cursor });
  const name = feedOf('admin');
  if (!entities.feed || name in cursors) return;
  const { changes, head: seq } = entities.feed;
  const snapshots = changes.flatMap(({ order }) => (order ? [orderSnapshot(readOrder(order, store.currency))] : []));
  merge({ snapshots, removed: [], cursor: { name, seq, reset: false } });
  confirmFresh(database);
}
