import { folded } from '#domain/search.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import type { StorePaymentMethod } from '#domain/store.ts';
import { paymentMethodLabel } from '#texts/order.ts';

/** Pure functions of the order list. */

const digits = (text: string): string => text.replace(/\D/gu, '');

/** Matches number, name (without accents) or the phone's digits; an empty text matches all. */
function isFound(order: Order, typed: string): boolean {
  const text = folded(typed).trim();
  if (text === '') return true;
  const names = [order.description, order.user?.fullname].filter(Boolean).join(' ');
  if (order.number !== null && String(order.number) === text.replace(/^#/u, '')) return true;
  if (folded(names).includes(text)) return true;
  // Phones are typed in groups, as in '11 5555-1234'; fewer than three digits would match half of the store.
  return /^[\d\s+()-]{3,}$/u.test(text) && order.phone !== null && digits(order.phone).includes(digits(text));
}

/** Orders being paid first, then the newest (D6). Empty `statuses` means all. */
export const listedOrders = (
  orders: readonly Order[],
  typed: string,
  statuses: ReadonlySet<OrderStatus>,
): readonly Order[] =>
  orders
    .filter((o) => (statuses.size === 0 || statuses.has(o.status)) && isFound(o, typed))
    .toSorted((a, b) => Number(b.status === 'PAYING') - Number(a.status === 'PAYING') || b.created_at - a.created_at);

/** 'Efectivo + Tarjeta', each method once; empty without payments (B-17). */
export const paymentSummary = (order: Pick<Order, 'payments'>, offered: readonly StorePaymentMethod[]): string =>
  [...new Set(order.payments.map((p) => paymentMethodLabel(p.method, offered)))].join(' + ');
