import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autoCloseAdditionsMinutes } from './limits.ts';
import { openingEnd } from './opening.ts';
import {
  answeredClosing,
  bothChanges,
  changedStatus,
  closingStep,
  isClosingAsked,
  sameByHand,
  shouldBeOpen,
  type StatusChange,
} from './store-status.ts';
import { after, type DayHours, instant, type Instant, minutes, type Weekday } from './time.ts';
import { fridayStore, statusWith } from '#testing/builders-status.ts';

const at = (iso: string): Instant => instant(Date.parse(iso));
const ba = 'America/Argentina/Buenos_Aires';
const madrid = 'Europe/Madrid';
const threeOClock = at('2026-11-20T18:00:00Z');
const noon = after(threeOClock, -minutes(180));
const asked = statusWith({ autoclose: threeOClock, autoclose_asked: true });
it('the question is over when the store is closed, answered, or has no time to close (T-24)', () => {
  expect(isClosingAsked(asked)).toBe(true);
  for (const change of [{ open: false }, { autoclose: null }, { autoclose_asked: false }, { autoclose_accepted: true }])
    expect(isClosingAsked({ ...asked, ...change })).toBe(false);
});

describe('closingStep: one look of the auto-close (N-06)', () => {
  it.each([
    ['16 minutes before the end: nothing yet', statusWith(), after(threeOClock, -minutes(16)), 'nothing', undefined],
    ['15 minutes before: announced and asked', statusWith(), after(threeOClock, -minutes(15)), 'ask', threeOClock],
    ['opened 2 minutes before: asked at once', statusWith(), after(threeOClock, -minutes(2)), 'ask', threeOClock],
    [
      'a closed store is left alone',
      statusWith({ open: false }),
      after(threeOClock, -minutes(5)),
      'nothing',
      undefined,
    ],
    ['asked already: not again', asked, after(threeOClock, -minutes(5)), 'nothing', undefined],
    [
      'accepted: nobody is asked again',
      { ...asked, autoclose_accepted: true },
      after(threeOClock, -minutes(1)),
      'nothing',
      undefined,
    ],
    ['a millisecond before the time', asked, after(threeOClock, -1), 'nothing', undefined],
    ['the time has come', asked, threeOClock, 'close', null],
    ['accepted, and the time has come', { ...asked, autoclose_accepted: true }, after(threeOClock, 1), 'close', null],
    ['the server was down for hours', asked, after(threeOClock, minutes(180)), 'close', null],
    ['asleep from before the question until the end', statusWith(), threeOClock, 'close', null],
    ['asleep until the hours of the evening', statusWith(), after(threeOClock, minutes(360)), 'close', null],
    [
      'opened outside its hours: not announced',
      statusWith(),
      at('2026-11-20T20:00:00Z'),
      'nothing',
      undefined,
      after(threeOClock, minutes(60)),
    ],
    [
      'opened outside its hours, asleep over all of the next ones',
      statusWith(),
      at('2026-11-21T06:00:00Z'),
      'close',
      null,
      after(threeOClock, minutes(60)),
    ],
    [
      'the end of the night, past midnight',
      statusWith(),
      at('2026-11-21T05:16:00Z'),
      'ask',
      at('2026-11-21T05:30:00Z'),
      at('2026-11-20T22:00:00Z'),
    ],
    [
      'put off, outside the hours: still 16 minutes',
      statusWith({ autoclose: after(threeOClock, minutes(60)) }),
      after(threeOClock, minutes(44)),
      'nothing',
      undefined,
    ],
    [
      'put off, 15 minutes before the new time: asked again',
      statusWith({ autoclose: after(threeOClock, minutes(60)) }),
      after(threeOClock, minutes(45)),
      'ask',
      after(threeOClock, minutes(60)),
    ],
  ] as const)('%s', (_, before, now, kind, autoclose, opened_at: Instant = noon) => {
    const step = closingStep(before, { ...fridayStore, opened_at }, now);
    expect(step.kind).toBe(kind);
    if (step.kind === 'nothing') return;
    expect(step.status.autoclose).toBe(autoclose);
    expect([step.status.open, isClosingAsked(step.status)]).toEqual(
      step.kind === 'ask' ? [true, true] : [false, false],
    );
  });

  it('asks nothing when another range follows without a gap', () => {
    const hours: DayHours[] = [
      {
        day_idx: 5,
        hours: [
          { from: '12:00', to: '15:00' },
          { from: '15:00', to: '16:00' },
        ],
      },
    ];
    const store = { hours, timezone: ba, opened_at: noon };
    expect(closingStep(statusWith(), store, after(threeOClock, -minutes(5))).kind).toBe('nothing');
    expect(closingStep(statusWith(), store, after(threeOClock, minutes(45))).kind).toBe('ask');
  });

  it.each([
    [ba, '2026-11-20T00:00:00Z'],
    [madrid, '2026-03-28T00:00:00Z'],
    [madrid, '2026-10-24T00:00:00Z'],
  ] as const)(
    'looked at every 30 s over three days it asks once an end and closes at it, nobody answering: %s %s',
    (timezone, start) => {
      const two = (n: number): string => String(n).padStart(2, '0');
      const hour = fc
        .integer({ min: 0, max: 47 })
        .map((half) => `${two(Math.floor(half / 2))}:${half % 2 === 0 ? '00' : '30'}`);
      const timetable = fc.array(
        fc.record({
          day_idx: fc.constantFrom<Weekday>(5, 6, 7),
          hours: fc.array(fc.record({ from: hour, to: hour }), { minLength: 1, maxLength: 2 }),
        }),
        { minLength: 1, maxLength: 3 },
      );
      fc.assert(
        fc.property(timetable, fc.integer({ min: 0, max: 2_880 }), (hours, minute) => {
          const first = after(at(start), minutes(minute));
          const end = openingEnd(hours, first, timezone);
          if (end === null) {
            expect(closingStep(statusWith(), { hours, timezone, opened_at: first }, first).kind).toBe('nothing');
            return;
          }
          let now = first > after(end, -minutes(16)) ? first : after(end, -minutes(16));
          let seen = statusWith();
          let asks = 0;
          for (let look = 0; look < 36 && seen.open; look += 1) {
            const step = closingStep(seen, { hours, timezone, opened_at: first }, now);
            if (step.kind === 'ask') {
              asks += 1;
              expect(step.status.autoclose).toBe(end);
              expect(end - now).toBeLessThanOrEqual(minutes(15));
            }
            if (step.kind === 'close') expect(now - end).toBeLessThan(30_000);
            if (step.kind !== 'nothing') seen = step.status;
            now = after(now, 30_000);
          }
          expect([asks, seen.open, seen.autoclose]).toEqual([1, false, null]);
        }),
        { numRuns: 40 },
      );
    },
  );
});

describe('answeredClosing: the three answers (T-25, T-26, N-06)', () => {
  const now = after(threeOClock, -minutes(10));
  it('the additions are +15 and +60 minutes (M-15)', () => {
    expect(autoCloseAdditionsMinutes).toEqual([15, 60]);
    for (const addition of autoCloseAdditionsMinutes)
      expect(answeredClosing(asked, addition, now)?.autoclose).toBe(after(threeOClock, addition * 60_000));
  });

  it.each([
    [15, minutes(15)],
    [60, minutes(60)],
  ] as const)('+%i minutes are added to the announced time, and it is asked again before the new one', (answer, ms) => {
    const answered = answeredClosing(asked, answer, now);
    expect(answered).toMatchObject({ open: true, autoclose: after(threeOClock, ms), autoclose_accepted: false });
    expect(answered && isClosingAsked(answered)).toBe(false);
  });

  it('adds to now when the announced time is over already', () => {
    const late = after(threeOClock, minutes(3));
    expect(answeredClosing(asked, 15, late)?.autoclose).toBe(after(late, minutes(15)));
  });

  it('0 lets the time stand and asks nobody again; saying so twice is the same', () => {
    const accepted = answeredClosing(asked, 0, now);
    expect(accepted).toEqual({ ...asked, autoclose_accepted: true });
    expect(accepted && answeredClosing(accepted, 0, now)).toEqual(accepted);
  });

  it('there is no answer to what was not asked', () => {
    expect(answeredClosing(statusWith(), 15, now)).toBeNull();
    expect(answeredClosing({ ...asked, open: false }, 0, now)).toBeNull();
  });
});

describe('changes by hand (T-05, T-08)', () => {
  it('opening and closing take back what was announced, everything else leaves it', () => {
    expect(changedStatus(asked, { open: false })).toEqual(statusWith({ open: false }));
    expect(changedStatus(asked, { open: true })).toEqual(asked);
    expect(changedStatus(asked, { delay: 30, services: { DELIVERY: false } })).toMatchObject({
      delay: 30,
      autoclose: threeOClock,
      immediate: { services: { LOCAL: true, TAKEAWAY: true, DELIVERY: false } },
    });
  });

  it('two changes as one are the one after the other', () => {
    const flag = fc.option(fc.boolean(), { nil: undefined });
    const present = (record: object): StatusChange =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
    const change = fc
      .record({
        open: flag,
        immediate: flag,
        preorder: flag,
        delay: fc.option(fc.constantFrom(0, 5, 30), { nil: undefined }),
        services: fc.option(fc.record({ LOCAL: fc.boolean(), DELIVERY: fc.boolean() }, { requiredKeys: [] }), {
          nil: undefined,
        }),
      })
      .map(present);
    const paused = statusWith({ paused_until: { LOCAL: threeOClock, TAKEAWAY: null, DELIVERY: threeOClock } });
    fc.assert(
      fc.property(change, change, (first, second) => {
        const together = changedStatus(statusWith(), bothChanges(first, second));
        expect(sameByHand(together, changedStatus(changedStatus(statusWith(), first), second))).toBe(true);
        // A service switched off and on again within one change keeps its state and its pause.
        const { services } = changedStatus(paused, bothChanges(first, second)).immediate;
        expect(services).toEqual(changedStatus(changedStatus(paused, first), second).immediate.services);
      }),
    );
  });
});

describe('shouldBeOpen: the banner (T-18)', () => {
  it.each([
    ['closed inside its hours', false, '2026-11-20T16:00:00Z', true],
    ['open inside its hours', true, '2026-11-20T16:00:00Z', false],
    ['closed outside its hours', false, '2026-11-20T20:00:00Z', false],
    ['closed after midnight, inside', false, '2026-11-21T05:00:00Z', true],
  ])('%s', (_, open, now, expected) => {
    expect(shouldBeOpen({ ...fridayStore, status: statusWith({ open }) }, at(now))).toBe(expected);
  });
});
