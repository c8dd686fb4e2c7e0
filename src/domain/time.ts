/**
 * Instants are milliseconds since 1970 UTC, as a branded type. Rules take `now` and the store's time zone as arguments
 * and never read a clock. Weekdays are 1 Lunes … 7 Domingo (M-13).
 */
declare const instantBrand: unique symbol;
export type Instant = number & { readonly [instantBrand]: true };
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const isInstant = (n: number): n is Instant => Number.isFinite(n);

/** Milliseconds since 1970 UTC -> Instant. Throws for NaN and infinity: that is a bug of the caller. */
export function instant(ms: number): Instant {
  if (!isInstant(ms)) throw new RangeError(`not an instant: ${ms}`);
  return ms;
}

/** Any ISO 8601 text with a time zone, like 'YYYY-MM-DDTHH:mm:ss.sssZ', -> Instant; null if invalid. */
export function instantFromIso(text: string): Instant | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : instant(ms);
}

export const isoFromInstant = (at: Instant): string => new Date(at).toISOString();
export const minutes = (n: number): number => n * 60_000;
export const after = (at: Instant, ms: number): Instant => instant(at + ms);

/** Local date, time and weekday in the store's time zone. */
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

/** A range of opening hours, 'HH:mm'. If `to` is not after `from`, it is on the next day (N-08). */
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

/** Whether the opening hours include that instant, ranges past midnight included (T-18, N-08). */
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

/** The date `days` days later, 'YYYY-MM-DD'. */
export const addDays = (date: string, days: number): string =>
  new Date(utcOf(date, '00:00') + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

export const weekdayOn = (date: string): Weekday =>
  weekdayOf(((new Date(utcOf(date, '00:00')).getUTCDay() + 6) % 7) + 1);

/** The instant with that local date and time in the zone; null if a clock change skips it. */
export function instantOfWall(date: string, hour: string, zone: string): Instant | null {
  const wanted = utcOf(date, hour);
  if (Number.isNaN(wanted)) return null;
  let at = instant(wanted);
  // The UTC offset at the first guess may differ from the one at the result: adjust twice.
  for (let look = 0; look < 2; look += 1) {
    const shown = wallTime(at, zone);
    at = after(at, wanted - utcOf(shown.date, shown.hour));
  }
  const shown = wallTime(at, zone);
  return shown.date === date && shown.hour === hour ? at : null;
}
