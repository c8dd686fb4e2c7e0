import type { EngineDeps } from './engine-types.ts';
import type { Snapshot } from './entry.ts';
import { keyOf } from './fold.ts';
import type { Projection } from './projection.ts';
import type { EntityKey, FeedMerge, OutboxStore, Stored } from './store.ts';

/**
 * Serialises the engine's disk operations. It remembers what a failing disk did not store and writes it as soon as the
 * disk works again, so a disk that was full for an hour loses nothing.
 */
export class Disk {
  #store: OutboxStore;
  #projection: Projection;
  #onDisk: EngineDeps['onDisk'];
  #running: Promise<unknown> = Promise.resolve();
  #owed = new Map<string, EntityKey>();
  #unsettled: Settlement[] = [];
  /** One set per running read: keys that memory learned or forgot since the read started. */
  #reads = new Set<Set<string>>();
  #failing = false;

  constructor(store: OutboxStore, projection: Projection, onDisk: EngineDeps['onDisk']) {
    this.#store = store;
    this.#projection = projection;
    this.#onDisk = onDisk;
  }

  get failing(): boolean {
    return this.#failing;
  }

  close(): void {
    this.#onDisk = () => {};
    void this.#running.finally(() => this.#store.close());
  }

  /** Reads everything and merges it into memory. Returns what was read and the keys that changed. */
  async read(): Promise<{ stored: Stored; touched: Set<string> }> {
    const learned = new Set<string>();
    this.#reads.add(learned);
    const stored = await this.#queued(() => this.#store.load()).catch((error: unknown) => {
      this.#reads.delete(learned);
      throw error;
    });
    // Removed only here: what memory learns between the disk's answer and this line is not in that answer either.
    this.#reads.delete(learned);
    const isNewerHere = (key: string): boolean => learned.has(key) || this.#owed.has(key);
    // A snapshot that memory removed does not return from an older read of the disk. For all others the higher `ver`
    // wins.
    const snapshots = stored.snapshots.filter(
      ({ type, id }) => !isNewerHere(keyOf(type, id)) || this.#projection.snapshot(type, id) !== null,
    );
    const onDisk = new Set(snapshots.map((s) => keyOf(s.type, s.id)));
    // Snapshots that another tab removed are removed here too.
    const touched = this.#projection.keep((key) => onDisk.has(key) || isNewerHere(key));
    for (const key of this.#projection.remember(snapshots)) touched.add(key);
    return { stored, touched };
  }

  /** Puts newer snapshots into memory; returns the keys that changed. */
  learn(snapshots: readonly Snapshot[]): Set<string> {
    return this.#told(this.#projection.remember(snapshots));
  }

  /** Removes entities from memory; returns the keys that changed. */
  forget(keys: readonly EntityKey[]): Set<string> {
    return this.#told(this.#projection.forget(keys));
  }

  #told(touched: Set<string>): Set<string> {
    for (const learned of this.#reads) for (const key of touched) learned.add(key);
    return touched;
  }

  /** Writes memory's state of these entities, together with everything owed. Never rejects. */
  async merge(keys: readonly EntityKey[], cursor: FeedMerge['cursor']): Promise<void> {
    const due = new Map(keys.map((k) => [keyOf(k.type, k.id), k]));
    for (const [key, owed] of this.#owed) due.set(key, owed);
    const change = { snapshots: [] as Snapshot[], removed: [] as EntityKey[], cursor };
    for (const key of due.values()) {
      const snapshot = this.#projection.snapshot(key.type, key.id);
      if (snapshot) change.snapshots.push(snapshot);
      else change.removed.push(key);
    }
    try {
      await this.write(() => this.#store.merge(change));
      for (const key of due.keys()) this.#owed.delete(key);
    } catch {
      for (const [key, owed] of due) this.#owed.set(key, owed);
    }
  }

  /**
   * Writes a settlement of commands with the server's snapshots. Resolves once written, at once or after a failing disk
   * has recovered; rejects when `giveUp` drops it.
   */
  async settle(snapshots: readonly Snapshot[], write: () => Promise<void>): Promise<void> {
    try {
      await this.write(write);
    } catch {
      for (const { type, id } of snapshots) this.#owed.set(keyOf(type, id), { type, id });
      await new Promise<void>((written, givenUp) => this.#unsettled.push({ write, written, givenUp }));
    }
  }

  /** Drops unwritten settlements when this tab loses the lead: the next sender learns the outcomes from the server. */
  giveUp(): void {
    for (const { givenUp } of this.#unsettled.splice(0)) givenUp();
  }

  async write<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await this.#queued(work);
      this.#onDisk(null);
      if (this.#failing) {
        this.#failing = false;
        // Entities first: after a restart, a queued command without its entity on disk could not be sent.
        if (this.#owed.size > 0) void this.merge([], null);
        for (const { write, written, givenUp } of this.#unsettled.splice(0))
          this.settle([], write).then(written, givenUp);
      }
      return value;
    } catch (error) {
      this.#failing = true;
      this.#onDisk(error);
      throw error;
    }
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#running.then(work, work);
    this.#running = run.catch(() => {});
    return run;
  }
}

/** A settlement in memory that waits for the disk. */
interface Settlement {
  readonly write: () => Promise<void>;
  readonly written: () => void;
  readonly givenUp: () => void;
}
