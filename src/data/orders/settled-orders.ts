import { orderEntity } from '#commands/order/order-entity.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import type { Order } from '#domain/order.ts';

/** The orders as the server has them, without those with a command that waits; null until they are known. */
export function settledOrders({ engine }: Pick<StoreEngine, 'engine'>): readonly Order[] | null {
  const view = engine.getView();
  if (!('admin' in view.cursors)) return null;
  return [...orderEntity.shown(view).values()].filter((o) => o.sync === 'synced').map((o) => o.body);
}
