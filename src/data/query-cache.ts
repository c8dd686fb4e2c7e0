import type { Query, QueryKey } from '@tanstack/react-query';

import type { DBSchema } from '#platform/idb.ts';
import { deleteDatabase, openDatabase } from '#platform/idb.ts';
import { queryClient } from './query-client.ts';

interface Kept {
  readonly hash: string;
  readonly key: QueryKey;
  readonly data: unknown;
  readonly updatedAt: number;
}

interface Schema extends DBSchema {
  queries: { key: string; value: Kept };
}

/** Raised when the shape of any kept query changes: old records are then simply not read. */
const version = 2;
const keptForMs = 7 * 24 * 60 * 60_000;

const nameOf = (userId: number): string => `marche-cache:${userId}`;

type Database = Awaited<ReturnType<typeof openDatabase<Schema>>>;
let open: { userId: number; database: Database; stop: () => void } | null = null;

/**
 * Last-known server data per user, one record a query (D-06): shown at once at the next start with its real age, then
 * refreshed. Queries opt in with `meta: { keep: true }`. Failing storage only means that nothing is kept.
 */
export async function openQueryCache(userId: number, now: number): Promise<void> {
  if (open?.userId === userId) return;
  closeQueryCache();
  try {
    const database = await openDatabase<Schema>(nameOf(userId), version, (db) => {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('queries', { keyPath: 'hash' });
    });
    const kept = await database.use((db) => db.getAll('queries'));
    for (const { hash, key, data, updatedAt } of kept) {
      if (now - updatedAt > keptForMs) void database.use((db) => db.delete('queries', hash));
      else if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt });
    }
    const keep = ({ queryKey, queryHash, state, meta }: Query): void => {
      if (meta?.['keep'] !== true || state.status !== 'success') return;
      const record: Kept = { hash: queryHash, key: queryKey, data: state.data, updatedAt: state.dataUpdatedAt };
      database.use((db) => db.put('queries', record)).catch(() => {});
    };
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') keep(event.query);
    });
    // What was answered while the database opened, right after the login.
    const atStart = new Map(kept.map(({ hash, updatedAt }) => [hash, updatedAt]));
    for (const query of queryClient.getQueryCache().getAll())
      if (atStart.get(query.queryHash) !== query.state.dataUpdatedAt) keep(query);
    open = { userId, database, stop };
  } catch {
    open = null;
  }
}

export function closeQueryCache(): void {
  open?.stop();
  open?.database.close();
  open = null;
}

/** Makes room on a full disk: all of it can be asked for again. */
export async function emptyQueryCache(): Promise<void> {
  await open?.database.use((db) => db.clear('queries')).catch(() => {});
}

/** What was kept under these first parts of the key, on disk and in memory. */
export async function forgetQueries(key: QueryKey): Promise<void> {
  const hashes = queryClient
    .getQueryCache()
    .findAll({ queryKey: key })
    .map((query) => query.queryHash);
  queryClient.removeQueries({ queryKey: key });
  await open?.database.use((db) => Promise.all(hashes.map((hash) => db.delete('queries', hash)))).catch(() => {});
}

/** Logout: nothing of the server's data stays on the device (A-51, F-37). */
export async function wipeQueryCache(userId: number): Promise<void> {
  closeQueryCache();
  queryClient.clear();
  await deleteDatabase(nameOf(userId)).catch(() => {});
}
