import type { BoardStatus, OrderStatus, RejectReason } from '#domain/order.ts';
import type { Code, PaymentMethod, ServiceType, StorePaymentMethod } from '#domain/store.ts';

/** The label of each status (B-20 to B-25). */
export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  PAYING: 'Pagando',
  PENDING: 'Pendiente',
  ACCEPTED: 'Aceptado',
  DELIVER: 'Por entregar',
  COMPLETE: 'Entregado',
  REJECTED: 'Rechazado',
};

/** Titles of the board's columns (B-03 to B-05). */
export const boardColumnLabels: Readonly<Record<BoardStatus, string>> = {
  PENDING: 'Pendientes',
  ACCEPTED: 'Aceptados',
  DELIVER: 'Por entregar',
};

/** Button labels of the status changes, also in notices and pushes. */
export const stepLabels = {
  PENDING: 'Pendientes',
  ACCEPTED: 'Aceptar',
  DELIVER: 'Por entregar',
  COMPLETE: 'Finalizar',
} as const satisfies Partial<Record<OrderStatus, string>>;

/** Labels of the other order actions (B-58, B-60, B-66). */
export const orderActionLabels = { reject: 'Rechazar', delay: 'Demorar', payments: 'Cambiar' } as const;

/** Labels of the service types in the board's filter and on the cards (B-08). */
export const serviceLabels: Readonly<Record<ServiceType, string>> = {
  LOCAL: 'Local',
  TAKEAWAY: 'Take away',
  DELIVERY: 'Delivery',
};

/** The order's table, or its service if it has none. */
export const placeLabel = (order: {
  readonly type: ServiceType;
  readonly code: Pick<Code, 'description'> | null;
}): string => order.code?.description || serviceLabels[order.type];

/** '248', or 'Nuevo' for an order without a number. */
export const orderNumberLabel = (number: number | null): string => (number === null ? 'Nuevo' : String(number));

/** 'Pedido 248', for accessible names and notices. */
export const orderName = (number: number | null): string => (number === null ? 'Pedido nuevo' : `Pedido ${number}`);

/** Labels of an order's sync states, except the normal one. */
export const orderSyncLabels = {
  sending: 'Sincronizando…',
  queued: 'Se enviará al volver la conexión',
} as const;

/** N-22, Y-03. */
export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  agree: 'A convenir',
  cash: 'Efectivo',
  card: 'Tarjeta',
  'card-credit': 'Tarjeta de crédito',
  'card-debit': 'Tarjeta de débito',
  'mercadopago-online': 'Mercado Pago online',
  'mercadopago-qr': 'Mercado Pago QR',
  'cuenta-dni': 'Cuenta DNI',
  'bank-transfer': 'Transferencia bancaria',
  bancard: 'Bancard',
  'pos-mobile': 'Posnet móvil',
};

/** The store's own title takes precedence over the label (N-22). */
export const paymentMethodLabel = (method: PaymentMethod, offered: readonly StorePaymentMethod[]): string =>
  offered.find((m) => m.type === method)?.title || paymentMethodLabels[method];

/** N-21, B-63: the reasons that staff choose from. */
export const rejectReasonLabels: Readonly<Record<RejectReason, string>> = {
  closed: 'La tienda está cerrada',
  not_deliver: 'No llegamos a esa dirección',
  missing_data: 'Faltan datos del pedido',
  missing_products: 'Nos quedamos sin productos',
  much_demand: 'Hay mucha demanda',
  no_cadet_available: 'No hay cadetes disponibles',
  false_order: 'Pedido falso',
  wrong_order: 'Pedido mal cargado',
  outdated_profile: 'El catálogo o los precios están desactualizados',
  no_payments: 'No se recibió el pago',
  by_user: 'Lo canceló el cliente',
  by_store: 'Lo canceló la tienda',
};

/** Who at a table a product is for. */
export const seatTexts = {
  label: 'Para quién',
  all: 'Para todos',
  seat: (seat: number): string => `Persona ${seat}`,
} as const;
