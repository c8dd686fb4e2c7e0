import type { DBSchema, IDBPDatabase, IDBPObjectStore, OpenDBCallbacks } from 'idb';
import { deleteDB, openDB } from 'idb';

export type { DBSchema, IDBPDatabase, IDBPObjectStore };

/**
 * Opens a database that heals once: iOS closes connections in the background, and a use after that throws
 * InvalidStateError. `blocking` closes ours, so that another tab's upgrade never hangs.
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

/** The databases of this origin; null where the browser does not say. */
export async function databaseNames(): Promise<string[] | null> {
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
  } catch {
    return null;
  }
}

/** Works on a database as it stands, whatever its version, and closes it. It must exist. */
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
