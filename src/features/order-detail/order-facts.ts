import type { Order, OrderDetailRow, OrderStatus, RejectReason } from '#domain/order.ts';
import { nestedRows, isOnBoard } from '#domain/order.ts';
import { ordersInColumn } from '#domain/order-columns.ts';
import type { Money } from '#domain/money.ts';
import { add, subtract, times } from '#domain/money.ts';
import { staticMapPx } from '#domain/limits.ts';
import { confidenceLevel } from '#domain/order-money.ts';
import type { Promocode } from '#domain/promocode.ts';
import type { Geolocation } from '#domain/shipping.ts';
import { rejectReasonLabels } from '#texts/order.ts';

/** The detail's pure functions, without a screen. */

const staticMapZoom = 18;

/** A chat link for a phone: international digits only (B-53). */
export function chatLink(phone: string): string | null {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '');
  return digits.length >= 8 ? `https://wa.me/${digits}` : null;
}

/** A `tel:` link: plus sign and digits only. */
export const callLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Directions in Google Maps (B-52). */
export const directionsLink = ({ lat, lng }: Geolocation): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`;

/** A static map with a pin (B-51). `key` is the installation's Google Maps key. */
export function staticMapUrl({ lat, lng }: Geolocation, key: string): string {
  const { width, height } = staticMapPx;
  const query = new URLSearchParams({
    center: `${lat},${lng}`,
    zoom: String(staticMapZoom),
    size: `${width}x${height}`,
    markers: `${lat},${lng}`,
    key,
  });
  return `https://maps.googleapis.com/maps/api/staticmap?${query.toString()}`;
}

/** The colour of a customer's trust score: green, yellow or red. */
export const confidenceTone = (confidence: number): 'ready' | 'fair' | 'danger' =>
  ({ high: 'ready', medium: 'fair', low: 'danger' } as const)[confidenceLevel(confidence)];

/** Case-insensitive check for REJECTED (B-26). */
export const isRejected = (status: string): boolean => status.toUpperCase() === 'REJECTED';

/**
 * The message of the rejection, else its reason; null when the order is not rejected (B-56). The message about an order that
 * the customer has cancelled speaks to the customer.
 */
export function rejectionText(order: {
  readonly status: string;
  readonly reject_reason: RejectReason | null;
  readonly rejected_reason_message: string | null;
}): string | null {
  if (!isRejected(order.status)) return null;
  if (order.reject_reason === 'by_user') return rejectReasonLabels.by_user;
  return order.rejected_reason_message || (order.reject_reason === null ? '' : rejectReasonLabels[order.reject_reason]);
}

/** The promo code of the discount, null without one (D-23). Older versions stored orders without `promocodes`. */
export const promocodeOf = ({
  promocodes = [],
}: {
  readonly promocodes?: readonly Pick<Promocode, 'code'>[] | undefined;
}): string | null => promocodes[0]?.code ?? null;

export interface DetailLine {
  readonly key: string;
  /** Row id in the order's detail; null while only this device has the order. */
  readonly row: number | null;
  readonly quantity: number;
  readonly name: string;
  readonly comments: string | null;
  readonly seat?: number | undefined;
  /** Price of the whole line with its options, after its discount (M-04). */
  readonly price: Money;
  readonly additionals: readonly {
    readonly key: string;
    readonly quantity: number;
    readonly name: string;
    readonly price: Money;
  }[];
}

const rowPrice = (row: OrderDetailRow, additionals: readonly OrderDetailRow[]): Money =>
  subtract(
    times(add(row.unit_price, ...additionals.map((a) => times(a.unit_price, a.quantity))), row.quantity),
    row.discount,
  );

/** Lines with their options: from the stored rows (B-54, D-22), or as sold while only this device has the order. */
export function detailLines(order: Pick<Order, 'items' | 'order_detail'>): readonly DetailLine[] {
  if (order.order_detail.length > 0)
    return nestedRows(order.order_detail).map(({ row, additionals }) => ({
      key: String(row.id),
      row: row.id,
      quantity: row.quantity,
      name: row.name,
      comments: row.comments,
      seat: row.seat,
      price: rowPrice(row, additionals),
      additionals: additionals.map((a) => ({
        key: String(a.id),
        quantity: a.quantity,
        name: a.name,
        price: a.unit_price,
      })),
    }));
  return order.items.map((line, index) => ({
    key: `${line.id} ${index}`,
    row: null,
    quantity: line.quantity,
    name: line.name,
    comments: line.comments,
    seat: line.seat,
    price: line.price,
    additionals: line.additionals.map((a) => ({
      key: String(a.id),
      quantity: a.quantity,
      name: a.name,
      price: a.price,
    })),
  }));
}

/** The previous or next order of the column; null at its ends and for orders off the board. */
export function neighbourOrder(orders: readonly Order[], uid: string, direction: 1 | -1): string | null {
  const status: OrderStatus | undefined = orders.find((o) => o.uid === uid)?.status;
  if (status === undefined || !isOnBoard(status)) return null;
  const column = ordersInColumn(orders, status);
  return column[column.findIndex((o) => o.uid === uid) + direction]?.uid ?? null;
}
