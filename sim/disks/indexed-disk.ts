import { entryOf, engineTimeKey, rejectionOf } from '#sync/stored-entry.ts';
import { openIdbStore } from '#sync/idb-store.ts';
import type { Entry, RejectedCommand, Snapshot } from '#sync/entry.ts';
import type { OutboxStore } from '#sync/store.ts';
import type { Chance } from '#sim/world.ts';
import { watchedBy } from './watched-databases.ts';
import type { DatabaseWrite } from './watched-databases.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

/** Within this time a browser or its system has written everything out, strict or not. */
const writtenOutMs = 30_000;

interface Commit {
  readonly at: number;
  readonly durability: IDBTransactionDurability;
  readonly writes: readonly DatabaseWrite[];
}

/**
 * The shipped `openIdbStore` over an IndexedDB in memory. A journal of the committed transactions is what the checks
 * read, and what a loss of power is made of: the newest relaxed transactions are lost, in any number, also when a later
 * strict one survives. Among themselves relaxed transactions keep their order, as in the logs of LevelDB and SQLite.
 */
export class IndexedDisk implements SimulatedDisk {
  readonly outbox = new Map<number, Entry>();
  readonly entities = new Map<string, Snapshot>();
  readonly rejected = new Map<string, RejectedCommand>();
  readonly #cursors = new Map<string, number>();
  engineTime = 0;
  full = false;
  aborts = 0;
  #name: string;
  #now: () => number;
  #commits: Commit[] = [];
  #refilling = false;
  #connections = new Set<IDBDatabase>();
  #ready: Promise<unknown> = Promise.resolve();

  constructor(name: string, now: () => number) {
    this.#name = name;
    this.#now = now;
    watchedBy(name, {
      opened: (connection) => void this.#connections.add(connection),
      refusal: () => this.#refusal(),
      committed: (durability, writes) => {
        this.#commits.push({ at: this.#now(), durability, writes });
        for (const write of writes) this.#mirror(write);
      },
    });
  }

  async open(): Promise<OutboxStore> {
    await this.#ready;
    return openIdbStore(this.#name);
  }

  disconnect(): void {
    for (const connection of this.#connections) connection.close();
    this.#connections.clear();
  }

  losePower(chance: Chance, now: number): Promise<void> {
    const atRisk = this.#commits.filter((c) => c.durability !== 'strict' && c.at > now - writtenOutMs);
    const lost = new Set(atRisk.slice(atRisk.length - chance.below(atRisk.length + 1)));
    if (lost.size > 0) this.#rebuild(this.#commits.filter((c) => !lost.has(c)));
    return this.#ready.then(() => {});
  }

  evict(): Promise<void> {
    this.#rebuild([]);
    return this.#ready.then(() => {});
  }

  lose(seq: number): void {
    this.#rebuild([
      ...this.#commits,
      { at: 0, durability: 'strict', writes: [{ store: 'outbox', key: seq, value: undefined }] },
    ]);
  }

  async faithful(): Promise<string> {
    const store = await this.open();
    const { entries, snapshots, rejected, cursors } = await store.load();
    store.close();
    const read = [entries, snapshots, rejected, Object.entries(cursors)].map(sorted);
    const expected = [this.outbox.values(), this.entities.values(), this.rejected.values(), this.#cursors].map((kept) =>
      sorted([...kept]),
    );
    const differing = read.findIndex((text, n) => text !== expected[n]);
    return differing < 0 ? '' : `read ${read[differing]}, expected ${expected[differing]}`;
  }

  #refusal(): DOMException | null {
    if (this.#refilling) return null;
    if (this.full) return new DOMException('full', 'QuotaExceededError');
    if (this.aborts === 0) return null;
    this.aborts -= 1;
    return new DOMException('aborted', 'AbortError');
  }

  /** Writes the surviving transactions into a new database. */
  #rebuild(surviving: readonly Commit[]): void {
    this.disconnect();
    this.#commits = [];
    for (const kept of [this.outbox, this.entities, this.rejected, this.#cursors]) kept.clear();
    this.engineTime = 0;
    const writes = surviving.flatMap((c) => c.writes);
    for (const write of writes) this.#mirror(write);
    this.#refilling = true;
    this.#ready = this.#ready
      .then(() => this.#refill(writes))
      .finally(() => {
        this.#refilling = false;
      });
  }

  async #refill(writes: readonly DatabaseWrite[]): Promise<void> {
    await done(indexedDB.deleteDatabase(this.#name));
    const first = await openIdbStore(this.#name);
    first.close();
    const db = await done(indexedDB.open(this.#name));
    const tx = db.transaction([...db.objectStoreNames], 'readwrite', { durability: 'strict' });
    for (const { store, key, value } of writes) {
      const target = tx.objectStore(store);
      if (value === undefined) target.delete(key);
      else if (target.keyPath === null) target.put(value, key);
      else target.put(value);
    }
    await new Promise((resolve, reject) => {
      tx.addEventListener('complete', resolve);
      tx.addEventListener('abort', () => reject(tx.error ?? new Error('the journal could not be written')));
    });
    db.close();
  }

  #mirror({ store, key, value }: DatabaseWrite): void {
    const stored = value as never;
    if (store === 'outbox') put(this.outbox, Number(key), stored, entryOf);
    else if (store === 'entities') put(this.entities, nameOf(key), stored, (s: Snapshot) => s);
    else if (store === 'review') put(this.rejected, nameOf(key), stored, rejectionOf);
    else if (store === 'cursor') put(this.#cursors, nameOf(key), stored, Number);
    else if (key === engineTimeKey) this.engineTime = Number(value);
  }
}

const nameOf = (key: IDBValidKey): string =>
  Array.isArray(key) ? key.map(nameOf).join(':') : typeof key === 'string' ? key : JSON.stringify(key);

function put<K, S, V>(map: Map<K, V>, key: K, stored: S | undefined, read: (stored: S) => V): void {
  if (stored === undefined) map.delete(key);
  else map.set(key, read(stored));
}

const sorted = (list: readonly unknown[]): string =>
  list
    .map((value) => JSON.stringify(value, sortedKeys))
    .toSorted()
    .join('\n');

const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
  });
