import type { Command } from './command.ts';
import type { Entry, ReviewItem } from './entry.ts';
import type { Folded } from './fold.ts';
import type { MintRequest } from './mint.ts';
import type { OutboxStore } from './store.ts';

/** Everything from outside: no clock, timer, randomness or channel is read in here. */
export interface EngineDeps<B> {
  readonly store: OutboxStore<B>;
  readonly commands: readonly Command<B>[];
  readonly actor: number;
  readonly deviceId: string;
  readonly now: () => number;
  readonly luck: () => number;
  readonly newId: () => string;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  readonly writeTimeoutMs: number;
  /** Asks for a token newer than `generation`; the answer comes back as `tokenChanged`. */
  readonly renewToken: (generation: number) => void;
  /** Tells the other tabs that the disk changed. */
  readonly nudge: () => void;
  readonly onDiskError: (error: unknown) => void;
}

export interface View<B> {
  readonly entities: ReadonlyMap<string, Folded<B>>;
  readonly pending: readonly Entry[];
  readonly review: readonly ReviewItem[];
  readonly cursors: Readonly<Record<string, number>>;
}

export type Request = Omit<MintRequest, 'cmdId' | 'actor' | 'deviceId' | 'isNothingWithout' | 'batchId'> & {
  readonly batchId?: string;
  readonly isNothingWithout?: (predecessor: Entry) => boolean;
};

export type Settled = { readonly kind: 'applied' } | { readonly kind: 'refused'; readonly item: ReviewItem };
