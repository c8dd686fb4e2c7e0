import { queryOptions } from '@tanstack/react-query';
import { readOrder } from '#contract/wire/orders.ts';
import { trackingRefreshMs } from '#domain/customer.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';
import { api } from '#data/api/api.ts';
import { reread } from '#data/api/reread.ts';

type OrderedFrom = Pick<Store, 'id' | 'currency'>;

const keyOf = (storeId: number) => ['store', storeId, 'own-order'] as const;

/** The orders of a customer, read as themselves. */
export const customerOrderQueries = {
  /** One order, read again as often as its status asks for (M-20). */
  order: ({ id: storeId, currency }: OrderedFrom, id: number) =>
    queryOptions({
      queryKey: [...keyOf(storeId), id],
      queryFn: async ({ signal }): Promise<Order> =>
        readOrder(await api.orders.get({ store_id: storeId, id }, { signal }), currency),
      refetchInterval: ({ state }) => (state.data ? trackingRefreshMs(state.data.status) : false),
      meta: { keep: true },
    }),
  /** The newest one that has not ended; null without one (Z-10). */
  active: (storeId: number) =>
    queryOptions({
      queryKey: [...keyOf(storeId), 'active'],
      queryFn: async ({ signal }) => {
        const order = await api.storefront.activeOrder({ store_id: storeId }, { signal });
        return order && { id: order.id, number: order.number, status: order.status };
      },
      refetchInterval: ({ state }) => (state.data ? trackingRefreshMs(state.data.status) : false),
    }),
};

/** An order of that store has changed: what is on screen is read again. */
export const rereadCustomerOrders = (storeId: number): void => void reread({ queryKey: keyOf(storeId) });

/** The store in which a customer has ordered last on this device. */
interface LastOrdered {
  readonly storeId: number;
  readonly name: string;
}

const record = localRecord<LastOrdered>(
  'last-ordered',
  1,
  (value): value is LastOrdered =>
    isObject(value) && Number.isInteger(value['storeId']) && typeof value['name'] === 'string',
);

export const noteOrdered = ({ id, name }: Pick<Store, 'id' | 'name'>): void => record.write({ storeId: id, name });
export const lastOrdered = (): LastOrdered | null => record.read();
