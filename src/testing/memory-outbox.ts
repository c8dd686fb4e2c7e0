import type { Entry, ReviewItem, Snapshot } from '#sync/entry.ts';
import type { OutboxStore } from '#sync/store.ts';

/**
 * The disk of SYNC in memory, under the same rules as IndexedDB: one transaction a call, all of it or nothing. Survives
 * a "kill" of the engine: give the same one to the next.
 */
export class MemoryOutbox<B> implements OutboxStore<B> {
  readonly outbox = new Map<number, Entry>();
  readonly entities = new Map<string, Snapshot<B>>();
  readonly review = new Map<string, ReviewItem>();
  readonly cursors: Record<string, number> = {};
  #nextSeq = 1;
  /** Makes every write fail, as a full disk does. */
  full = false;

  #write<T>(work: () => T): Promise<T> {
    if (this.full) return Promise.reject(new DOMException('full', 'QuotaExceededError'));
    return Promise.resolve(work());
  }

  load() {
    return Promise.resolve({
      entries: [...this.outbox.values()],
      snapshots: [...this.entities.values()],
      review: [...this.review.values()],
      cursors: { ...this.cursors },
    });
  }

  mint: OutboxStore<B>['mint'] = (plan) =>
    this.#write(() => {
      const planned = plan([...this.outbox.values()], this.#nextSeq);
      for (const gone of planned.remove) this.outbox.delete(gone.seq);
      if (planned.put) {
        this.outbox.set(planned.put.seq, planned.put);
        this.#nextSeq += 1;
      }
      return planned;
    });

  markSending(entry: Entry) {
    return this.#write(() => {
      if (!this.outbox.has(entry.seq)) return false;
      this.outbox.set(entry.seq, { ...entry, state: 'queued' });
      return true;
    });
  }

  save(entry: Entry) {
    return this.#write(() => {
      if (this.outbox.has(entry.seq)) this.outbox.set(entry.seq, { ...entry, state: 'queued' });
    });
  }

  ack(entry: Entry, snapshots: readonly Snapshot<B>[]) {
    return this.#write(() => {
      this.outbox.delete(entry.seq);
      this.#putNewer(snapshots);
    });
  }

  reject(items: readonly ReviewItem[], snapshots: readonly Snapshot<B>[]) {
    return this.#write(() => {
      for (const item of items) {
        this.outbox.delete(item.entry.seq);
        this.review.set(item.entry.cmdId, item);
      }
      this.#putNewer(snapshots);
    });
  }

  merge: OutboxStore<B>['merge'] = ({ snapshots, removed, cursor }) =>
    this.#write(() => {
      for (const { type, id } of removed) this.entities.delete(`${type}:${id}`);
      if (cursor) this.cursors[cursor.name] = Math.max(this.cursors[cursor.name] ?? -1, cursor.seq);
      this.#putNewer(snapshots);
    });

  dismiss(cmdIds: readonly string[]) {
    return this.#write(() => {
      for (const id of cmdIds) this.review.delete(id);
    });
  }

  close(): void {}

  #putNewer(snapshots: readonly Snapshot<B>[]): void {
    for (const next of snapshots) {
      const key = `${next.type}:${next.id}`;
      const known = this.entities.get(key);
      if (!known || next.ver >= known.ver) this.entities.set(key, next);
    }
  }
}
