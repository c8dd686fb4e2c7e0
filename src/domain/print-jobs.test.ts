import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginSending,
  endJob,
  leaseJob,
  printJobStates,
  type PrintJobState,
  printOutcomes,
  type PrintTurn,
  settleJob,
} from './print-jobs.ts';
import { instant } from './time.ts';

const start = 1_700_000_000_000;
const at = (seconds: number) => instant(start + seconds * 1_000);
const sum = 'a'.repeat(64);

const turn = (state: PrintJobState, more: Partial<PrintTurn> = {}): PrintTurn => ({
  state,
  created_at: at(0),
  lease: state === 'queued' ? 0 : 1,
  lease_until: state === 'queued' ? null : at(30),
  sha256: state === 'sending' ? sum : null,
  ...more,
});

describe('who may take a job', () => {
  it.each<[string, PrintTurn, number, boolean]>([
    ['a queued one', turn('queued'), 1, true],
    ['one of ten minutes ago', turn('queued'), 600, false],
    ['one that somebody holds', turn('leased'), 29, false],
    ['one whose holder is late', turn('leased'), 30, true],
    ['one that is being sent, whatever its lease', turn('sending'), 500, false],
    ...printOutcomes.map(
      (state) => [`one that is ${state}`, turn(state), 40, false] satisfies [string, PrintTurn, number, boolean],
    ),
    ['one that expired', turn('expired'), 40, false],
  ])('%s', (_what, job, seconds, free) => {
    const taken = leaseJob(job, undefined, at(seconds));
    expect(taken).toMatchObject(
      free
        ? { ok: true, value: { state: 'leased', lease: job.lease + 1, lease_until: at(seconds + 30) } }
        : { ok: false, failure: { code: 'conflict' } },
    );
  });

  it('its holder renews it, also while it sends, and nobody with an older number', () => {
    expect(leaseJob(turn('leased'), 1, at(20))).toMatchObject({ ok: true, value: { lease: 1, lease_until: at(50) } });
    expect(leaseJob(turn('sending'), 1, at(20))).toMatchObject({ ok: true, value: { state: 'sending', sha256: sum } });
    expect(leaseJob(turn('leased', { lease: 2 }), 1, at(20)).ok).toBe(false);
    expect(leaseJob(turn('accepted'), 1, at(20)).ok).toBe(false);
  });
});

describe('the permission to print', () => {
  it.each([
    ['the holder', turn('leased'), 1, true],
    ['a frozen holder whose lease another one took', turn('leased', { lease: 2 }), 1, false],
    ['the same answer again after it was lost', turn('sending'), 1, true],
    ['other bytes', turn('sending', { sha256: 'b'.repeat(64) }), 1, false],
    ['after its end', turn('failed'), 1, false],
    ['without a lease', turn('queued'), 0, false],
  ])('%s', (_what, job, lease, allowed) => {
    expect(beginSending(job, lease, sum, at(20)).ok).toBe(allowed);
  });

  it('is not given after ten minutes', () => {
    expect(beginSending(turn('leased', { lease_until: at(700) }), 1, sum, at(600)).ok).toBe(false);
  });
});

it('what is not yet being sent can fail, and cannot be accepted nor unknown', () => {
  expect(printOutcomes.map((outcome) => endJob(turn('leased'), 1, outcome).ok)).toEqual([false, true, false]);
  expect(printOutcomes.map((outcome) => endJob(turn('sending'), 1, outcome).ok)).toEqual([true, true, true]);
  expect(endJob(turn('accepted'), 1, 'accepted')).toEqual({ ok: true, value: null });
  expect(endJob(turn('sending', { lease: 2 }), 1, 'accepted').ok).toBe(false);
});

it('time ends what nobody took after ten minutes, and what a silent computer was sending after a minute', () => {
  expect([settleJob(turn('queued'), at(599)), settleJob(turn('queued'), at(600))]).toEqual([null, 'expired']);
  expect(settleJob(turn('leased'), at(600))).toBe('expired');
  expect([settleJob(turn('sending'), at(59)), settleJob(turn('sending'), at(60))]).toEqual([null, 'unknown']);
  expect(settleJob(turn('accepted'), at(10_000))).toBeNull();
});

it('however two computers and the clock take turns, one of them gets the permission to print (random histories)', () => {
  const step = fc.record({
    who: fc.constantFrom(0, 1),
    what: fc.constantFrom('lease', 'renew', 'send', 'accepted', 'failed', 'unknown', 'settle'),
    seconds: fc.integer({ min: 0, max: 90 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let job = turn('queued');
      let now = 0;
      const held = [0, 0];
      const printed = new Set<number>();
      for (const { who, what, seconds } of steps) {
        now += seconds;
        const lease = held[who] ?? 0;
        if (what === 'lease' || what === 'renew') {
          const got = leaseJob(job, what === 'renew' ? lease : undefined, at(now));
          if (got.ok) {
            expect(got.value.lease).toBeGreaterThanOrEqual(job.lease);
            job = { ...job, ...got.value };
            held[who] = got.value.lease;
          }
        } else if (what === 'send') {
          const got = beginSending(job, lease, sum, at(now));
          if (got.ok) {
            printed.add(who);
            job = { ...job, ...got.value };
          }
        } else {
          const ended = what === 'settle' ? settleJob(job, at(now)) : endJob(job, lease, what);
          const state = typeof ended === 'string' ? ended : ended?.ok ? ended.value : null;
          if (state) job = { ...job, state };
        }
        expect(printJobStates).toContain(job.state);
      }
      expect(printed.size).toBeLessThanOrEqual(1);
      if (job.state === 'accepted') expect(printed.size).toBe(1);
    }),
    { numRuns: 2_000 },
  );
});
