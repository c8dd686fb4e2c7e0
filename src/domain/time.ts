/**
 * Instants are milliseconds since 1970 UTC, branded; rules take `now` and the store's zone, they never read a clock.
 * Weekdays are 1 Lunes … 7 Domingo (M-13).
 */
declare const instantBrand: unique symbol;
export type Instant = number & { readonly [instantBrand]: true };
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const isInstant = (n: number): n is Instant => Number.isFinite(n);

/** Milliseconds since 1970 UTC -> Instant; not a number is a bug of the caller. */
export function instant(ms: number): Instant {
  if (!isInstant(ms)) throw new RangeError(`not an instant: ${ms}`);
  return ms;
}

/** 'YYYY-MM-DDTHH:mm:ss.sssZ' or any ISO 8601 text with a zone -> Instant, null when it is none. */
export function instantFromIso(text: string): Instant | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : instant(ms);
}

export const isoFromInstant = (at: Instant): string => new Date(at).toISOString();
export const minutes = (n: number): number => n * 60_000;
export const after = (at: Instant, ms: number): Instant => instant(at + ms);

/** What a clock and a calendar on the wall of the store show at that instant. */
export interface WallTime {
  readonly date: string; // YYYY-MM-DD
  readonly hour: string; // HH:mm
  readonly weekday: Weekday;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

const weekdays: Readonly<Record<string, Weekday>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };

/** `zone` is an IANA name (N-08). */
export function wallTime(at: Instant, zone: string): WallTime {
  const part: Record<string, string> = {};
  for (const { type, value } of formatFor(zone).formatToParts(at)) part[type] = value;
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    hour: `${part['hour']}:${part['minute']}`,
    weekday: weekdays[part['weekday'] ?? ''] ?? 1,
  };
}

/** A range of opening hours, 'HH:mm'; an end that is not after its start is the next day's (N-08). */
export interface HourRange {
  readonly from: string;
  readonly to: string;
}

export interface DayHours {
  readonly day_idx: Weekday;
  readonly hours: readonly HourRange[];
}

const previous = (day: Weekday): Weekday => weekdayOf(((day + 5) % 7) + 1);
const weekdayOf = (n: number): Weekday => {
  const all: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
  return all[n - 1] ?? 1;
};

/** Whether the timetable has the store open at that instant, ranges past midnight included (T-18, N-08). */
export function isWithinHours(days: readonly DayHours[], at: Instant, zone: string): boolean {
  const wall = wallTime(at, zone);
  const rangesOf = (day: Weekday) => days.filter((d) => d.day_idx === day).flatMap((d) => d.hours);
  const today = rangesOf(wall.weekday).some((r) =>
    r.to > r.from ? wall.hour >= r.from && wall.hour < r.to : wall.hour >= r.from,
  );
  const fromYesterday = rangesOf(previous(wall.weekday)).some((r) => r.to <= r.from && wall.hour < r.to);
  return today || fromYesterday;
}

const utcOf = (date: string, hour: string): number => Date.parse(`${date}T${hour}:00.000Z`);

/** 'YYYY-MM-DD' that many days later. */
export const addDays = (date: string, days: number): string =>
  new Date(utcOf(date, '00:00') + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

export const weekdayOn = (date: string): Weekday =>
  weekdayOf(((new Date(utcOf(date, '00:00')).getUTCDay() + 6) % 7) + 1);

/** The instant at which the store's wall shows that date and hour; null where a clock change skips it. */
export function instantOfWall(date: string, hour: string, zone: string): Instant | null {
  const wanted = utcOf(date, hour);
  if (Number.isNaN(wanted)) return null;
  let at = instant(wanted);
  // The offset at the guess may not be the one that holds at the answer: look twice.
  for (let look = 0; look < 2; look += 1) {
    const shown = wallTime(at, zone);
    at = after(at, wanted - utcOf(shown.date, shown.hour));
  }
  const shown = wallTime(at, zone);
  return shown.date === date && shown.hour === hour ? at : null;
}
