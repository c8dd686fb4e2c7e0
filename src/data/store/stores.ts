import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { invitation, newsItem, storeSummary } from '#contract/stores.ts';
import type { Profile, WireProfile } from '#contract/wire/stores.ts';
import { readProfile } from '#contract/wire/stores.ts';
import { storeSessionMs } from '#domain/limits.ts';
import type { Store, StoreStatus } from '#domain/store.ts';
import { withStatus } from '#domain/store.ts';
import { earlyProfileOf } from '#platform/early-answers.ts';
import { api, earlyOr } from '#data/api/api.ts';
import { personSelect } from '#data/session/acting.ts';
import { queryClient } from '#data/api/query-client.ts';

export type StoreSummary = z.infer<typeof storeSummary>;
export type Invitation = z.infer<typeof invitation>;
type NewsItem = z.infer<typeof newsItem>;

interface StoreList {
  readonly stores: readonly StoreSummary[];
  readonly invitations: readonly Invitation[];
}

type ProfileEntities = Pick<WireProfile, 'feed' | 'head' | 'orderGroups'>;
const entitiesOf = new Map<number, ProfileEntities>();

/** What came with the last profile of a store for its engine, once; null without any. */
export function takeEntities(storeId: number): ProfileEntities | null {
  const entities = entitiesOf.get(storeId) ?? null;
  entitiesOf.delete(storeId);
  return entities;
}

type Patch = (known: Profile) => Profile;
/** Store id -> the patches since the running read of its profile began. */
const patchesOfReads = new Map<number, Patch[]>();

/** Reads a profile. Its answer may be older than the patches that arrived during the read: applies them to it. */
export async function patchedRead(storeId: number, read: () => Promise<Profile>): Promise<Profile> {
  const patches: Patch[] = [];
  patchesOfReads.set(storeId, patches);
  try {
    const answer = await read();
    return patches.reduce((profile, patch) => patch(profile), answer);
  } finally {
    if (patchesOfReads.get(storeId) === patches) patchesOfReads.delete(storeId);
  }
}

/** Applies what an answer or an event says to the cached profile, which keeps its age. Nothing is read again. */
export function patchProfile(storeId: number, patch: Patch): void {
  patchesOfReads.get(storeId)?.push(patch);
  const { queryKey } = storeQueries.profile(storeId);
  const known = queryClient.getQueryData(queryKey);
  const next = known && patch(known);
  if (next !== known)
    queryClient.setQueryData(queryKey, next, { updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt });
}

/** The cached profile lacks a change, also after a restart, until it is read again. */
export const markProfileBehind = (storeId: number): void =>
  patchProfile(storeId, (known) => (known.asOf === null ? known : { ...known, asOf: null }));

/** The cached profile has what the staff's feed said up to that position, if it lacked nothing before. */
export const moveProfileOn = (storeId: number, seq: number): void =>
  patchProfile(storeId, (known) =>
    typeof known.asOf === 'number' && known.asOf < seq ? { ...known, asOf: seq } : known,
  );

/** Whether the staff's feed has told more than the cached profile has, and nothing reads it now. */
export function isProfileBehind(storeId: number, cursor: number | null): boolean {
  const { queryKey } = storeQueries.profile(storeId);
  const known = queryClient.getQueryData(queryKey);
  return known !== undefined && (known.asOf ?? -1) < (cursor ?? 0) && queryClient.isFetching({ queryKey }) === 0;
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
        const known = queryClient.getQueryData(storeQueries.profile(storeId).queryKey) !== undefined;
        const ask = (parts: 'store' | 'store,orders') => api.stores.profile({ store_id: storeId, parts }, { signal });
        return patchedRead(storeId, async () => {
          const wire: WireProfile = known
            ? await ask('store')
            : await earlyOr(earlyProfileOf(storeId), () => ask('store,orders'));
          entitiesOf.set(storeId, wire);
          return readProfile(wire);
        });
      },
      staleTime: storeSessionMs,
      select: personSelect(storeId),
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

/** Writes a store's status, and its opening hours if they are given, into the cached profile and list. */
export function putStatus(storeId: number, status: StoreStatus, hours?: Store['hours']): void {
  patchProfile(storeId, (known) => {
    const store = withStatus(known.store, status);
    return { ...known, store: hours ? { ...store, hours } : store };
  });
  const list = storeQueries.list().queryKey;
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
