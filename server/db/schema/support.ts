import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PayoutStatus } from '#domain/payouts.ts';
import type { MessageSender, TicketReason, TicketStatus } from '#domain/tickets.ts';
import { users } from './accounts.ts';
import { amount, key, moment } from './columns.ts';
import { orders } from './orders.ts';
import { stores } from './stores.ts';

const storeId = () =>
  integer()
    .notNull()
    .references(() => stores.id);

/** Conversations with the support desk, each about one order. */
export const tickets = pgTable(
  'tickets',
  {
    id: key(),
    store_id: storeId(),
    order_id: integer()
      .notNull()
      .references(() => orders.id),
    reason: text().notNull().$type<TicketReason>(),
    status: text().notNull().$type<TicketStatus>(),
    opened_by: integer()
      .notNull()
      .references(() => users.id),
    /** Revision; reading a ticket raises it too. */
    ver: integer().notNull().default(1),
    created_at: moment().notNull(),
    /** Time of the last opening, message or closing. */
    updated_at: moment().notNull(),
  },
  (t) => [
    // One open ticket per order and reason, enforced for concurrent requests too.
    uniqueIndex('tickets_open')
      .on(t.store_id, t.order_id, t.reason)
      .where(sql`status = 'open'`),
    index('tickets_newest').on(t.store_id, t.updated_at, t.id),
  ],
);

export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: key(),
    store_id: storeId(),
    ticket_id: integer()
      .notNull()
      .references(() => tickets.id),
    from: text().notNull().$type<MessageSender>(),
    message: text().notNull(),
    /** UUID from the sender. Its unique index is a second protection against duplicates. */
    hash: uuid().notNull(),
    /** The staff member who wrote it; null for the support desk. */
    author_id: integer().references(() => users.id),
    read_by: integer().array().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex('ticket_messages_hash').on(t.store_id, t.hash),
    index('ticket_messages_ticket').on(t.store_id, t.ticket_id),
  ],
);

/** Money that riders hand over. The shipping provider announces each payout once. */
export const payouts = pgTable(
  'payouts',
  {
    id: key(),
    store_id: storeId(),
    provider: text().notNull(),
    /** The provider's own id of the payout; a repeated announcement changes nothing. */
    reference: text().notNull(),
    amount: amount().notNull(),
    code: text().notNull(),
    status: text().notNull().$type<PayoutStatus>(),
    rider: jsonb().$type<{ name: string }>(),
    ver: integer().notNull().default(1),
    created_at: moment().notNull(),
    confirmed_at: moment(),
    confirmed_by: integer().references(() => users.id),
  },
  (t) => [
    uniqueIndex('payouts_reference').on(t.store_id, t.provider, t.reference),
    index('payouts_status').on(t.store_id, t.status, t.created_at, t.id),
  ],
);
