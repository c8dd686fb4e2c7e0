import { importWithRetry } from '#data/device/lazy-import.ts';
import { queryClient } from '#data/api/query-client.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import type { StoreEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { Listener } from '#contract/stores.ts';
import { isAdmin, kitchenRole } from '#domain/roles.ts';
import type { Role } from '#domain/roles.ts';

const audiencesOf = (role: Role): readonly Listener[] =>
  isAdmin(role) ? ['store', 'admin'] : role === kitchenRole ? ['store', 'kitchen'] : ['store'];

/** Connects the open store to its event feeds. The socket's code loads only once a store is open. */
export function startRealtime(): void {
  let stop = (): void => {};
  let running: StoreEngine | null = null;
  const follow = (storeEngine: StoreEngine | null): void => {
    if (storeEngine === running) return;
    stop();
    running = storeEngine;
    stop = () => {};
    if (!storeEngine) return;
    void queryClient.ensureQueryData(storeQueries.profile(storeEngine.storeId)).then(
      async (profile) => {
        const { supervise } = await importWithRetry(() => import('#realtime/supervisor.ts'));
        const { seedEntities } = await importWithRetry(() => import('#data/outbox/first-entities.ts'));
        if (running !== storeEngine) return;
        seedEntities(storeEngine, profile);
        stop = supervise({
          storeEngine,
          audiences: audiencesOf(profile.store.pivot.role),
          currency: profile.store.currency,
        });
      },
      () => {},
    );
  };
  useEngine.subscribe(({ current }) => follow(current));
  follow(useEngine.getState().current);
}
