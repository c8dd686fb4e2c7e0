import type { OrderWhen } from './order.ts';
import { slotText } from './schedule.ts';
import type { HourRange } from './time.ts';

/** K-39; `date_for_humans` is 'Viernes 5 de junio'. */
export interface ScheduleOption {
  readonly date: string;
  readonly date_for_humans: string;
  readonly hours: readonly HourRange[];
}

export type ScheduleChoice =
  | { readonly ok: true; readonly when: Extract<OrderWhen, { option: 'scheduled' }> }
  | { readonly ok: false; readonly missing: 'day' | 'hour' };

/**
 * Resolves a day and one of its hours, 'from-to' (K-35, K-36, K-37, K-40). A value that is not offered counts as
 * missing.
 */
export function chosenSchedule(
  options: readonly ScheduleOption[],
  date: string | null,
  hour: string | null,
): ScheduleChoice {
  const day = options.find((o) => o.date === date);
  if (!day) return { ok: false, missing: 'day' };
  const slot = day.hours.find((h) => slotText(h) === hour);
  if (!slot) return { ok: false, missing: 'hour' };
  const description = `${day.date_for_humans}, ${slot.from} a ${slot.to} hs`;
  return { ok: true, when: { option: 'scheduled', date: day.date, hour: slotText(slot), description } };
}
