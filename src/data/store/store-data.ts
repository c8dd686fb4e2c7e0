import type { Profile } from '#contract/wire/stores.ts';
import type { Role } from '#domain/roles.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { databaseName } from '#sync/database-name.ts';
import { ApiFailure, classOf } from '#sync/failure.ts';
import { forgetUse, unusedDatabases } from './freshness.ts';
import { forgetQueries } from '#data/api/query-cache.ts';
import { queryClient } from '#data/api/query-client.ts';
import { currentUser } from '#data/session/session.ts';
import { wipeEntities } from '#data/outbox/store-databases.ts';
import { closeStoreEngine, useEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from './stores.ts';

/** Why the app takes a person out of their open store. */
export interface LostStore {
  /** null: this device has no data of the store. */
  readonly name: string | null;
  /** Their new role in the store; null: none. */
  readonly role: Role | null;
  /** How many of their commands are unfinished. Those stay on the device. */
  readonly unfinished: number;
  /** The server's refusal; null if only the role changed. */
  readonly error: ApiFailure | null;
}

/**
 * Watches for stores that the person has lost: the server refuses the profile (403, 404), or their role has changed.
 * Deletes the store's data from the device. If the store is open, `onLost` first takes the person out of it (D-06,
 * architecture, Events).
 */
export function watchLostStores(onLost: (lost: LostStore) => Promise<void>): void {
  /** The role in the open store that its screens show. */
  let known: { readonly storeId: number; readonly role: Role } | null = null;
  const learn = (): void => {
    const storeId = useEngine.getState().current?.storeId ?? 0;
    const store = storeKnown(storeId);
    known = store && { storeId, role: store.pivot.role };
  };
  const lose = (storeId: number, lost: Pick<LostStore, 'role' | 'error'>): void => {
    known = null;
    const { current } = useEngine.getState();
    const open = current?.storeId === storeId ? current.engine.getView() : null;
    const unfinished = open ? open.pending.length + open.rejected.length : 0;
    const told = open ? onLost({ ...lost, name: storeKnown(storeId)?.name ?? null, unfinished }) : Promise.resolve();
    void told.then(() => forgetStore(storeId));
  };
  learn();
  useEngine.subscribe(learn);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const [kind, storeId, what] = event.query.queryKey;
    if (kind !== 'store' || typeof storeId !== 'number' || what !== 'profile') return;
    if (event.action.type === 'error') {
      if (isRefusal(event.action.error)) lose(storeId, { role: null, error: event.action.error });
    } else if (event.action.type === 'success') {
      const before = known;
      learn();
      if (known && before?.storeId === known.storeId && before.role !== known.role)
        lose(storeId, { role: known.role, error: null });
    }
  });
}

const storeKnown = (storeId: number): Store | null =>
  queryClient.getQueryData<Profile>(storeQueries.profile(storeId).queryKey)?.store ?? null;

/** The server denies access to the store. */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && classOf(error) === 'refused' && (error.status === 403 || error.status === 404);

/** Deletes the store's data from the device, after leaving it or after a refusal. Unsent work stays (D-06). */
async function forgetStore(storeId: number): Promise<void> {
  const user = currentUser();
  if (!user) return;
  if (useEngine.getState().current?.storeId === storeId) await closeStoreEngine();
  await forgetQueries(['store', storeId]);
  const database = databaseName(user.id, storeId);
  await wipeEntities(database);
  forgetUse(database);
}

/** Call at the start, before any store opens: deletes the data of stores unused for 7 days (D-06). */
export async function wipeUnusedStores(now: Instant): Promise<void> {
  for (const database of unusedDatabases(now)) {
    await wipeEntities(database);
    forgetUse(database);
  }
}
