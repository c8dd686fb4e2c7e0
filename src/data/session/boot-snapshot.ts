import { isObject } from '#domain/unknown.ts';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { User } from '#contract/account.ts';
import { wakeIn } from '#platform/clock.ts';
import { localStorageOrNone } from '#platform/local-record.ts';

/** The data needed before the first paint: the person logged in on this device, and their last store. */
export interface Boot {
  readonly user: User;
  readonly lastStore: number | null;
}

const persister = createSyncStoragePersister({
  storage: localStorageOrNone(),
  key: 'marche:boot',
  // Write in the next task, not a second later: a closed window must not lose the login.
  throttleTime: 0,
});

/** The state of a successful query; only its data matters here. */
const settled = {
  dataUpdateCount: 1,
  dataUpdatedAt: 0,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success',
  fetchStatus: 'idle',
} as const;

const isBoot = (value: unknown): value is Boot =>
  isObject(value) &&
  'lastStore' in value &&
  isObject(value['user']) &&
  typeof value['user']['id'] === 'number' &&
  typeof value['user']['fullname'] === 'string';

/** Reads the data of a stored snapshot. Versions before the persister stored `{ v: 1, value }` under the same key. */
function dataOf(stored: unknown): unknown {
  if (!isObject(stored)) return null;
  if (stored['v'] === 1) return stored['value'];
  const queries = isObject(stored['clientState']) ? stored['clientState']['queries'] : null;
  const first: unknown = Array.isArray(queries) ? queries[0] : null;
  return isObject(first) && isObject(first['state']) ? first['state']['data'] : null;
}

/** The snapshot of the last start; null for a guest, or if the storage is blocked or unreadable. */
function storedBoot(): Boot | null {
  try {
    const data = dataOf(persister.restoreClient());
    return isBoot(data) ? data : null;
  } catch {
    return null;
  }
}

let current = storedBoot();

export const readBoot = (): Boot | null => current;

/** null deletes it: there is no login on this device. */
export function writeBoot(boot: Boot | null): void {
  current = boot;
  if (boot) {
    const queries = [{ queryKey: ['boot'], queryHash: 'boot', dehydratedAt: 0, state: { ...settled, data: boot } }];
    void persister.persistClient({ timestamp: 0, buster: '', clientState: { mutations: [], queries } });
    return;
  }
  void persister.removeClient();
  // The persister writes in the next task: a write of this task would bring the record back.
  wakeIn(0, () => {
    if (current === null) void persister.removeClient();
  });
}
