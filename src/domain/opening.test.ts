import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDayOpening, openingEnd, opensWithin, rangesOn } from './opening.ts';
import type { DayHours, Weekday } from './time.ts';
import { after, instant, isWithinHours, minutes, wallTime } from './time.ts';

const at = (iso: string) => instant(Date.parse(iso));
const ba = 'America/Argentina/Buenos_Aires';
/** Clocks go forward on 2026-03-29 at 02:00 and back on 2026-10-25 at 03:00. */
const madrid = 'Europe/Madrid';

const day = (day_idx: Weekday, ...ranges: readonly `${string}-${string}`[]): DayHours => ({
  day_idx,
  hours: ranges.map((r) => ({ from: r.slice(0, 5), to: r.slice(6) })),
});
const always: DayHours[] = ([1, 2, 3, 4, 5, 6, 7] as const).map((d) => day(d, '00:00-00:00'));

describe('opensWithin: whether the hours begin soon', () => {
  it.each([
    ['2026-11-20T14:58:59.999Z', false],
    ['2026-11-20T14:59:00Z', true],
    ['2026-11-20T14:59:59.999Z', true],
    ['2026-11-20T15:00:00Z', false],
    ['2026-11-20T18:00:00Z', false],
  ])('at %s: %s', (now, soon) => {
    expect(opensWithin([day(5, '12:00-15:00')], at(now), ba, 60_000)).toBe(soon);
  });
});

describe('openingEnd: when opening hours end next (N-06, N-08)', () => {
  it.each([
    ['inside a range', [day(5, '12:00-15:00')], '2026-11-20T16:00:00Z', ba, '2026-11-20T18:00:00.000Z'],
    ['at its very start', [day(5, '12:00-15:00')], '2026-11-20T15:00:00Z', ba, '2026-11-20T18:00:00.000Z'],
    [
      'at its end it is over: a week later',
      [day(5, '12:00-15:00')],
      '2026-11-20T18:00:00Z',
      ba,
      '2026-11-27T18:00:00.000Z',
    ],
    [
      'between two ranges: the later one',
      [day(5, '12:00-15:00', '19:00-23:00')],
      '2026-11-20T20:00:00Z',
      ba,
      '2026-11-21T02:00:00.000Z',
    ],
    [
      'three days on end, from the moment at which they ended',
      [day(5, '00:00-00:00'), day(6, '00:00-00:00'), day(7, '00:00-00:00')],
      '2026-11-23T03:00:00Z',
      ba,
      '2026-11-30T03:00:00.000Z',
    ],
    ['past midnight, the evening', [day(5, '19:00-02:30')], '2026-11-21T01:00:00Z', ba, '2026-11-21T05:30:00.000Z'],
    ['past midnight, the night', [day(5, '19:00-02:30')], '2026-11-21T05:00:00Z', ba, '2026-11-21T05:30:00.000Z'],
    [
      'ranges without a gap',
      [day(5, '12:00-15:00', '15:00-18:00')],
      '2026-11-20T16:00:00Z',
      ba,
      '2026-11-20T21:00:00.000Z',
    ],
    [
      'ranges that overlap',
      [day(5, '12:00-15:00', '14:00-18:00')],
      '2026-11-20T16:00:00Z',
      ba,
      '2026-11-20T21:00:00.000Z',
    ],
    [
      'one inside the other',
      [day(5, '12:00-20:00', '14:00-15:00')],
      '2026-11-20T17:30:00Z',
      ba,
      '2026-11-20T23:00:00.000Z',
    ],
    [
      'to midnight, and on from it',
      [day(5, '20:00-00:00'), day(6, '00:00-03:00')],
      '2026-11-21T00:00:00Z',
      ba,
      '2026-11-21T06:00:00.000Z',
    ],
    ['Sunday night into Monday', [day(7, '22:00-01:00')], '2026-11-23T03:30:00Z', ba, '2026-11-23T04:00:00.000Z'],
    ['open round the clock', always, '2026-11-20T16:00:00Z', ba, null],
    ['no hours at all', [], '2026-11-20T16:00:00Z', ba, null],
    [
      'over the hour that spring skips',
      [day(6, '22:00-04:00')],
      '2026-03-28T22:00:00Z',
      madrid,
      '2026-03-29T02:00:00.000Z',
    ],
    [
      'an end inside the skipped hour is the change',
      [day(6, '22:00-02:30')],
      '2026-03-28T22:00:00Z',
      madrid,
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'over the hour that autumn repeats',
      [day(6, '22:00-04:00')],
      '2026-10-24T21:00:00Z',
      madrid,
      '2026-10-25T03:00:00.000Z',
    ],
  ] as const)('%s', (_, days, now, zone, end) => {
    const found = openingEnd(days, at(now), zone);
    expect(found === null ? null : new Date(found).toISOString()).toBe(end);
  });

  const two = (n: number): string => String(n).padStart(2, '0');
  const hour = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
    .map(([h, m]) => `${two(h)}:${two(m)}`);
  const range = fc.record({ from: hour, to: hour });
  const weekday = fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7);
  const timetable = fc.array(fc.record({ day_idx: weekday, hours: fc.array(range, { maxLength: 3 }) }), {
    maxLength: 7,
  });
  const moment = (from: string, to: string): fc.Arbitrary<ReturnType<typeof at>> =>
    fc.integer({ min: Date.parse(from) / 60_000, max: Date.parse(to) / 60_000 }).map((m) => instant(m * 60_000));

  it('agrees with isWithinHours at every minute until the end, and no longer', () => {
    const week = moment('2026-11-16T00:00:00Z', '2026-11-30T00:00:00Z');
    fc.assert(
      fc.property(timetable, week, (days, now) => {
        const end = openingEnd(days, now, ba);
        if (end === null) {
          // Open without an end, or never: check that it is the same at every hour of a week.
          const open = isWithinHours(days, now, ba);
          for (let h = 0; h < 7 * 24; h += 1) expect(isWithinHours(days, after(now, minutes(h * 60)), ba)).toBe(open);
          return;
        }
        expect(end).toBeGreaterThan(now);
        let began = false;
        for (let m: number = now; m < end; m += minutes(15)) {
          const open = isWithinHours(days, instant(m), ba);
          if (began) expect(open).toBe(true);
          began ||= open;
        }
        expect(isWithinHours(days, after(end, -1), ba)).toBe(true);
        expect(isWithinHours(days, end, ba)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('is the same whenever it is asked within the same hours, also over a clock change', () => {
    const changes = fc.oneof(
      moment('2026-03-28T00:00:00Z', '2026-03-30T12:00:00Z'),
      moment('2026-10-24T00:00:00Z', '2026-10-26T12:00:00Z'),
    );
    fc.assert(
      fc.property(timetable, changes, fc.integer({ min: 0, max: 99 }), (days, now, percent) => {
        const end = openingEnd(days, now, madrid);
        if (end === null) return;
        const later = instant(now + Math.floor((end - now) * (percent / 100)));
        expect(openingEnd(days, later, madrid)).toBe(end);
        expect(openingEnd(days, end, madrid) ?? after(end, 1)).toBeGreaterThan(end);
        // The opening ends at the end of a range, or at the clock change that skips that hour.
        const ends = days.flatMap((d) => d.hours.map((h) => h.to));
        const skipped = end === at('2026-03-29T01:00:00Z');
        expect(skipped || ends.includes(wallTime(end, madrid).hour)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('rangesOn: what a day shows (T-13, T-17)', () => {
  it('has the earliest first and repeats once, from every entry of that day', () => {
    const days = [day(1, '19:00-23:00', '09:00-13:00'), day(2, '08:00-10:00'), day(1, '09:00-13:00')];
    expect(rangesOn(days, 1)).toEqual([
      { from: '09:00', to: '13:00' },
      { from: '19:00', to: '23:00' },
    ]);
    expect(rangesOn(days, 3)).toEqual([]);
  });
});

describe('nextDayOpening: when the next day of work begins (B5, N-08)', () => {
  const week: DayHours[] = ([1, 2, 3, 4, 5, 6] as const).map((d) => day(d, '12:00-15:00', '19:00-02:30'));
  it.each([
    ['at noon: tomorrow at noon', week, '2026-11-19T16:00:00Z', ba, '2026-11-20T15:00:00.000Z'],
    ['before it opens: tomorrow all the same', week, '2026-11-19T12:00:00Z', ba, '2026-11-20T15:00:00.000Z'],
    [
      'after midnight, still yesterday’s night: today at noon',
      week,
      '2026-11-20T04:00:00Z',
      ba,
      '2026-11-20T15:00:00.000Z',
    ],
    ['when that night is over it is today: tomorrow', week, '2026-11-20T05:30:00Z', ba, '2026-11-21T15:00:00.000Z'],
    ['Sunday is closed: Monday', week, '2026-11-21T16:00:00Z', ba, '2026-11-23T15:00:00.000Z'],
    ['one day a week: the week after', [day(5, '12:00-15:00')], '2026-11-20T16:00:00Z', ba, '2026-11-27T15:00:00.000Z'],
    ['always open: at midnight', always, '2026-11-20T16:00:00Z', ba, '2026-11-21T03:00:00.000Z'],
    [
      'the clock skips it: the first moment after',
      [day(7, '02:30-10:00')],
      '2026-03-28T12:00:00Z',
      madrid,
      '2026-03-29T01:00:00.000Z',
    ],
  ] as const)('%s', (_, hours, now, zone, expected) => {
    expect(new Date(nextDayOpening(hours, at(now), zone) ?? 0).toISOString()).toBe(expected);
  });

  it('without hours there is no next day', () => {
    expect(nextDayOpening([], at('2026-11-20T16:00:00Z'), ba)).toBeNull();
  });
});
