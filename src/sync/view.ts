import type { Entry, RejectedCommand } from './entry.ts';

export type SyncState = 'synced' | 'queued' | 'sending';

/** What the screen shows of one entity: the server's word with the pending commands on top (offline engine, principle 8). */
export interface Folded<B = unknown> {
  readonly body: B;
  readonly sync: SyncState;
}

export interface View {
  /** Type of entity -> id -> what the screen shows. A type that did not change keeps its map; read it by `EntityType.shown`. */
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, Folded>>;
  /** By seq; those with `held` wait for a person. */
  readonly pending: readonly Entry[];
  readonly rejected: readonly RejectedCommand[];
  readonly cursors: Readonly<Record<string, number>>;
}
