import type { EngineDeps } from './engine-types.ts';
import type { Entry, Snapshot } from './entry.ts';
import { keyIn, keyOf } from './fold.ts';
import type { Projection } from './projection.ts';
import type {
  EnqueuePlan,
  EnqueueScope,
  EntityKey,
  FeedMerge,
  OutboxRead,
  OutboxStore,
  Stored,
  StoredCommands,
} from './store.ts';

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
    // What only another tab knew when the epoch began: that tab may have ended before it removed it.
    const wanted = new Set(stored.entries.map((e) => keyOf(e.entityType, e.entityId)));
    const gone = snapshots.filter((s) => {
      const key = keyOf(s.type, s.id);
      return this.#projection.isGone(s) && !wanted.has(key) && !this.#owed.has(key);
    });
    if (gone.length > 0) void this.merge(gone, null);
    return { stored, touched };
  }

  commands(): Promise<StoredCommands> {
    return this.#queued(() => this.#store.commands());
  }

  /** Puts newer snapshots into memory; returns the keys that changed. */
  learn(snapshots: readonly Snapshot[]): Set<string> {
    return this.#told(this.#projection.remember(snapshots));
  }

  /** Removes entities from memory; returns the keys that changed. */
  forget(keys: readonly EntityKey[]): Set<string> {
    return this.#told(this.#projection.forget(keys));
  }

  /**
   * Removes what is older than the server's epoch, unless a command waits for it, from memory and then from the store.
   * Returns the keys that changed.
   */
  sweep(pending: readonly Entry[]): Set<string> {
    const gone = this.#told(this.#projection.sweep(pending));
    if (gone.size > 0) void this.merge([...gone].map(keyIn), null);
    return gone;
  }

  #told(touched: Set<string>): Set<string> {
    for (const learned of this.#reads) for (const key of touched) learned.add(key);
    return touched;
  }

  /** Stores taps, with those of their entities that the disk refused to store so far. Rejects when it refuses again. */
  enqueue(scope: Omit<EnqueueScope, 'unstored'>, plan: (disk: OutboxRead) => EnqueuePlan): Promise<EnqueuePlan> {
    return this.write(() => {
      const owed = scope.entities.filter(({ type, id }) => this.#owed.has(keyOf(type, id)));
      const unstored = owed.flatMap(({ type, id }) => this.#projection.snapshot(type, id) ?? []);
      return this.#store.enqueue({ ...scope, unstored }, plan);
    });
  }

  /** Never rejects. */
  async saveEngineTime(now: number): Promise<void> {
    await this.write(() => this.#store.saveEngineTime(now)).catch(() => {});
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
    // Before the write: a tap behind it may find that it failed.
    for (const [key, owed] of due) this.#owed.set(key, owed);
    try {
      await this.write(() => this.#store.merge(change));
      for (const key of due.keys()) this.#owed.delete(key);
    } catch {
      // Again: an earlier merge of the same entity may have succeeded meanwhile.
      for (const [key, owed] of due) this.#owed.set(key, owed);
    }
  }

  /**
   * Writes a settlement of commands with the server's snapshots. Resolves once written, at once or after a failing disk
   * has recovered, then without the snapshots, which are owed; rejects when `giveUp` drops it.
   */
  async settle(snapshots: readonly Snapshot[], write: Settle): Promise<void> {
    try {
      await this.write(() => write(snapshots));
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

/** Writes a settlement of commands with these snapshots. */
export type Settle = (snapshots: readonly Snapshot[]) => Promise<void>;

/** A settlement in memory that waits for the disk. */
interface Settlement {
  readonly write: Settle;
  readonly written: () => void;
  readonly givenUp: () => void;
}
