import type { StaffGuestRequest } from '#contract/wire/guests.ts';
import type { GuestRequestState } from '#domain/guest.ts';
import { durationLabel } from '#texts/time.ts';

export const guestsTexts = {
  title: 'Pedidos de mesas',
  button: (count: number): string => `Pedidos de mesas, ${waitingLabel(count)}`,
  waiting: 'Esperando respuesta',
  ended: 'Respondidos en la última hora',
  none: 'Ninguna mesa está esperando.',
  noneText: 'Cuando alguien pida desde el código de su mesa, aparece acá.',
  off: 'Los clientes no pueden pedir desde la mesa.',
  offText: 'Quien administra la tienda puede activarlo en Configuración.',
  loading: 'Cargando los pedidos de las mesas',
  offlineEmpty: 'Necesitás conexión para ver los pedidos de las mesas.',
  offline: 'Sin conexión. Lo que ves puede haber cambiado; para responder necesitás conexión.',
  needsNetwork: 'Necesitás conexión para responder.',
  since: (minutes: number): string => (minutes < 1 ? 'Recién' : `Hace ${durationLabel(minutes)}`),
  units: (quantity: number, name: string): string => `${quantity} × ${name}`,
  note: (note: string): string => `Nota: ${note}`,
  total: 'Total',
  reasonOf: (reason: string): string => `Motivo: ${reason}`,
  becameOrder: (number: number): string => `Pedido ${number}`,
  seeTable: 'Ver la mesa',
  accept: 'Aceptar',
  attend: 'Atendido',
  reject: 'Rechazar',
  acceptOf: (place: string): string => `Aceptar el pedido de ${place}`,
  attendOf: (place: string): string => `Atendido: ${place}`,
  rejectOf: (place: string): string => `Rechazar el pedido de ${place}`,
  seeTableOf: (place: string): string => `Ver la mesa: ${place}`,
  accepted: (number: number, place: string): string => `Pedido ${number} de ${place} tomado.`,
  attended: (place: string): string => `${place}: atendido.`,
  rejected: (place: string): string => `Rechazaste el pedido de ${place}.`,
} as const;

export const waitingLabel = (count: number): string => (count === 1 ? '1 en espera' : `${count} en espera`);

export const guestEndLabels: Readonly<Record<Exclude<GuestRequestState, 'waiting'>, string>> = {
  accepted: 'Aceptado',
  rejected: 'Rechazado',
  withdrawn: 'Lo retiró el cliente',
  expired: 'Venció sin respuesta',
};

/** How a request ended. */
export const guestEndLabel = ({ state, kind }: Pick<StaffGuestRequest, 'state' | 'kind'>): string =>
  state === 'waiting'
    ? guestsTexts.waiting
    : state === 'accepted' && kind !== 'order'
      ? guestsTexts.attend
      : guestEndLabels[state];

export const rejectRequestTexts = {
  title: (place: string): string => `Rechazar el pedido de ${place}`,
  label: 'Motivo',
  hint: 'Lo lee el cliente en su teléfono.',
  usual: 'Motivos frecuentes',
  reasons: ['No nos queda ese producto', 'La cocina cerró', 'En un momento te toma el pedido un mozo'],
  required: 'Este campo es obligatorio',
  send: 'Rechazar',
  cancel: 'Volver',
} as const;

/** The notice of several new requests. */
export const guestNoticeTexts = {
  many: (count: number): string => `${count} mesas esperan respuesta`,
  see: 'Ver',
} as const;

export const guestSettingsTexts = {
  title: 'Clientes en la mesa',
  hint: 'Con el código de la mesa, sin cuenta, desde su teléfono.',
  guests: 'Ver la carta, la cuenta y llamar al mozo',
  orders: 'Pedir desde la mesa',
  ordersHint: 'Cada pedido espera a que alguien del equipo lo acepte.',
  units: 'Unidades por pedido, como máximo',
  save: 'Guardar',
  saved: 'Guardado.',
  needsNetwork: 'Necesitás conexión para guardar.',
} as const;
