import 'fake-indexeddb/auto';
import { IDBDatabase as Database, IDBFactory as Factory, IDBObjectStore as ObjectStore } from 'fake-indexeddb';

/** One record that a transaction wrote; `value` undefined: it was deleted. */
export interface DatabaseWrite {
  readonly store: string;
  readonly key: IDBValidKey;
  readonly value: unknown;
}

interface Watcher {
  readonly opened: (connection: IDBDatabase) => void;
  /** Asked for each transaction that writes: the error that aborts it, or null. */
  readonly refusal: () => DOMException | null;
  readonly committed: (durability: IDBTransactionDurability, writes: readonly DatabaseWrite[]) => void;
}

const watchers = new Map<string, Watcher>();

/** Watches the databases of this name from now on, instead of an earlier watcher. */
export const watchedBy = (name: string, watcher: Watcher): void => void watchers.set(name, watcher);

/** Replaces the global IndexedDB by an empty one that nobody watches. */
export function withoutDatabases(): void {
  watchers.clear();
  globalThis.indexedDB = new Factory();
}

/** The transactions that are open, with what they have written. */
const open = new WeakMap<IDBTransaction, { readonly writes: DatabaseWrite[]; readonly refused: DOMException | null }>();

/** Notes a write. A refused transaction is aborted at its first success, like one whose commit finds no room. */
function note(target: IDBObjectStore, request: IDBRequest, write: Omit<DatabaseWrite, 'store'>): void {
  const tx = target.transaction;
  const begun = open.get(tx);
  if (!begun) return;
  begun.writes.push({ store: target.name, ...write });
  if (begun.refused && begun.writes.length === 1) {
    Object.defineProperty(tx, 'error', { value: begun.refused, writable: true });
    request.addEventListener('success', () => tx.abort());
  }
}

const keyIn = (path: string | string[] | null, value: unknown): IDBValidKey => {
  const record = value as Readonly<Record<string, IDBValidKey>>;
  return Array.isArray(path) ? path.map((name) => record[name] ?? '') : (record[path ?? ''] ?? '');
};

/** The methods that are watched, as properties. */
interface Methods {
  transaction: (this: IDBDatabase, ...given: Parameters<IDBDatabase['transaction']>) => IDBTransaction;
  put: (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>;
  add: Methods['put'];
  delete: (this: IDBObjectStore, key: IDBValidKey) => IDBRequest<undefined>;
}
const database: Pick<Methods, 'transaction'> = Database.prototype;
const objectStore: Pick<Methods, 'put' | 'add' | 'delete'> = ObjectStore.prototype;

const { transaction } = database;
database.transaction = function begin(names, mode, options) {
  const tx = transaction.call(this, names, mode, options);
  const watcher = watchers.get(this.name);
  if (!watcher) return tx;
  watcher.opened(this);
  if (mode !== 'readwrite') return tx;
  const writes: DatabaseWrite[] = [];
  open.set(tx, { writes, refused: watcher.refusal() });
  tx.addEventListener('complete', () => {
    if (writes.length > 0) watcher.committed(tx.durability, writes);
  });
  return tx;
};

const { put, add, delete: remove } = objectStore;
objectStore.put = function noted(value, key) {
  const request = put.call(this, value, key);
  note(this, request, { key: key ?? keyIn(this.keyPath, value), value });
  return request;
};
objectStore.add = function noted(value, key) {
  const request = add.call(this, value, key);
  note(this, request, { key: key ?? keyIn(this.keyPath, value), value });
  return request;
};
objectStore.delete = function noted(key) {
  const request = remove.call(this, key);
  note(this, request, { key, value: undefined });
  return request;
};
