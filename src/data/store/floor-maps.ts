import { queryOptions } from '@tanstack/react-query';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';

/**
 * A floor map with its drawing (G-20), which the cached profile leaves out. It is stored for the time without network,
 * and read again where it is shown, because an event about it may have been missed.
 */
export const floorMapQuery = (storeId: number, id: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'map', id],
    queryFn: ({ signal }) => api.stores.map({ store_id: storeId, map_id: id }, { signal }),
    meta: { keep: true },
  });

/**
 * Reads the drawings that this device lacks or has not read lately, so that each map of the store opens at once, offline
 * too.
 */
export const prefetchFloorMaps = (storeId: number, ids: readonly number[]): Promise<unknown> =>
  Promise.all(ids.map((id) => queryClient.prefetchQuery(floorMapQuery(storeId, id))));
