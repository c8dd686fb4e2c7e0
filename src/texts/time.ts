import type { CardTimer } from '#domain/order-timer.ts';
import type { Instant, Weekday } from '#domain/time.ts';
import { wallTime } from '#domain/time.ts';

/** All times are in the store's time zone; `zone` is its IANA name. */

/** 1 Lunes … 7 Domingo (M-13). */
export const weekdayLabels: Readonly<Record<Weekday, string>> = {
  1: 'Lunes',
  2: 'Martes',
  3: 'Miércoles',
  4: 'Jueves',
  5: 'Viernes',
  6: 'Sábado',
  7: 'Domingo',
};

/** There is no ready time yet (K-84). */
export const toBeConfirmed = 'A confirmar';

/** '20:05 Hs' (K-85). */
export const hourLabel = (at: Instant, zone: string): string => `${wallTime(at, zone).hour} Hs`;

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const;
const weekdays = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'] as const;

/** 'YYYY-MM-DD' -> 'sáb 21 nov' (F-05). Without date-fns, because the board needs it first and a locale weighs 8 kB. */
export function shortDateLabel(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return `${weekday} ${day} ${months[month - 1]}`;
}

/** '20:05 Hs' if it is the same day as `now`, else 'sáb 21 nov 20:05 Hs'. */
export function whenLabel(at: Instant, now: Instant, zone: string): string {
  const wall = wallTime(at, zone);
  const hour = `${wall.hour} Hs`;
  return wall.date === wallTime(now, zone).date ? hour : `${shortDateLabel(wall.date)} ${hour}`;
}

/** '4 min', '1 h 5 min', '2 d', from whole minutes. */
export function durationLabel(total: number): string {
  const hours = Math.floor(total / 60);
  if (hours < 1) return `${total} min`;
  if (hours >= 24) return `${Math.floor(hours / 24)} d`;
  const rest = total % 60;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** The text of a card's timer (B-46 to B-48). In its first late minute an order is 'Atrasado' without a number. */
export function timerLabel(timer: CardTimer, now: Instant, zone: string): string {
  switch (timer.kind) {
    case 'target':
      return whenLabel(timer.at, now, zone);
    case 'since':
    case 'left':
      return durationLabel(timer.minutes);
    case 'late':
      return timer.minutes === 0 ? 'Atrasado' : `Atrasado ${durationLabel(timer.minutes)}`;
    case 'unknown':
      return toBeConfirmed;
  }
}

/** Prefixes for screen readers: the clock icon does not say whether time has passed or is left. */
export const timerPrefixes: Readonly<Record<CardTimer['kind'], string>> = {
  target: 'Para: ',
  since: 'Esperando hace ',
  left: 'Faltan ',
  late: '',
  unknown: 'Listo: ',
};
