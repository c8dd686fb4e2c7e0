import { queryClient } from '#data/api/query-client.ts';
import { currentUser, lastStoreId, useSession } from '#data/session/session.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from './stores.ts';

/** Who has come to the stores in this page; null = nobody since the last login or start. */
let arrived: number | null = null;
useSession.subscribe(({ user }) => {
  if (user === null) arrived = null;
});

/** Somebody comes from a login or opens the app; whoever comes back from a store wants to choose. */
export const mayAutoOpen = (): boolean =>
  arrived !== (currentUser()?.id ?? null) && useEngine.getState().current === null;

export function noteAutoOpen(): void {
  arrived = currentUser()?.id ?? null;
}

/** A store that was opened on this device before can be used without a network. */
export const isKnownHere = (storeId: number): boolean =>
  queryClient.getQueryData(storeQueries.profile(storeId).queryKey) !== undefined;

/** Without a network: the last store, if it is on this device. */
export function lastStoreHere(): number | null {
  const last = lastStoreId();
  return last !== null && isKnownHere(last) ? last : null;
}
