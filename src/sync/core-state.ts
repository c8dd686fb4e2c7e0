import type { Entry, SendOutcome, RejectedCommand, Snapshot } from './entry.ts';

/** The state of the sender's reducer. */
export interface CoreState {
  /** Sorted by seq. */
  readonly entries: readonly Entry[];
  /** By cmdId: the time of the next try. */
  readonly waits: Readonly<Record<string, Wait>>;
  /**
   * Commands in flight when a signal said that the server can be reached. If such a try fails, it is retried at once.
   */
  readonly retryAtOnce: readonly string[];
  /** Engine time in ms: monotonic; continues from where the last engine of this database ended. */
  readonly now: number;
  /** False until the first read of the disk. A command that appears later was enqueued by another tab just now. */
  readonly diskKnown: boolean;
  readonly sending: boolean;
  /** Offline by `navigator.onLine`: no try before this time, then one, as a check. */
  readonly offlineUntil: number;
  readonly offline: boolean;
  /** By cmdId: consecutive 5xx answers, and whether the server served other commands meanwhile. */
  readonly faults: Readonly<Record<string, Faults>>;
  /** Token generation that got a 401; nothing is sent until a token of another generation arrives. */
  readonly parkedAt: number | null;
  readonly renewAskedAt: number;
  readonly generation: number;
}

/**
 * Engine time in ms. `until` is the end of the backoff, which a wake shortens; `floor` is the server's Retry-After,
 * which nothing shortens.
 */
interface Wait {
  readonly until: number;
  readonly floor: number;
}

interface Faults {
  readonly tries: number;
  readonly since: number;
  readonly othersServed: boolean;
}

/** The state after its engine time has jumped by `ms`: nothing in it has become older, and no wait has ended. */
export const afterJump = (state: CoreState, ms: number): CoreState => ({
  ...state,
  entries: state.entries.map((e) => ({ ...e, enqueuedAt: e.enqueuedAt + ms })),
  waits: mapped(state.waits, ({ until, floor }) => ({ until: until + ms, floor: floor + ms })),
  faults: mapped(state.faults, (f) => ({ ...f, since: f.since + ms })),
  offlineUntil: state.offlineUntil + ms,
  renewAskedAt: state.renewAskedAt + ms,
});

const mapped = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/**
 * The faults after the server served a command. Those of a general outage say nothing about one command: they count
 * from when the server serves others.
 */
export function othersServed({ faults, now }: CoreState, served: string): CoreState['faults'] {
  const { [served]: _, ...others } = faults;
  return mapped(others, (f) => (f.othersServed ? f : { tries: 1, since: now, othersServed: true }));
}

export type Input =
  /** The outbox on disk, including what another tab enqueued or sent. */
  | { readonly kind: 'disk'; readonly entries: readonly Entry[] }
  /** Commands of this tab are on disk; `entries` is the whole outbox, them included. */
  | { readonly kind: 'enqueued'; readonly put: readonly Entry[]; readonly entries: readonly Entry[] }
  | { readonly kind: 'tick'; readonly now: number }
  /** Whether this tab may send. */
  | { readonly kind: 'leader'; readonly leads: boolean }
  /** A signal that a try is worthwhile: online, visible, socket up, any 2xx. */
  | { readonly kind: 'wake' }
  /** `navigator.onLine`, only to send sooner: a false "offline" costs 15 s, a false "online" one failed request. */
  | { readonly kind: 'network'; readonly up: boolean }
  | { readonly kind: 'token'; readonly generation: number }
  /**
   * Answer of the disk to an 'expire': agreed = moved to the rejected list, otherwise another tab has sent one of them.
   */
  | { readonly kind: 'expired'; readonly items: readonly RejectedCommand[]; readonly agreed: boolean }
  /** `jitter` in [0, 1). */
  | { readonly kind: 'answer'; readonly cmdId: string; readonly outcome: SendOutcome; readonly jitter: number };

export type EngineEffect =
  | { readonly kind: 'send'; readonly entry: Entry }
  | { readonly kind: 'save'; readonly entries: readonly Entry[] }
  | { readonly kind: 'ack'; readonly entry: Entry; readonly snapshots: readonly Snapshot[] }
  | {
      readonly kind: 'reject';
      readonly items: readonly RejectedCommand[];
      /** Discarded by the person: removed without an entry in the rejected list. */
      readonly dropped: readonly Entry[];
      readonly snapshots: readonly Snapshot[];
    }
  /** Expired, and never sent as far as this tab knows. The disk decides. */
  | { readonly kind: 'expire'; readonly items: readonly RejectedCommand[] }
  /** The disk has moved them to its rejected list. */
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
