import type { OfflineCommand } from './command.ts';
import type { EngineEffect, Input } from './core-state.ts';
import type { Entry, RejectedCommand } from './entry.ts';
import type { Folded } from './fold.ts';
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

export interface View {
  /** Type of entity -> id -> what the screen shows. A type that did not change keeps its map; read it by `EntityType.shown`. */
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, Folded>>;
  /** By seq; those with `held` wait for a person. */
  readonly pending: readonly Entry[];
  readonly rejected: readonly RejectedCommand[];
  readonly cursors: Readonly<Record<string, number>>;
}

/** A tap. `type` names a registered command; `seen` is the value of its register that the person saw. */
export interface Request {
  readonly type: string;
  readonly lane: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: unknown;
  readonly seen: string | null;
  readonly batchId?: string;
}

export type Settled =
  | { readonly kind: 'applied' }
  | { readonly kind: 'refused'; readonly item: RejectedCommand }
  /** Its person took it back on this screen. */
  | { readonly kind: 'discarded' };
