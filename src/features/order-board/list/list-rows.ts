import type { Order, OrderStatus } from '#domain/order.ts';
import type { StorePaymentMethod } from '#domain/store.ts';
import { paymentMethodLabel } from '#texts/order.ts';

/** What the list of orders works out without a screen. */

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

const digits = (text: string): string => text.replace(/\D/gu, '');

/** By number, name (accents aside) or the digits of the phone; nothing typed finds everything. */
function isFound(order: Order, typed: string): boolean {
  const text = plain(typed).trim();
  if (text === '') return true;
  const names = [order.description, order.user?.fullname].filter(Boolean).join(' ');
  if (order.number !== null && String(order.number) === text.replace(/^#/u, '')) return true;
  if (plain(names).includes(text)) return true;
  // A phone is typed in groups: '11 5555-1234'; less than three digits would find half of the store.
  return /^[\d\s+()-]{3,}$/u.test(text) && order.phone !== null && digits(order.phone).includes(digits(text));
}

/** Those being paid first, then the newest (D6); `statuses` empty = all of them. */
export const listedOrders = (
  orders: readonly Order[],
  typed: string,
  statuses: ReadonlySet<OrderStatus>,
): readonly Order[] =>
  orders
    .filter((o) => (statuses.size === 0 || statuses.has(o.status)) && isFound(o, typed))
    .toSorted((a, b) => Number(b.status === 'PAYING') - Number(a.status === 'PAYING') || b.created_at - a.created_at);

/** 'Efectivo + Tarjeta', each method once; empty without any (B-17). */
export const paymentSummary = (order: Pick<Order, 'payments'>, offered: readonly StorePaymentMethod[]): string =>
  [...new Set(order.payments.map((p) => paymentMethodLabel(p.method, offered)))].join(' + ');
