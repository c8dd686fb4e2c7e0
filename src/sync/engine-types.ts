import type { OfflineCommand } from './command.ts';
import type { EngineEffect, Input } from './core-state.ts';
import type { Entry, RejectedCommand } from './entry.ts';
import type { OutboxStore } from './store.ts';

/** All dependencies on the outside: the engine itself reads no clock, timer, randomness or channel. */
export interface EngineDeps {
  readonly store: OutboxStore;
  readonly commands: readonly OfflineCommand[];
  readonly actor: number;
  readonly deviceId: string;
  /** The grant of the person who holds the device; null: its own person. */
  readonly acting?: () => string | null;
  /** Monotonic time in ms. */
  readonly now: () => number;
  readonly jitter: () => number;
  readonly newId: () => string;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  readonly writeTimeoutMs: number;
  /** Requests a token newer than `generation`; `tokenChanged` reports it. */
  readonly renewToken: (generation: number) => void;
  /** Tells the other tabs that the disk changed. */
  readonly nudge: () => void;
  /** Called after every write: null on success, otherwise the error. */
  readonly onDisk: (error: unknown) => void;
  /** Receives every input of the reducer and its effects, at this engine time. */
  readonly onStep?: (at: number, input: Input, effects: readonly EngineEffect[], before: readonly Entry[]) => void;
}

export type Settled =
  | { readonly kind: 'applied' }
  | { readonly kind: 'refused'; readonly item: RejectedCommand }
  /** The person discarded it on this screen. */
  | { readonly kind: 'discarded' };
