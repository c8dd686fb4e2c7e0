import { addDays, type DayHours, type Instant, instantOfWall, wallTime, weekdayOn } from './time.ts';

/** A stretch of time that the timetable has the store open. */
interface Span {
  readonly from: Instant;
  readonly end: Instant;
}

/** A clock change skips less than this everywhere. */
const longestSkipMinutes = 180;
/** A timetable repeats after a week: who is open for longer never closes. */
const weekDays = 7;

/** When the wall shows that hour or, where a clock change skips it, the first moment after the change. */
function instantAtOrAfter(date: string, hour: string, zone: string): Instant | null {
  const exact = instantOfWall(date, hour, zone);
  if (exact !== null) return exact;
  const [h = 0, m = 0] = hour.split(':').map(Number);
  for (let minute = h * 60 + m + 1; minute <= h * 60 + m + longestSkipMinutes; minute += 1) {
    const day = addDays(date, Math.floor(minute / 1_440));
    const text = `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const found = instantOfWall(day, text, zone);
    if (found !== null) return found;
  }
  return null;
}

/** The ranges that begin on that day, earliest first. */
function spansOf(days: readonly DayHours[], date: string, zone: string): Span[] {
  const ranges = days.filter((d) => d.day_idx === weekdayOn(date)).flatMap((d) => d.hours);
  return ranges
    .flatMap(({ from, to }) => {
      const start = instantAtOrAfter(date, from, zone);
      // An end that is not after its start is the next day's (N-08).
      const end = instantAtOrAfter(to > from ? date : addDays(date, 1), to, zone);
      return start !== null && end !== null && end > start ? [{ from: start, end }] : [];
    })
    .toSorted((one, other) => one.from - other.from);
}

/**
 * When the opening hours that are running at `at` end; ranges that follow without a gap or overlap count as one (N-06).
 * Null: the store is not within its hours, or never out of them.
 */
export function openingEnd(days: readonly DayHours[], at: Instant, zone: string): Instant | null {
  const today = wallTime(at, zone).date;
  let end = at;
  // From yesterday, whose last range may still be running, until a day begins after the end.
  for (let day = -1; day <= weekDays + 1; day += 1) {
    for (const span of spansOf(days, addDays(today, day), zone)) {
      if (span.from > end) return end > at ? end : null;
      if (span.end > end) end = span.end;
    }
    const tomorrow = instantAtOrAfter(addDays(today, day + 1), '00:00', zone);
    if (day >= 0 && tomorrow !== null && end < tomorrow) return end > at ? end : null;
  }
  return null;
}

/**
 * When the next day of work begins (B5, «Hasta mañana»): after midnight the day that is running is still yesterday's.
 * Null without hours.
 */
export function nextDayOpening(days: readonly DayHours[], at: Instant, zone: string): Instant | null {
  const date = wallTime(at, zone).date;
  const isRunning = spansOf(days, addDays(date, -1), zone).some(({ from, end }) => from <= at && at < end);
  const today = addDays(date, isRunning ? -1 : 0);
  for (let day = 1; day <= weekDays + 1; day += 1) {
    const first = spansOf(days, addDays(today, day), zone).find(({ from }) => from > at);
    if (first) return first.from;
  }
  return null;
}

/** One day's ranges for people: earliest first, what repeats left out (T-13). */
export const rangesOn = (days: readonly DayHours[], day: DayHours['day_idx']): DayHours['hours'] => {
  const ranges = days.filter((d) => d.day_idx === day).flatMap((d) => d.hours);
  const once = new Map(ranges.map((r) => [`${r.from}-${r.to}`, r]));
  return [...once.values()].toSorted((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1));
};
