import type { HourRange, Instant } from '#domain/time.ts';
import { addDays, wallTime } from '#domain/time.ts';
import type { FailureWords } from '#texts/errors.ts';
import { failureSentences } from '#texts/errors.ts';
import { weekdayLabels } from '#texts/time.ts';

const hours = (count: number): string => (count === 1 ? '1 hora' : `${count} horas`);
const minutes = (count: number): string => (count === 1 ? '1 minuto' : `${count} minutos`);

/** T-20, T-21: time left until the store closes by itself, rounded up to the minute (N-07). */
export function closingLabel(autoclose: Instant, now: Instant): string {
  const left = autoclose - now;
  if (left <= 0) return 'Cerrando la tienda...';
  if (left < 60_000) return 'La tienda se cerrará en menos de un minuto';
  const total = Math.ceil(left / 60_000);
  const whole = Math.floor(total / 60);
  const rest = total % 60;
  if (whole === 0) return `La tienda se cerrará en ${minutes(rest)}`;
  return `La tienda se cerrará en ${rest === 0 ? hours(whole) : `${hours(whole)} y ${minutes(rest)}`}`;
}

/** A future time as 'a las 21:30', 'mañana a las 12:00' or 'el lunes a las 12:00' (B5). */
function soonLabel(at: Instant, now: Instant, zone: string): string {
  const wall = wallTime(at, zone);
  const today = wallTime(now, zone).date;
  const hour = `a las ${wall.hour} hs`;
  if (wall.date <= today) return hour;
  if (wall.date === addDays(today, 1)) return `mañana ${hour}`;
  return `el ${weekdayLabels[wall.weekday].toLowerCase()} ${hour}`;
}

/**
 * B5: «Hasta mañana», or the weekday of the next opening. After midnight «mañana» also means the day that has begun.
 */
function nextDayLabel(opening: Instant, now: Instant, zone: string): string {
  const wall = wallTime(opening, zone);
  return wall.date <= addDays(wallTime(now, zone).date, 1)
    ? 'Hasta mañana'
    : `Hasta el ${weekdayLabels[wall.weekday].toLowerCase()}`;
}

/** T-13. */
export const rangeLabel = ({ from, to }: HourRange): string => `De ${from} a ${to} hs`;

export const statusTexts = {
  title: 'Estado de la tienda',
  open: 'Tienda abierta',
  immediate: 'Pedidos inmediatos',
  services: 'Servicios',
  preorder: 'Pedidos programados',
  delay: 'Demora',
  shippingDelay: (count: number): string => `El servicio de envíos suma ${count} min`,
  usualDelays: 'Demoras habituales',
  noDelay: '0 min',
  more: (count: number): string => `+${count}`,
  moreName: (count: number): string => `+${count} minutos de demora`,
  noDelayName: '0 min de demora',
  minutes: (count: number): string => `${count} min`,
  saving: 'Guardando…',
  saved: 'Guardado',
  failedBecause: (failure: FailureWords): string =>
    failure.code === 'no_response'
      ? `${failureSentences(failure).join(' ')} No sabemos si se guardó: mirá cómo quedó el estado.`
      : `No se pudo guardar. El estado volvió a ser el anterior. ${failureSentences(failure).join(' ')}`,
  offline: 'Necesitás conexión para cambiar el estado de la tienda.',
  unfinished: (count: number): string =>
    count === 1 ? 'Queda 1 pedido sin terminar.' : `Quedan ${count} pedidos sin terminar.`,
  hours: 'Horarios de la tienda',
  app: 'Estado de la aplicación',
  appAndNews: 'Aplicación y novedades',
  isOpen: 'Abierta',
  isClosed: 'Cerrada',
  on: 'Activo',
  off: 'Pausado',
  state: 'Tienda',
  noDelayNow: 'Sin demora',
  stopping: 'Cierre automático',

  pauseOf: (service: string): string => `Pausa de ${service}`,
  halfHour: 'Por 30 min',
  nextDay: nextDayLabel,
  back: (until: Instant, now: Instant, zone: string): string => `Se reactiva ${soonLabel(until, now, zone)}.`,

  noHours: 'El comercio no posee horarios cargados',
  today: 'Hoy',
  closedDay: 'Cerrado',

  more15: '+15 Minutos',
  more60: '+1 Hora',
  accept: 'Aceptar',
  acceptName: 'Aceptar el cierre',
  accepted: 'El cierre está aceptado.',
  question: 'Cierre de la tienda',
  answerOffline: 'Necesitás conexión para responder.',

  openStore: '¡Abrir la tienda!',
  shouldBeOpen: 'La tienda está cerrada en horario de atención.',
  closed: 'La tienda está cerrada',
  closedByTime: 'Terminó su horario de atención.',
  understood: 'Entendido',
  paused: (names: readonly string[]): string =>
    names.length === 1 ? `${names[0]} está en pausa.` : `${names.join(' y ')} están en pausa.`,
  dismiss: 'Ocultar el aviso',
  notices: 'Avisos de la tienda',
  opening: 'Apertura de la tienda',
  opensSoon: 'En un minuto empieza el horario de atención.',
  checkDevice: 'Revisar este dispositivo',
};
