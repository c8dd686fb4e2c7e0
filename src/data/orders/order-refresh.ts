import { useEffect } from 'react';
import type { WireOrder } from '#contract/wire/orders.ts';
import { readOrder } from '#contract/wire/orders.ts';
import { acceptedRefreshMs, deliverRefreshMs } from '#domain/limits.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { every } from '#platform/clock.ts';
import { api } from '#data/api/api.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { useOrder } from './orders.ts';
import { useEngine } from '#data/outbox/store-engine.ts';

/** How often an open order is read again, in ms; null: its feed is enough (B-49, D-28). */
export const refreshMs = (status: OrderStatus | null): number | null =>
  status === 'ACCEPTED' ? acceptedRefreshMs : status === 'DELIVER' ? deliverRefreshMs : null;

type Ask = (order: { readonly store_id: number; readonly id: number }) => Promise<WireOrder>;

/**
 * Reads one order again and merges it into the engine. Never rejects: the board's age already shows that the server is
 * silent.
 */
export async function refreshOrder(
  store: Pick<Store, 'id' | 'currency'>,
  id: number,
  ask: Ask = (order) => api.orders.get(order),
): Promise<void> {
  try {
    const order = readOrder(await ask({ store_id: store.id, id }), store.currency);
    const { current } = useEngine.getState();
    if (current?.storeId === store.id)
      await current.engine.merge({ snapshots: [orderSnapshot(order)], removed: [], cursor: null });
  } catch {
    // The next interval tries again.
  }
}

/** Reads the open order again every 30 s while it is accepted, and every 60 s while it is on its way (D-28). */
export function useOrderRefresh(uid: string | null, store: Pick<Store, 'id' | 'currency'>): void {
  const order = useOrder(uid ?? '')?.body ?? null;
  const id = order?.id ?? null;
  const ms = refreshMs(order?.status ?? null);
  useEffect(
    () => (id === null || ms === null ? undefined : every(ms, () => void refreshOrder(store, id))),
    [id, ms, store],
  );
}
