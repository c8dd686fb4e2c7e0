import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction, OpenDBCallbacks, StoreNames } from 'idb';
import { deleteDB, openDB, unwrap } from 'idb';

export type { DBSchema, IDBPDatabase, IDBPObjectStore };

/** Transactions of this page that have not ended; true = all their requests are made. */
const openTransactions = new Map<IDBTransaction, boolean>();

/** Notes that the transaction makes no further request: it is committed, not aborted, when the page is left. */
export function allRequestsMade<S extends DBSchema, Names extends StoreNames<S>[]>(
  transaction: IDBPTransaction<S, Names, 'readwrite'>,
): void {
  const tx = unwrap(transaction);
  if (openTransactions.has(tx)) openTransactions.set(tx, true);
}

/** Resolves when the page is shown again; null = it was not left. */
let shownAgain: Promise<void> | null = null;

/**
 * Ends the open transactions of a page that is left, and lets it begin none. A page that is destroyed ends them itself,
 * but WebKit keeps the page for «Atrás» and its transactions with it: the next page then waits for ever for the database.
 */
function leave(): void {
  shownAgain = new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
  void shownAgain.then(() => (shownAgain = null));
  for (const [tx, isComplete] of openTransactions)
    try {
      if (isComplete) tx.commit();
      else tx.abort();
    } catch {
      // It ends already.
    }
}

/** Keeps the transactions of a connection in `openTransactions` until they end. */
function watchTransactions(db: IDBDatabase): void {
  db.transaction = (...args) => {
    const tx = IDBDatabase.prototype.transaction.apply(db, args);
    openTransactions.set(tx, false);
    const end = (): void => void openTransactions.delete(tx);
    tx.addEventListener('complete', end);
    tx.addEventListener('abort', end);
    return tx;
  };
  globalThis.addEventListener?.('pagehide', leave);
}

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
  const open = async () => {
    const opened = await openDB<S>(name, version, {
      upgrade,
      blocking(_current, _blocked, event) {
        const { target } = event;
        if (target instanceof IDBDatabase) target.close();
      },
    });
    watchTransactions(unwrap(opened));
    return opened;
  };
  let db = await open();
  return {
    async use(work) {
      if (shownAgain) await shownAgain;
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
