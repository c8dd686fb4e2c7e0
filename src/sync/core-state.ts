import type { Entry, SendOutcome, RejectedCommand, Snapshot } from './entry.ts';

/** What the sender's reducer remembers, hears and asks for. */
export interface CoreState {
  /** By seq. */
  readonly entries: readonly Entry[];
  /** cmdId -> when it is tried again. */
  readonly waits: Readonly<Record<string, Wait>>;
  /** In flight when something said that the server can be reached: should they be lost, they are tried again at once. */
  readonly retryAtOnce: readonly string[];
  /** Engine time in ms: monotonic, and goes on from where the last engine of this database ended. */
  readonly now: number;
  /** False until the disk was read once: what is new on it later was enqueued by another tab a moment ago. */
  readonly diskKnown: boolean;
  readonly sending: boolean;
  /** The device says that it has no network: nothing is tried before this ms, then once, to be sure. */
  readonly offlineUntil: number;
  readonly offline: boolean;
  /** cmdId -> the row of 5xx that it met, and whether the server served others meanwhile. */
  readonly faults: Readonly<Record<string, Faults>>;
  /** Parked by a 401: nothing leaves until a token of another generation arrives. */
  readonly parkedAt: number | null;
  readonly renewAskedAt: number;
  readonly generation: number;
}

/** Engine time in ms: `until` is backoff, which a wake ends; `floor` is the server's Retry-After, which nothing shortens. */
interface Wait {
  readonly until: number;
  readonly floor: number;
}

interface Faults {
  readonly tries: number;
  readonly since: number;
  readonly othersServed: boolean;
}

export type Input =
  /** The outbox as it stands on disk; what another tab sent or enqueued shows up here. */
  | { readonly kind: 'disk'; readonly entries: readonly Entry[] }
  /** Taps of this tab are on disk; `entries` is everything, them included. */
  | { readonly kind: 'enqueued'; readonly put: readonly Entry[]; readonly entries: readonly Entry[] }
  | { readonly kind: 'tick'; readonly now: number }
  /** This tab may send, or may no longer. */
  | { readonly kind: 'leader'; readonly leads: boolean }
  /** Something suggests that trying now is worth it: online, visible, socket up, any 2xx. */
  | { readonly kind: 'wake' }
  /** `navigator.onLine`: a speed-up only. A false "offline" costs 15 s, a false "online" one failed request. */
  | { readonly kind: 'network'; readonly up: boolean }
  | { readonly kind: 'token'; readonly generation: number }
  /** What the disk said to an 'expire': it has them on its rejected list, or another tab has sent one of them meanwhile. */
  | { readonly kind: 'expired'; readonly items: readonly RejectedCommand[]; readonly agreed: boolean }
  /** `jitter` in [0, 1) is the jitter. */
  | { readonly kind: 'answer'; readonly cmdId: string; readonly outcome: SendOutcome; readonly jitter: number };

export type EngineEffect =
  | { readonly kind: 'send'; readonly entry: Entry }
  | { readonly kind: 'save'; readonly entries: readonly Entry[] }
  | { readonly kind: 'ack'; readonly entry: Entry; readonly snapshots: readonly Snapshot[] }
  | {
      readonly kind: 'reject';
      readonly items: readonly RejectedCommand[];
      /** Discarded by their person: they leave without a trace. */
      readonly dropped: readonly Entry[];
      readonly snapshots: readonly Snapshot[];
    }
  /** Too old, and as far as this tab knows they never left: the disk has the last word. */
  | { readonly kind: 'expire'; readonly items: readonly RejectedCommand[] }
  /** The disk has them on its rejected list. */
  | { readonly kind: 'expired'; readonly items: readonly RejectedCommand[] }
  | { readonly kind: 'renew-token'; readonly generation: number }
  | { readonly kind: 'wake-in'; readonly ms: number };

export interface EngineStep {
  readonly state: CoreState;
  readonly effects: readonly EngineEffect[];
}

export const initialState: CoreState = {
  entries: [],
  waits: {},
  retryAtOnce: [],
  now: 0,
  diskKnown: false,
  sending: false,
  offlineUntil: 0,
  offline: false,
  faults: {},
  parkedAt: null,
  renewAskedAt: 0,
  generation: 0,
};
