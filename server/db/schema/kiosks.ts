import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { key, moment } from './columns.ts';
import { stores } from './stores.ts';

/** Kitchen screens of a store. Each signs in as its own user with the role 'kitchen'. */
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
    /** Name that the admin chose. */
    name: text().notNull(),
    /** Description that the device sent. */
    device: text().notNull(),
    approved_by: integer()
      .notNull()
      .references(() => users.id),
    created_at: moment().notNull(),
    revoked_at: moment(),
  },
  (t) => [index('kiosks_store').on(t.store_id), index('kiosks_user').on(t.user_id)],
);

/** A device that shows a code and waits for an admin's approval. It belongs to no store yet. Kept for a day. */
export const kioskPairings = pgTable(
  'kiosk_pairings',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of a secret that only the device has. */
    secret_hash: text().notNull(),
    /** The code that the admin types. It is not issued again while this row exists. */
    code: text().notNull(),
    device: text().notNull(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    refused_at: moment(),
    /** Set by the approval, which uses the code up. */
    kiosk_id: integer().references(() => kiosks.id),
  },
  (t) => [uniqueIndex('kiosk_pairings_code').on(t.code), index('kiosk_pairings_age').on(t.created_at)],
);
