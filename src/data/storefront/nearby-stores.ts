import { queryOptions, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type * as z from 'zod/mini';
import type { nearbyStore } from '#contract/storefront.ts';
import { readStatus } from '#contract/wire/stores.ts';
import { storeListRefreshMs } from '#domain/limits.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { StoreStatus } from '#domain/store.ts';
import { isObject } from '#domain/unknown.ts';
import { localRecord } from '#platform/local-record.ts';
import { api } from '#data/api/api.ts';

/** Where a customer wants to eat: the words that they know it by, and the point. */
export interface CustomerPlace {
  readonly label: string;
  readonly at: Geolocation;
}

const isPlace = (value: unknown): value is CustomerPlace =>
  isObject(value) &&
  typeof value['label'] === 'string' &&
  isObject(value['at']) &&
  typeof value['at']['lat'] === 'number' &&
  typeof value['at']['lng'] === 'number';

const record = localRecord<CustomerPlace>('customer-place', 1, isPlace);

/** The place that was chosen last on this device; null: none. */
export const useCustomerPlace = create<{ readonly place: CustomerPlace | null }>(() => ({ place: record.read() }));

export function chooseCustomerPlace(place: CustomerPlace): void {
  record.write(place);
  useCustomerPlace.setState({ place });
}

type WireNearby = z.infer<typeof nearbyStore>;

/** A store in a customer's list, with its status of now. */
export interface NearbyStore extends Omit<WireNearby, 'status'> {
  readonly status: StoreStatus;
}

interface NearbyList {
  readonly stores: readonly NearbyStore[];
  /** How many seconds the list may be kept. */
  readonly expires_in: number;
}

/** When a cached list is read again: at its expiry (Z-04). */
const listRefreshMs = (list: Pick<NearbyList, 'expires_in'> | undefined): number | false =>
  list ? list.expires_in * 1_000 : false;

/** A coordinate with the precision of ten metres, so that a few steps do not make another list. */
const coarse = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

export const nearbyQueries = {
  /** Read again at the expiry of the list (Z-04). */
  list: ({ lat, lng }: Geolocation) =>
    queryOptions({
      queryKey: ['nearby-stores', coarse(lat), coarse(lng)],
      queryFn: async ({ signal }): Promise<NearbyList> => {
        const asked = { type: 'by_coordinates', lat: coarse(lat), lng: coarse(lng) } as const;
        const { stores, expires_in } = await api.storefront.search(asked, { signal });
        return { stores: stores.map((store) => ({ ...store, status: readStatus(store.status) })), expires_in };
      },
      refetchInterval: ({ state }) => listRefreshMs(state.data),
      meta: { keep: true },
    }),
  /** The statuses of these stores, every 20 s (Z-04). */
  statuses: (ids: readonly number[]) =>
    queryOptions({
      queryKey: ['store-statuses', ...ids],
      queryFn: async ({ signal }): Promise<ReadonlyMap<number, StoreStatus>> => {
        const rows = await api.stores.statuses({ ids: ids.join(',') }, { signal });
        return new Map(rows.map((row) => [row.id, readStatus(row.status)]));
      },
      enabled: ids.length > 0,
      refetchInterval: storeListRefreshMs,
      structuralSharing: false,
    }),
};

/** The stores near a place, each with its newest known status; none are asked for without a place. */
export function useNearbyStores(at: Geolocation | null) {
  const list = useQuery({ ...nearbyQueries.list(at ?? { lat: 0, lng: 0 }), enabled: at !== null });
  const statuses = useQuery(nearbyQueries.statuses((list.data?.stores ?? []).map((s) => s.id)));
  // The newer of both answers: the list brings statuses of its own.
  const newer = statuses.dataUpdatedAt > list.dataUpdatedAt ? statuses.data : undefined;
  const stores = list.data?.stores.map((s) => ({ ...s, status: newer?.get(s.id) ?? s.status }));
  return { ...list, data: stores };
}
