import type { ServiceType } from '#domain/store.ts';
import { orderName, orderNumberLabel } from '#texts/order.ts';

const orders = (count: number): string => (count === 1 ? '1 pedido' : `${count} pedidos`);

export const actionTexts = {
  close: 'Cerrar',
  offline: 'Sin conexión: se enviará al volver.',
  removed: 'Este pedido ya no está en la tienda.',
} as const;

/** D4, B-15. */
export const rejectTexts = {
  title: (number: number | null): string =>
    number === null ? 'Rechazar pedido nuevo' : `Rechazar pedido N° ${orderNumberLabel(number)}`,
  reasons: 'Motivo del rechazo',
  missing: 'Elegí un motivo.',
  preview: 'El cliente va a leer:',
  confirm: 'Rechazar pedido',
  /** The key that selects the reason: displayed, not announced. */
  key: (index: number): string => String((index + 1) % 10),
} as const;

/** B-60, M-14. */
export const delayTexts = {
  title: (number: number | null): string =>
    number === null ? 'Demorar pedido nuevo' : `Demorar pedido N° ${orderNumberLabel(number)}`,
  label: 'Minutos de demora',
  usual: 'Demoras habituales',
  choice: (minutes: number): string => `+${minutes}`,
  choiceName: (minutes: number): string => `+${minutes} minutos`,
  minutes: (minutes: number): string => `${minutes} min`,
  missing: 'Elegí cuántos minutos se demora.',
  ready: 'Tiempo de entrega',
  becomes: 'pasa a',
  confirm: 'Demorar',
  confirmBy: (minutes: number): string => `Demorar ${minutes} min`,
  done: (number: number | null, minutes: number, ready: string): string =>
    `${orderName(number)}: +${minutes} min, listo ${ready}`,
} as const;

/** D5, B-14, B-35, B-37 to B-39. */
export const bulkTexts = {
  title: 'Modificación masiva de pedidos',
  loading: 'Cargando pedidos…',
  none: 'No hay pedidos para cambiar.',
  empty: 'Sin pedidos',
  sections: {
    pending: 'Pedidos pendientes',
    LOCAL: 'Pedidos en local',
    TAKEAWAY: 'Pedidos para take away',
    DELIVERY: 'Pedidos para delivery',
  },
  accept: (count: number): string => `Aceptar ${orders(count)}`,
  finish: (count: number, type: ServiceType): string => {
    const where = { LOCAL: 'en local', TAKEAWAY: 'para take away', DELIVERY: 'de delivery' } as const;
    return `Finalizar ${orders(count)} ${where[type]}`;
  },
  done: {
    pending: 'Los pedidos fueron aceptados.',
    LOCAL: 'Los pedidos en local fueron finalizados.',
    TAKEAWAY: 'Los pedidos para take away fueron finalizados.',
    DELIVERY: 'Los pedidos para delivery fueron finalizados.',
  },
  ordersIn: orders,
  notSaved: 'No se pudo guardar',
  notOnDisk: 'No pudimos guardar los cambios en este dispositivo. Los pedidos quedaron como estaban.',
  notUndone: (count: number): string =>
    count === 1
      ? '1 pedido ya cambió de estado y no se deshizo.'
      : `${count} pedidos ya cambiaron de estado y no se deshicieron.`,
} as const;
