import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { WireOutboxBalance } from '#contract/wire/outboxes.ts';
import type { EntryKind, FlowType } from '#domain/cashbox.ts';
import type { PaymentMethod } from '#domain/store.ts';
import { users } from './accounts.ts';
import { amount, key, moment } from './columns.ts';
import { stores } from './stores.ts';
import { actor } from './sync.ts';

/** The settings of each store's register, once they are made, and the number of its current shift. */
export const cashboxSettings = pgTable('cashbox_settings', {
  store_id: integer()
    .primaryKey()
    .references(() => stores.id),
  payouts: boolean().notNull(),
  block: boolean().notNull(),
  /** The person who closes counts before they see what the register should have. */
  blind: boolean().notNull().default(false),
  /** A payment in cash opens the drawer of the device that took it. */
  drawer: boolean().notNull().default(false),
  /** Hours. */
  time_limit: integer().notNull().default(24),
  /**
   * Every row of money belongs to the shift in which it was written. A close ends the shift, so what is sold while no
   * register is open belongs to the next one.
   */
  shift: integer().notNull().default(1),
  configured_at: moment().notNull(),
  configured_by: integer()
    .notNull()
    .references(() => users.id),
});

/** The registers of each store, one for each shift. */
export const cashboxes = pgTable(
  'cashboxes',
  {
    id: key(),
    store_id: integer()
      .notNull()
      .references(() => stores.id),
    shift: integer().notNull(),
    open_amount: amount().notNull(),
    opened_by: integer()
      .notNull()
      .references(() => users.id),
    opened_at: moment().notNull(),
    closed_at: moment(),
    closed_by: integer().references(() => users.id),
    /** What was counted at the close, and what the rows made at that moment. */
    counted: amount(),
    expected: amount(),
    /** How many of each note and coin, by its value in major units; null: only the sum was counted. */
    pieces: jsonb().$type<Readonly<Record<string, number>>>(),
    difference_reason: text(),
    observations: text(),
    /** When the devices of the store were last asked what they have not sent. */
    asked_at: moment(),
    /** What the devices had sent, and had not, at the close; null: it is open, or older than this column. */
    devices: jsonb().$type<WireOutboxBalance>(),
  },
  (t) => [
    uniqueIndex('cashboxes_shift').on(t.store_id, t.shift),
    uniqueIndex('cashboxes_open')
      .on(t.store_id)
      .where(sql`${t.closed_at} is null`),
  ],
);

/**
 * The ledger of money: rows are only added, never changed or deleted (a trigger refuses it). Each says how much came or
 * went, why, by whom, from which device and for which order. Like the other logs it has no foreign keys.
 */
export const moneyEntries = pgTable(
  'money_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    store_id: integer().notNull(),
    shift: integer().notNull(),
    kind: text().notNull().$type<EntryKind>(),
    /** null: a tip, which is a part of the payments. */
    method: text().$type<PaymentMethod>(),
    /** Negative: money that went. */
    amount: amount().notNull(),
    order_id: integer(),
    order_group_id: integer(),
    payout_id: integer(),
    /** Of a movement. */
    flow_type: text().$type<FlowType>(),
    description: text(),
    ...actor(),
    /** Session of a person; null for every other actor. */
    session_id: uuid(),
    device: text(),
    /** The queued command that caused it. */
    cmd_id: uuid(),
    /** Whoever allowed it to a person without the right. */
    authorised_by: integer(),
    at: moment().notNull(),
  },
  (t) => [
    index('money_entries_shift').on(t.store_id, t.shift, t.id),
    index('money_entries_order')
      .on(t.store_id, t.order_id)
      .where(sql`order_id is not null`),
    index('money_entries_group')
      .on(t.store_id, t.order_group_id)
      .where(sql`order_group_id is not null`),
    check('money_entries_method', sql`(kind = 'tip') = (method is null)`),
    check('money_entries_amount', sql`amount <> 0`),
  ],
);
