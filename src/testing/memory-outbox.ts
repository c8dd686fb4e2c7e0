import type { Entry, RejectedCommand, Snapshot } from '#sync/entry.ts';
import type { Withdrawn } from '#sync/numbers.ts';
import { withdrawnWith, withoutExplained } from '#sync/numbers.ts';
import { isUnsent } from '#sync/store.ts';
import type { OutboxStore } from '#sync/store.ts';

/**
 * An in-memory disk of the offline engine with IndexedDB's rules: each call is one atomic transaction. It survives a
 * "kill" of the engine when the next engine gets the same object.
 */
export class MemoryOutbox implements OutboxStore {
  readonly outbox = new Map<number, Entry>();
  readonly entities = new Map<string, Snapshot>();
  readonly rejected = new Map<string, RejectedCommand>();
  readonly cursors: Record<string, number> = {};
  engineTime = 0;
  #nextSeq = 1;
  #id: string | null = null;
  #withdrawn: Withdrawn = { since: 0, numbers: [] };
  /** Makes every write fail, as on a full disk. */
  full = false;
  /** This many writes still succeed while `full`. */
  takes = 0;

  /** Empties it, as an eviction does. */
  clear(): void {
    for (const kept of [this.outbox, this.entities, this.rejected]) kept.clear();
    for (const name of Object.keys(this.cursors)) delete this.cursors[name];
    this.engineTime = 0;
    this.#nextSeq = 1;
    this.#id = null;
    this.#withdrawn = { since: 0, numbers: [] };
  }

  #withdraw(gone: readonly Pick<Entry, 'seq'>[]): void {
    this.#withdrawn = withdrawnWith(this.#withdrawn, gone, this.#nextSeq) ?? this.#withdrawn;
  }

  #rejectedEntries(cmdIds: readonly string[]): Entry[] {
    return cmdIds.flatMap((id) => this.rejected.get(id)?.entry ?? []);
  }

  /** Why the next write fails; null if it does not. */
  protected refusal(): DOMException | null {
    if (!this.full) return null;
    if (this.takes === 0) return new DOMException('full', 'QuotaExceededError');
    this.takes -= 1;
    return null;
  }

  #write<T>(work: () => T): Promise<T> {
    const refused = this.refusal();
    return refused ? Promise.reject(refused) : Promise.resolve(work());
  }

  commands() {
    return Promise.resolve({ entries: [...this.outbox.values()], rejected: [...this.rejected.values()] });
  }

  load() {
    return Promise.resolve({
      entries: [...this.outbox.values()],
      snapshots: [...this.entities.values()],
      rejected: [...this.rejected.values()],
      cursors: { ...this.cursors },
      engineTime: this.engineTime,
    });
  }

  enqueue: OutboxStore['enqueue'] = ({ unstored }, plan) =>
    this.#write(() => {
      const planned = plan({
        lane: (lane) => [...this.outbox.values()].filter((e) => e.lane === lane),
        snapshot: ({ type, id }) => this.entities.get(`${type}:${id}`) ?? null,
        nextSeq: this.#nextSeq,
      });
      for (const gone of planned.remove) this.outbox.delete(gone.seq);
      const dismissed = this.#rejectedEntries(planned.dismiss);
      for (const cmdId of planned.dismiss) this.rejected.delete(cmdId);
      this.#putNewer(unstored);
      for (const entry of planned.put) {
        this.outbox.set(entry.seq, entry);
        this.#nextSeq = entry.seq + 1;
        this.engineTime = Math.max(this.engineTime, entry.enqueuedAt);
      }
      this.#withdraw([...planned.remove, ...dismissed]);
      return planned;
    });

  markSending(entry: Entry) {
    return this.#write(() => this.#put(entry));
  }

  save(entries: readonly Entry[]) {
    return this.#write(() => {
      for (const entry of entries) this.#put(entry);
    });
  }

  ack(entry: Entry, snapshots: readonly Snapshot[]) {
    return this.#write(() => {
      this.outbox.delete(entry.seq);
      this.#putNewer(snapshots);
    });
  }

  reject(items: readonly RejectedCommand[], dropped: readonly Entry[], snapshots: readonly Snapshot[]) {
    return this.#write(() => {
      this.#withdraw(dropped);
      for (const entry of dropped) this.outbox.delete(entry.seq);
      for (const item of items) {
        this.outbox.delete(item.entry.seq);
        this.rejected.set(item.entry.cmdId, item);
      }
      this.#putNewer(snapshots);
    });
  }

  expire(items: readonly RejectedCommand[]) {
    return this.#write(() => {
      if (!items.every(({ entry }) => isUnsent(this.outbox.get(entry.seq), entry))) return false;
      for (const item of items) {
        this.outbox.delete(item.entry.seq);
        this.rejected.set(item.entry.cmdId, item);
      }
      return true;
    });
  }

  merge: OutboxStore['merge'] = ({ snapshots, removed, cursor }) =>
    this.#write(() => {
      for (const { type, id } of removed) this.entities.delete(`${type}:${id}`);
      if (cursor && (cursor.reset || (this.cursors[cursor.name] ?? -1) < cursor.seq))
        this.cursors[cursor.name] = cursor.seq;
      this.#putNewer(snapshots);
    });

  revise(cmdIds: readonly string[], change: (entry: Entry) => Entry | null) {
    return this.#write(() => {
      for (const entry of [...this.outbox.values()].filter((e) => cmdIds.includes(e.cmdId))) {
        const next = change(entry);
        if (next) this.outbox.set(entry.seq, next);
        else {
          this.#withdraw([entry]);
          this.outbox.delete(entry.seq);
        }
      }
    });
  }

  saveEngineTime(engineTime: number) {
    return this.#write(() => {
      this.engineTime = Math.max(this.engineTime, engineTime);
    });
  }

  dismiss(cmdIds: readonly string[]) {
    return this.#write(() => {
      this.#withdraw(this.#rejectedEntries(cmdIds));
      for (const id of cmdIds) this.rejected.delete(id);
    });
  }

  identify(fresh: string) {
    return this.#write(() => {
      this.#id ??= fresh;
      return this.#id;
    });
  }

  numbers() {
    return Promise.resolve({
      minted: this.#nextSeq - 1,
      since: this.#withdrawn.since,
      held: [...this.outbox.keys()],
      rejected: [...this.rejected.values()].map((r) => r.entry.seq),
      withdrawn: this.#withdrawn.numbers,
    });
  }

  explained(upTo: number) {
    return this.#write(() => {
      this.#withdrawn = withoutExplained(this.#withdrawn, upTo) ?? this.#withdrawn;
    });
  }

  close(): void {}

  #put(entry: Entry): boolean {
    const known = this.outbox.get(entry.seq);
    if (known?.cmdId !== entry.cmdId) return false;
    this.outbox.set(entry.seq, { ...entry, state: 'queued', settling: known.settling ?? entry.settling });
    return true;
  }

  #putNewer(snapshots: readonly Snapshot[]): void {
    for (const next of snapshots) {
      const key = `${next.type}:${next.id}`;
      const known = this.entities.get(key);
      if (!known || next.ver >= known.ver) this.entities.set(key, next);
    }
  }
}

/** A disk whose reads resolve on demand, with the state from when they began. */
export class SlowReads extends MemoryOutbox {
  slow = false;
  reads = 0;
  #waiting: (() => void)[] = [];

  override load(): ReturnType<MemoryOutbox['load']> {
    this.reads += 1;
    const read = super.load();
    if (!this.slow) return read;
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(read));
    });
  }

  release(): void {
    this.slow = false;
    for (const go of this.#waiting.splice(0)) go();
  }
}
