import type { OrderPaper } from '#domain/paper/kinds.ts';

/** B-59. */
export const printLabels: Readonly<Record<OrderPaper, string>> = {
  commander: 'Imprimir comanda',
  rejected: 'Imprimir rechazado',
  summary: 'Imprimir resumen',
};

export const paperTexts = {
  titles: {
    commander: 'Comanda',
    rejected: 'Pedido rechazado',
    summary: 'Resumen de pedido',
    group: 'Resumen de pedido',
    cashbox: 'Cierre de caja',
    report: 'Reporte de ventas',
  },
  preview: 'Vista previa',
  width: 'Ancho del papel',
  millimetres: (width: number): string => `${width} mm`,
  print: 'Imprimir',
  noLogo: 'El logo de la tienda no se pudo leer como imagen: se imprime sin él.',
  close: 'Cerrar',
  /** Another device changed or removed the order meanwhile. */
  gone: 'Este pedido ya no está en la tienda.',
  notNow: 'El pedido cambió de estado: esta impresión ya no corresponde.',
} as const;
