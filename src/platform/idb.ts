import type { DBSchema, IDBPDatabase, IDBPObjectStore, OpenDBCallbacks } from 'idb';
import { deleteDB, openDB } from 'idb';

export type { DBSchema, IDBPDatabase, IDBPObjectStore };

/**
 * Opens a database and reopens it once if the connection is lost: iOS closes connections in the background, and the
 * next use throws InvalidStateError. On `blocking` it closes its connection, so that it never blocks another tab's
 * upgrade.
 */
export async function openDatabase<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>,
): Promise<{ use<T>(work: (db: IDBPDatabase<S>) => Promise<T>): Promise<T>; close(): void }> {
  const open = () =>
    openDB<S>(name, version, {
      upgrade,
      blocking(_current, _blocked, event) {
        const { target } = event;
        if (target instanceof IDBDatabase) target.close();
      },
    });
  let db = await open();
  return {
    async use(work) {
      try {
        return await work(db);
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
        db = await open();
        return work(db);
      }
    },
    close: () => db.close(),
  };
}

export const deleteDatabase = (name: string): Promise<void> => deleteDB(name);

/** The databases of this origin; null if the browser does not list them. */
export async function databaseNames(): Promise<string[] | null> {
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
  } catch {
    return null;
  }
}

/** Opens an existing database in its current version, runs `work` and closes it. */
export async function onDatabase<S extends DBSchema, T>(
  name: string,
  work: (db: IDBPDatabase<S>) => Promise<T>,
): Promise<T> {
  const db = await openDB<S>(name);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
