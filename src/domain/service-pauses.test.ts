import { describe, expect, it } from 'vitest';
import type { StoreStatus } from './store.ts';
import {
  bothChanges,
  changedStatus,
  pausedStatus,
  pauseNow,
  resumedStatus,
  sameByHand,
  type StatusChange,
  wrongPause,
} from './store-status.ts';
import { after, type DayHours, instant, type Instant, minutes } from './time.ts';
import { fridayStore, statusWith } from '#testing/builders-status.ts';

const at = (iso: string): Instant => instant(Date.parse(iso));
const threeOClock = at('2026-11-20T18:00:00Z');
describe('a service that is off for a time (B5)', () => {
  const now = after(threeOClock, -minutes(60));
  const off = (...types: readonly ('LOCAL' | 'TAKEAWAY' | 'DELIVERY')[]): StoreStatus =>
    changedStatus(statusWith(), { services: Object.fromEntries(types.map((type) => [type, false])) });
  const nextFriday = at('2026-11-27T15:00:00Z');

  it('«Por 30 min» is half an hour from now, «Hasta mañana» the next day of work; each service by itself', () => {
    const paused = pausedStatus(
      off('TAKEAWAY', 'DELIVERY'),
      { TAKEAWAY: 'half_hour', DELIVERY: 'next_day' },
      fridayStore,
      now,
    );
    expect(paused.paused_until).toEqual({ LOCAL: null, TAKEAWAY: after(now, minutes(30)), DELIVERY: nextFriday });
    expect([
      pauseNow(paused, 'TAKEAWAY', fridayStore, now),
      pauseNow(paused, 'DELIVERY', fridayStore, now),
      pauseNow(paused, 'LOCAL', fridayStore, now),
    ]).toEqual(['half_hour', 'next_day', null]);
    // A device whose clock is behind gets the same result.
    expect(pauseNow(paused, 'TAKEAWAY', fridayStore, after(now, -minutes(2)))).toBe('half_hour');
    expect(pausedStatus(paused, { DELIVERY: 'open_end' }, fridayStore, now).paused_until.DELIVERY).toBeNull();
  });

  it('«Hasta mañana» stays the pressed one when the next day is less than half an hour away, before and after midnight', () => {
    const everyDay = (from: string, to: string): DayHours[] =>
      ([1, 2, 3, 4, 5, 6, 7] as const).map((day_idx) => ({ day_idx, hours: [{ from, to }] }));
    const allDay = { ...fridayStore, hours: everyDay('00:00', '00:00') };
    const late = at('2026-11-21T02:40:00Z');
    const midnight = at('2026-11-21T03:00:00Z');
    const untilMidnight = pausedStatus(off('DELIVERY'), { DELIVERY: 'next_day' }, allDay, late);
    expect(untilMidnight.paused_until.DELIVERY).toBe(midnight);
    expect(pauseNow(untilMidnight, 'DELIVERY', allDay, late)).toBe('next_day');
    const short = pausedStatus(off('DELIVERY'), { DELIVERY: 'half_hour' }, allDay, late);
    expect(pauseNow(short, 'DELIVERY', allDay, late)).toBe('half_hour');
    const fromNoon = { ...fridayStore, hours: everyDay('12:00', '15:00') };
    const untilNoon = pausedStatus(off('DELIVERY'), { DELIVERY: 'next_day' }, fromNoon, late);
    expect(untilNoon.paused_until.DELIVERY).toBe(at('2026-11-21T15:00:00Z'));
    expect(pauseNow(untilNoon, 'DELIVERY', fromNoon, at('2026-11-21T14:45:00Z'))).toBe('next_day');
  });

  it('comes back when its time has come, not a millisecond before, and the others stay as they are', () => {
    const paused = pausedStatus(off('TAKEAWAY', 'DELIVERY'), { DELIVERY: 'half_hour' }, fridayStore, now);
    expect(resumedStatus(paused, after(now, minutes(30) - 1))).toBeNull();
    const back = resumedStatus(paused, after(now, minutes(30)));
    expect(back).toEqual(off('TAKEAWAY'));
    expect(back && resumedStatus(back, after(now, minutes(600)))).toBeNull();
  });

  it('switching on by hand forgets it; changing something else does not', () => {
    const paused = pausedStatus(off('DELIVERY'), { DELIVERY: 'half_hour' }, fridayStore, now);
    expect(changedStatus(paused, { delay: 30, open: false, services: { DELIVERY: false } }).paused_until).toEqual(
      paused.paused_until,
    );
    expect(changedStatus(paused, { services: { DELIVERY: true } }).paused_until.DELIVERY).toBeNull();
    expect(sameByHand(paused, off('DELIVERY'))).toBe(false);
  });

  it('what a second change says of a service takes the place of its pause', () => {
    const first: StatusChange = {
      services: { DELIVERY: false, LOCAL: false },
      pauses: { DELIVERY: 'half_hour', LOCAL: 'next_day' },
    };
    expect(bothChanges(first, { services: { DELIVERY: true } })).toEqual({
      services: { DELIVERY: true, LOCAL: false },
      pauses: { LOCAL: 'next_day' },
    });
    expect(bothChanges(first, { services: { DELIVERY: false }, pauses: { DELIVERY: 'open_end' } }).pauses).toEqual({
      DELIVERY: 'open_end',
      LOCAL: 'next_day',
    });
    expect(bothChanges(first, { delay: 5 })).toEqual({ ...first, delay: 5 });
  });

  it.each([
    ['a service that is on', statusWith(), { DELIVERY: 'half_hour' }, fridayStore, 'DELIVERY'],
    ['tomorrow without hours', off('LOCAL'), { LOCAL: 'next_day' }, { ...fridayStore, hours: [] }, 'LOCAL'],
    ['half an hour without hours', off('LOCAL'), { LOCAL: 'half_hour' }, { ...fridayStore, hours: [] }, null],
    ['a service that is off', off('DELIVERY'), { DELIVERY: 'next_day' }, fridayStore, null],
  ] as const)('%s: %#', (_, before, wanted, timetable, wrong) => {
    expect(wrongPause(before, wanted, timetable, now)).toBe(wrong);
  });
});
