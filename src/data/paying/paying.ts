import { queryOptions } from '@tanstack/react-query';
import { readGroupCard } from '#contract/wire/groups.ts';
import { readOrder } from '#contract/wire/orders.ts';
import { readPaymentInProgress } from '#contract/wire/paying.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { groupSnapshot } from '#commands/group/group-entity.ts';
import type { PaymentStatus } from '#domain/order.ts';
import type { PayableType, PaymentInProgress } from '#domain/paying.ts';
import { payableTypes } from '#domain/paying.ts';
import type { Store } from '#domain/store.ts';
import { isObject } from '#domain/unknown.ts';
import { deviceClock } from '#platform/clock.ts';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';
import { refetchGroup } from '#data/groups/group-detail.ts';
import { useEngine } from '#data/outbox/store-engine.ts';

/** What a payment in progress pays. */
export interface PayableRef {
  readonly type: PayableType;
  readonly id: number;
}

type PayingStore = Pick<Store, 'id' | 'currency'>;

/** A payment in progress, and how far the server's clock is ahead of this device's. */
export interface ReadPayment extends PaymentInProgress {
  readonly aheadMs: number;
}

const keyOf = (storeId: number, { type, id }: PayableRef) => ['store', storeId, 'paying', type, id] as const;

/** Never stored: an old answer about money is worse than none. */
export const payingQuery = (store: PayingStore, payable: PayableRef) =>
  queryOptions({
    queryKey: keyOf(store.id, payable),
    queryFn: async ({ signal }): Promise<ReadPayment> => {
      const at = { store_id: store.id, id: payable.id };
      const wire =
        payable.type === 'order' ? await api.orders.paying(at, { signal }) : await api.groups.paying(at, { signal });
      const payment = readPaymentInProgress(wire, store.currency);
      return { ...payment, aheadMs: payment.now - deviceClock.now() };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** How a payment stands after 'Cancelar pago'. asked: the provider has not said yet whether it is called off. */
export type CancelEnd = 'cancelled' | 'approved' | 'asked';

/** Cancels the payment in progress (Y-47, Y-54). Rejects with the server's refusal. */
export async function cancelPayment(store: PayingStore, { type, id }: PayableRef): Promise<CancelEnd> {
  const { current } = useEngine.getState();
  const at = { store_id: store.id, id };
  if (type === 'order') {
    const order = readOrder(await api.orders.cancelPaying(at), store.currency);
    await current?.engine.merge({ snapshots: [orderSnapshot(order)], removed: [], cursor: null });
    if (order.status === 'PAYING') return 'asked';
    // Staff may charge a refused payment otherwise; one that the person had made already stays.
    return order.payments.some((p) => p.status === 'APPROVED' && !p.can_modify) ? 'approved' : 'cancelled';
  }
  const { items: _items, orders: _orders, payments: _payments, ...card } = await api.groups.cancelPaying(at);
  const group = readGroupCard(card, store.currency);
  await current?.engine.merge({ snapshots: [groupSnapshot(group)], removed: [], cursor: null });
  refetchGroup(store.id, id);
  return group.status === 'PAYING' ? 'asked' : group.status === 'COMPLETE' ? 'approved' : 'cancelled';
}

/** Hears how the payment ended. */
type Listener = (status: Exclude<PaymentStatus, 'PENDING'>) => void;

const listeners = new Set<{ readonly storeId: number; readonly payable: PayableRef; readonly hear: Listener }>();

/** Tells the end of that payment alone (Y-55). The returned function stops it. */
export function onPaymentResolved(storeId: number, payable: PayableRef, hear: Listener): () => void {
  const entry = { storeId, payable, hear };
  listeners.add(entry);
  return () => void listeners.delete(entry);
}

/** payment-pending-resolved (Y-50, Y-51). */
export function tellPaymentResolved(storeId: number, payload: unknown): void {
  if (!isObject(payload)) return;
  const { payable_type: name, payable_id: id, status } = payload;
  const type = payableTypes.find((t) => t === name);
  if (type === undefined || typeof id !== 'number' || (status !== 'APPROVED' && status !== 'REJECTED')) return;
  for (const { hear, ...at } of listeners)
    if (at.storeId === storeId && at.payable.type === type && at.payable.id === id) hear(status);
  // The order's or group's detail shows how it stands.
  void queryClient.invalidateQueries({ queryKey: keyOf(storeId, { type, id }) });
}
