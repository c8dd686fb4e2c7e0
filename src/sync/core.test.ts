import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildEntry as entry, serverFault } from '#testing/builders-sync.ts';
import {
  run,
  sent,
  rejected,
  queue,
  lead,
  disk,
  tick,
  answerInput,
  appliedInput,
  unknown,
  refused,
  unauthorised,
  minute,
  oneLane,
} from '#testing/core-inputs.ts';
import type { Input } from './core-state.ts';
import { maxInFlight, retryDelay } from './core.ts';

describe('what is sent when', () => {
  it('sends nothing while another tab leads (offline engine, Tabs)', () => {
    expect(sent(run([disk(entry(1))]).effects)).toEqual([]);
  });

  it('keeps one request in flight per lane, in order (I5)', () => {
    const { state, effects } = run([lead, disk(entry(2, oneLane), entry(1, oneLane))]);
    expect(sent(effects)).toEqual(['c1']);
    expect(sent(run([appliedInput('c1')], state).effects)).toEqual(['c2']);
  });

  it('has at most four lanes in flight (offline engine, Lanes)', () => {
    const { state, effects } = run([lead, disk(...[1, 2, 3, 4, 5, 6].map((n) => entry(n)))]);
    expect(maxInFlight).toBe(4);
    expect(sent(effects)).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(sent(run([appliedInput('c3')], state).effects)).toEqual(['c5']);
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
    expect(sent(run([appliedInput('c2')], state).effects)).toEqual(['c1']);
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
    const { state } = run([lead, disk(entry(1)), appliedInput('c1')]);
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

  it('tries at once on another base, however often the one before failed (I7)', () => {
    const rebased = answerInput('c1', { kind: 'unknown', retryAfterMs: null, fault: false, base: { rev: 9 } });
    const { state } = run([lead, disk(entry(1, oneLane, { attempts: 12, base: { rev: 1 } })), rebased]);
    expect(state.entries[0]?.base).toEqual({ rev: 9 });
    expect(sent(run([tick(state.now + 500)], state).effects)).toEqual(['c1']);
  });

  it('waits as long as the server asked for, whatever else succeeds or wakes it meanwhile', () => {
    const busy = answerInput('c1', { kind: 'unknown', retryAfterMs: 30_000, fault: false });
    const up: Input = { kind: 'network', up: true };
    const { state } = run([lead, disk(entry(1), entry(2)), busy, appliedInput('c2'), { kind: 'wake' }, up]);
    expect(sent(run([tick(29_999)], state).effects)).toEqual([]);
    expect(sent(run([tick(30_000)], state).effects)).toEqual(['c1']);
  });

  it('tries again at once what was lost while something said that the server can be reached (I7)', () => {
    const tried = disk(entry(1, 'thing:1', { attempts: 12 }), entry(2));
    const { state } = run([lead, tried, appliedInput('c2'), unknown('c1')]);
    expect(sent(run([tick(249)], state).effects)).toEqual([]);
    expect(sent(run([tick(250)], state).effects)).toEqual(['c1']);
    // A failure that the server itself answered keeps its backoff.
    const faulty = run([lead, tried, appliedInput('c2'), answerInput('c1', serverFault)]);
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
