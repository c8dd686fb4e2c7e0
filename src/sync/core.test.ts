import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildEntry as entry, unanswered, refusedOutcome, serverFault } from '#testing/builders-sync.ts';
import type { CoreState, EngineEffect, Input } from './core-state.ts';
import { maxInFlight, retryDelay, step } from './core.ts';
import { initialState } from './core-state.ts';
import type { Entry, SendOutcome, RejectedCommand } from './entry.ts';

/** Runs inputs one after another and collects all effects. */
function run(inputs: readonly Input[], from: CoreState = initialState): { state: CoreState; effects: EngineEffect[] } {
  const effects: EngineEffect[] = [];
  let state = from;
  for (const input of inputs) {
    const next = step(state, input);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

const sent = (effects: readonly EngineEffect[]): string[] =>
  effects.flatMap((e) => (e.kind === 'send' ? [e.entry.cmdId] : []));
/** [cmdId, kind, code] of each rejected command. */
const rejected = (effects: readonly EngineEffect[]): string[][] =>
  effects.flatMap((e) =>
    e.kind === 'reject' || e.kind === 'expire' ? e.items.map((i) => [i.entry.cmdId, i.kind, i.code]) : [],
  );
/** The items that the disk is asked to move to the rejected list. */
const expiring = (effects: readonly EngineEffect[]): RejectedCommand[] =>
  effects.flatMap((e) => (e.kind === 'expire' ? e.items : []));
const dropped = (effects: readonly EngineEffect[]): string[] =>
  effects.flatMap((e) => (e.kind === 'reject' ? e.dropped.map((d) => d.cmdId) : []));
const queue = (state: CoreState): string[] => state.entries.map((e) => e.cmdId);

const lead: Input = { kind: 'leader', leads: true };
const disk = (...entries: Entry[]): Input => ({ kind: 'disk', entries });
const tick = (now: number): Input => ({ kind: 'tick', now });
const answer = (cmdId: string, outcome: SendOutcome): Input => ({
  kind: 'answer',
  cmdId,
  outcome,
  jitter: 0.5,
});
const applied = (cmdId: string): Input => answer(cmdId, { kind: 'applied', snapshots: [] });
const unknown = (cmdId: string): Input => answer(cmdId, unanswered);
const refused = (cmdId: string, code = 'conflict'): Input => answer(cmdId, refusedOutcome(code));
const unauthorised = (cmdId: string, generation: number): Input => answer(cmdId, { kind: 'auth', generation });

const minute = 60_000;
const oneLane = 'thing:a';

describe('what is sent when', () => {
  it('sends nothing while another tab leads (offline engine, Tabs)', () => {
    expect(sent(run([disk(entry(1))]).effects)).toEqual([]);
  });

  it('keeps one request in flight per lane, in order (I5)', () => {
    const { state, effects } = run([lead, disk(entry(2, oneLane), entry(1, oneLane))]);
    expect(sent(effects)).toEqual(['c1']);
    expect(sent(run([applied('c1')], state).effects)).toEqual(['c2']);
  });

  it('has at most four lanes in flight (offline engine, Lanes)', () => {
    const { state, effects } = run([lead, disk(...[1, 2, 3, 4, 5, 6].map((n) => entry(n)))]);
    expect(maxInFlight).toBe(4);
    expect(sent(effects)).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(sent(run([applied('c3')], state).effects)).toEqual(['c5']);
  });

  it('lets a blocked lane block no other (offline engine, Lanes)', () => {
    const { state } = run([lead, disk(entry(1))]);
    expect(sent(run([unknown('c1'), disk(entry(1), entry(2))], state).effects)).toEqual(['c2']);
  });

  it('tries an unknown outcome again with the same id and gives up never (I1, D-07)', () => {
    let { state } = run([lead, disk(entry(1, oneLane, { ttlMs: 1e9 }))]);
    for (let n = 1; n <= 30; n += 1) {
      const failed = run([unknown('c1')], state);
      expect(sent(failed.effects)).toEqual([]);
      const wait = failed.effects.find((e) => e.kind === 'wake-in');
      const again = run([tick(failed.state.now + (wait?.ms ?? 0))], failed.state);
      expect(sent(again.effects)).toEqual(['c1']);
      state = again.state;
    }
    expect(state.now).toBeGreaterThan(10 * minute);
  });

  it('any 2xx says that the server can be reached: nobody keeps waiting (offline engine, Failures)', () => {
    const { state } = run([lead, disk(entry(1), entry(2)), unknown('c1')]);
    expect(sent(run([applied('c2')], state).effects)).toEqual(['c1']);
  });

  it('holds back without a network, but probes every 15 s in case the device lies (offline engine, principle 6)', () => {
    const held = run([lead, { kind: 'network', up: false }, disk(entry(1))]);
    expect(sent(held.effects)).toEqual([]);
    expect(held.effects.at(-1)).toEqual({ kind: 'wake-in', ms: 15_000 });
    const probe = run([tick(15_000)], held.state);
    expect(sent(probe.effects)).toEqual(['c1']);
    const failed = run([unknown('c1')], probe.state);
    expect(sent(failed.effects)).toEqual([]);
    expect(sent(run([{ kind: 'network', up: true }], failed.state).effects)).toEqual(['c1']);
  });

  it('counts a try before it leaves, so that nothing replaces what may have been applied (I2)', () => {
    const { effects } = run([lead, disk(entry(1))]);
    expect(effects.find((e) => e.kind === 'send')?.entry.attempts).toBe(1);
  });

  it('keeps what is in flight when the disk is read again', () => {
    const { state } = run([lead, disk(entry(1, oneLane))]);
    const again = run([disk(entry(1, oneLane), entry(2, oneLane))], state);
    expect(sent(again.effects)).toEqual([]);
    expect(again.state.entries.map((e) => [e.state, e.attempts])).toEqual([
      ['sending', 1],
      ['queued', 0],
    ]);
  });

  it('ignores the late answer of a settled command', () => {
    const { state } = run([lead, disk(entry(1)), applied('c1')]);
    expect(run([refused('c1')], state).effects).toEqual([]);
  });

  it('waits between 0 and 0.5 s · 2ⁿ, at most 60 s', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempts, jitter) => {
        const wait = retryDelay(attempts, jitter);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(Math.min(60_000, 500 * 2 ** Math.min(attempts, 10)));
      }),
    );
    expect([retryDelay(3, 0.999), retryDelay(3, 0)]).toEqual([3_996, 0]);
  });

  it('waits as long as the server asked for, whatever else succeeds or wakes it meanwhile', () => {
    const busy = answer('c1', { kind: 'unknown', retryAfterMs: 30_000, fault: false });
    const up: Input = { kind: 'network', up: true };
    const { state } = run([lead, disk(entry(1), entry(2)), busy, applied('c2'), { kind: 'wake' }, up]);
    expect(sent(run([tick(29_999)], state).effects)).toEqual([]);
    expect(sent(run([tick(30_000)], state).effects)).toEqual(['c1']);
  });

  it('tries again at once what was lost while something said that the server can be reached (I7)', () => {
    const tried = disk(entry(1, 'thing:1', { attempts: 12 }), entry(2));
    const { state } = run([lead, tried, applied('c2'), unknown('c1')]);
    expect(sent(run([tick(249)], state).effects)).toEqual([]);
    expect(sent(run([tick(250)], state).effects)).toEqual(['c1']);
    // A failure that the server itself answered keeps its backoff.
    const faulty = run([lead, tried, applied('c2'), answer('c1', serverFault)]);
    expect(sent(run([tick(29_999)], faulty.state).effects)).toEqual([]);
  });
});

describe('a refusal', () => {
  it('takes along what was built on it, and nothing else of its lane (offline engine, Lanes; I1)', () => {
    const { state } = run([
      lead,
      disk(
        entry(1, oneLane),
        entry(2, oneLane, { base: { after: 'c1' } }),
        entry(3, oneLane, { base: { after: 'c2' } }),
        entry(4, oneLane, { base: { rev: 7 } }),
        entry(5, 'thing:b'),
      ),
    ]);
    const { effects, state: after } = run([refused('c1')], state);
    expect(rejected(effects)).toEqual([
      ['c1', 'refused', 'conflict'],
      ['c2', 'refused', 'conflict'],
      ['c3', 'refused', 'conflict'],
    ]);
    expect(queue(after)).toEqual(['c4', 'c5']);
    expect(sent(effects)).toEqual(['c4']);
  });

  it('leaves what may have left already to the server (I1)', () => {
    const { state } = run([lead, disk(entry(1, oneLane), entry(2, oneLane, { base: { after: 'c1' }, attempts: 1 }))]);
    const { effects } = run([refused('c1')], state);
    expect(rejected(effects).map(([id]) => id)).toEqual(['c1']);
    expect(sent(effects)).toEqual(['c2']);
  });
});

describe('a session that ran out', () => {
  it('parks on a 401, asks once for a token, and goes on with a newer one (N-18)', () => {
    const { state } = run([lead, { kind: 'token', generation: 3 }, disk(entry(1), entry(2))]);
    const parked = run([unauthorised('c1', 3), unauthorised('c2', 3)], state);
    expect(parked.effects.filter((e) => e.kind === 'renew-token')).toEqual([{ kind: 'renew-token', generation: 3 }]);
    expect(sent(parked.effects)).toEqual([]);
    expect(sent(run([{ kind: 'token', generation: 3 }], parked.state).effects)).toEqual([]);
    expect(sent(run([{ kind: 'token', generation: 4 }], parked.state).effects)).toEqual(['c1', 'c2']);
  });

  it('ignores a late 401 of an older token: it must not park the queue (offline engine, Failures)', () => {
    const { state } = run([lead, { kind: 'token', generation: 4 }, disk(entry(1))]);
    const late = run([unauthorised('c1', 3)], state);
    expect(late.state.parkedAt).toBeNull();
    expect(late.effects.map((e) => e.kind)).toEqual(['send']);
  });

  it('asks again every 30 s while it is parked: the first asking may have been lost (N-18, I7)', () => {
    const { state } = run([lead, disk(entry(1)), unauthorised('c1', 0)]);
    const early = run([tick(29_999)], state);
    expect(early.effects).toEqual([{ kind: 'wake-in', ms: 1 }]);
    const again = run([tick(30_000), tick(59_999)], early.state);
    expect(again.effects.filter((e) => e.kind === 'renew-token')).toEqual([{ kind: 'renew-token', generation: 0 }]);
  });
});

describe('age', () => {
  it('what never left is rejected with what was built on it; the rest of its lane stays (offline engine, Failures)', () => {
    const { effects, state } = run([
      disk(
        entry(1, oneLane),
        entry(2, oneLane, { base: { after: 'c1' }, ttlMs: 1e9 }),
        entry(3, oneLane, { base: { rev: 7 }, ttlMs: 1e9 }),
      ),
      tick(minute + 1),
      lead,
    ]);
    expect(rejected(effects)).toEqual([
      ['c1', 'expired', 'expired'],
      ['c2', 'expired', 'expired'],
    ]);
    // Until the disk has answered, no command of the lane is sent.
    expect(sent(effects)).toEqual([]);
    const after = run([{ kind: 'expired', items: expiring(effects), agreed: true }], state);
    expect(queue(after.state)).toEqual(['c3']);
    expect(sent(after.effects)).toEqual(['c3']);
  });

  it('what another tab has sent meanwhile is asked about instead, once the disk was read (I1)', () => {
    const { effects, state } = run([disk(entry(1)), tick(minute + 1), lead]);
    const after = run(
      [disk(entry(1, undefined, { attempts: 1 })), { kind: 'expired', items: expiring(effects), agreed: false }],
      state,
    );
    expect(rejected(after.effects)).toEqual([]);
    expect(sent(after.effects)).toEqual(['c1']);
    expect(after.state.entries.map((e) => e.settling)).toEqual(['expired']);
  });

  it('is not reached at the very millisecond of the TTL', () => {
    expect(sent(run([disk(entry(1)), tick(minute), lead]).effects)).toEqual(['c1']);
  });

  it('a tab that does not send lets nothing expire: it may be in flight in the other one (I1)', () => {
    const { effects, state } = run([disk(entry(1)), tick(minute + 1)]);
    expect(effects).toEqual([]);
    expect(queue(state)).toEqual(['c1']);
  });

  it('touches nothing in flight, nor what stands behind it', () => {
    const { state } = run([lead, disk(entry(1, oneLane), entry(2, oneLane)), tick(minute + 1)]);
    expect(state.entries.map((e) => [e.state, e.settling])).toEqual([
      ['sending', null],
      ['queued', null],
    ]);
  });

  it('what may have left is asked about, then ends on the rejected list or applied (I1)', () => {
    const { effects, state } = run([disk(entry(1, oneLane, { attempts: 1 })), tick(minute + 1), lead]);
    expect(rejected(effects)).toEqual([]);
    expect(effects.find((e) => e.kind === 'save')?.entries.map((e) => e.settling)).toEqual(['expired']);
    expect(effects.find((e) => e.kind === 'send')?.entry.settling).toBe('expired');
    expect(rejected(run([refused('c1', 'expired')], state).effects)).toEqual([['c1', 'expired', 'expired']]);
    expect(rejected(run([refused('c1')], state).effects)).toEqual([['c1', 'refused', 'conflict']]);
    expect(run([applied('c1')], state).effects.map((e) => e.kind)).toEqual(['ack']);
  });

  it('keeps asking until the server has said it (I1)', () => {
    const { state } = run([disk(entry(1, oneLane, { attempts: 1 })), tick(minute + 1), lead, unknown('c1')]);
    // Also when a read of the disk began before the question was saved there.
    const { effects } = run([disk(entry(1, oneLane, { attempts: 1 })), { kind: 'wake' }], state);
    expect(effects.find((e) => e.kind === 'send')?.entry.settling).toBe('expired');
  });

  it('counts from when this tab sees it for what another tab enqueued, from the enqueue for its own (offline engine, principle 5)', () => {
    const own = entry(1, oneLane, { enqueuedAt: 500_000 });
    const { state } = run([
      disk(entry(3, 'thing:c', { enqueuedAt: 499_000 })),
      tick(500_000),
      { kind: 'enqueued', put: [own], entries: [entry(3, 'thing:c'), own] },
      tick(510_000),
      disk(entry(3, 'thing:c'), { ...own, enqueuedAt: 0, attempts: 1 }, entry(2, 'thing:b', { enqueuedAt: 3 })),
    ]);
    expect(state.entries.map((e) => [e.cmdId, e.enqueuedAt])).toEqual([
      ['c1', 500_000],
      ['c2', 510_000],
      ['c3', 499_000],
    ]);
  });
});

describe('poison', () => {
  /** c1 gets `faults` 5xx over `ms`; if `served`, the server meanwhile serves c2 once. */
  function poisoned(faults: number, ms: number, served: boolean, outcome: SendOutcome = serverFault): CoreState {
    const long = { ttlMs: 1e9 };
    let { state } = run([lead, disk(entry(1, oneLane, long), entry(2, 'thing:b', long), entry(3, oneLane, long))]);
    state = run([answer('c1', outcome)], state).state;
    if (served) state = run([applied('c2')], state).state;
    for (let n = 1; n < faults; n += 1) {
      const now = Math.round((n * ms) / (faults - 1));
      state = run([tick(now), { kind: 'wake' }, answer('c1', outcome)], state).state;
    }
    return state;
  }
  const held = (state: CoreState) => state.entries.find((e) => e.cmdId === 'c1')?.held;

  it('is 8 faults in 10 minutes while others are served: it waits for a person, and its lane with it', () => {
    const state = poisoned(8, 10 * minute, true);
    expect(held(state)).toBe('poison');
    expect(queue(state)).toEqual(['c1', 'c3']);
    const later = run([tick(60 * minute), { kind: 'wake' }, disk(...state.entries, entry(4))], state);
    expect(sent(later.effects)).toEqual(['c4']);
  });

  it('is written down, so that a restart does not try it again (I1)', () => {
    const before = poisoned(7, 10 * minute, true);
    const { effects } = run([{ kind: 'wake' }, answer('c1', serverFault)], before);
    expect(effects.findLast((e) => e.kind === 'save')?.entries.map((e) => e.held)).toEqual(['poison']);
  });

  it.each([
    ['seven faults', () => poisoned(7, 30 * minute, true)],
    ['eight within less than 10 minutes', () => poisoned(8, 10 * minute - 1, true)],
    ['while nobody else is served: the server is down for all', () => poisoned(30, 60 * minute, false)],
    ['any number of tries without an answer', () => poisoned(30, 60 * minute, true, unanswered)],
  ])('is not declared after %s (offline engine, Failures)', (_, state) => {
    expect(held(state())).toBeNull();
  });

  it('a refused command of another lane also says that the server serves', () => {
    const long = { ttlMs: 1e9 };
    let { state } = run([lead, disk(entry(1, oneLane, long), entry(2, 'thing:b', long))]);
    state = run([answer('c1', serverFault), refused('c2')], state).state;
    for (let n = 1; n <= 7; n += 1)
      state = run([tick(n * 2 * minute), { kind: 'wake' }, answer('c1', serverFault)], state).state;
    expect(held(state)).toBe('poison');
  });

  it('grows old too: then it is asked about like everything that may have left', () => {
    const { effects } = run([disk(entry(1, oneLane, { attempts: 9, held: 'poison' })), tick(minute + 1), lead]);
    expect(effects.find((e) => e.kind === 'send')?.entry).toMatchObject({ settling: 'expired', held: null });
  });

  it('what is only asked about is never held: it has to be answered (I1)', () => {
    const asked = entry(1, oneLane, { attempts: 9, settling: 'discarded', ttlMs: 1e9 });
    let { state } = run([lead, disk(asked, entry(2))]);
    state = run([answer('c1', serverFault), applied('c2')], state).state;
    for (let n = 1; n <= 20; n += 1)
      state = run([tick(n * minute), { kind: 'wake' }, answer('c1', serverFault)], state).state;
    expect(held(state)).toBeNull();
    const { effects } = run([{ kind: 'wake' }, refused('c1', 'expired')], state);
    expect([dropped(effects), rejected(effects)]).toEqual([['c1'], []]);
  });
});

describe('a command of a version unknown here', () => {
  it('waits with its lane, was not tried, and never expires (I1)', () => {
    const { state, effects } = run([
      lead,
      disk(entry(1, oneLane), entry(2, oneLane, { ttlMs: 1e9 }), entry(3)),
      answer('c1', { kind: 'unreadable' }),
    ]);
    expect(effects.findLast((e) => e.kind === 'save')?.entries).toMatchObject([{ held: 'unreadable', attempts: 0 }]);
    const later = run([applied('c3'), tick(100 * minute), { kind: 'wake' }], state);
    expect(queue(later.state)).toEqual(['c1', 'c2']);
    expect([sent(later.effects), rejected(later.effects)]).toEqual([[], []]);
  });
});
