import type { EntryKind } from '#domain/cashbox.ts';
import type { balanceOfDevices, DeviceBalance } from '#domain/outbox-balance.ts';
import { registerTexts } from '#texts/register.ts';

export const cashboxTexts = {
  ...registerTexts,
  title: 'Caja',
  /** */
  details: 'Detalles de la caja',
  reload: 'Volver a leer la caja',
  loading: 'Cargando la caja…',
  offlineEmpty: 'Necesitás conexión para ver la caja.',
  needsNetwork: 'Necesitás conexión.',
  manager: 'Encargado',
  dataOf: (when: string): string => `Datos de las ${when}`,
  balance: 'Resumen',
  openedBy: (name: string, when: string): string => `${name}, ${when}`,
  age: 'Abierta hace',
  hours: (hours: number, limit: number): string => `${hours} de ${limit} h`,
  /** N-09. */
  passed: (hours: number): string => `La caja superó las ${hours} horas abierta`,
  hiddenUntilCounted: 'Se muestra después de contar.',
  noMethods: 'Todavía no hay pagos.',
  method: 'Medio',
  in: 'Entró',
  net: 'Queda',
  noMovements: 'Todavía no hay movimientos.',
  type: 'Motivo',
  description: 'Descripción',
  when: 'Cuándo y quién',
  amount: 'Monto',
  running: 'Acumulado',
  table: (title: string): string => `Tabla: ${title}`,
  waiting: 'Se enviará al volver la conexión',
  /** */
  movement: 'Movimiento',
  close: 'Cerrar caja',
  rows: 'Ver cada fila',
  report: 'Reporte X',
  /** */
  changedLater: 'Luego podés cambiar esta configuración desde el panel de socios.',
} as const;

export const settingsTexts = {
  /** */
  title: 'Configuración inicial de la caja',
  payouts: 'Registrar las rendiciones de dinero en la caja',
  payoutsHint: 'El efectivo que cobra un cadete entra a la caja con su rendición, no con el pedido.',
  block: 'No permitir cargar pedidos con la caja cerrada',
  blockHint: 'El equipo solo puede cargar pedidos mientras haya una caja abierta.',
  blind: 'Contar antes de ver lo esperado',
  blindHint: 'Al cerrar, la caja muestra cuánto debería haber recién después de contar.',
  drawer: 'Abrir el cajón con cada pago en efectivo',
  drawerHint: 'Lo abre la computadora que cobra, si tiene la impresora de la caja con el cajón conectado.',
  save: 'Guardar',
  /** X-27, E-19. */
  saved: 'La caja fue configurada correctamente.',
} as const;

export const openingTexts = {
  /** */
  title: 'Abrir caja',
  initial: 'Saldo inicial',
  open: 'Abrir caja',
  /** */
  last: 'Última caja',
  opened: 'La caja está abierta.',
} as const;

export const flowTexts = {
  /** */
  title: 'Registrar movimiento de caja',
  direction: 'Dirección',
  comesIn: 'Entra dinero',
  goesOut: 'Sale dinero',
  type: 'Motivo',
  description: 'Descripción',
  optional: 'Opcional',
  amount: 'Monto',
  after: (amount: string): string => `Quedan ${amount} en la caja`,
  save: 'Registrar',
  saved: (amount: string): string => `Movimiento de ${amount} registrado.`,
  queued: (amount: string): string => `Movimiento de ${amount} guardado. Se enviará al volver la conexión.`,
  notSaved: 'No se pudo guardar en este dispositivo. Liberá espacio y probá de nuevo.',
  overTitle: '¿Sacar más de lo que hay?',
  overText: (amount: string): string => `En la caja debería haber ${amount}.`,
  overConfirm: 'Sacar igual',
} as const;

export const closingTexts = {
  /** */
  title: 'Cerrar caja',
  suggested: 'Saldo sugerido',
  final: 'Saldo final',
  count: 'Contar billetes y monedas',
  countHide: 'Escribir solo el total',
  pieces: 'Billetes y monedas',
  pieceOf: (value: string): string => `Cantidad de ${value}`,
  counted: registerTexts.counted,
  reason: registerTexts.reason,
  observations: registerTexts.observations,
  close: 'Cerrar caja',
  /** First, where the store wants it counted before it is told. */
  compare: 'Ver diferencia',
  /** */
  ask: 'Realmente desea cerrar la caja?',
  confirm: 'Confirmar',
  anyway: 'Cerrar igual',
  see: 'Ver los pedidos',
  closed: 'La caja está cerrada.',
  closedBy: (name: string, when: string): string => `${name} ya cerró esta caja, ${when}.`,
} as const;

/** X-38; null: none is unfinished. */
export function unfinishedText(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'Hay 1 pedido pendiente de finalización.' : `Hay ${count} pedidos pendientes de finalización.`;
}

/** When a command that is missing was made, from the ones before and after it. */
function around(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `, entre las ${from} y las ${to}`;
  return from !== null ? `, después de las ${from}` : to !== null ? `, antes de las ${to}` : '';
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const devicesTexts = {
  title: 'Equipos',
  asking: 'Preguntando a los equipos…',
  offline: 'Necesitás conexión para saber qué falta enviar.',
  failed: 'No pudimos preguntar a los equipos. Probamos de nuevo.',
  /** A line breaks after a dot, never before it. */
  sums: ({ made, confirmed, unsent, missing }: ReturnType<typeof balanceOfDevices>): string =>
    [
      `Emitidos ${made}`,
      `Confirmados ${confirmed}`,
      `Sin enviar ${unsent}`,
      ...(missing === 0 ? [] : [`Perdidos ${missing}`]),
    ].join('\u00A0· '),
  device: ({ person, device }: Pick<DeviceBalance, 'person' | 'device'>): string =>
    device === null ? person : `${person}, ${device}`,
  unsent: (count: number): string => `${count} sin enviar`,
  review: (count: number): string => `${count} para revisar`,
  missing: (number: number, from: string | null, to: string | null): string =>
    `No llegó el n.º ${number}${around(from, to)}`,
  more: (count: number): string => counted(count, 'más no llegó', 'más no llegaron'),
  heard: (when: string): string => `Última noticia ${when}`,
  silent: (when: string): string => `Sin noticias desde ${when}`,
  never: 'Nunca informó',
  /** In the question before a close. */
  waits: (names: readonly string[]): string => `Falta ${names.join('; ')}.`,
  later: 'Lo que llegue después entra en la próxima caja.',
} as const;

export const closedTexts = {
  ...registerTexts,
  print: 'Imprimir',
  close: 'Cerrar',
  loading: 'Cargando la última caja…',
} as const;

const kindWords: Readonly<Record<EntryKind, string>> = {
  sale: 'Venta',
  change: 'Cambio de una venta',
  rejection: 'Pedido rechazado',
  refund: 'Devolución',
  payout: 'Rendición',
  movement: 'Movimiento',
  tip: 'Propina (incluida)',
};

export const drawerTexts = {
  open: 'Abrir cajón',
  sent: 'Se mandó abrir el cajón.',
} as const;

export const entriesTexts = {
  title: 'Filas de la caja',
  list: 'Lista de filas',
  loading: 'Cargando las filas…',
  empty: 'Esta caja no tiene filas.',
  all: 'Todas',
  returns: 'Devoluciones y rechazos',
  drawer: 'Cajón',
  opened: 'Cajón abierto a mano',
  noOpenings: 'Nadie abrió el cajón a mano.',
  noReturns: 'En esta caja no se devolvió dinero.',
  authorised: (by: string): string => `Autorizado por ${by}`,
  offline: 'Necesitás conexión para ver las filas.',
  more: 'Ver más',
  kind: (kind: EntryKind, valid: boolean): string =>
    kind === 'rejection' && valid ? 'Pedido válido de nuevo' : kindWords[kind],
  order: (number: number | null): string => (number === null ? 'Pedido eliminado' : `Pedido #${number}`),
  table: (code: string): string => `Mesa ${code}`,
  late: 'De una venta anterior',
} as const;
