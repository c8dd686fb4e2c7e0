import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, it, vi } from 'vitest';
import { type DBSchema, openDatabase } from '#platform/idb.ts';
import { closeQueryCache, openQueryCache } from './query-cache.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  closeQueryCache();
  queryClient.clear();
});

const now = 1_000_000;

interface Disk extends DBSchema {
  queries: { key: string; value: { hash: string; key: string[]; data: string; updatedAt: number } };
}

/** The cache of a user's disk, as a page of before has left it. */
async function onDisk(key: string, updatedAt: number): Promise<void> {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await openQueryCache(7, now);
  closeQueryCache();
  const database = await openDatabase<Disk>('marche-cache:7', 3, () => {});
  await database.use((db) => db.put('queries', { hash: JSON.stringify([key]), key: [key], data: 'kept', updatedAt }));
  database.close();
}

it.each([
  ['has its real age', now - 5_000, now - 5_000],
  ['of the future, because the clock was put back, is old: it is read again at once', now + 7_200_000, 0],
])('what the disk has kept %s (D-06)', async (_, stored, shown) => {
  await onDisk('kept', stored);
  await openQueryCache(7, now);
  expect(queryClient.getQueryState(['kept'])).toMatchObject({ data: 'kept', dataUpdatedAt: shown });
});
