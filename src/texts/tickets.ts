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
