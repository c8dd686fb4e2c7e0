import type { Entry, Outcome, ReviewItem, Snapshot } from './entry.ts';

/**
 * The sender's reducer. Pure: no clock, storage, network or randomness; the simulator runs this very file.
 *
 *   mint ──> queued ──send──> sending ──applied──> (gone, entity merged)
 *              ^                 │ ├──refused──> tray, with everything queued behind it in its lane
 *              └──unknown, auth──┘ └ (older than its TTL ──> tray, while queued)
 *
 * Lanes are FIFO with one request in flight each, at most `maxInFlight` at once; a blocked lane blocks no other.
 */
export const maxInFlight = 4;
const firstRetryMs = 500;
const longestRetryMs = 60_000;
const offlineProbeMs = 15_000;

export interface CoreState {
  /** By seq. */
  readonly entries: readonly Entry[];
  /** cmdId -> monotonic ms before which it is not tried again. */
  readonly notBefore: Readonly<Record<string, number>>;
  readonly now: number;
  readonly sending: boolean;
  /** The device says that it has no network: nothing is tried before this monotonic ms, then once, to be sure. */
  readonly heldUntil: number;
  readonly offline: boolean;
  /** Parked by a 401: nothing leaves until a token of another generation arrives. */
  readonly parkedAt: number | null;
  readonly generation: number;
}

export type Input<B> =
  /** The outbox as it stands on disk; what another tab sent or minted shows up here. */
  | { readonly kind: 'disk'; readonly entries: readonly Entry[] }
  | { readonly kind: 'tick'; readonly now: number }
  /** This tab may send, or may no longer. */
  | { readonly kind: 'leader'; readonly leads: boolean }
  /** Something suggests that trying now is worth it: online, visible, socket up, any 2xx. */
  | { readonly kind: 'wake' }
  /** `navigator.onLine`: a speed-up only. A false "offline" costs 15 s, a false "online" one failed request. */
  | { readonly kind: 'network'; readonly up: boolean }
  | { readonly kind: 'token'; readonly generation: number }
  /** `luck` in [0, 1) is the jitter. */
  | { readonly kind: 'answer'; readonly cmdId: string; readonly outcome: Outcome<B>; readonly luck: number };

export type Effect<B> =
  | { readonly kind: 'send'; readonly entry: Entry }
  | { readonly kind: 'save'; readonly entry: Entry }
  | { readonly kind: 'ack'; readonly entry: Entry; readonly snapshots: readonly Snapshot<B>[] }
  | { readonly kind: 'reject'; readonly items: readonly ReviewItem[]; readonly snapshots: readonly Snapshot<B>[] }
  | { readonly kind: 'renew-token'; readonly generation: number }
  | { readonly kind: 'wake-in'; readonly ms: number };

export interface Step<B> {
  readonly state: CoreState;
  readonly effects: readonly Effect<B>[];
}

export const initialState: CoreState = {
  entries: [],
  notBefore: {},
  now: 0,
  sending: false,
  heldUntil: 0,
  offline: false,
  parkedAt: null,
  generation: 0,
};

/** Full jitter: anywhere between nothing and 0.5 s · 2ⁿ, at most 60 s; the server's Retry-After is a floor. */
export function retryDelay(attempts: number, luck: number, retryAfterMs: number | null): number {
  const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(Math.max(attempts, 0), 10));
  return Math.max(retryAfterMs ?? 0, Math.round(luck * ceiling));
}

export function step<B>(state: CoreState, input: Input<B>): Step<B> {
  switch (input.kind) {
    case 'disk':
      return proceed(withDisk(state, input.entries));
    case 'tick':
      return proceed(aged(state, input.now));
    case 'leader':
      return proceed({ ...state, sending: input.leads });
    case 'wake':
      return proceed({ ...state, notBefore: {} });
    case 'network':
      return proceed({
        ...state,
        offline: !input.up,
        heldUntil: input.up ? 0 : state.now + offlineProbeMs,
        notBefore: input.up ? {} : state.notBefore,
      });
    case 'token':
      return proceed({
        ...state,
        generation: input.generation,
        parkedAt: state.parkedAt !== null && input.generation !== state.parkedAt ? null : state.parkedAt,
      });
    case 'answer':
      return answered(state, input);
  }
}

/** What is in flight here stays in flight; everything else is as the disk says. */
function withDisk(state: CoreState, entries: readonly Entry[]): CoreState {
  const mine = new Map(state.entries.map((e) => [e.cmdId, e]));
  return {
    ...state,
    entries: entries
      .map((e) => {
        const known = mine.get(e.cmdId);
        return known
          ? {
              ...e,
              state: known.state,
              ageMs: Math.max(e.ageMs, known.ageMs),
              attempts: Math.max(e.attempts, known.attempts),
            }
          : { ...e, state: 'queued' as const };
      })
      .toSorted((a, b) => a.seq - b.seq),
  };
}

function aged(state: CoreState, now: number): CoreState {
  const lived = Math.max(0, now - state.now);
  if (lived === 0) return { ...state, now };
  return { ...state, now, entries: state.entries.map((e) => ({ ...e, ageMs: e.ageMs + lived })) };
}

/** The first that is too old, unless it or one before it in its lane is in flight. */
const expired = (state: CoreState): Entry | undefined =>
  state.entries.find((e) => e.state === 'queued' && e.ageMs > e.ttlMs && !inFlightBefore(state, e));

const inFlightBefore = (state: CoreState, entry: Entry): boolean =>
  state.entries.some((e) => e.lane === entry.lane && e.seq < entry.seq && e.state === 'sending');

function answered<B>(state: CoreState, input: Extract<Input<B>, { kind: 'answer' }>): Step<B> {
  const entry = state.entries.find((e) => e.cmdId === input.cmdId);
  // A late answer of a command that is already settled changes nothing.
  if (!entry) return proceed(state);
  const { outcome } = input;
  switch (outcome.kind) {
    case 'applied': {
      const next = {
        ...state,
        // Any 2xx says that the server can be reached: nobody keeps waiting.
        notBefore: {},
        entries: state.entries.filter((e) => e.cmdId !== entry.cmdId),
      };
      return proceed(next, [{ kind: 'ack', entry, snapshots: outcome.snapshots }]);
    }
    case 'refused':
      return rejected(state, entry, { ...outcome, kind: 'refused' }, outcome.snapshots);
    case 'unknown': {
      const waiting = { ...entry, state: 'queued' as const };
      const wait = retryDelay(entry.attempts - 1, input.luck, outcome.retryAfterMs);
      const notBefore = { ...state.notBefore, [entry.cmdId]: state.now + wait };
      const heldUntil = state.offline ? state.now + offlineProbeMs : state.heldUntil;
      const next = replaced({ ...state, notBefore, heldUntil }, waiting);
      return proceed(next, [{ kind: 'save', entry: waiting }]);
    }
    case 'auth': {
      const waiting = { ...entry, state: 'queued' as const };
      // A 401 of an older token says nothing about the present one; believing it would park the queue for ever.
      if (outcome.generation < state.generation) return proceed(replaced(state, waiting));
      const parked = replaced({ ...state, parkedAt: outcome.generation }, waiting);
      const effects: Effect<B>[] =
        state.parkedAt === null ? [{ kind: 'renew-token', generation: outcome.generation }] : [];
      return proceed(parked, effects);
    }
  }
}

const replaced = (state: CoreState, entry: Entry): CoreState => ({
  ...state,
  entries: state.entries.map((e) => (e.cmdId === entry.cmdId ? entry : e)),
});

/** A refused command takes along what was built on it: everything behind it in its lane. */
function rejected<B>(
  state: CoreState,
  entry: Entry,
  why: Pick<ReviewItem, 'kind' | 'code' | 'message' | 'by' | 'at'>,
  snapshots: readonly Snapshot<B>[],
): Step<B> {
  const gone = state.entries.filter((e) => e.cmdId === entry.cmdId || (e.lane === entry.lane && e.seq > entry.seq));
  const ids = new Set(gone.map((e) => e.cmdId));
  const items = gone.map((e): ReviewItem => ({
    entry: { ...e, state: 'queued' },
    kind: why.kind,
    code: why.code,
    message: why.message,
    by: why.by,
    at: why.at,
  }));
  const next = { ...state, entries: state.entries.filter((e) => !ids.has(e.cmdId)) };
  return proceed(next, [{ kind: 'reject', items, snapshots }]);
}

/** Sends what may be sent, and asks to be woken for what may be sent later. */
function proceed<B>(state: CoreState, before: readonly Effect<B>[] = []): Step<B> {
  const effects = [...before];
  // Only the sending tab knows what is in flight, so only it may say that something never left.
  if (!state.sending) return { state, effects };
  const old = expired(state);
  if (old) {
    // Into the tray with its dependants: never sent late, never dropped.
    const late = rejected<B>(state, old, { kind: 'expired', code: 'expired', message: '', by: null, at: null }, []);
    return { state: late.state, effects: [...effects, ...late.effects] };
  }
  if (state.parkedAt !== null) return { state, effects };
  if (state.heldUntil > state.now && state.entries.length > 0)
    return { state, effects: [...effects, { kind: 'wake-in', ms: state.heldUntil - state.now }] };
  let inFlight = state.entries.filter((e) => e.state === 'sending').length;
  let next = state;
  let soonest = Number.POSITIVE_INFINITY;
  const lanes = new Set<string>();
  for (const entry of state.entries) {
    if (lanes.has(entry.lane)) continue;
    lanes.add(entry.lane);
    if (entry.state === 'sending') continue;
    const wait = (state.notBefore[entry.cmdId] ?? 0) - state.now;
    if (wait > 0) {
      soonest = Math.min(soonest, wait);
      continue;
    }
    if (inFlight >= maxInFlight) continue;
    inFlight += 1;
    // Counted before it leaves: from here on it may have been applied, so nothing may replace it.
    const leaving = { ...entry, state: 'sending' as const, attempts: entry.attempts + 1 };
    next = replaced(next, leaving);
    effects.push({ kind: 'send', entry: leaving });
  }
  if (Number.isFinite(soonest)) effects.push({ kind: 'wake-in', ms: soonest });
  return { state: next, effects };
}
