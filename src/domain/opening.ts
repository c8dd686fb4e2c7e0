import {
  addDays,
  after,
  type DayHours,
  type Instant,
  instantOfWall,
  isWithinHours,
  wallTime,
  weekdayOn,
} from './time.ts';

/** A time span in which the timetable says that the store is open. */
interface Span {
  readonly from: Instant;
  readonly end: Instant;
}

/** No clock change skips more minutes than this. */
const longestSkipMinutes = 180;
/** A timetable repeats every week: a span longer than a week never ends. */
const weekDays = 7;

/** The instant of that wall time; if a clock change skips it, the first instant after the change. */
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

/** The spans that begin on that day, earliest first. */
function spansOf(days: readonly DayHours[], date: string, zone: string): Span[] {
  const ranges = days.filter((d) => d.day_idx === weekdayOn(date)).flatMap((d) => d.hours);
  return ranges
    .flatMap(({ from, to }) => {
      const start = instantAtOrAfter(date, from, zone);
      // If the end is not after the start, it is on the next day (N-08).
      const end = instantAtOrAfter(to > from ? date : addDays(date, 1), to, zone);
      return start !== null && end !== null && end > start ? [{ from: start, end }] : [];
    })
    .toSorted((one, other) => one.from - other.from);
}

/** The store is closed by its timetable and opens within `ms`. */
export const opensWithin = (days: readonly DayHours[], at: Instant, zone: string, ms: number): boolean =>
  !isWithinHours(days, at, zone) && isWithinHours(days, after(at, ms), zone);

/**
 * When opening hours end for the first time after `at`; they may begin after it, too. Adjacent and overlapping ranges count
 * as one (N-06). Null: there are no hours, or they never end.
 */
export function openingEnd(days: readonly DayHours[], at: Instant, zone: string): Instant | null {
  const today = wallTime(at, zone).date;
  let end: Instant | null = null;
  // Start with yesterday, whose last range may still include `at`; stop when a day begins after the end. Ends recur every week.
  for (let day = -1; day <= weekDays + 1; day += 1) {
    for (const span of spansOf(days, addDays(today, day), zone)) {
      if (end !== null && span.from > end) return end;
      if (span.end > (end ?? at)) end = span.end;
    }
    const tomorrow = end && instantAtOrAfter(addDays(today, day + 1), '00:00', zone);
    if (end !== null && tomorrow !== null && end < tomorrow) return end;
  }
  return null;
}

/**
 * When the next working day begins (B5, «Hasta mañana»). While yesterday's last range still runs after midnight,
 * yesterday counts as today. Null without opening hours.
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

/** One day's ranges for display: earliest first, without duplicates (T-13). */
export const rangesOn = (days: readonly DayHours[], day: DayHours['day_idx']): DayHours['hours'] => {
  const ranges = days.filter((d) => d.day_idx === day).flatMap((d) => d.hours);
  const once = new Map(ranges.map((r) => [`${r.from}-${r.to}`, r]));
  return [...once.values()].toSorted((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1));
};
