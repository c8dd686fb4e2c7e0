import type { Result } from './errors.ts';
import { fail, ok } from './errors.ts';
import type { Money } from './money.ts';
import type { Promocode } from './promocode.ts';
import type { Geolocation } from './shipping.ts';
import type { Code, PaymentMethod, Seller, ServiceType } from './store.ts';
import type { Instant } from './time.ts';
import { after, minutes } from './time.ts';

export const orderStatuses = ['PAYING', 'PENDING', 'ACCEPTED', 'DELIVER', 'COMPLETE', 'REJECTED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const rejectReasons = [
  'closed',
  'not_deliver',
  'missing_data',
  'missing_products',
  'much_demand',
  'no_cadet_available',
  'false_order',
  'wrong_order',
  'outdated_profile',
  'no_payments',
  'by_user',
  'by_store',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

export const paymentStatuses = ['PENDING', 'REJECTED', 'APPROVED'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const cashOptions = ['exact', 'other'] as const;
export type CashOption = (typeof cashOptions)[number];

export const shippingStatuses = [
  'CANCELLEDBYUSER',
  'CANCELLEDBYSTORE',
  'CANCELLEDBYPROVIDER',
  'PENDING',
  'ARRIVING',
  'INSTORE',
  'SENDING',
  'DELIVERED',
] as const;
export type ShippingStatus = (typeof shippingStatuses)[number];

/** Percent of the way, as customers see it (M-16). */
export const orderProgress: Readonly<Record<OrderStatus, number>> = {
  PAYING: 20,
  PENDING: 20,
  ACCEPTED: 50,
  DELIVER: 80,
  COMPLETE: 100,
  REJECTED: 100,
};

/** Percent of the way of the rider (M-17, B-72 to B-77). */
export const shippingProgress: Readonly<Record<ShippingStatus, number>> = {
  CANCELLEDBYUSER: 0,
  CANCELLEDBYSTORE: 0,
  CANCELLEDBYPROVIDER: 0,
  PENDING: 5,
  ARRIVING: 20,
  INSTORE: 40,
  SENDING: 60,
  DELIVERED: 100,
};

export interface OrderAdditional {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly price: Money;
}

/** A line as sold; `price` is the line's total, `discount` the line's (M-04). */
export interface OrderLine {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: Money;
  readonly discount: Money;
  readonly comments: string | null;
  readonly additionals: readonly OrderAdditional[];
  readonly price: Money;
}

/** The stored flat list: rows with `ref` are additionals of row `ref` (B-54, D-22). */
export interface OrderDetailRow {
  readonly id: number;
  readonly ref: number | null;
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: Money;
  readonly discount: Money;
  readonly comments: string | null;
}

export interface Address {
  readonly address_line_1: string;
  readonly address_line_2: string | null;
  readonly geolocation: Geolocation;
}

export interface PaymentRow {
  readonly id: number | null;
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly option: string;
  readonly type: CashOption | null;
  readonly value: Money | null;
  readonly can_modify: boolean;
  readonly status: PaymentStatus;
}

/** How a customer's earlier orders ended (A-39, B-79). */
export interface OrdersResume {
  readonly success: { readonly count: number };
  readonly false_order: { readonly count: number };
}

/** Who ordered; `confidence` from 0 to 10. What older versions stored has no counts. */
export interface OrderCustomer {
  readonly id: number;
  readonly fullname: string;
  readonly confidence: number;
  readonly orders_resume?: OrdersResume | null;
}

export type OrderWhen =
  | { readonly option: 'immediate' }
  | { readonly option: 'scheduled'; readonly date: string; readonly hour: string; readonly description: string };

export interface Order {
  /** The server's number; null while the order is only on this device. */
  readonly id: number | null;
  /** Made by the device that took the order: the same order is recognised however often it is sent (N-16). */
  readonly uid: string;
  /** Counts up per store; null until the server has numbered it. */
  readonly number: number | null;
  readonly type: ServiceType;
  readonly status: OrderStatus;
  readonly code: Pick<Code, 'id' | 'code' | 'description' | 'group'> | null;
  readonly user: OrderCustomer | null;
  readonly seller: Seller | null;
  readonly origin: 'store' | 'customer';
  readonly description: string | null;
  readonly phone: string | null;
  readonly comments: string | null;
  readonly address: Address | null;
  readonly items: readonly OrderLine[];
  readonly order_detail: readonly OrderDetailRow[];
  readonly payments: readonly PaymentRow[];
  readonly shipping: { readonly status: ShippingStatus; readonly rider: { readonly name: string } | null } | null;
  readonly subtotal: Money;
  readonly discount: Money;
  readonly delivery_amount: Money;
  readonly total: Money;
  readonly billings_count: number;
  /** None or one: what `discount` is then (D-23). */
  readonly promocodes: readonly Promocode[];
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly ready_by: Instant | null;
  readonly is_scheduled: boolean;
  readonly order_group_id: number | null;
  readonly reject_reason: RejectReason | null;
  readonly rejected_reason_message: string | null;
  /** Sold total minus the server's own, of an order taken offline at other prices; null = none (N-15). */
  readonly price_difference: Money | null;
  /** Any change raises `ver`; status and money have their own revisions, so a print is never a false conflict. */
  readonly ver: number;
  readonly status_rev: number;
  readonly money_rev: number;
}

export const boardStatuses = ['PENDING', 'ACCEPTED', 'DELIVER'] as const;
export type BoardStatus = (typeof boardStatuses)[number];

export const isOnBoard = (status: OrderStatus): status is BoardStatus =>
  status === 'PENDING' || status === 'ACCEPTED' || status === 'DELIVER';

/**
 * From -> to, of a bare status change (API §7, D-19). PAYING is never a bare target; REJECTED needs a reason and has
 * its own rule; from COMPLETE and REJECTED the way back exists for admins.
 */
export const statusTargets: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PAYING: [],
  PENDING: ['ACCEPTED', 'DELIVER', 'COMPLETE'],
  ACCEPTED: ['PENDING', 'DELIVER', 'COMPLETE'],
  DELIVER: ['PENDING', 'ACCEPTED', 'COMPLETE'],
  COMPLETE: ['PENDING', 'ACCEPTED', 'DELIVER'],
  REJECTED: ['PENDING', 'ACCEPTED', 'DELIVER', 'COMPLETE'],
};

/** The one next step of a card: Aceptar, Por entregar, Finalizar. */
export const nextStatus = (status: OrderStatus): OrderStatus | null =>
  status === 'PENDING' ? 'ACCEPTED' : status === 'ACCEPTED' ? 'DELIVER' : status === 'DELIVER' ? 'COMPLETE' : null;

type Changing = Pick<Order, 'status' | 'ready_by' | 'is_scheduled' | 'reject_reason' | 'rejected_reason_message'>;

/**
 * The status change that tablet and server both run. The first ACCEPTED of an immediate order sets ready_by to
 * `now` + the store's delay in minutes (N-04); leaving REJECTED clears the reason.
 */
export function orderWithStatus<T extends Changing>(
  order: T,
  to: OrderStatus,
  at: { readonly now: Instant; readonly delayMinutes: number },
): Result<T> {
  if (!statusTargets[order.status].includes(to))
    return fail('invalid_transition', { fields: { status: [{ rule: 'invalid' }] } });
  const ready =
    to === 'ACCEPTED' && order.ready_by === null && !order.is_scheduled
      ? after(at.now, minutes(at.delayMinutes))
      : order.ready_by;
  return ok({ ...order, status: to, ready_by: ready, reject_reason: null, rejected_reason_message: null });
}

/** A rejected order cannot be rejected again; every other can, with a reason (B-58, API §7). */
export const mayReject = (status: OrderStatus): boolean => status !== 'REJECTED';

/** A rejection, from any status but REJECTED (B-58, B-62, API §7). `message` is what the customer reads of it (N-21). */
export const orderRejected = <T extends Pick<Changing, 'status' | 'reject_reason' | 'rejected_reason_message'>>(
  order: T,
  reason: RejectReason,
  message: string,
): Result<T> =>
  mayReject(order.status)
    ? ok({ ...order, status: 'REJECTED', reject_reason: reason, rejected_reason_message: message })
    : fail('invalid_transition', { fields: { status: [{ rule: 'invalid' }] } });

/** What a delay may add (B-60). */
export const delayChoices = [5, 10, 15, 30] as const;
export type DelayMinutes = (typeof delayChoices)[number];

/** What one question may add in all; who needs more asks again. */
export const delayMaximumMinutes = 60;

/** Minutes in steps of 5 as the fewest delays that add up to them, longest first: 20 -> 15 and 5 (M-14, B-61). */
export function delayParts(total: number): readonly DelayMinutes[] {
  const longest = delayChoices.findLast((choice) => choice <= total);
  return longest === undefined ? [] : [longest, ...delayParts(total - longest)];
}

/** What is over has no time left to move (API §4.3). */
export const mayDelay = (status: OrderStatus): boolean => status !== 'COMPLETE' && status !== 'REJECTED';

/** Ready that many minutes later than promised, or than now when nothing was; never once it is finished (N-04, B-60). */
export const orderDelayed = <T extends Pick<Changing, 'status' | 'ready_by'>>(
  order: T,
  more: DelayMinutes,
  at: { readonly now: Instant },
): Result<T & { readonly ready_by: Instant }> =>
  mayDelay(order.status)
    ? ok({ ...order, ready_by: delayedUntil(order, more, at.now) })
    : fail('invalid_transition', { fields: { status: [{ rule: 'invalid' }] } });

/** When it is ready then, `more` minutes later than promised, or than `now` when nothing was (N-04). */
export const delayedUntil = ({ ready_by }: Pick<Order, 'ready_by'>, more: number, now: Instant): Instant =>
  after(ready_by ?? now, minutes(more));

type Placed = Pick<Order, 'id' | 'ready_by' | 'created_at'>;

/** By ready_by, an empty one counts as created_at; then id, an order without one last (B-42, N-49). */
export const byReadiness = (a: Placed, b: Placed): number =>
  (a.ready_by ?? a.created_at) - (b.ready_by ?? b.created_at) ||
  (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER);

/** Everything that is not on the board, newest first (B-41, D-20). */
export const finishedOrders = <T extends Pick<Order, 'status' | 'created_at'>>(orders: readonly T[]): T[] =>
  orders.filter((o) => !isOnBoard(o.status)).toSorted((a, b) => b.created_at - a.created_at);

export const ordersInColumn = <T extends Placed & Pick<Order, 'status'>>(
  orders: readonly T[],
  column: BoardStatus,
): T[] => orders.filter((o) => o.status === column).toSorted(byReadiness);

export type CardTimer =
  | { readonly kind: 'target'; readonly at: Instant }
  | { readonly kind: 'since'; readonly minutes: number }
  | { readonly kind: 'left'; readonly minutes: number }
  | { readonly kind: 'late'; readonly minutes: number }
  | { readonly kind: 'unknown' };

/** What a card's timer says (B-46 to B-48); whole minutes, a started minute left counts as one. */
export function cardTimer(
  order: Pick<Order, 'status' | 'is_scheduled' | 'ready_by' | 'created_at'>,
  now: Instant,
): CardTimer {
  if (order.status === 'PENDING' && order.is_scheduled && order.ready_by !== null)
    return { kind: 'target', at: order.ready_by };
  if (order.status === 'PENDING')
    return { kind: 'since', minutes: Math.max(0, Math.floor((now - order.created_at) / 60_000)) };
  if (order.ready_by === null) return { kind: 'unknown' };
  const left = order.ready_by - now;
  return left < 0
    ? { kind: 'late', minutes: Math.floor(-left / 60_000) }
    : { kind: 'left', minutes: Math.ceil(left / 60_000) };
}

/** Ids that 'Finalizar' of one service type would finish (B-36). */
export const finishable = <T extends Pick<Order, 'type' | 'status'>>(orders: readonly T[], type: ServiceType): T[] =>
  orders.filter((o) => o.type === type && (o.status === 'ACCEPTED' || o.status === 'DELIVER'));

/** Lines whose rows with `ref` hang under their parent (B-54). */
export const nestedRows = (
  rows: readonly OrderDetailRow[],
): { readonly row: OrderDetailRow; readonly additionals: readonly OrderDetailRow[] }[] =>
  rows.filter((r) => r.ref === null).map((row) => ({ row, additionals: rows.filter((r) => r.ref === row.id) }));
