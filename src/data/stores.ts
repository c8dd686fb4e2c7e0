import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { storeSummary } from '#contract/stores.ts';
import type { Profile, WireProfile } from '#contract/wire/stores.ts';
import { readProfile } from '#contract/wire/stores.ts';
import { storeSessionMs } from '#domain/limits.ts';
import { api } from './api.ts';

export type StoreSummary = z.infer<typeof storeSummary>;

/** Reads of stores. A profile is a store session: 15 minutes, then read again (F-38, N-43). */
export const storeQueries = {
  list: () =>
    queryOptions({
      queryKey: ['stores'],
      queryFn: ({ signal }) => api.stores.list(undefined, { signal }),
      meta: { keep: true },
    }),
  profile: (storeId: number) =>
    queryOptions({
      queryKey: ['store', storeId, 'profile'],
      queryFn: async ({ signal }): Promise<Profile> => {
        const wire: WireProfile = await api.stores.profile({ store_id: storeId }, { signal });
        return readProfile(wire).profile;
      },
      staleTime: storeSessionMs,
      meta: { keep: true },
    }),
};
