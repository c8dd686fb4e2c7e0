import { databaseName } from '#sync/database-name.ts';
import type { Entry, RejectedCommand, Snapshot } from '#sync/entry.ts';
import type { OutboxStore } from '#sync/store.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import { MemoryOutbox } from '#testing/memory-outbox.ts';
import type { Chance } from '#sim/world.ts';

/** The disk of one person on one device: what its last transaction left, and its faults. */
export interface SimulatedDisk {
  readonly outbox: ReadonlyMap<number, Entry>;
  readonly entities: ReadonlyMap<string, Snapshot>;
  readonly rejected: ReadonlyMap<string, RejectedCommand>;
  /** Engine time in ms, as stored. */
  readonly engineTime: number;
  /** Every write fails, as on a full disk. */
  full: boolean;
  /** This many writes are aborted. */
  aborts: number;
  /** Opens it for one page. */
  open(): Promise<OutboxStore>;
  /** The browser closes the connections of pages in the background, as iOS does. */
  disconnect(): void;
  /** The device loses power: writes without strict durability may be lost. */
  losePower(chance: Chance, now: number): Promise<void>;
  /** The browser deletes the whole database. */
  evict(): Promise<void>;
  /** The command with this number vanishes. */
  lose(seq: number): void;
  /** Empty, or how the stored data differs from what the checks read. */
  faithful(): Promise<string>;
}

/** The name of a person's database on a device; databases of all devices live in one process. */
export const diskName = (device: number, actor: number): string => `${device}/${databaseName(actor, memoryStore.id)}`;

/** A disk without a database: every write is durable at once. */
export class MemoryDisk extends MemoryOutbox implements SimulatedDisk {
  aborts = 0;

  open(): Promise<OutboxStore> {
    return Promise.resolve(this);
  }

  disconnect(): void {}

  losePower(): Promise<void> {
    return Promise.resolve();
  }

  evict(): Promise<void> {
    this.clear();
    return Promise.resolve();
  }

  lose(seq: number): void {
    this.outbox.delete(seq);
  }

  faithful(): Promise<string> {
    return Promise.resolve('');
  }

  protected override refusal(): DOMException | null {
    const refused = super.refusal();
    if (refused || this.aborts === 0) return refused;
    this.aborts -= 1;
    return new DOMException('aborted', 'AbortError');
  }
}
