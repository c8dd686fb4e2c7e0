import type { OrderWhen } from './order.ts';
import type { Store } from './store.ts';
import { addDays, after, type HourRange, type Instant, instantOfWall, minutes, wallTime, weekdayOn } from './time.ts';

/** The length of a slot (K-40). */
export const slotMinutes = 30;
/** Today and the following six days. */
export const scheduleDays = 7;

const dayMinutes = 24 * 60;

/** A day with its slots, earliest first. `date` is the calendar day on which they begin. */
export interface ScheduleDay {
  readonly date: string;
  readonly hours: readonly HourRange[];
}

const minuteOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));
const two = (n: number): string => String(n).padStart(2, '0');
const hourOf = (minute: number): string => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;

/**
 * The slots that may be scheduled at `now`: whole slots of the opening hours, in the store's time zone, that begin no
 * earlier than the store's delay from now. The slots of a range after midnight belong to the next day (K-39, N-08).
 */
export function scheduleSlots(
  { hours, timezone, status }: Pick<Store, 'hours' | 'timezone'> & { readonly status: Pick<Store['status'], 'delay'> },
  now: Instant,
): ScheduleDay[] {
  const today = wallTime(now, timezone).date;
  const earliest = after(now, minutes(status.delay));
  const starts = new Map<string, Set<number>>();
  // A range of yesterday may still be running.
  for (let day = -1; day < scheduleDays; day += 1) {
    const date = addDays(today, day);
    const ranges = hours.filter((d) => d.day_idx === weekdayOn(date)).flatMap((d) => d.hours);
    for (const { from, to } of ranges) {
      const end = minuteOf(to) + (to > from ? 0 : dayMinutes);
      for (let start = minuteOf(from); start + slotMinutes <= end; start += slotMinutes) {
        const on = start < dayMinutes ? date : addDays(date, 1);
        const known = starts.get(on) ?? new Set<number>();
        starts.set(on, known.add(start % dayMinutes));
      }
    }
  }
  return Array.from({ length: scheduleDays }, (_, day) => addDays(today, day)).flatMap((date) => {
    const open = [...(starts.get(date) ?? [])]
      .toSorted((a, b) => a - b)
      .filter((start) => {
        const at = instantOfWall(date, hourOf(start), timezone);
        return at !== null && at >= earliest;
      })
      .map((start) => ({ from: hourOf(start), to: hourOf(start + slotMinutes) }));
    return open.length > 0 ? [{ date, hours: open }] : [];
  });
}

/** '20:00-20:30' (K-40). */
export const slotText = ({ from, to }: HourRange): string => `${from}-${to}`;

/** The ready time of a scheduled order: the start of its slot (N-04); null if the slot is no longer offered. */
export function scheduledInstant(
  { date, hour }: Extract<OrderWhen, { option: 'scheduled' }>,
  days: readonly ScheduleDay[],
  zone: string,
): Instant | null {
  const slot = days.find((d) => d.date === date)?.hours.find((h) => slotText(h) === hour);
  return slot ? instantOfWall(date, slot.from, zone) : null;
}
