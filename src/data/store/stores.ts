import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { invitation, newsItem, storeSummary } from '#contract/stores.ts';
import type { Profile, WireProfile } from '#contract/wire/stores.ts';
import { readProfile } from '#contract/wire/stores.ts';
import { storeSessionMs } from '#domain/limits.ts';
import type { StoreStatus } from '#domain/store.ts';
import { withStatus } from '#domain/store.ts';
import { api } from '#data/api/api.ts';
import { queryClient } from '#data/api/query-client.ts';
import { codesWhileReading } from './told-codes.ts';

export type StoreSummary = z.infer<typeof storeSummary>;
export type Invitation = z.infer<typeof invitation>;
type NewsItem = z.infer<typeof newsItem>;

interface StoreList {
  readonly stores: readonly StoreSummary[];
  readonly invitations: readonly Invitation[];
}

type FirstFeed = NonNullable<WireProfile['feed']>;
const firstFeeds = new Map<number, FirstFeed>();

/** The orders that came with the first profile of a store, once; null without any. */
export function takeFirstFeed(storeId: number): FirstFeed | null {
  const feed = firstFeeds.get(storeId) ?? null;
  firstFeeds.delete(storeId);
  return feed;
}

/**
 * Queries about stores. A profile is a store session: it is valid for 15 minutes, then it is read again (F-38, N-43).
 */
export const storeQueries = {
  list: () =>
    queryOptions({
      queryKey: ['stores'],
      queryFn: ({ signal }): Promise<StoreList> => api.stores.list(undefined, { signal }),
      meta: { keep: true },
    }),
  profile: (storeId: number) =>
    queryOptions({
      queryKey: ['store', storeId, 'profile'],
      queryFn: async ({ signal }): Promise<Profile> => {
        const withNewest = codesWhileReading(storeId);
        const known = queryClient.getQueryData(storeQueries.profile(storeId).queryKey) !== undefined;
        const parts = known ? 'store' : 'store,orders';
        const wire: WireProfile = await api.stores.profile({ store_id: storeId, parts }, { signal });
        if (wire.feed) firstFeeds.set(storeId, wire.feed);
        return withNewest(readProfile(wire));
      },
      staleTime: storeSessionMs,
      meta: { keep: true },
    }),
  /** N-38. */
  news: () =>
    queryOptions({
      queryKey: ['news'],
      queryFn: ({ signal }): Promise<readonly NewsItem[]> => api.stores.news(undefined, { signal }),
      meta: { keep: true },
    }),
};

/** Writes a store's status from an answer or an event into the cached profile and list. The profile keeps its age. */
export function putStatus(storeId: number, status: StoreStatus): void {
  const profile = storeQueries.profile(storeId).queryKey;
  const list = storeQueries.list().queryKey;
  queryClient.setQueryData<Profile>(profile, (known) => known && { ...known, store: withStatus(known.store, status) }, {
    updatedAt: queryClient.getQueryState(profile)?.dataUpdatedAt,
  });
  // A running read of the profile may return an older status: start it again.
  if (queryClient.isFetching({ queryKey: profile }) > 0) void queryClient.refetchQueries({ queryKey: profile });
  queryClient.setQueryData<StoreList>(
    list,
    (known) =>
      known && {
        ...known,
        stores: known.stores.map((s) => (s.id === storeId ? { ...s, status: { open: status.open } } : s)),
      },
    { updatedAt: queryClient.getQueryState(list)?.dataUpdatedAt },
  );
}

/** The cached status; null if this device has no data of the store. */
export const knownStatus = (storeId: number): StoreStatus | null =>
  queryClient.getQueryData<Profile>(storeQueries.profile(storeId).queryKey)?.store.status ?? null;
