import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoreState, Effect, Input } from './core.ts';
import { initialState, maxInFlight, retryDelay, step } from './core.ts';
import type { Entry } from './entry.ts';

const entry = (seq: number, lane = `order:${seq}`, more: Partial<Entry> = {}): Entry => ({
  seq,
  cmdId: `c${seq}`,
  actor: 1,
  deviceId: 'd',
  type: 'order.status/1',
  lane,
  entityType: 'order',
  entityId: lane.slice(6),
  body: {},
  seen: 'PENDING',
  base: { rev: 1 },
  state: 'queued',
  attempts: 0,
  ageMs: 0,
  ttlMs: 60_000,
  batchId: null,
  ...more,
});

/** Runs inputs one after another and keeps every effect. */
function run(
  inputs: readonly Input<null>[],
  from: CoreState = initialState,
): { state: CoreState; effects: Effect<null>[] } {
  const effects: Effect<null>[] = [];
  let state = from;
  for (const input of inputs) {
    const next = step<null>(state, input);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

const sent = (effects: readonly Effect<null>[]): string[] =>
  effects.flatMap((e) => (e.kind === 'send' ? [e.entry.cmdId] : []));
const lead: Input<null> = { kind: 'leader', leads: true };
const disk = (...entries: Entry[]): Input<null> => ({ kind: 'disk', entries });
const applied = (cmdId: string): Input<null> => ({
  kind: 'answer',
  cmdId,
  outcome: { kind: 'applied', snapshots: [] },
  luck: 0.5,
});
const unknown = (cmdId: string): Input<null> => ({
  kind: 'answer',
  cmdId,
  outcome: { kind: 'unknown', retryAfterMs: null },
  luck: 0.5,
});
const refused = (cmdId: string): Input<null> => ({
  kind: 'answer',
  cmdId,
  outcome: { kind: 'refused', code: 'conflict', message: 'm', by: 'Ana', at: null, snapshots: [] },
  luck: 0.5,
});
const unauthorised = (cmdId: string, generation: number): Input<null> => ({
  kind: 'answer',
  cmdId,
  outcome: { kind: 'auth', generation },
  luck: 0.5,
});

describe('the sender', () => {
  it('sends nothing while another tab leads (SYNC)', () => {
    expect(sent(run([disk(entry(1))]).effects)).toEqual([]);
  });

  it('keeps one request in flight per lane, in order (I5)', () => {
    const { state, effects } = run([lead, disk(entry(1, 'order:a'), entry(2, 'order:a'))]);
    expect(sent(effects)).toEqual(['c1']);
    expect(sent(run([applied('c1')], state).effects)).toEqual(['c2']);
  });

  it('has at most four lanes in flight', () => {
    const { effects } = run([lead, disk(...[1, 2, 3, 4, 5, 6].map((n) => entry(n)))]);
    expect(sent(effects)).toHaveLength(maxInFlight);
  });

  it('lets a blocked lane block no other (SYNC, lanes)', () => {
    const { state } = run([lead, disk(entry(1, 'order:a'))]);
    const { effects } = run([unknown('c1'), disk(entry(1, 'order:a'), entry(2, 'order:b'))], state);
    expect(sent(effects)).toEqual(['c2']);
  });

  it('tries an unknown outcome again with the same id and gives up never (I1, D-07)', () => {
    let { state } = run([lead, disk(entry(1))]);
    for (let n = 1; n <= 30; n += 1) {
      const failed = run([unknown('c1')], state);
      const wait = failed.effects.find((e) => e.kind === 'wake-in');
      const again = run([{ kind: 'tick', now: failed.state.now + (wait?.ms ?? 0) }], {
        ...failed.state,
        entries: failed.state.entries.map((e) => ({ ...e, ageMs: 0 })),
      });
      expect(sent(again.effects)).toEqual(['c1']);
      state = again.state;
    }
  });

  it('puts a refused command and everything built on it into the tray, nothing else (SYNC, lanes)', () => {
    const { state } = run([lead, disk(entry(1, 'order:a'), entry(2, 'order:a'), entry(3, 'order:b'))]);
    const { effects, state: after } = run([refused('c1')], state);
    const tray = effects.flatMap((e) => (e.kind === 'reject' ? e.items.map((i) => i.entry.cmdId) : []));
    expect(tray).toEqual(['c1', 'c2']);
    expect(after.entries.map((e) => e.cmdId)).toEqual(['c3']);
  });

  it('parks on a 401, asks once for a token, and goes on with a newer one (N-18)', () => {
    const { state } = run([lead, { kind: 'token', generation: 3 }, disk(entry(1), entry(2))]);
    const parked = run([unauthorised('c1', 3), unauthorised('c2', 3)], state);
    expect(parked.effects.filter((e) => e.kind === 'renew-token')).toHaveLength(1);
    expect(sent(parked.effects)).toEqual([]);
    expect(sent(run([{ kind: 'token', generation: 4 }], parked.state).effects)).toEqual(['c1', 'c2']);
  });

  it('ignores a late 401 of an older token: it must not park the queue (SYNC, Failures)', () => {
    const { state } = run([lead, { kind: 'token', generation: 4 }, disk(entry(1))]);
    const late = run([unauthorised('c1', 3)], state);
    expect(late.state.parkedAt).toBeNull();
    expect(sent(late.effects)).toEqual(['c1']);
  });

  it('moves what is older than its TTL into the tray and never sends it late', () => {
    const { effects, state } = run([disk(entry(1)), { kind: 'tick', now: 60_001 }, lead]);
    expect(effects.flatMap((e) => (e.kind === 'reject' ? e.items.map((i) => i.kind) : []))).toEqual(['expired']);
    expect(sent(effects)).toEqual([]);
    expect(state.entries).toEqual([]);
  });

  it('a tab that does not send lets nothing expire: it may be in flight in the other one (I1)', () => {
    const { effects, state } = run([disk(entry(1)), { kind: 'tick', now: 60_001 }]);
    expect(effects).toEqual([]);
    expect(state.entries).toHaveLength(1);
  });

  it('does not expire what is in flight', () => {
    const { state } = run([lead, disk(entry(1)), { kind: 'tick', now: 60_001 }]);
    expect(state.entries.map((e) => e.state)).toEqual(['sending']);
  });

  it('holds back without a network, but probes every 15 s in case the device lies (principle 6)', () => {
    const held = run([lead, { kind: 'network', up: false }, disk(entry(1))]);
    expect(sent(held.effects)).toEqual([]);
    expect(held.effects.at(-1)).toEqual({ kind: 'wake-in', ms: 15_000 });
    const probe = run([{ kind: 'tick', now: 15_000 }], held.state);
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
    const { state } = run([lead, disk(entry(1))]);
    const again = run([disk(entry(1), entry(2, 'order:1'))], state);
    expect(sent(again.effects)).toEqual([]);
    expect(again.state.entries.map((e) => e.state)).toEqual(['sending', 'queued']);
  });

  it('ignores the late answer of a settled command', () => {
    const { state } = run([lead, disk(entry(1)), applied('c1')]);
    expect(run([refused('c1')], state).effects).toEqual([]);
  });

  it('waits between 0 and 0.5 s · 2ⁿ, at most 60 s, and at least Retry-After', () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.option(fc.nat(120_000)),
        (attempts, luck, floor) => {
          const wait = retryDelay(attempts, luck, floor);
          expect(wait).toBeGreaterThanOrEqual(floor ?? 0);
          expect(wait).toBeLessThanOrEqual(Math.max(floor ?? 0, Math.min(60_000, 500 * 2 ** Math.min(attempts, 10))));
        },
      ),
    );
  });

  it('never loses, doubles or reorders anything, whatever the answers (I1, I2, I5)', () => {
    const answer = fc.constantFrom(
      'applied',
      'unknown',
      'refused',
      'auth',
      'disk',
      'tick',
      'wake',
      'offline',
      'online',
      'token',
    );
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(answer, fc.nat(20)), { maxLength: 60 }),
        (lanes, plays) => {
          const entries = lanes.map((lane, i) => entry(i + 1, `order:${lane}`, { ttlMs: 1e9 }));
          const begun = run([lead, disk(...entries)]);
          let { state } = begun;
          const ended = new Map<string, string>();
          const order: string[] = sent(begun.effects);
          let generation = 0;
          for (const [play, pick] of plays) {
            const flying = state.entries.filter((e) => e.state === 'sending');
            const target = flying[pick % Math.max(1, flying.length)];
            const input: Input<null> | null =
              play === 'tick'
                ? { kind: 'tick', now: state.now + pick * 1_000 }
                : play === 'wake'
                  ? { kind: 'wake' }
                  : play === 'offline' || play === 'online'
                    ? { kind: 'network', up: play === 'online' }
                    : play === 'token'
                      ? { kind: 'token', generation: (generation += 1) }
                      : play === 'disk'
                        ? disk(...entries.filter((e) => !ended.has(e.cmdId)))
                        : !target
                          ? null
                          : play === 'applied'
                            ? applied(target.cmdId)
                            : play === 'unknown'
                              ? unknown(target.cmdId)
                              : play === 'refused'
                                ? refused(target.cmdId)
                                : unauthorised(target.cmdId, pick);
            if (!input) continue;
            const next = step<null>(state, input);
            state = next.state;
            for (const effect of next.effects) {
              if (effect.kind === 'send') {
                expect(ended.has(effect.entry.cmdId)).toBe(false);
                order.push(effect.entry.cmdId);
              }
              const gone =
                effect.kind === 'ack'
                  ? [effect.entry]
                  : effect.kind === 'reject'
                    ? effect.items.map((i) => i.entry)
                    : [];
              for (const e of gone) {
                expect(ended.has(e.cmdId)).toBe(false);
                ended.set(e.cmdId, effect.kind);
              }
            }
            // Exactly one of: still in the queue, or ended once.
            for (const e of entries)
              expect(Number(state.entries.some((x) => x.cmdId === e.cmdId)) + Number(ended.has(e.cmdId))).toBe(1);
            for (const lane of new Set(entries.map((e) => e.lane)))
              expect(state.entries.filter((e) => e.lane === lane && e.state === 'sending').length).toBeLessThanOrEqual(
                1,
              );
            expect(state.entries.filter((e) => e.state === 'sending').length).toBeLessThanOrEqual(maxInFlight);
          }
          for (const lane of new Set(entries.map((e) => e.lane))) {
            const firsts = [...new Set(order.filter((id) => entries.some((e) => e.cmdId === id && e.lane === lane)))];
            expect(firsts).toEqual(
              entries
                .filter((e) => e.lane === lane)
                .map((e) => e.cmdId)
                .slice(0, firsts.length),
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
