import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { Code, ServiceType } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { orderStatusLabels, placeLabel, serviceLabels } from './order.ts';
import { hourLabel } from './time.ts';

/** The order data that a new-order notice shows, on screen and in a push (B-43, D8). */
export interface AlertedOrder {
  readonly number: number | null;
  readonly type: ServiceType;
  readonly code: Pick<Code, 'description'> | null;
  readonly items: readonly { readonly quantity: number; readonly name: string }[];
  readonly total: Money;
}

const itemsShown = 3;

export const orderReceived = (number: number | null): string =>
  number === null ? 'Pedido recibido' : `Pedido recibido Nro. ${number}`;

/** '2 Empanada de carne, 1 Flan y 2 más · $ 9.600,00' */
export function itemsSummary({ items, total }: Pick<AlertedOrder, 'items' | 'total'>, currency: Currency): string {
  const lines = items.slice(0, itemsShown).map(({ quantity, name }) => `${quantity} ${name}`);
  const hidden = items.length - lines.length;
  const words = hidden > 0 ? `${lines.join(', ')} y ${hidden} más` : lines.join(', ');
  return [words, formatMoney(total, currency)].filter((part) => part !== '').join(' · ');
}

/** 'Take away · 2 Empanada de carne, 1 Flan y 2 más · $ 9.600,00' */
export function orderSummary(order: AlertedOrder, currency: Currency): string {
  const place = placeLabel(order);
  const service = serviceLabels[order.type];
  return `${place === service ? service : `${service}, ${place}`} · ${itemsSummary(order, currency)}`;
}

/** For the owner, when an order waits that no device has sounded and no person has touched. */
export const orderUnseen = (number: number): string => `Nadie vio el pedido ${number}`;
export const orderUnseenText = (storeName: string): string =>
  `Entró en ${storeName} hace un minuto y ningún dispositivo sonó. Abrí el tablero para aceptarlo.`;

/** For the customer, when the store changes the order's status or rejects it (architecture, Events, D-08). */
export const ownOrder = (number: number): string => `Tu pedido Nro. ${number}`;

/** The statuses that the customer is told about. */
export type ToldStatus = Exclude<OrderStatus, 'PAYING' | 'PENDING'>;

const ownOrderTexts: Readonly<Record<ToldStatus, (storeName: string) => string>> = {
  ACCEPTED: (store) => `${orderStatusLabels.ACCEPTED} por ${store}.`,
  DELIVER: (store) => `${orderStatusLabels.DELIVER}: ${store} ya lo tiene listo.`,
  COMPLETE: (store) => `${orderStatusLabels.COMPLETE} por ${store}. ¡Gracias!`,
  REJECTED: (store) => `${orderStatusLabels.REJECTED} por ${store}.`,
};

/** `why` is the store's reason for a rejection; '' or null: none. */
export const ownOrderText = (status: ToldStatus, storeName: string, why: string | null): string =>
  [ownOrderTexts[status](storeName), status === 'REJECTED' && why].filter(Boolean).join(' ');

/** For the customer, when an order is delayed: the new time in the store's time zone. */
export const ownOrderDelayed = (storeName: string, at: Instant, zone: string): string =>
  `Se demora: ${storeName} lo estima para las ${hourLabel(at, zone)}.`;

/** The text for a push with unreadable content. */
export const pushWithoutWords = 'Hay novedades en tu tienda.';

/** Texts about pushes on this device (R-40, B11). */
export const pushTexts = {
  denied: 'Las notificaciones están desactivadas en tu dispositivo.',
  howTo: 'Cómo activarlas',
  failed: 'No pudimos activar las notificaciones. Probá de nuevo en un rato.',
  activated: 'Listo: este dispositivo va a recibir notificaciones.',
  deniedFix: {
    ios: 'Activalas en Ajustes › Notificaciones › la aplicación instalada.',
    android: 'Tocá el candado de la barra de direcciones, «Permisos», y permití las notificaciones.',
    desktop: 'Hacé clic en el candado de la barra de direcciones y permití las notificaciones.',
  },
} as const;

/** For everybody in the store, when the server's database went back in time: a copy was restored. */
export const wentBackTexts = {
  title: 'El servidor volvió a una copia de seguridad',
  text: 'Actualizamos los pedidos. Revisá los últimos: puede faltar alguno o estar en un estado anterior.',
} as const;
