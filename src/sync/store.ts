import type { Entry, ReviewItem, Snapshot } from './entry.ts';
import type { MintPlan } from './mint.ts';

export interface Stored<B> {
  readonly entries: readonly Entry[];
  readonly snapshots: readonly Snapshot<B>[];
  readonly review: readonly ReviewItem[];
  readonly cursors: Readonly<Record<string, number>>;
}

/**
 * The disk under the engine: one database per user and store. Every method is ONE transaction, all of it or nothing.
 * `mint` resolves after the strict commit: then, and only then, was the tap accepted (SYNC, principle 1).
 */
export interface OutboxStore<B> {
  load(): Promise<Stored<B>>;
  mint(plan: (entries: readonly Entry[], nextSeq: number) => MintPlan): Promise<MintPlan>;
  /** False when the entry is not there any more (another tab replaced it). */
  markSending(entry: Entry): Promise<boolean>;
  save(entry: Entry): Promise<void>;
  ack(entry: Entry, snapshots: readonly Snapshot<B>[]): Promise<void>;
  reject(items: readonly ReviewItem[], snapshots: readonly Snapshot<B>[]): Promise<void>;
  /** Puts newer snapshots, removes the ones named, moves the cursor forward. */
  merge(change: FeedMerge<B>): Promise<void>;
  dismiss(cmdIds: readonly string[]): Promise<void>;
  close(): void;
}

export interface FeedMerge<B> {
  readonly snapshots: readonly Snapshot<B>[];
  readonly removed: readonly { readonly type: string; readonly id: string }[];
  readonly cursor: { readonly name: string; readonly seq: number } | null;
}
