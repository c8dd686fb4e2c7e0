import type { Entry, ReviewItem, Snapshot } from './entry.ts';
import type { MintPlan } from './mint.ts';

export interface Stored<B> {
  readonly entries: readonly Entry[];
  readonly snapshots: readonly Snapshot<B>[];
  readonly review: readonly ReviewItem[];
  readonly cursors: Readonly<Record<string, number>>;
  /** Milliseconds that engines of this database have lived, at the last write. */
  readonly lived: number;
}

export interface EntityKey {
  readonly type: string;
  readonly id: string;
}

/** What the minting transaction reads before it decides. */
export interface Minting<B> {
  /** The outbox of the lane that was asked for, any order. */
  readonly lane: (name: string) => readonly Entry[];
  readonly snapshot: (key: EntityKey) => Snapshot<B> | null;
  readonly nextSeq: number;
}

export interface MintScope {
  readonly lanes: readonly string[];
  readonly entities: readonly EntityKey[];
}

/**
 * The disk under the engine: one database per user and store. Every method is ONE transaction, all of it or nothing.
 * `mint` resolves after the strict commit: then, and only then, was the tap accepted (SYNC, principle 1).
 */
export interface OutboxStore<B> {
  load(): Promise<Stored<B>>;
  mint(scope: MintScope, plan: (disk: Minting<B>) => MintPlan): Promise<MintPlan>;
  /** False when the entry is not there any more (another tab replaced it). */
  markSending(entry: Entry): Promise<boolean>;
  save(entries: readonly Entry[]): Promise<void>;
  ack(entry: Entry, snapshots: readonly Snapshot<B>[]): Promise<void>;
  /** `dropped` leave without a trace: their person discarded them. */
  reject(items: readonly ReviewItem[], dropped: readonly Entry[], snapshots: readonly Snapshot<B>[]): Promise<void>;
  /** Into the tray if none of them has left from any tab; otherwise false, and nothing is changed. */
  expire(items: readonly ReviewItem[]): Promise<boolean>;
  /** Puts newer snapshots, removes the ones named, moves the cursor. */
  merge(change: FeedMerge<B>): Promise<void>;
  dismiss(cmdIds: readonly string[]): Promise<void>;
  /** Looks at these entries as they are on disk now: null removes one, another entry takes its place. */
  revise(cmdIds: readonly string[], change: (entry: Entry) => Entry | null): Promise<void>;
  /** Remembers how long engines have lived; never goes back. */
  live(lived: number): Promise<void>;
  close(): void;
}

export interface FeedMerge<B> {
  readonly snapshots: readonly Snapshot<B>[];
  readonly removed: readonly EntityKey[];
  /** Goes back only on a reset: the server's numbers began anew. */
  readonly cursor: { readonly name: string; readonly seq: number; readonly reset: boolean } | null;
}

/** Whether what the disk has at its place is this command, and no tab has sent it or asked about it. */
export const isWaiting = (known: Entry | undefined, entry: Entry): boolean =>
  known?.cmdId === entry.cmdId && known.attempts === 0 && known.settling === null;
