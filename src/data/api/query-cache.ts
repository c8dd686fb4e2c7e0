import { isObject } from '#domain/unknown.ts';
import type { Query, QueryKey } from '@tanstack/react-query';
import type { Profile } from '#contract/wire/stores.ts';
import type { Catalog } from '#domain/catalog.ts';
import { firstPart } from '#domain/catalog-sections.ts';
import type { DBSchema, IDBPDatabase } from '#platform/idb.ts';
import { afterNextPaint } from '#platform/frames.ts';
import { deleteDatabase, openDatabase } from '#platform/idb.ts';
import { queryClient } from './query-client.ts';
import { storeQueries } from '#data/store/stores.ts';

interface Kept {
  readonly hash: string;
  readonly key: QueryKey;
  readonly data: unknown;
  readonly updatedAt: number;
}

interface Schema extends DBSchema {
  queries: { key: string; value: Kept };
  /** Whole catalogs, by query hash. The record in `queries` has only the first part of such a catalog. */
  catalogs: { key: string; value: Catalog };
}

const parts = ['queries', 'catalogs'] as const;

/** The schema version. Raise it when the shape of a stored query changes: the upgrade deletes the old records. */
const version = 3;
const keptForMs = 7 * 24 * 60 * 60_000;

const nameOf = (userId: number): string => `marche-cache:${userId}`;

type Database = Awaited<ReturnType<typeof openDatabase<Schema>>>;
let open: { userId: number; database: Database; stop: () => void } | null = null;
/** The catalogs as they are stored on the disk, by query hash. */
const catalogsOnDisk = new Map<string, Catalog>();
/** True while `completeCatalog` copies a catalog from the disk to memory, so that it is not written back. */
let reading = false;

/**
 * Stores the last server data of a user, one record per query (D-06). The next start shows it at once with its real
 * age, then refreshes it. A query opts in with `meta: { keep: true }`. When the storage fails, the app works without a
 * stored cache.
 */
export async function openQueryCache(userId: number, now: number): Promise<void> {
  if (open?.userId === userId) return;
  closeQueryCache();
  try {
    const database = await openDatabase<Schema>(nameOf(userId), version, (db) => {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('queries', { keyPath: 'hash' });
      db.createObjectStore('catalogs');
    });
    const kept = await database.use((db) => db.getAll('queries'));
    for (const { hash, key, data, updatedAt } of kept) {
      if (now - updatedAt > keptForMs) void database.use((db) => forget(db, [hash])).catch(() => {});
      // Data of the future was read before the device's clock was put back: nobody knows how old it is.
      else if (queryClient.getQueryData(key) === undefined)
        queryClient.setQueryData(key, data, updatedAt > now ? { updatedAt: 0 } : { updatedAt });
    }
    const keep = ({ queryKey, queryHash, state, meta }: Query): void => {
      if (reading || meta?.['keep'] !== true || state.status !== 'success') return;
      const record: Kept = { hash: queryHash, key: queryKey, data: state.data, updatedAt: state.dataUpdatedAt };
      // What the answer shows is painted first. A cache that was closed meanwhile stays as it is.
      afterNextPaint(() => {
        if (open?.database === database) database.use((db) => write(db, record)).catch(() => {});
      });
    };
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') keep(event.query);
    });
    // Store the answers that arrived while the database opened, right after the login.
    const atStart = new Map(kept.map(({ hash, updatedAt }) => [hash, updatedAt]));
    for (const query of queryClient.getQueryCache().getAll())
      if (atStart.get(query.queryHash) !== query.state.dataUpdatedAt) keep(query);
    open = { userId, database, stop };
  } catch {
    open = null;
  }
}

const isProfile = (data: unknown): data is Pick<Profile, 'catalog'> => isObject(data) && 'catalog' in data;

/**
 * Writes one record. A large profile is stored in two records: the profile with the first part of its catalog, which
 * the first screen reads, and the whole catalog. So a store of 20,000 products starts as fast as one of 20.
 */
async function write(db: IDBPDatabase<Schema>, { data, ...record }: Kept): Promise<void> {
  const { hash } = record;
  const profile = isProfile(data) && !data.catalog.isFirstPart ? data : null;
  const first = profile && firstPart(profile.catalog);
  const tx = db.transaction(parts, 'readwrite');
  await Promise.all([
    tx.objectStore('queries').put({ ...record, data: first ? { ...profile, catalog: first } : data }),
    first && catalogsOnDisk.get(hash) !== profile.catalog && tx.objectStore('catalogs').put(profile.catalog, hash),
    tx.done,
  ]);
  if (first) catalogsOnDisk.set(hash, profile.catalog);
}

async function forget(db: IDBPDatabase<Schema>, hashes: readonly string[]): Promise<void> {
  const tx = db.transaction(parts, 'readwrite');
  for (const hash of hashes) catalogsOnDisk.delete(hash);
  await Promise.all([...hashes.flatMap((hash) => parts.map((part) => tx.objectStore(part).delete(hash))), tx.done]);
}

/** Loads the whole catalog when memory has only its first part. Asks the server if the disk has lost it. */
export async function completeCatalog(storeId: number): Promise<void> {
  const { queryKey } = storeQueries.profile(storeId);
  const query = queryClient.getQueryCache().find<Profile>({ queryKey });
  const lacksProducts = (): boolean => query?.state.data?.catalog.isFirstPart === true;
  if (!query || !lacksProducts()) return;
  const hash = query.queryHash;
  const catalog = await open?.database.use((db) => db.get('catalogs', hash)).catch(() => {});
  if (!catalog) return queryClient.invalidateQueries({ queryKey });
  // The server's answer may have arrived first.
  if (!lacksProducts()) return;
  const { dataUpdatedAt: updatedAt } = query.state;
  reading = true;
  try {
    queryClient.setQueryData(queryKey, (profile) => profile && { ...profile, catalog }, { updatedAt });
  } finally {
    reading = false;
  }
  if (query.state.data) catalogsOnDisk.set(hash, query.state.data.catalog);
}

export function closeQueryCache(): void {
  open?.stop();
  open?.database.close();
  open = null;
  catalogsOnDisk.clear();
}

/** Empties the cache to make room on a full disk. The server has all of it. */
export async function emptyQueryCache(): Promise<void> {
  catalogsOnDisk.clear();
  await open?.database.use((db) => Promise.all(parts.map((part) => db.clear(part)))).catch(() => {});
}

/** Deletes the queries whose key starts with `key`, on disk and in memory. */
export async function forgetQueries(key: QueryKey): Promise<void> {
  const hashes = queryClient
    .getQueryCache()
    .findAll({ queryKey: key })
    .map((query) => query.queryHash);
  queryClient.removeQueries({ queryKey: key });
  await open?.database.use((db) => forget(db, hashes)).catch(() => {});
}

/** At logout: deletes all server data from the device (A-51, F-37). */
export async function wipeQueryCache(userId: number): Promise<void> {
  queryClient.clear();
  await dropQueryCache(userId);
}

/** Deletes a user's queries from the disk; memory keeps what the screens show. */
export async function dropQueryCache(userId: number): Promise<void> {
  closeQueryCache();
  await deleteDatabase(nameOf(userId)).catch(() => {});
}
