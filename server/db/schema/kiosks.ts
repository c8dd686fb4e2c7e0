import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { key, moment } from './columns.ts';
import { stores } from './stores.ts';

/** Kitchen screens of a store. Each signs in as a user of its own, made for it, with the role 'kitchen'. */
export const kiosks = pgTable(
  'kiosks',
  {
    id: key(),
    store_id: integer()
      .notNull()
      .references(() => stores.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** As the admin calls it. */
    name: text().notNull(),
    /** What the device says it is. */
    device: text().notNull(),
    approved_by: integer()
      .notNull()
      .references(() => users.id),
    created_at: moment().notNull(),
    revoked_at: moment(),
  },
  (t) => [index('kiosks_store').on(t.store_id)],
);

/** A device that shows a code and waits for an admin; of no store until then. Kept for a day. */
export const kioskPairings = pgTable(
  'kiosk_pairings',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of what only the device knows. */
    secret_hash: text().notNull(),
    /** What people type; never given out again while it is kept. */
    code: text().notNull(),
    device: text().notNull(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    refused_at: moment(),
    /** Set by the approval: from then on the code is used up. */
    kiosk_id: integer().references(() => kiosks.id),
  },
  (t) => [uniqueIndex('kiosk_pairings_code').on(t.code), index('kiosk_pairings_age').on(t.created_at)],
);
