import type { HourRange, Instant } from '#domain/time.ts';
import { addDays, wallTime } from '#domain/time.ts';
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
  failed: 'No se pudo guardar. El estado volvió a ser el anterior.',
  failedBecause: (sentences: readonly string[]): string =>
    `No se pudo guardar. El estado volvió a ser el anterior. ${sentences.join(' ')}`,
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
};

export const appTexts = {
  keys: 'Atajos de teclado',
  insecure: 'Esta dirección no es segura (http).',
  insecureText:
    'Con ella el navegador no permite abrir la aplicación sin conexión, recibir avisos con la aplicación cerrada, instalarla ni usar la cámara. Pedile a quien instaló Marche una dirección que empiece con https y abrila desde ahí.',
  connection: 'Conexión',
  online: 'Con conexión',
  offline: 'Sin conexión',
  link: 'Tiempo real',
  linked: 'Conectado',
  unlinked: 'Reconectando…',
  sound: 'Sonido',
  sounds: {
    ready: 'Permitido',
    locked: 'Bloqueado · Tocá para activar',
    refused: 'Bloqueado por el navegador',
    missing: 'Este navegador no lo tiene',
  },
  soundOff: 'Apagado en este dispositivo',
  notifications: 'Notificaciones',
  permissions: {
    granted: 'Permitidas',
    ask: 'Sin decidir',
    denied: 'Desactivadas',
    missing: 'Este navegador no las tiene',
  },
  fixPermissions: 'Permisos e instalación',
  activate: 'Activar',
  proof: 'Prueba del tablero',
  proofUntried: 'Se hace con el tablero abierto',
  proofWorks: 'Lo que llega se muestra',
  proofBroken: { events: 'No llegan novedades', screen: 'La pantalla no se actualiza' },
  storage: 'Almacenamiento protegido',
  storageStates: { yes: 'Sí', no: 'No', unknown: 'Este navegador no lo dice' },
  storageFix:
    'El navegador puede borrar lo que todavía no se envió. Instalá la aplicación o permití las notificaciones, y probá de nuevo.',
  storageAsk: 'Proteger',
  printing: 'Impresión',
  printingOff: 'Sin configurar en este dispositivo',
  unsent: 'Cambios por enviar',
  none: 'Ninguno',
  waiting: (count: number): string => (count === 1 ? '1 pendiente' : `${count} pendientes`),
  toReview: (count: number): string => (count === 1 ? '1 para revisar' : `${count} para revisar`),
  version: 'Versión',
  unknown: 'Se sabrá al volver la conexión',
  look: 'Buscar actualización',
  upToDate: 'Tenés la última versión.',
  news: 'Novedades',
  newsFailed: 'No pudimos leer las novedades.',
  notices: 'Avisos',
  readMore: 'Leer más',
  newWindow: '(se abre en otra ventana)',
  empty: 'No hay elementos.',
};

export const traceTexts = {
  title: 'Registro de la cola',
  about: 'Los últimos movimientos de los cambios sin enviar en este dispositivo. No incluye datos personales.',
  empty: 'Todavía no hay movimientos.',
  copy: 'Copiar',
  copied: 'Registro copiado.',
  notCopied: 'No se pudo copiar. Probá con Descargar.',
  share: 'Compartir',
  save: 'Descargar',
};
