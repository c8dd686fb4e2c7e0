import type { ServiceType } from '#domain/store.ts';
import { serviceLabels } from './order.ts';

/** Why a store does not take a customer's order now. The order stays on the device. */
export const customerRefusals = {
  closed: 'La tienda cerró y no puede tomar tu pedido ahora. Lo que elegiste sigue acá.',
  service: (type: ServiceType): string =>
    `La tienda no está tomando pedidos de ${serviceLabels[type]} en este momento. Lo que elegiste sigue acá.`,
  busy: (orders: number): string =>
    `Ya tenés ${orders} pedidos en curso en esta tienda. Esperá a que te entreguen uno para hacer otro.`,
} as const;
