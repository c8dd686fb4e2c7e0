import { describe, expect, it } from 'vitest';
import { buildEntry as entry, unanswered, serverFault } from '#testing/builders-sync.ts';
import {
  run,
  sent,
  rejected,
  expiring,
  dropped,
  queue,
  lead,
  disk,
  tick,
  answerInput,
  appliedInput,
  unknown,
  refused,
  minute,
  oneLane,
} from '#testing/core-inputs.ts';
import type { CoreState } from './core-state.ts';
import { afterJump } from './core-state.ts';
import type { SendOutcome } from './entry.ts';

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
    expect(run([appliedInput('c1')], state).effects.map((e) => e.kind)).toEqual(['ack']);
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
    state = run([answerInput('c1', outcome)], state).state;
    if (served) state = run([appliedInput('c2')], state).state;
    for (let n = 1; n < faults; n += 1) {
      const now = Math.round((n * ms) / (faults - 1));
      state = run([tick(now), { kind: 'wake' }, answerInput('c1', outcome)], state).state;
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
    const { effects } = run([{ kind: 'wake' }, answerInput('c1', serverFault)], before);
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

  it('the faults of an outage before others were served count as one (offline engine, Failures)', () => {
    const long = { ttlMs: 1e9 };
    let { state } = run([lead, disk(entry(1, oneLane, long), entry(2, 'thing:b', long))]);
    const fails = (now: number) => {
      state = run([tick(now), { kind: 'wake' }, answerInput('c1', serverFault)], state).state;
    };
    for (let n = 1; n <= 20; n += 1) fails(n * minute);
    state = run([appliedInput('c2')], state).state;
    for (let n = 21; n <= 26; n += 1) fails(n * 2 * minute);
    expect(held(state)).toBeNull();
    fails(60 * minute);
    expect(held(state)).toBe('poison');
  });

  it('a jump of the engine time makes nothing older and ends no wait (offline engine, Tabs)', () => {
    const begun = run([tick(100), lead, disk(entry(1, oneLane, { enqueuedAt: 40 }))]).state;
    const asked = run([answerInput('c1', { kind: 'unknown', retryAfterMs: 20_000, fault: true })], begun).state;
    const later = afterJump(asked, 3_600_000);
    expect(later.entries.map((e) => e.enqueuedAt)).toEqual([3_600_040]);
    expect(sent(run([tick(3_600_100 + 19_999), { kind: 'wake' }], later).effects)).toEqual([]);
    expect(sent(run([tick(3_600_100 + 20_000)], later).effects)).toEqual(['c1']);
  });

  it('a refused command of another lane also says that the server serves', () => {
    const long = { ttlMs: 1e9 };
    let { state } = run([lead, disk(entry(1, oneLane, long), entry(2, 'thing:b', long))]);
    state = run([answerInput('c1', serverFault), refused('c2')], state).state;
    for (let n = 1; n <= 7; n += 1)
      state = run([tick(n * 2 * minute), { kind: 'wake' }, answerInput('c1', serverFault)], state).state;
    expect(held(state)).toBe('poison');
  });

  it('grows old too: then it is asked about like everything that may have left', () => {
    const { effects } = run([disk(entry(1, oneLane, { attempts: 9, held: 'poison' })), tick(minute + 1), lead]);
    expect(effects.find((e) => e.kind === 'send')?.entry).toMatchObject({ settling: 'expired', held: null });
  });

  it('what is only asked about is never held: it has to be answered (I1)', () => {
    const asked = entry(1, oneLane, { attempts: 9, settling: 'discarded', ttlMs: 1e9 });
    let { state } = run([lead, disk(asked, entry(2))]);
    state = run([answerInput('c1', serverFault), appliedInput('c2')], state).state;
    for (let n = 1; n <= 20; n += 1)
      state = run([tick(n * minute), { kind: 'wake' }, answerInput('c1', serverFault)], state).state;
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
      answerInput('c1', { kind: 'unreadable' }),
    ]);
    expect(effects.findLast((e) => e.kind === 'save')?.entries).toMatchObject([{ held: 'unreadable', attempts: 0 }]);
    const later = run([appliedInput('c3'), tick(100 * minute), { kind: 'wake' }], state);
    expect(queue(later.state)).toEqual(['c1', 'c2']);
    expect([sent(later.effects), rejected(later.effects)]).toEqual([[], []]);
  });
});
