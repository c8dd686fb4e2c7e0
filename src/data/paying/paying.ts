import { queryOptions } from '@tanstack/react-query';
import { readGroupCard } from '#contract/wire/groups.ts';
import { readOrder } from '#contract/wire/orders.ts';
import { readPaymentInProgress } from '#contract/wire/paying.ts';
import { orderEntity, orderSnapshot } from '#commands/order/order-entity.ts';
import { groupSnapshot } from '#commands/group/group-entity.ts';
import type { PaymentInProgress } from '#domain/paying.ts';
import type { Store } from '#domain/store.ts';
import { deviceClock } from '#platform/clock.ts';
import { api } from '#data/api/api.ts';
import { refetchGroup } from '#data/groups/group-detail.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import type { PayableRef } from './payment-events.ts';
import { payingKey } from './payment-events.ts';

type PayingStore = Pick<Store, 'id' | 'currency'>;

/** A payment in progress, and how far the server's clock is ahead of this device's. */
export interface ReadPayment extends PaymentInProgress {
  readonly aheadMs: number;
}

/** Never stored: an old answer about money is worse than none. */
export const payingQuery = (store: PayingStore, payable: PayableRef) =>
  queryOptions({
    queryKey: payingKey(store.id, payable),
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

/** The payments of an order that are approved as far as this device knows. */
function approvedIn(current: StoreEngine | null, orderId: number): ReadonlySet<number | null> {
  const orders = current ? [...orderEntity.shown(current.engine.getView()).values()] : [];
  const order = orders.find(({ body }) => body.id === orderId)?.body;
  return new Set(order?.payments.filter((p) => p.status === 'APPROVED').map((p) => p.id));
}

/** Cancels the payment in progress (Y-47, Y-54). Rejects with the server's refusal. */
export async function cancelPayment(store: PayingStore, { type, id }: PayableRef): Promise<CancelEnd> {
  const { current } = useEngine.getState();
  const at = { store_id: store.id, id };
  if (type === 'order') {
    const paidBefore = approvedIn(current, id);
    const order = readOrder(await api.orders.cancelPaying(at), store.currency);
    await current?.engine.merge({ snapshots: [orderSnapshot(order)], removed: [], cursor: null });
    if (order.status === 'PAYING') return 'asked';
    // The person had paid it already. Another part of the order, which was paid before, says nothing about this one.
    return order.payments.some((p) => p.status === 'APPROVED' && !p.can_modify && !paidBefore.has(p.id))
      ? 'approved'
      : 'cancelled';
  }
  const { items: _items, orders: _orders, payments: _payments, ...card } = await api.groups.cancelPaying(at);
  const group = readGroupCard(card, store.currency);
  await current?.engine.merge({ snapshots: [groupSnapshot(group)], removed: [], cursor: null });
  refetchGroup(store.id, id);
  return group.status === 'PAYING' ? 'asked' : group.status === 'COMPLETE' ? 'approved' : 'cancelled';
}
