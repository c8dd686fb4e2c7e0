import { queryOptions } from '@tanstack/react-query';
import { api } from '#data/api/api.ts';
import { reread } from '#data/api/reread.ts';

const listEveryMs = 15_000;

/** The kitchen screens of a store, and the pairing that waits for approval. Online only, because both change rights. */
export const kioskQueries = {
  list: (storeId: number) =>
    queryOptions({
      queryKey: ['kiosks', storeId],
      queryFn: ({ signal }) => api.kiosks.list({ store_id: storeId }, { signal }),
      refetchInterval: listEveryMs,
    }),
  pairing: (storeId: number, code: string) =>
    queryOptions({
      // The key does not start with 'store': a 404 for an unknown code must not count as a lost store.
      queryKey: ['pairing', storeId, code],
      queryFn: ({ signal }) => api.kiosks.pairing({ store_id: storeId, code }, { signal }),
      // A code expires within minutes, so a cached answer is useless.
      gcTime: 0,
      staleTime: 0,
    }),
};

const listed = (storeId: number): Promise<void> => reread({ queryKey: kioskQueries.list(storeId).queryKey });

/** Rejects with ApiFailure, like the other calls here. */
export async function approveKiosk(storeId: number, code: string, name: string): Promise<void> {
  await api.kiosks.approve({ store_id: storeId, code, name });
  void listed(storeId);
}

export const refuseKiosk = (storeId: number, code: string): Promise<void> =>
  api.kiosks.refuse({ store_id: storeId, code });

export async function removeKiosk(storeId: number, id: number): Promise<void> {
  await api.kiosks.revoke({ store_id: storeId, id });
  await listed(storeId);
}
