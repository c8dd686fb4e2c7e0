import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduledInstant, scheduleDays, scheduleSlots, slotText } from './schedule.ts';
import {
  after,
  type DayHours,
  type HourRange,
  instant,
  instantOfWall,
  isWithinHours,
  minutes,
  wallTime,
  weekdayOn,
} from './time.ts';

const zone = 'America/Argentina/Buenos_Aires';
/** Friday 2026-06-05, 20:00 in Buenos Aires. */
const friday = instant(Date.UTC(2026, 5, 5, 23, 0, 0));
const week = [1, 2, 3, 4, 5, 6, 7] as const;
const daily = (...hours: HourRange[]): DayHours[] => week.map((day_idx) => ({ day_idx, hours }));
const slotsOf = (hours: readonly DayHours[], delay = 0, now = friday) =>
  scheduleSlots({ hours, timezone: zone, status: { delay } }, now);
const textsOn = (days: ReturnType<typeof slotsOf>, date: string): string[] =>
  (days.find((d) => d.date === date)?.hours ?? []).map(slotText);

describe('when an order may be scheduled (K-38, K-39)', () => {
  it('half hours of the timetable, of today and the six days after it (K-40)', () => {
    const days = slotsOf(daily({ from: '12:00', to: '13:30' }));
    expect(days.map((d) => d.date)).toEqual([
      '2026-06-06',
      '2026-06-07',
      '2026-06-08',
      '2026-06-09',
      '2026-06-10',
      '2026-06-11',
    ]);
    expect(textsOn(days, '2026-06-06')).toEqual(['12:00-12:30', '12:30-13:00', '13:00-13:30']);
  });

  it.each([
    [0, '20:00-20:30'],
    [5, '20:30-21:00'],
    [30, '20:30-21:00'],
    [45, '21:00-21:30'],
  ])('not before the delay of %i minutes has passed: first %s', (delay, first) => {
    expect(textsOn(slotsOf(daily({ from: '19:00', to: '23:00' }), delay), '2026-06-05')[0]).toBe(first);
  });

  it('a range past midnight gives its last hours to the next day (N-08)', () => {
    const onlyFridays: DayHours[] = [{ day_idx: 5, hours: [{ from: '22:30', to: '01:00' }] }];
    const days = slotsOf(onlyFridays);
    expect(textsOn(days, '2026-06-05')).toEqual(['22:30-23:00', '23:00-23:30', '23:30-00:00']);
    expect(textsOn(days, '2026-06-06')).toEqual(['00:00-00:30', '00:30-01:00']);
    expect(days).toHaveLength(2);
  });

  it('after midnight the rest of yesterday’s range is still there (N-08)', () => {
    const onlyFridays: DayHours[] = [{ day_idx: 5, hours: [{ from: '19:00', to: '02:30' }] }];
    const night = after(friday, minutes(5 * 60 + 10));
    expect(wallTime(night, zone)).toMatchObject({ date: '2026-06-06', hour: '01:10' });
    expect(textsOn(slotsOf(onlyFridays, 0, night), '2026-06-06')).toEqual(['01:30-02:00', '02:00-02:30']);
  });

  it('leaves out a rest shorter than half an hour, and names an hour once when ranges overlap', () => {
    const days = slotsOf(daily({ from: '12:00', to: '12:45' }, { from: '12:00', to: '13:00' }));
    expect(textsOn(days, '2026-06-08')).toEqual(['12:00-12:30', '12:30-13:00']);
  });

  it('a store that is open day and night has 48 a day; one without timetable has none (K-86)', () => {
    expect(textsOn(slotsOf(daily({ from: '00:00', to: '00:00' })), '2026-06-08')).toHaveLength(48);
    expect(slotsOf([])).toEqual([]);
  });

  const hour = fc
    .tuple(fc.nat(23), fc.constantFrom('00', '15', '30', '45'))
    .map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`);
  const hours = fc.array(
    fc.record({
      day_idx: fc.constantFrom(...week),
      hours: fc.array(fc.record({ from: hour, to: hour }), { maxLength: 3 }),
    }),
    { maxLength: 7 },
  );

  it('whatever the timetable: within its hours, in order, within a week, and each is accepted as offered (K-40, N-04)', () => {
    fc.assert(
      fc.property(
        hours,
        fc.nat(60 * 24 * 400),
        fc.integer({ min: 0, max: 24 }),
        fc.constantFrom(zone, 'America/Asuncion', 'America/New_York'),
        (timetable, later, fives, timezone) => {
          const now = after(friday, minutes(later));
          const delay = fives * 5;
          const days = scheduleSlots({ hours: timetable, timezone, status: { delay } }, now);
          expect(days.length).toBeLessThanOrEqual(scheduleDays);
          let last = after(now, minutes(delay) - 1);
          for (const { date, hours: offered } of days)
            for (const slot of offered) {
              const when = { option: 'scheduled', date, hour: slotText(slot), description: '' } as const;
              const at = scheduledInstant(when, days, timezone);
              if (at === null) throw new Error(`${date} ${slotText(slot)} is not accepted`);
              expect(at).toBeGreaterThan(last);
              expect(wallTime(at, timezone)).toMatchObject({ date, hour: slot.from });
              expect(isWithinHours(timetable, at, timezone)).toBe(true);
              last = at;
            }
        },
      ),
    );
  });

  it('a slot that is not offered is none: another day, another hour, or passed meanwhile (K-38)', () => {
    const timetable = daily({ from: '20:00', to: '22:00' });
    const when = { option: 'scheduled', date: '2026-06-05', hour: '20:30-21:00', description: '' } as const;
    const days = slotsOf(timetable);
    expect(scheduledInstant(when, days, zone)).toBe(after(friday, minutes(30)));
    expect(scheduledInstant({ ...when, date: '2026-07-05' }, days, zone)).toBeNull();
    expect(scheduledInstant({ ...when, date: '2026-02-31' }, days, zone)).toBeNull();
    expect(scheduledInstant({ ...when, hour: '20:30-21:30' }, days, zone)).toBeNull();
    expect(scheduledInstant(when, slotsOf(timetable, 0, after(friday, minutes(31))), zone)).toBeNull();
  });
});

describe('instantOfWall (N-08)', () => {
  it.each([
    ['2026-06-05', '20:00', zone, '2026-06-05T23:00:00.000Z'],
    ['2026-06-05', '20:00', 'America/New_York', '2026-06-06T00:00:00.000Z'],
    ['2026-12-05', '20:00', 'America/New_York', '2026-12-06T01:00:00.000Z'],
    ['2026-06-05', '20:00', 'Asia/Kathmandu', '2026-06-05T14:15:00.000Z'],
  ])('%s %s in %s is %s', (date, at, where, iso) => {
    expect(instantOfWall(date, at, where)).toBe(Date.parse(iso));
  });

  it('skips the hour that a clock change skips, and takes a date that is none for none', () => {
    expect(instantOfWall('2026-03-08', '02:30', 'America/New_York')).toBeNull();
    expect(instantOfWall('2026-03-08', '03:30', 'America/New_York')).toBe(Date.parse('2026-03-08T07:30:00Z'));
    expect(instantOfWall('2026-13-01', '10:00', zone)).toBeNull();
  });

  it('is the way back of wallTime, to the minute', () => {
    fc.assert(
      fc.property(fc.nat(60 * 24 * 3_000), fc.constantFrom(zone, 'America/Asuncion', 'Asia/Kathmandu'), (n, where) => {
        const at = after(friday, minutes(n));
        const wall = wallTime(at, where);
        const back = instantOfWall(wall.date, wall.hour, where);
        // A wall time that a clock change repeats has two instants.
        expect([0, 60, -60].map(minutes)).toContain((back ?? 0) - at);
        expect(weekdayOn(wall.date)).toBe(wall.weekday);
      }),
    );
  });
});
