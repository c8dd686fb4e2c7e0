import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ReceiptStage } from '#domain/alerts.ts';
import type { OrderStatus } from '#domain/order.ts';
import { users } from './accounts.ts';
import { moment } from './columns.ts';
import { orders } from './orders.ts';
import { stores } from './stores.ts';

const storeId = () =>
  integer()
    .notNull()
    .references(() => stores.id);
const orderId = () =>
  integer()
    .notNull()
    .references(() => orders.id);

/** Which device saw a pending order, and how: the first of each stage stays. Kept 90 days. */
export const orderReceipts = pgTable(
  'order_receipts',
  {
    store_id: storeId(),
    order_id: orderId(),
    /** No foreign key: sessions are deleted 30 days after their last use, receipts later. */
    session_id: uuid().notNull(),
    stage: text().notNull().$type<ReceiptStage>(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** Its user agent, as the session had it. */
    device: text().notNull(),
    /** When it happened on the device, never later than `received_at`. */
    at: moment().notNull(),
    received_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.order_id, t.session_id, t.stage] }),
    index('order_receipts_age').on(t.received_at),
  ],
);

/** What the server did about an order that no device rang for; a row is made when it first does something. */
export const orderAlerts = pgTable('order_alerts', {
  order_id: orderId().primaryKey(),
  store_id: storeId(),
  /** A process holds the row until then, so that two processes never push the same order. */
  held_until: moment(),
  pushed_at: moment(),
  owner_told_at: moment(),
});

/** What the customer of an order was last told of it. */
export const customerNotices = pgTable('customer_notices', {
  order_id: orderId().primaryKey(),
  store_id: storeId(),
  /** As in `order_alerts`. */
  held_until: moment(),
  told_status: text().$type<OrderStatus>(),
  /** When it was to be ready by then: a later time is news. */
  told_ready_by: moment(),
});
