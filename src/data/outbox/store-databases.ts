import { databaseNames, deleteDatabase, onDatabase } from '#platform/idb.ts';
import { databaseName } from '#sync/database-name.ts';
import type { OutboxSchema } from '#sync/idb-schema.ts';

/** What a person did on this device that has not ended. */
export interface Unfinished {
  readonly unsent: number;
  readonly rejected: number;
}

/** Store id -> database name, for every store that this user has opened on this device. */
export async function databasesOf(userId: number): Promise<ReadonlyMap<number, string>> {
  const names = (await databaseNames()) ?? [];
  const start = databaseName(userId, 0).slice(0, -1);
  return new Map(
    names.flatMap((name) => {
      const storeId = Number(name.slice(start.length));
      return name.startsWith(start) && Number.isSafeInteger(storeId) ? [[storeId, name] as const] : [];
    }),
  );
}

/**
 * Counts the unfinished work in a database. Null if it cannot be read (another version wrote it): then it must not be
 * deleted.
 */
export async function unfinishedIn(database: string): Promise<Unfinished | null> {
  try {
    return await onDatabase<OutboxSchema, Unfinished>(database, async (db) => {
      const tx = db.transaction(['outbox', 'review']);
      const [unsent, rejected] = await Promise.all([
        tx.objectStore('outbox').count(),
        tx.objectStore('review').count(),
      ]);
      return { unsent, rejected };
    });
  } catch {
    return null;
  }
}

/**
 * Deletes the store's data from the device (D-06). Keeps what people did there: the outbox, the rejected list, and the
 * entities that those refer to.
 */
export async function wipeEntities(database: string): Promise<void> {
  if (!(await databaseNames())?.includes(database)) return;
  await onDatabase<OutboxSchema, void>(database, async (db) => {
    const tx = db.transaction(['outbox', 'review', 'entities', 'cursor'], 'readwrite');
    const entities = tx.objectStore('entities');
    const [outbox, rejected, keys] = await Promise.all([
      tx.objectStore('outbox').getAll(),
      tx.objectStore('review').getAll(),
      entities.getAllKeys(),
    ]);
    const kept = new Set([...outbox, ...rejected.map((r) => r.entry)].map((e) => `${e.entityType}:${e.entityId}`));
    const gone = keys.filter(([type, id]) => !kept.has(`${type}:${id}`));
    await Promise.all([...gone.map((key) => entities.delete(key)), tx.objectStore('cursor').clear(), tx.done]);
  }).catch(() => {
    // Another version wrote this database: leave it to that version.
  });
}

export const dropDatabase = (database: string): Promise<void> => deleteDatabase(database).catch(() => {});
