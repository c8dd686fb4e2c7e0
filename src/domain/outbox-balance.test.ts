import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceBalance, KnownOutbox, OutboxReport } from './outbox-balance.ts';
import { awaited, balanceOfDevices, isSilent, mostNumbers, numbersToExplain, outboxAfter } from './outbox-balance.ts';
import { instant } from './time.ts';

const report = (more: Partial<OutboxReport>): OutboxReport => ({
  minted: 0,
  since: 0,
  held: [],
  rejected: [],
  withdrawn: [],
  ...more,
});
const known = (more: Partial<KnownOutbox>): KnownOutbox => ({
  minted: 0,
  held: [],
  rejected: [],
  missing: [],
  ...more,
});
const after = (before: KnownOutbox | null, said: OutboxReport, ...confirmed: number[]): KnownOutbox =>
  outboxAfter(before, said, new Set(confirmed));

describe('what a report says of the numbers of an outbox (offline engine, Numbers)', () => {
  it.each<[string, KnownOutbox | null, OutboxReport, number[], KnownOutbox]>([
    ['nothing was made', null, report({}), [], known({})],
    ['all is confirmed', null, report({ minted: 2 }), [1, 2], known({ minted: 2 })],
    ['one waits', null, report({ minted: 2, held: [2] }), [1], known({ minted: 2, held: [2] })],
    ['one is to be read', null, report({ minted: 2, rejected: [2] }), [1], known({ minted: 2, rejected: [2] })],
    [
      'one was refused by the server and is to be read',
      null,
      report({ minted: 1, rejected: [1] }),
      [1],
      known({ minted: 1 }),
    ],
    ['one was undone before it was sent', null, report({ minted: 2, withdrawn: [1] }), [2], known({ minted: 2 })],
    ['one is gone', null, report({ minted: 3, held: [3] }), [1], known({ minted: 3, held: [3], missing: [2] })],
    ['one that waited was sent', known({ minted: 2, held: [2] }), report({ minted: 3 }), [2, 3], known({ minted: 3 })],
    [
      'one that waited is gone',
      known({ minted: 2, held: [2] }),
      report({ minted: 2 }),
      [],
      known({ minted: 2, missing: [2] }),
    ],
    [
      'one that was gone turns up',
      known({ minted: 2, missing: [2] }),
      report({ minted: 2 }),
      [2],
      known({ minted: 2 }),
    ],
    [
      'one that waited is discarded',
      known({ minted: 2, held: [1] }),
      report({ minted: 2, withdrawn: [1] }),
      [],
      known({ minted: 2 }),
    ],
    [
      'a report overtaken by a later one',
      known({ minted: 3, held: [3] }),
      report({ minted: 2, held: [2] }),
      [],
      known({ minted: 3, held: [3] }),
    ],
    ['the device forgot what it withdrew long ago', null, report({ minted: 9, since: 8 }), [9], known({ minted: 9 })],
    [
      'the server went back to an older copy',
      known({ minted: 1 }),
      report({ minted: 4, withdrawn: [2] }),
      [4],
      known({ minted: 4, missing: [3] }),
    ],
  ])('%s', (_what, before, said, confirmed, expected) => {
    expect(after(before, said, ...confirmed)).toEqual(expected);
  });

  it('looks for no more than a device gives between two reports', () => {
    expect(numbersToExplain(null, report({ minted: 1_000_000_000 }))).toHaveLength(mostNumbers);
  });

  it('finds exactly the numbers that vanished, whatever reports were lost, late or repeated', () => {
    const fate = fc.constantFrom('confirmed', 'held', 'rejected', 'withdrawn', 'vanished');
    /** Each command ends at a time; reports are made at times, and arrive in any order, some twice. */
    const history = fc.record({
      fates: fc.array(fc.record({ fate, ends: fc.nat(20) }), { maxLength: 20 }),
      heard: fc.array(fc.nat(20), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(history, ({ fates, heard }) => {
        const numbersOf = (kind: string, at: number): number[] =>
          fates.flatMap((one, n) => (n < at && one.fate === kind && one.ends <= at ? [n + 1] : []));
        const saidAt = (at: number): OutboxReport => {
          const ended = new Set(fates.flatMap(({ ends }, n) => (ends <= at ? [n + 1] : [])));
          const made = fates.map((_, n) => n + 1).filter((n) => n <= at);
          return report({
            minted: made.length,
            held: made.filter((n) => !ended.has(n) || fates[n - 1]?.fate === 'held'),
            rejected: numbersOf('rejected', at),
            withdrawn: numbersOf('withdrawn', at),
          });
        };
        let outbox: KnownOutbox | null = null;
        let now = 0;
        for (const at of heard) {
          now = Math.max(now, at);
          outbox = after(outbox, saidAt(at), ...numbersOf('confirmed', now));
        }
        outbox = after(outbox, saidAt(20), ...numbersOf('confirmed', 20));
        expect(outbox.missing.toSorted((a, b) => a - b)).toEqual(numbersOf('vanished', 20));
        expect(outbox.held.toSorted((a, b) => a - b)).toEqual(numbersOf('held', 20));
        expect(outbox.rejected.toSorted((a, b) => a - b)).toEqual(numbersOf('rejected', 20));
      }),
      { numRuns: 2_000 },
    );
  });
});

const device = (more: Partial<DeviceBalance>): DeviceBalance => ({
  person: 'Ana',
  device: 'Chrome en Android',
  confirmed: 0,
  unsent: 0,
  review: 0,
  missing: [],
  heardAt: instant(100_000),
  sentAt: null,
  left: false,
  ...more,
});

describe('what a close waits for', () => {
  it.each<[string, Partial<DeviceBalance>, number | null, boolean]>([
    ['answered after it was asked', {}, 99_000, false],
    ['answered and sent something just then', { sentAt: instant(101_000) }, 99_000, false],
    ['was never asked', {}, null, false],
    ['has not answered', {}, 101_000, true],
    ['has logged out', { left: true }, 101_000, false],
    ['never reported', { heardAt: null, sentAt: instant(1) }, null, true],
    ['has sent commands long after its last report', { sentAt: instant(161_000) }, 99_000, true],
    ['has logged in again and not reported', { left: true, sentAt: instant(161_000) }, 99_000, true],
  ])('a device that %s', (_what, more, asked, silent) => {
    expect(isSilent(device(more), asked === null ? null : instant(asked))).toBe(silent);
  });

  it('is each device with something unsent, unread, missing or unknown', () => {
    const missing = [{ number: 3, from: null, to: null }];
    const devices = [
      device({ person: 'calm', confirmed: 5 }),
      device({ person: 'unsent', unsent: 2 }),
      device({ person: 'review', review: 1 }),
      device({ person: 'missing', missing }),
      device({ person: 'silent', heardAt: instant(1) }),
    ];
    expect(awaited({ askedAt: instant(100_000), devices }).map((d) => d.person)).toEqual([
      'unsent',
      'review',
      'missing',
      'silent',
    ]);
    expect(balanceOfDevices({ devices })).toEqual({ made: 8, confirmed: 5, unsent: 2, missing: 1 });
  });
});
