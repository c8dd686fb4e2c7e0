import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { GroupMoveKind } from '#domain/group-moves.ts';
import { type Money, zero } from '#domain/money.ts';
import type { MovedLine } from '#domain/moved-lines.ts';
import type { GroupStatus } from '#domain/order-group.ts';
import type {
  Address,
  CashOption,
  OrderStatus,
  PaymentCard,
  PaymentStatus,
  RejectReason,
  ShippingStatus,
} from '#domain/order.ts';
import type { Promocode } from '#domain/promocode.ts';
import type { PaymentMethod, ServiceType } from '#domain/store.ts';
import type { VatRate } from '#domain/vat.ts';
import { users } from './accounts.ts';
import { amount, key, moment } from './columns.ts';
import { codes, stores } from './stores.ts';

/** An order line as sold, in minor units. `row` is the line's key in order_detail and never changes (D-22). */
export interface StoredLine {
  readonly row: number;
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: Money;
  readonly discount: Money;
  readonly comments: string | null;
  readonly price: Money;
  /** Which person at the table it is for; absent: for all. */
  readonly seat?: number | undefined;
  /** VAT of the product when it was sold; absent: the country's usual rate. */
  readonly vat?: VatRate | undefined;
  readonly additionals: readonly {
    readonly row: number;
    readonly id: number;
    readonly name: string;
    readonly quantity: number;
    readonly price: Money;
  }[];
}

/** SQL condition of the index orders_finished. */
export const isFinished = (status: AnyPgColumn) => sql`${status} in ('COMPLETE', 'REJECTED')`;

/** Literals, not parameters: a plan for any values could not know that these statuses are rare. */
export const isLive = (status: AnyPgColumn) => sql`${status} in ('PENDING', 'ACCEPTED', 'DELIVER', 'PAYING')`;

/** SQL condition of a group that occupies its code (G-28). */
export const isActive = (status: AnyPgColumn) => sql`${status} in ('OPENED', 'PAYING')`;

/** The groups of orders of tables, each from its opening to its end. */
export const orderGroups = pgTable(
  'order_groups',
  {
    id: key(),
    store_id: integer()
      .notNull()
      .references(() => stores.id),
    /** UUID from the device that opened the table. */
    uid: uuid().notNull(),
    code_id: integer()
      .notNull()
      .references(() => codes.id),
    status: text().notNull().$type<GroupStatus>(),
    seller_id: integer().references(() => users.id),
    people: integer().notNull(),
    childrens: boolean().notNull(),
    /** What was given off; it counts up to the sum of the orders. */
    discount: amount().notNull(),
    /** On top of the total; in no subtotal. */
    tip: amount().notNull().default(zero),
    billings_count: integer().notNull().default(0),
    /** Raised by every change of a person, not by orders that come and go. */
    rev: integer().notNull().default(1),
    created_by: integer().references(() => users.id),
    /** Who raised `rev` last, and when. */
    changed_by: integer().references(() => users.id),
    changed_at: moment().notNull(),
    status_at: moment().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex('order_groups_uid').on(t.store_id, t.uid),
    uniqueIndex('order_groups_active').on(t.store_id, t.code_id).where(isActive(t.status)),
    index('order_groups_ended').on(t.store_id, t.code_id, t.status_at).where(isFinished(t.status)),
  ],
);

/** Sequence of line keys, shared by all orders. */
export const orderRows = pgSequence('order_rows');

/*
 * Stores, people and codes are never deleted, and the transaction that writes an order has read its own. So orders have
 * no foreign keys to them, each of which costs a look-up and a lock of a row that many transactions share.
 */
export const orders = pgTable(
  'orders',
  {
    id: key(),
    store_id: integer().notNull(),
    /** UUID from the device. Its unique index is a second protection against duplicates (docs/offline-engine.md). */
    uid: uuid().notNull(),
    /** SHA-256 of the submission; distinguishes a repeat from a different order under the same uid. */
    submission: text().notNull(),
    number: integer().notNull(),
    type: text().notNull().$type<ServiceType>(),
    status: text().notNull().$type<OrderStatus>(),
    code_id: integer(),
    user_id: integer(),
    seller_id: integer(),
    origin: text().notNull().$type<'store' | 'customer'>(),
    description: text(),
    phone: text(),
    comments: text(),
    address: jsonb().$type<Address>(),
    lines: jsonb().notNull().$type<StoredLine[]>(),
    shipping: jsonb().$type<{ status: ShippingStatus; rider: { name: string } | null }>(),
    subtotal: amount().notNull(),
    discount: amount().notNull(),
    delivery_amount: amount().notNull(),
    total: amount().notNull(),
    /** Zero or one promo code, amounts in minor units (D-23). */
    promocodes: jsonb().notNull().default([]).$type<Promocode[]>(),
    billings_count: integer().notNull().default(0),
    ready_by: moment(),
    is_scheduled: boolean().notNull(),
    order_group_id: integer(),
    reject_reason: text().$type<RejectReason>(),
    rejected_reason_message: text(),
    /** Sold total minus the store's own total, for an order taken offline at other prices (N-15). */
    price_difference: amount(),
    /**
     * Revision of the whole row. Status and money have their own revisions, so that a print is never a false conflict.
     */
    ver: integer().notNull().default(1),
    status_rev: integer().notNull().default(1),
    money_rev: integer().notNull().default(1),
    created_by: integer(),
    status_by: integer(),
    status_at: moment().notNull(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex('orders_uid').on(t.store_id, t.uid),
    uniqueIndex('orders_number').on(t.store_id, t.number),
    index('orders_status').on(t.store_id, t.status, t.created_at, t.id),
    index('orders_finished').on(t.store_id, t.status_at).where(isFinished(t.status)),
    index('orders_created').on(t.store_id, t.created_at),
    // Asked every few seconds, among years of orders.
    index('orders_ready')
      .on(t.status_at)
      .where(sql`${t.status} = 'DELIVER' and ${t.type} = 'DELIVERY'`),
    index('orders_group')
      .on(t.store_id, t.order_group_id)
      .where(sql`${t.order_group_id} is not null`),
    index('orders_customer')
      .on(t.user_id, t.store_id, t.id)
      .where(sql`${t.user_id} is not null`),
    index('orders_waiting')
      .on(t.store_id, t.code_id)
      .where(sql`${t.status} = 'PENDING' and ${t.code_id} is not null`),
  ],
);

export const payments = pgTable(
  'payments',
  {
    id: key(),
    store_id: integer().notNull(),
    /** A payment pays one order, or all orders of a group together. */
    order_id: integer().references(() => orders.id),
    order_group_id: integer(),
    method: text().notNull().$type<PaymentMethod>(),
    amount: amount().notNull(),
    option: text().notNull(),
    type: text().$type<CashOption>(),
    value: amount(),
    can_modify: boolean().notNull(),
    status: text().notNull().$type<PaymentStatus>(),
    /** Of a card that is charged online. */
    card: jsonb().$type<PaymentCard>(),
    /** Who entered this method and amount, and when; null: not a person of the store, or before this was kept. */
    recorded_by: integer(),
    recorded_at: moment(),
  },
  (t) => [
    index('payments_order').on(t.store_id, t.order_id),
    index('payments_group')
      .on(t.store_id, t.order_group_id)
      .where(sql`order_group_id is not null`),
    check('payments_payable', sql`(order_id is null) <> (order_group_id is null)`),
  ],
);

/** What a move did, so that it can be undone. Amounts in minor units. */
export interface MoveDetail {
  /** Of each order, what went: `to` is the order that its lines became; null: it went itself. */
  readonly orders: readonly {
    readonly from: number;
    readonly to: number | null;
    readonly moved: readonly MovedLine[];
  }[];
  /** The payments that went with a table that joined another one. */
  readonly payments: readonly number[];
  /** How far up the seats of the lines went; absent: they stayed. */
  readonly seats?: number;
  /** Both tables as they were. */
  readonly before: Readonly<
    Record<
      'from' | 'to',
      { readonly discount: Money; readonly tip: Money; readonly people: number; readonly childrens: boolean }
    >
  >;
}

/** Orders and lines that went from one group to another. */
export const groupMoves = pgTable(
  'group_moves',
  {
    id: key(),
    store_id: integer().notNull(),
    kind: text().notNull().$type<GroupMoveKind>(),
    from_group_id: integer().notNull(),
    to_group_id: integer().notNull(),
    /** The revisions of both groups after it; it can be undone while they have them. */
    from_rev: integer().notNull(),
    to_rev: integer().notNull(),
    detail: jsonb().notNull().$type<MoveDetail>(),
    created_by: integer().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [
    index('group_moves_from').on(t.store_id, t.from_group_id, t.from_rev),
    index('group_moves_to').on(t.store_id, t.to_group_id, t.to_rev),
  ],
);

/** Sales at prices that the catalog did not have, which an admin has to look at (N-15). */
export const saleReviews = pgTable(
  'sale_reviews',
  {
    order_id: integer()
      .primaryKey()
      .references(() => orders.id),
    store_id: integer().notNull(),
    /** The total of the sale, and what it would have been at the store's prices. */
    sold_total: amount().notNull(),
    own_total: amount().notNull(),
    requested_at: moment().notNull(),
    reviewed_at: moment(),
    reviewed_by: integer().references(() => users.id),
  },
  (t) => [
    index('sale_reviews_open')
      .on(t.store_id, t.requested_at)
      .where(sql`${t.reviewed_at} is null`),
  ],
);
