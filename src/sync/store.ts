import type { Entry, RejectedCommand, Snapshot } from './entry.ts';

export interface Stored {
  readonly entries: readonly Entry[];
  readonly snapshots: readonly Snapshot[];
  readonly rejected: readonly RejectedCommand[];
  readonly cursors: Readonly<Record<string, number>>;
  /** Engine time in ms at the last write: how long engines of this database have run. */
  readonly engineTime: number;
}

export interface EntityKey {
  readonly type: string;
  readonly id: string;
}

/** What the enqueueing transaction reads before it decides. */
export interface OutboxRead {
  /** The outbox of the lane that was asked for, any order. */
  readonly lane: (name: string) => readonly Entry[];
  readonly snapshot: (key: EntityKey) => Snapshot | null;
  readonly nextSeq: number;
}

export interface EnqueuePlan {
  readonly put: readonly Entry[];
  readonly remove: readonly Entry[];
  /** What else these lanes hold on disk: another tab may have put it there a moment ago. */
  readonly beside: readonly Entry[];
  /** Rejected commands that these commands stand for ("Aplicar igual"). */
  readonly dismiss: readonly string[];
}

export interface EnqueueScope {
  readonly lanes: readonly string[];
  readonly entities: readonly EntityKey[];
}

/**
 * The disk under the engine: one database per user and store. Every method is ONE transaction, all of it or nothing.
 * `enqueue` resolves after the strict commit: then, and only then, was the tap accepted (offline engine, principle 1).
 */
export interface OutboxStore {
  load(): Promise<Stored>;
  enqueue(scope: EnqueueScope, plan: (disk: OutboxRead) => EnqueuePlan): Promise<EnqueuePlan>;
  /** False when the entry is not there any more (another tab replaced it). */
  markSending(entry: Entry): Promise<boolean>;
  save(entries: readonly Entry[]): Promise<void>;
  ack(entry: Entry, snapshots: readonly Snapshot[]): Promise<void>;
  /** `dropped` leave without a trace: their person discarded them. */
  reject(items: readonly RejectedCommand[], dropped: readonly Entry[], snapshots: readonly Snapshot[]): Promise<void>;
  /** To the rejected list if none of them has left from any tab; otherwise false, and nothing is changed. */
  expire(items: readonly RejectedCommand[]): Promise<boolean>;
  /** Puts newer snapshots, removes the ones named, moves the cursor. */
  merge(change: FeedMerge): Promise<void>;
  dismiss(cmdIds: readonly string[]): Promise<void>;
  /** Looks at these entries as they are on disk now: null removes one, another entry takes its place. */
  revise(cmdIds: readonly string[], change: (entry: Entry) => Entry | null): Promise<void>;
  /** Writes the engine time; it never goes back. */
  saveEngineTime(engineTime: number): Promise<void>;
  close(): void;
}

export interface FeedMerge {
  readonly snapshots: readonly Snapshot[];
  readonly removed: readonly EntityKey[];
  /** Goes back only on a reset: the server's numbers began anew. */
  readonly cursor: { readonly name: string; readonly seq: number; readonly reset: boolean } | null;
}

/** Whether what the disk has at its place is this command, and no tab has sent it or asked about it. */
export const isUnsent = (known: Pick<Entry, 'cmdId' | 'attempts' | 'settling'> | undefined, entry: Entry): boolean =>
  known?.cmdId === entry.cmdId && known.attempts === 0 && known.settling === null;
