import type { CoreState, EngineEffect, Input, EngineStep } from './core-state.ts';
import { othersServed } from './core-state.ts';
import type { Entry, RejectedCommand, Snapshot } from './entry.ts';

/**
 * The sender's reducer. Pure: no clock, storage, network or randomness; the simulator runs this file itself.
 *
 *   enqueue ──> queued ──send──> sending ──applied──> (gone, entity merged)
 *              ^                 │ └──refused──> rejected list, with its never-sent dependants
 *              └──unknown, auth──┘
 *
 *   expired, never sent ──> rejected list, if the disk agrees
 *   expired, perhaps sent ──> the server is asked ("settling"), then applied or rejected list
 *   repeated 5xx while others succeed, or unreadable by this version ──> held: its lane waits
 *
 * Lanes are FIFO with one request in flight each, at most `maxInFlight` in total; a blocked lane blocks no other.
 */
export const maxInFlight = 4;
const firstRetryMs = 500;
const longestRetryMs = 60_000;
const offlineProbeMs = 15_000;
const poisonTries = 8;
const poisonMs = 10 * 60_000;
const renewAgainMs = 30_000;

/** Full jitter: a random delay between 0 and 0.5 s · 2ⁿ, at most 60 s. */
export function retryDelay(attempts: number, jitter: number): number {
  return Math.round(jitter * Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(Math.max(attempts, 0), 10)));
}

/**
 * Ends every backoff, except a Retry-After of the server. Commands in flight are retried at once if their try fails.
 */
const endBackoff = (state: CoreState): CoreState => ({
  ...state,
  waits: Object.fromEntries(
    Object.entries(state.waits).flatMap(([id, { floor }]) =>
      floor > state.now ? [[id, { until: floor, floor }] as const] : [],
    ),
  ),
  retryAtOnce: state.entries.flatMap((e) => (e.state === 'sending' ? [e.cmdId] : [])),
});

export function step(state: CoreState, input: Input): EngineStep {
  switch (input.kind) {
    case 'disk':
      return proceed(withDisk(state, input.entries));
    case 'enqueued':
      return proceed(withDisk({ ...state, entries: [...state.entries, ...input.put] }, input.entries));
    case 'tick':
      return proceed({ ...state, now: Math.max(state.now, input.now) });
    case 'leader':
      return proceed({ ...state, sending: input.leads });
    case 'wake':
      return proceed({ ...endBackoff(state), offlineUntil: 0 });
    case 'network':
      return proceed({
        ...(input.up ? endBackoff(state) : state),
        offline: !input.up,
        offlineUntil: input.up ? 0 : state.now + offlineProbeMs,
      });
    case 'token':
      return proceed({
        ...state,
        generation: input.generation,
        parkedAt: state.parkedAt !== null && input.generation !== state.parkedAt ? null : state.parkedAt,
      });
    case 'expired': {
      const ids = new Set(input.items.map((i) => i.entry.cmdId));
      const entries = input.agreed
        ? state.entries.filter((e) => !ids.has(e.cmdId))
        : state.entries.map((e) => (ids.has(e.cmdId) ? { ...e, state: 'queued' as const } : e));
      return proceed({ ...state, entries }, input.agreed ? [{ kind: 'expired', items: input.items }] : []);
    }
    case 'answer':
      return answered(state, input);
  }
}

/** Merges the outbox on disk into the state: commands in flight here stay in flight, the rest follows the disk. */
function withDisk(state: CoreState, entries: readonly Entry[]): CoreState {
  const mine = new Map(state.entries.map((e) => [e.cmdId, e]));
  // Released by "Reintentar" in any tab: retried now, without the remaining backoff.
  const released = entries.filter((e) => e.held === null && mine.get(e.cmdId)?.held);
  return {
    ...state,
    waits: { ...state.waits, ...Object.fromEntries(released.map((e) => [e.cmdId, { until: 0, floor: 0 }])) },
    diskKnown: true,
    entries: entries
      .map((e) => {
        const known = mine.get(e.cmdId);
        // Dated by this tab's clock: the enqueuing tab's engine time may lag, if it opened after this tab slept.
        if (!known) return { ...e, state: 'queued' as const, enqueuedAt: state.diskKnown ? state.now : e.enqueuedAt };
        const now: Entry = {
          ...e,
          state: known.state,
          enqueuedAt: known.enqueuedAt,
          attempts: Math.max(e.attempts, known.attempts),
          settling: e.settling ?? known.settling,
        };
        return same(known, now) ? known : now;
      })
      .toSorted((a, b) => a.seq - b.seq),
  };
}

const same = (a: Entry, b: Entry): boolean =>
  a.attempts === b.attempts && a.settling === b.settling && a.held === b.held && a.state === b.state;

const isPast = (state: CoreState, e: Entry): boolean =>
  // An unreadable command cannot be asked about either, so it stays in the queue, where the person sees it.
  e.state === 'queued' && e.settling === null && e.held !== 'unreadable' && state.now - e.enqueuedAt > e.ttlMs;

/** The first expired command that has no command in flight before it in its lane. */
const expired = (state: CoreState): Entry | undefined =>
  state.entries.find((e) => isPast(state, e) && !inFlightBefore(state, e));

const inFlightBefore = (state: CoreState, entry: Entry): boolean =>
  state.entries.some((e) => e.lane === entry.lane && e.seq < entry.seq && e.state === 'sending');

function answered(state: CoreState, input: Extract<Input, { kind: 'answer' }>): EngineStep {
  const entry = state.entries.find((e) => e.cmdId === input.cmdId);
  // A late answer to a settled command changes nothing.
  if (!entry) return proceed(state);
  const { outcome } = input;
  const waiting = { ...entry, state: 'queued' as const };
  switch (outcome.kind) {
    case 'applied': {
      const next = {
        // Any 2xx shows that the server can be reached.
        ...endBackoff(state),
        faults: othersServed(state, entry.cmdId),
        entries: state.entries.filter((e) => e.cmdId !== entry.cmdId),
      };
      return proceed(next, [{ kind: 'ack', entry, snapshots: outcome.snapshots }]);
    }
    case 'refused': {
      const kind = entry.settling === 'expired' && outcome.code === 'expired' ? 'expired' : 'refused';
      const served = { ...state, faults: othersServed(state, entry.cmdId) };
      return rejected(served, entry, { ...outcome, kind }, outcome.snapshots);
    }
    case 'unknown': {
      const lostOnTheWay = !outcome.fault && state.retryAtOnce.includes(entry.cmdId);
      const floor = state.now + (outcome.retryAfterMs ?? 0);
      // With another base it is another try: the failures of the one before say nothing about it.
      const failures = lostOnTheWay || outcome.base ? 0 : entry.attempts - 1;
      const until = Math.max(floor, state.now + retryDelay(failures, input.jitter));
      const faults = { ...state.faults };
      const before = faults[entry.cmdId];
      if (outcome.fault)
        faults[entry.cmdId] = before
          ? { ...before, tries: before.tries + 1 }
          : { tries: 1, since: state.now, othersServed: false };
      const met = faults[entry.cmdId];
      const poison =
        outcome.fault &&
        met?.othersServed === true &&
        met.tries >= poisonTries &&
        state.now - met.since >= poisonMs &&
        !entry.settling;
      if (poison) delete faults[entry.cmdId];
      const held = poison ? ('poison' as const) : waiting.held;
      const after = { ...waiting, held, base: outcome.base ?? waiting.base };
      const waits = { ...state.waits, [entry.cmdId]: { until, floor } };
      const retryAtOnce = state.retryAtOnce.filter((id) => id !== entry.cmdId);
      const offlineUntil = state.offline ? state.now + offlineProbeMs : state.offlineUntil;
      const next = replaced({ ...state, waits, retryAtOnce, offlineUntil, faults }, after);
      return proceed(next, [{ kind: 'save', entries: [after] }]);
    }
    case 'unreadable': {
      // Nothing was sent, so the attempt does not count.
      const after = { ...waiting, attempts: entry.attempts - 1, held: 'unreadable' as const };
      return proceed(replaced(state, after), [{ kind: 'save', entries: [after] }]);
    }
    case 'auth': {
      // A 401 for an older token says nothing about the current one; parking on it would block the queue forever.
      if (outcome.generation < state.generation) return proceed(replaced(state, waiting));
      const parked = { ...replaced(state, waiting), parkedAt: outcome.generation };
      if (state.parkedAt !== null) return proceed(parked);
      return proceed({ ...parked, renewAskedAt: state.now }, [{ kind: 'renew-token', generation: outcome.generation }]);
    }
  }
}

const replaced = (state: CoreState, entry: Entry): CoreState => ({
  ...state,
  entries: state.entries.map((e) => (e.cmdId === entry.cmdId ? entry : e)),
});

/**
 * Rejects a command together with its never-sent dependants. A dependant that may have been sent waits for the server's
 * own answer.
 */
function rejected(
  state: CoreState,
  entry: Entry,
  why: Omit<RejectedCommand, 'entry'>,
  snapshots: readonly Snapshot[],
): EngineStep {
  const gone = withDependants(state, entry);
  const items = gone.filter((e) => e.settling !== 'discarded').map((e) => itemOf(e, why));
  const dropped = gone.filter((e) => e.settling === 'discarded');
  const next = { ...state, entries: state.entries.filter((e) => !gone.includes(e)) };
  return proceed(next, [{ kind: 'reject', items, dropped, snapshots }]);
}

function withDependants(state: CoreState, entry: Entry): Entry[] {
  const ids = new Set([entry.cmdId]);
  for (const e of state.entries) if (e.attempts === 0 && dependenciesOf(e).some((id) => ids.has(id))) ids.add(e.cmdId);
  return state.entries.filter((e) => ids.has(e.cmdId));
}

/** The commands that must be applied before this one. */
const dependenciesOf = ({ base, dependsOn }: Entry): string[] => [
  ...(base && 'after' in base ? [base.after] : []),
  ...(dependsOn === null ? [] : [dependsOn]),
];

const itemOf = (
  entry: Entry,
  { kind, code, message, found, by, at }: Omit<RejectedCommand, 'entry'>,
): RejectedCommand => ({
  entry: { ...entry, state: 'queued', held: null },
  kind,
  code,
  message,
  found,
  by,
  at,
});

const tooOld: Omit<RejectedCommand, 'entry'> = {
  kind: 'expired',
  code: 'expired',
  message: '',
  found: null,
  by: null,
  at: null,
};

/** Sends every command that is due and schedules a wake for the next one. */
function proceed(state: CoreState, before: readonly EngineEffect[] = []): EngineStep {
  const effects = [...before];
  // Only the sending tab knows which commands are in flight, so only it may decide that one was never sent.
  if (!state.sending) return { state, effects };
  const old = expired(state);
  if (old?.attempts === 0) {
    // Moves it to the rejected list with its dependants. Marked as sending, so none of them is sent meanwhile.
    const late = withDependants(state, old);
    const entries = state.entries.map((e) => (late.includes(e) ? { ...e, state: 'sending' as const } : e));
    return proceed({ ...state, entries }, [...effects, { kind: 'expire', items: late.map((e) => itemOf(e, tooOld)) }]);
  }
  if (old) {
    // It may have reached the server, and only the server knows whether it was applied.
    const asking = { ...old, settling: 'expired' as const, held: null };
    return proceed(replaced(state, asking), [...effects, { kind: 'save', entries: [asking] }]);
  }
  if (state.parkedAt !== null) {
    const again: EngineEffect = { kind: 'wake-in', ms: Math.max(0, state.renewAskedAt + renewAgainMs - state.now) };
    if (again.ms > 0) return { state, effects: [...effects, again] };
    return {
      state: { ...state, renewAskedAt: state.now },
      effects: [...effects, { kind: 'renew-token', generation: state.parkedAt }, { ...again, ms: renewAgainMs }],
    };
  }
  if (state.offlineUntil > state.now && state.entries.length > 0)
    return { state, effects: [...effects, { kind: 'wake-in', ms: state.offlineUntil - state.now }] };
  return departures(state, effects);
}

function departures(state: CoreState, effects: EngineEffect[]): EngineStep {
  let inFlight = state.entries.filter((e) => e.state === 'sending').length;
  // The next answer calls this again, so scanning a long queue now is unnecessary.
  if (inFlight >= maxInFlight) return { state, effects };
  let soonest = Number.POSITIVE_INFINITY;
  const leaving = new Map<string, Entry>();
  const lanes = new Set<string>();
  for (const entry of state.entries) {
    if (lanes.has(entry.lane)) continue;
    lanes.add(entry.lane);
    if (entry.state === 'sending' || entry.held !== null) continue;
    const wait = (state.waits[entry.cmdId]?.until ?? 0) - state.now;
    if (wait > 0) {
      soonest = Math.min(soonest, wait);
      continue;
    }
    if (inFlight >= maxInFlight) continue;
    inFlight += 1;
    // Counted before it is sent: from now on it may have been applied, so no later command may replace it.
    const sent = { ...entry, state: 'sending' as const, attempts: entry.attempts + 1 };
    leaving.set(entry.cmdId, sent);
    effects.push({ kind: 'send', entry: sent });
  }
  if (Number.isFinite(soonest)) effects.push({ kind: 'wake-in', ms: soonest });
  if (leaving.size === 0) return { state, effects };
  return { state: { ...state, entries: state.entries.map((e) => leaving.get(e.cmdId) ?? e) }, effects };
}
