import type { TicketReason, TicketStatus } from '#domain/tickets.ts';

/** N-25. */
export const ticketReasonLabels: Readonly<Record<TicketReason, string>> = {
  payment: 'Problema con el pago',
  rider: 'Problema con el cadete',
  customer: 'Problema con el cliente',
  delay: 'Demora en la entrega',
  order_error: 'Error en el pedido',
  other: 'Otro motivo',
};

export const ticketStatusLabels: Readonly<Record<TicketStatus, string>> = { open: 'Abierto', closed: 'Finalizado' };

const unread = (count: number): string => (count === 1 ? '1 mensaje nuevo' : `${count} mensajes nuevos`);

export const ticketTexts = {
  button: 'Tickets',
  buttonUnread: (count: number): string => `Tickets, ${unread(count)}`,
  list: 'Listado de tickets',
  empty: 'No se encontraron tickets.',
  loading: 'Cargando los tickets…',
  listOffline: 'Sin conexión: estos tickets pueden estar desactualizados.',
  unread,
  noMessages: 'Sin mensajes todavía',
  lastFrom: { store: 'Tienda', core: 'Soporte' },
  title: (id: number): string => `Ticket Nro: ${id}`,
  order: (number: number): string => `Pedido ${number}`,
  seeOrder: (number: number): string => `Ver el pedido ${number}`,
  messages: 'Mensajes',
  you: 'Vos',
  support: 'Soporte',
  staff: 'Tienda',
  say: 'Escribí un mensaje',
  sayClosed: 'El ticket está finalizado.',
  send: 'Enviar',
  sending: 'Enviando…',
  queued: 'Se enviará al volver la conexión',
  sent: 'Enviado',
  notSent: 'No se pudo enviar.',
  retry: 'Reintentar',
  drop: 'Quitar',
  notKept: 'No se pudo guardar en este dispositivo. Probá de nuevo.',
  newBelow: unread,
  begin: 'Contale a soporte qué pasó con el pedido.',
  closedBadge: 'Finalizado',
  gone: 'No se encontró este ticket.',
  offline: 'Sin conexión. Los cambios se enviarán al reconectar.',
  reasonTitle: (number: number | null): string => `Ticket del pedido Nro ${number ?? ''}`.trim(),
  reasons: 'Motivo',
  reasonMissing: 'Elegí un motivo.',
  message: 'Mensaje (opcional)',
  messageHint: 'Contá lo que pasó: soporte lo lee junto con el pedido.',
  needsNetwork: 'Necesitás conexión para abrir un ticket.',
  option: 'Ticket',
  status: { open: 'Ticket abierto', closed: 'Ticket finalizado' },
} as const;
