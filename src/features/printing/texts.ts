import type { OrderPaper } from '#domain/paper/kinds.ts';

/** B-59. */
export const printLabels: Readonly<Record<OrderPaper, string>> = {
  commander: 'Imprimir comanda',
  rejected: 'Imprimir rechazado',
  summary: 'Imprimir resumen',
};
