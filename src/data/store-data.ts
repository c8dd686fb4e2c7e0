import type { Instant } from '#domain/time.ts';
import { databaseName } from '#sync/idb-store.ts';
import { ApiFailure } from '#sync/failure.ts';
import { forgetUse, unusedDatabases } from './freshness.ts';
import { forgetQueries } from './query-cache.ts';
import { queryClient } from './query-client.ts';
import { currentUser } from './session.ts';
import { wipeEntities } from './store-databases.ts';
import { closeStoreEngine, useEngine } from './store-engine.ts';

/**
 * When the server says that a store is not this person's any more (403, 404 on its profile), its data leaves the device
 * and `onLost` takes the person out of it first if it is open (D-06).
 */
export function watchLostStores(onLost: (error: ApiFailure) => Promise<void>): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const [kind, storeId] = event.query.queryKey;
    const { error } = event.action;
    if (kind !== 'store' || typeof storeId !== 'number' || !isRefusal(error)) return;
    const isOpen = useEngine.getState().current?.storeId === storeId;
    void (isOpen ? onLost(error) : Promise.resolve()).then(() => forgetStore(storeId));
  });
}

const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && (error.status === 403 || error.status === 404);

/** The store's data leaves the device, on leaving it or when the server refuses it; unsent work stays (D-06). */
async function forgetStore(storeId: number): Promise<void> {
  const user = currentUser();
  if (!user) return;
  if (useEngine.getState().current?.storeId === storeId) await closeStoreEngine();
  await forgetQueries(['store', storeId]);
  const database = databaseName(user.id, storeId);
  await wipeEntities(database);
  forgetUse(database);
}

/** At the start, before any store is opened: what nobody used for 7 days leaves the device (D-06). */
export async function wipeUnusedStores(now: Instant): Promise<void> {
  for (const database of unusedDatabases(now)) {
    await wipeEntities(database);
    forgetUse(database);
  }
}
