import { acceptedRefreshMs, deliverRefreshMs } from './limits.ts';
import type { Order, OrderCustomer, OrderStatus } from './order.ts';
import { needsCard } from './paying.ts';
import type { Geolocation } from './shipping.ts';
import { countries, type Country, countryRules, type PaymentMethod } from './store.ts';

/** Customers pay by cash, or by a card that is charged online (Y-27, N-42). */
export const customerPays = (method: PaymentMethod): boolean => method === 'cash' || needsCard(method);

/** Whether the payments of a customer's order are what a customer may choose: one of them, for the whole total. */
export function paysAsCustomer<T>(
  payments: readonly { readonly method: PaymentMethod; readonly amount: T }[],
  total: T,
): boolean {
  const [payment, ...others] = payments;
  return payment !== undefined && others.length === 0 && customerPays(payment.method) && payment.amount === total;
}

/** How far a list of stores near a location reaches. */
export const nearMetres = 10_000;

const earthMetres = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two points, along the surface. */
export function metresBetween(a: Geolocation, b: Geolocation): number {
  const [lat, lng] = [radians(b.lat - a.lat), radians(b.lng - a.lng)];
  const h = Math.sin(lat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(lng / 2) ** 2;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** What is added to a customer's counts. */
export interface ResumeChange {
  readonly success: number;
  readonly false_order: number;
}

type Ending = Pick<Order, 'status' | 'reject_reason'>;

const isSuccess = ({ status }: Ending): number => Number(status === 'COMPLETE');
const isFalse = ({ status, reject_reason }: Ending): number =>
  Number(status === 'REJECTED' && reject_reason === 'false_order');

/**
 * What the change of an order adds to the counts of its customer: a delivered order is a success, one that was rejected
 * as false a false one. An undone end is taken back. null = nothing.
 */
export function resumeChange(before: Ending, after: Ending): ResumeChange | null {
  const change = { success: isSuccess(after) - isSuccess(before), false_order: isFalse(after) - isFalse(before) };
  return change.success === 0 && change.false_order === 0 ? null : change;
}

/** The customer with the counts after the change. */
export function withResume(customer: OrderCustomer, change: ResumeChange): OrderCustomer {
  const { success, false_order } = customer.orders_resume ?? { success: { count: 0 }, false_order: { count: 0 } };
  const resume = {
    success: { count: success.count + change.success },
    false_order: { count: false_order.count + change.false_order },
  };
  return { ...customer, orders_resume: resume };
}

/** How often a customer's screen reads an order of that status again, in ms; false: it has ended (M-20). */
export function trackingRefreshMs(status: OrderStatus): number | false {
  switch (status) {
    case 'PAYING':
    case 'PENDING':
    case 'ACCEPTED':
      return acceptedRefreshMs;
    case 'DELIVER':
      return deliverRefreshMs;
    case 'COMPLETE':
    case 'REJECTED':
      return false;
  }
}

/** The country of a phone in E.164; Argentina for any other. */
export const countryOfPhone = (phone: string | null): Country =>
  countries.find((country) => phone?.startsWith(countryRules[country].phonePrefix)) ?? 'AR';
