import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { geoPlace } from '#contract/geo.ts';
import { readPromocode, readShippingCost } from '#contract/wire/ordering.ts';
import type { Address } from '#domain/order.ts';
import type { Promocode } from '#domain/promocode.ts';
import type { ScheduleOption } from '#domain/schedule-choice.ts';
import type { Geolocation, ShippingCost } from '#domain/shipping.ts';
import type { Country, ServiceType, Store } from '#domain/store.ts';
import { api } from '#data/api/api.ts';

/** A found address with its position. */
export type FoundAddress = z.infer<typeof geoPlace>;

type OrderingStore = Pick<Store, 'id' | 'currency'>;

/** Opening hours depend on the time and shipping costs on the weather, so these answers become stale after a minute. */
const freshMs = 60_000;

export const orderingQueries = {
  schedule: (storeId: number, type: ServiceType, at: Geolocation | null) =>
    queryOptions({
      queryKey: ['store', storeId, 'schedule', type, at],
      queryFn: ({ signal }): Promise<ScheduleOption[]> =>
        api.ordering.scheduleOptions({ store_id: storeId, type, ...(at ? { geolocation: at } : {}) }, { signal }),
      staleTime: freshMs,
    }),
  shipping: ({ id, currency }: OrderingStore, address: Address) =>
    queryOptions({
      queryKey: ['store', id, 'shipping', address.geolocation, address.address_line_1],
      queryFn: async ({ signal }): Promise<ShippingCost> =>
        readShippingCost(await api.ordering.shippingCost({ store_id: id, ...address }, { signal }), currency),
      staleTime: freshMs,
    }),
  /** The key of the map service; null if the app shows the demo town. */
  mapsKey: () =>
    queryOptions({
      queryKey: ['maps-key'],
      queryFn: async ({ signal }) => (await api.config(undefined, { signal })).maps.key,
      staleTime: Infinity,
    }),
};

/** K-30; rejects with promocode_invalid and the server's reason. */
export async function checkPromocode({ id, currency }: OrderingStore, code: string): Promise<Promocode> {
  const { data } = await api.ordering.checkPromocode({ store_id: id, code });
  return readPromocode(data, currency);
}

export const searchAddresses = (q: string, country: Country, signal: AbortSignal): Promise<FoundAddress[]> =>
  api.geo.autocomplete({ q, country }, { signal });

/** The address nearest to a point; null if there is none near. */
export const addressAt = ({ lat, lng }: Geolocation): Promise<FoundAddress | null> => api.geo.reverse({ lat, lng });
