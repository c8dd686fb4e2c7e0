import { queryClient } from '#data/api/query-client.ts';
import { currentUser, lastStoreId, useSession } from '#data/session/session.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from './stores.ts';

/** id of the user who has seen the list of stores in this page; null = none since the last login or start. */
let arrived: number | null = null;
useSession.subscribe(({ user }) => {
  if (user === null) arrived = null;
});

/**
 * Whether the last store opens by itself: after a login or a start. A person who comes back from a store wants to
 * choose.
 */
export const mayAutoOpen = (): boolean =>
  arrived !== (currentUser()?.id ?? null) && useEngine.getState().current === null;

export function noteAutoOpen(): void {
  arrived = currentUser()?.id ?? null;
}

/** A store that was opened on this device before works without a network. */
export const isKnownHere = (storeId: number): boolean =>
  queryClient.getQueryData(storeQueries.profile(storeId).queryKey) !== undefined;

/** The store to open without a network: the last one, if its data is on this device. */
export function lastStoreHere(): number | null {
  const last = lastStoreId();
  return last !== null && isKnownHere(last) ? last : null;
}
