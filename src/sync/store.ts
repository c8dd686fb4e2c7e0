import type { OutboxReport } from '#domain/outbox-balance.ts';
import type { Entry, RejectedCommand, Snapshot } from './entry.ts';

/** The commands on disk: those that have not ended, and the rejected ones. */
export interface StoredCommands {
  readonly entries: readonly Entry[];
  readonly rejected: readonly RejectedCommand[];
}

export interface Stored extends StoredCommands {
  readonly snapshots: readonly Snapshot[];
  readonly cursors: Readonly<Record<string, number>>;
  /** Engine time in ms at the last write: the total running time of the engines of this database. */
  readonly engineTime: number;
}

export interface EntityKey {
  readonly type: string;
  readonly id: string;
}

/** The data that the enqueueing transaction reads before it decides. */
export interface OutboxRead {
  /** The queued commands of one lane, in any order. */
  readonly lane: (name: string) => readonly Entry[];
  readonly snapshot: (key: EntityKey) => Snapshot | null;
  readonly nextSeq: number;
}

export interface EnqueuePlan {
  readonly put: readonly Entry[];
  readonly remove: readonly Entry[];
  /** The other commands of these lanes on disk; another tab may have added some just now. */
  readonly beside: readonly Entry[];
  /** Rejected commands that these commands repeat ("Aplicar igual"). */
  readonly dismiss: readonly string[];
}

export interface EnqueueScope {
  readonly lanes: readonly string[];
  readonly entities: readonly EntityKey[];
  /** Those of the entities that the disk refused to store so far: after a restart, no command is sent without its entity. */
  readonly unstored: readonly Snapshot[];
}

/**
 * The disk of the engine: one database per user and store. Every method is one transaction. `enqueue` resolves after
 * the strict commit; only then is the tap accepted (offline engine, principle 1).
 */
export interface OutboxStore {
  load(): Promise<Stored>;
  /** A part of `load`, without the entities: a day has many. */
  commands(): Promise<StoredCommands>;
  enqueue(scope: EnqueueScope, plan: (disk: OutboxRead) => EnqueuePlan): Promise<EnqueuePlan>;
  /** False when the entry is gone, because another tab replaced it. */
  markSending(entry: Entry): Promise<boolean>;
  save(entries: readonly Entry[]): Promise<void>;
  ack(entry: Entry, snapshots: readonly Snapshot[]): Promise<void>;
  /** `dropped` are removed without a trace: the person discarded them. */
  reject(items: readonly RejectedCommand[], dropped: readonly Entry[], snapshots: readonly Snapshot[]): Promise<void>;
  /** Moves them to the rejected list if no tab has sent any of them; otherwise returns false and changes nothing. */
  expire(items: readonly RejectedCommand[]): Promise<boolean>;
  /** Stores newer snapshots, deletes the removed entities, moves the cursor. */
  merge(change: FeedMerge): Promise<void>;
  dismiss(cmdIds: readonly string[]): Promise<void>;
  /** Applies `change` to these entries as they are on disk: null removes an entry, a new entry replaces it. */
  revise(cmdIds: readonly string[], change: (entry: Entry) => Entry | null): Promise<void>;
  /** Writes the engine time; it never decreases. */
  saveEngineTime(engineTime: number): Promise<void>;
  /** The id of this outbox, under which it numbers its commands. `fresh` becomes it if there is none. */
  identify(fresh: string): Promise<string>;
  /** What became of the numbers, as the disk knows it. */
  numbers(): Promise<OutboxReport>;
  /** The server has explained every number up to this one: most of what was withdrawn may be forgotten. */
  explained(upTo: number): Promise<void>;
  close(): void;
}

export interface FeedMerge {
  readonly snapshots: readonly Snapshot[];
  readonly removed: readonly EntityKey[];
  /** Decreases only on a reset, when the server's numbering restarted. */
  readonly cursor: { readonly name: string; readonly seq: number; readonly reset: boolean } | null;
}

/** Whether the disk holds this command in its place, and no tab has sent it or asked the server about it. */
export const isUnsent = (known: Pick<Entry, 'cmdId' | 'attempts' | 'settling'> | undefined, entry: Entry): boolean =>
  known?.cmdId === entry.cmdId && known.attempts === 0 && known.settling === null;
