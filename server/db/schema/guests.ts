import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { GuestRequestKind, GuestRequestState } from '#domain/guest.ts';
import type { OrderLine } from '#domain/order.ts';
import { amount, key, moment } from './columns.ts';
import { codes, stores } from './stores.ts';

const storeId = () =>
  integer()
    .notNull()
    .references(() => stores.id);

const codeId = () =>
  integer()
    .notNull()
    .references(() => codes.id);

/** Guests who scanned the code of a table. They have no account: whoever has the token is the guest. */
export const guestVisits = pgTable(
  'guest_visits',
  {
    id: key(),
    store_id: storeId(),
    code_id: codeId(),
    /** The text of the code that was scanned: when the table gets another one, the visit ends. */
    code: text().notNull(),
    /** SHA-256 of the token. */
    token_hash: text().notNull(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (t) => [uniqueIndex('guest_visits_token').on(t.token_hash), index('guest_visits_age').on(t.expires_at)],
);

/** Nobody has answered or withdrawn the request. It may have expired, or ended with its table, all the same. */
export const isUnended = (state: AnyPgColumn) => sql`${state} = 'waiting'`;

/** What guests asked for, until a day after their visit. The audit keeps what the staff answered. */
export const guestRequests = pgTable(
  'guest_requests',
  {
    id: key(),
    store_id: storeId(),
    visit_id: integer()
      .notNull()
      .references(() => guestVisits.id, { onDelete: 'cascade' }),
    /** UUID from the guest's device. */
    key: uuid().notNull(),
    code_id: codeId(),
    /** The group that the table had when it was asked; null: it was free. */
    asked_group_id: integer(),
    kind: text().notNull().$type<GuestRequestKind>(),
    /** Time, and the end of the table, end a waiting one without a change of the row. */
    state: text().notNull().$type<GuestRequestState>(),
    /** Names and prices of when it was asked. */
    lines: jsonb().notNull().$type<readonly OrderLine[]>(),
    total: amount().notNull(),
    note: text(),
    reason: text(),
    /** The order that it became, and that order's group. An order may be deleted. */
    order_id: integer(),
    order_number: integer(),
    order_group_id: integer(),
    created_at: moment().notNull(),
    ended_at: moment(),
    /** A process reserves the row until this time, as in `order_alerts`. */
    held_until: moment(),
    /** Pushed to the people who want every new order (D-44). */
    announced_at: moment(),
    /** Pushed to those who want what waits. */
    pushed_at: moment(),
  },
  (t) => [
    uniqueIndex('guest_requests_key').on(t.visit_id, t.key),
    index('guest_requests_recent').on(t.store_id, t.created_at),
    index('guest_requests_unended').on(t.created_at).where(isUnended(t.state)),
  ],
);
