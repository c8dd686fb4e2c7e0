import type { OfflineCommand } from './command.ts';
import type { EngineEffect, Input } from './core-state.ts';
import type { Entry, RejectedCommand } from './entry.ts';
import type { OutboxStore } from './store.ts';

/** Everything from outside: no clock, timer, randomness or channel is read in here. */
export interface EngineDeps {
  readonly store: OutboxStore;
  readonly commands: readonly OfflineCommand[];
  readonly actor: number;
  readonly deviceId: string;
  /** Monotonic ms. */
  readonly now: () => number;
  readonly jitter: () => number;
  readonly newId: () => string;
  readonly wakeIn: (ms: number, wake: () => void) => () => void;
  readonly writeTimeoutMs: number;
  /** Asks for a token newer than `generation`; the answer comes back as `tokenChanged`. */
  readonly renewToken: (generation: number) => void;
  /** Tells the other tabs that the disk changed. */
  readonly nudge: () => void;
  /** After every write: null when the disk took it, otherwise why not. */
  readonly onDisk: (error: unknown) => void;
  /** Hears every input of the reducer and the effects that it caused, at this engine time. */
  readonly onStep?: (at: number, input: Input, effects: readonly EngineEffect[], before: readonly Entry[]) => void;
}

export type Settled =
  | { readonly kind: 'applied' }
  | { readonly kind: 'refused'; readonly item: RejectedCommand }
  /** Its person took it back on this screen. */
  | { readonly kind: 'discarded' };
