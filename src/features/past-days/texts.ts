import type { EntryKind } from '#domain/cashbox.ts';

export const pastTexts = {
  title: 'Repaso de un día',
  hint: 'Mirá cómo estaban el tablero y la caja en cualquier momento.',
  open: 'Repasar un día',
  day: 'Día',
  dayHint: 'De 5 a 5 de la mañana.',
  noDay: 'Elegí un día hasta hoy.',
  before: 'Día anterior',
  after: 'Día siguiente',
  loading: 'Cargando el día…',
  offline: 'Necesitás conexión para repasar un día.',
  empty: 'Ese día no hubo pedidos ni caja.',
  partial: (count: string): string => `Se muestran los primeros ${count} pedidos del día.`,
  moment: 'Momento',
  earlier: 'Cambio anterior',
  later: 'Cambio siguiente',
  board: 'Tablero',
  nobody: 'Ninguno',
  ended: (complete: number, rejected: number): string =>
    `Hasta ese momento: ${count(complete, 'finalizado', 'finalizados')} y ${count(rejected, 'rechazado', 'rechazados')}.`,
  register: 'Caja',
  registerClosed: 'La caja estaba cerrada.',
  kept: 'Los montos se ven después de contar y cerrar la caja.',
  openedBy: (name: string, when: string): string => `La abrió ${name}, ${when}`,
  initial: 'Saldo inicial',
  cash: 'Efectivo que debía haber',
  sold: 'Cobrado',
  movements: 'Movimientos',
  refunds: 'Devoluciones',
  changes: 'Qué pasó',
  none: 'Todavía no había pasado nada.',
  more: 'Ver más',
  order: (number: number): string => `N° ${number}`,
  opened: (name: string): string => `${name} abrió la caja`,
  closed: (name: string): string => `${name} cerró la caja`,
  counted: (amount: string): string => `Contó ${amount}`,
} as const;

/** What somebody did with the register's money, and which of it is not told by its order. */
export const entryWords: Readonly<Partial<Record<EntryKind, string>>> = {
  movement: 'registró un movimiento',
  payout: 'registró una rendición',
};

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
