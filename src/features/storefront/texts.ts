import type { OrderStatus } from '#domain/order.ts';
import type { ServiceType } from '#domain/store.ts';
import { serviceLabels } from '#texts/order.ts';

export const nearbyTexts = {
  title: 'Tiendas cerca tuyo',
  where: '¿Dónde estás?',
  whereText: 'Con tu ubicación te mostramos las tiendas que tenés cerca.',
  mine: 'Usar mi ubicación',
  mineLabel: 'Tu ubicación',
  change: 'Cambiar',
  /** Z-02. */
  loading: 'Cargando tiendas',
  /** Z-03, E-18. */
  empty: 'No se encontraron tiendas para tu ubicación.',
  emptyHint: 'Probá con otra dirección.',
  denied: 'No podemos ver tu ubicación porque el permiso está desactivado. Escribí tu dirección.',
  unavailable: 'No pudimos encontrar tu ubicación. Probá de nuevo o escribí tu dirección.',
  offline: 'Sin conexión. Es la última lista que vimos en este dispositivo.',
  offlineNone: 'Necesitás conexión para ver las tiendas.',
  list: 'Tiendas',
  user: 'Usuario',
  open: 'Abierta',
  closed: 'Cerrada',
  delivers: 'Llega a tu dirección',
  away: (metres: number): string =>
    metres < 1_000
      ? `A ${Math.max(10, Math.round(metres / 10) * 10)} m`
      : `A ${(metres / 1_000).toFixed(1).replace('.', ',')} km`,
} as const;

export const storefrontTexts = {
  navigation: 'Navegación',
  stores: 'Tiendas',
  home: 'Inicio',
  user: 'Usuario',
  back: 'Volver',
  offline: 'Sin conexión',
  order: 'Hacé tu pedido',
  closed: 'La tienda está cerrada.',
  closedLater: 'La tienda está cerrada. Podés programar tu pedido.',
  nothing: 'La tienda no está tomando pedidos en este momento.',
  scheduled: (type: ServiceType): string => `Programar ${serviceLabels[type]}`,
  delay: (minutes: number): string => `Demora estimada: ${minutes} min`,
  today: 'Hoy',
  noHours: 'El comercio no posee horarios cargados',
  closedDay: 'Cerrado',
  /** Equal ends are the whole day. */
  range: (from: string, to: string): string => (from === to ? 'Las 24 horas' : `De ${from} a ${to} hs`),
  resume: (products: string): string => `Seguir con tu pedido · ${products}`,
  discard: 'Descartar pedido',
  discarded: 'Pedido descartado',
  active: (number: number): string => `Tu pedido Nro. ${number}`,
  follow: 'Ver el seguimiento',
} as const;

/** What an order's status means to the person who waits for it. */
const meanings: Readonly<Record<OrderStatus, string>> = {
  PAYING: 'Estamos esperando que se apruebe el pago.',
  PENDING: 'La tienda recibió tu pedido y todavía no lo aceptó.',
  ACCEPTED: 'La tienda está preparando tu pedido.',
  DELIVER: 'Tu pedido está listo.',
  COMPLETE: 'Tu pedido fue entregado. ¡Gracias!',
  REJECTED: 'La tienda no pudo tomar tu pedido.',
};

export const trackingTexts = {
  title: (number: number | null): string => (number === null ? 'Tu pedido' : `Pedido Nro. ${number}`),
  loading: 'Cargando el pedido…',
  back: 'Volver',
  meaning: (status: OrderStatus, type: ServiceType): string =>
    status === 'DELIVER' && type === 'DELIVERY' ? 'Tu pedido salió o está por salir.' : meanings[status],
  ready: 'Tiempo de entrega',
  /** Z-08. */
  tracking: 'Seguimiento',
  rider: (name: string): string => `Repartidor: ${name}`,
  noRider: 'Todavía sin repartidor',
  why: 'Motivo',
  products: 'Productos',
  address: 'Dirección de entrega',
  pickUp: 'Retirás en',
  payment: 'Forma de pago',
  paid: (method: string, amount: string): string => `${method} · ${amount}`,
  subtotal: 'Subtotal',
  discount: 'Descuento general',
  delivery: 'Envío',
  total: 'Total',
  pay: 'Ir al pago',
  again: 'Volver a pedir',
  store: 'Ir a la tienda',
  offline: 'Sin conexión. Es lo último que supimos de tu pedido.',
  offlineNone: 'Necesitás conexión para ver tu pedido.',
} as const;
