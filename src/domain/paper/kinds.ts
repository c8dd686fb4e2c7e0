import type { OrderStatus } from '#domain/order.ts';
import { orderStatuses } from '#domain/order.ts';

/** The receipts of an order: 'Imprimir comanda', 'Imprimir rechazado', 'Imprimir resumen' (B-59). */
export const orderPapers = ['commander', 'rejected', 'summary'] as const;
export type OrderPaper = (typeof orderPapers)[number];

/** The statuses in which a person may print each by hand (B-59). */
export const paperStatuses: Readonly<Record<OrderPaper, readonly OrderStatus[]>> = {
  commander: ['ACCEPTED', 'DELIVER', 'COMPLETE'],
  rejected: ['REJECTED'],
  summary: orderStatuses,
};
