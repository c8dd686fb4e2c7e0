import type { Entry, RejectedCommand } from './entry.ts';

export type SyncState = 'synced' | 'queued' | 'sending';

/** One entity as displayed: the server's state with the pending commands applied (offline engine, principle 8). */
export interface Folded<B = unknown> {
  readonly body: B;
  readonly sync: SyncState;
}

export interface View {
  /** Type of entity -> id -> displayed entity. A type without changes keeps its map; read it by `EntityType.shown`. */
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, Folded>>;
  /** Sorted by seq; those with `held` wait for a person or an update. */
  readonly pending: readonly Entry[];
  readonly rejected: readonly RejectedCommand[];
  readonly cursors: Readonly<Record<string, number>>;
}
