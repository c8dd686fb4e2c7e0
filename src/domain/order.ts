import type { Money } from './money.ts';
import type { Promocode } from './promocode.ts';
import type { Geolocation } from './shipping.ts';
import type { Code, PaymentMethod, Seller, ServiceType } from './store.ts';
import type { Instant } from './time.ts';

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

export interface OrderAdditional {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly price: Money;
}

/** A sold line. `price` and `discount` are totals of the line (M-04). */
export interface OrderLine {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: Money;
  readonly discount: Money;
  readonly comments: string | null;
  readonly additionals: readonly OrderAdditional[];
  readonly price: Money;
  /** Which person at the table it is for, from 1; absent: for all. */
  readonly seat?: number | undefined;
}

/** A row of the stored flat list. A row with `ref` is an additional of row `ref` (B-54, D-22). */
export interface OrderDetailRow {
  readonly id: number;
  readonly ref: number | null;
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: Money;
  readonly discount: Money;
  readonly comments: string | null;
  readonly seat?: number | undefined;
}

export interface Address {
  readonly address_line_1: string;
  readonly address_line_2: string | null;
  readonly geolocation: Geolocation;
}

/** A card that is charged online: never its number or security code (Y-02). */
export interface PaymentCard {
  readonly gateway: number;
  readonly installments: number;
  readonly last_four_digits: string;
}

/** A payment; only one by a card that is charged online has the fields of a card. */
export interface PaymentRow extends Partial<PaymentCard> {
  readonly id: number | null;
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly option: string;
  readonly type: CashOption | null;
  readonly value: Money | null;
  readonly can_modify: boolean;
  readonly status: PaymentStatus;
}

/** The results of a customer's earlier orders (A-39, B-79). */
export interface OrdersResume {
  readonly success: { readonly count: number };
  readonly false_order: { readonly count: number };
}

/** The customer; `confidence` is 0 to 10. Orders stored by older versions have no counts. */
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
  /** The server's id; null while the order is only on this device. */
  readonly id: number | null;
  /** The device that took the order makes it, so that the server recognises a repeated submission (N-16). */
  readonly uid: string;
  /** Counts up per store; null until the server assigns it. */
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
  /** At most one. It explains `discount` (D-23). */
  readonly promocodes: readonly Promocode[];
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly ready_by: Instant | null;
  readonly is_scheduled: boolean;
  readonly order_group_id: number | null;
  readonly reject_reason: RejectReason | null;
  readonly rejected_reason_message: string | null;
  /** Sold total minus the server's total, for an order taken offline at other prices; null: no difference (N-15). */
  readonly price_difference: Money | null;
  /** Every change raises `ver`. Status and money have their own revisions, so that a print never causes a conflict. */
  readonly ver: number;
  readonly status_rev: number;
  readonly money_rev: number;
}

/** An order that the server has numbered. */
export interface StoredOrder extends Order {
  readonly id: number;
  readonly number: number;
}

export const boardStatuses = ['PENDING', 'ACCEPTED', 'DELIVER'] as const;
export type BoardStatus = (typeof boardStatuses)[number];

export const isOnBoard = (status: OrderStatus): status is BoardStatus =>
  status === 'PENDING' || status === 'ACCEPTED' || status === 'DELIVER';

/** Puts the rows with `ref` under their parents (B-54). */
export const nestedRows = (
  rows: readonly OrderDetailRow[],
): { readonly row: OrderDetailRow; readonly additionals: readonly OrderDetailRow[] }[] =>
  rows.filter((r) => r.ref === null).map((row) => ({ row, additionals: rows.filter((r) => r.ref === row.id) }));
