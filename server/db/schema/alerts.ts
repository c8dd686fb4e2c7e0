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

/** Receipts: which device showed a pending order, and how. The first receipt of each stage stays. Kept 90 days. */
export const orderReceipts = pgTable(
  'order_receipts',
  {
    store_id: storeId(),
    order_id: orderId(),
    /** No foreign key: a session is deleted 30 days after its last use, a receipt later. */
    session_id: uuid().notNull(),
    stage: text().notNull().$type<ReceiptStage>(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** User agent, copied from the session. */
    device: text().notNull(),
    /** Time of the event on the device, never later than `received_at`. */
    at: moment().notNull(),
    received_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.order_id, t.session_id, t.stage] }),
    index('order_receipts_age').on(t.received_at),
  ],
);

/** What the server did about a waiting order. The row is created by the first such action. */
export const orderAlerts = pgTable('order_alerts', {
  order_id: orderId().primaryKey(),
  store_id: storeId(),
  /** A process reserves the row until this time, so two processes never push the same order. */
  held_until: moment(),
  /** Pushed to the people who want every new order (D-44). */
  announced_at: moment(),
  pushed_at: moment(),
  owner_told_at: moment(),
});

/** The call that tells a shipping provider of a ready order; the row is created by its first try. */
export const shippingCalls = pgTable('shipping_calls', {
  order_id: orderId().primaryKey(),
  store_id: storeId(),
  /** Idempotency-Key of all tries. */
  key: uuid().notNull().defaultRandom(),
  /** A process reserves the row until this time, as in `order_alerts`. */
  held_until: moment(),
  told_at: moment(),
});

/** The last state of an order that its customer was notified of. */
export const customerNotices = pgTable('customer_notices', {
  order_id: orderId().primaryKey(),
  store_id: storeId(),
  /** A process reserves the row until this time, as in `order_alerts`. */
  held_until: moment(),
  told_status: text().$type<OrderStatus>(),
  /** Ready time in the last notice. A later ready time triggers a new notice. */
  told_ready_by: moment(),
});
