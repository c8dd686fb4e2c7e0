import type { CashOption, RejectReason, ShippingStatus } from '#domain/order.ts';
import type { PaymentState } from '#domain/payments.ts';

/** Texts of an order that the board does not need. */

export const paymentStateLabels: Readonly<Record<PaymentState, string>> = {
  PENDING: 'Pendiente',
  REJECTED: 'Rechazado',
  APPROVED: 'Aprobado',
  due: 'A cobrar',
  taken: 'Cobrado',
};

/** Y-04, N-22. */
export const cashOptionLabels: Readonly<Record<CashOption, string>> = {
  exact: 'Importe exacto',
  other: 'Otro importe',
};

/** N-21: the sentences for the customer. */
export const rejectReasonMessages: Readonly<Record<RejectReason, string>> = {
  closed: 'La tienda ya cerró y no puede tomar tu pedido.',
  not_deliver: 'La tienda no hace envíos a tu dirección.',
  missing_data: 'Faltan datos para poder preparar tu pedido.',
  missing_products: 'La tienda se quedó sin alguno de los productos que pediste.',
  much_demand: 'Hay mucha demanda en este momento. Probá de nuevo más tarde.',
  no_cadet_available: 'No hay cadetes disponibles para llevar tu pedido.',
  false_order: 'La tienda no pudo confirmar tu pedido.',
  wrong_order: 'El pedido tenía un error. Podés volver a hacerlo.',
  outdated_profile: 'La tienda está actualizando su información.',
  no_payments: 'No se pudo cobrar tu pedido.',
  by_user: 'Cancelaste el pedido.',
  by_store: 'La tienda canceló el pedido.',
};

/** The rider's status (B-72 to B-77, D9). */
export const shippingLabels: Readonly<Record<ShippingStatus, string>> = {
  CANCELLEDBYUSER: 'Envío cancelado por el cliente',
  CANCELLEDBYSTORE: 'Envío cancelado por la tienda',
  CANCELLEDBYPROVIDER: 'Envío cancelado por el servicio de reparto',
  PENDING: 'Buscando repartidor',
  ARRIVING: 'en camino a la tienda',
  INSTORE: 'En la tienda',
  SENDING: 'En camino al cliente',
  DELIVERED: 'Entregado',
};

/** The trash of a row (N-12). */
export const removeItemLabel = (name: string): string => `Eliminar ${name}`;

/** What each person of a table pays if they share the bill. */
export const shareTexts = {
  share: (people: number): string => `Dividido en ${people}`,
  each: (amount: string): string => `${amount} cada uno`,
} as const;
