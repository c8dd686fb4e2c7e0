import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { moment } from './columns.ts';
import { stores } from './stores.ts';

/** Checks of devices before the shop opens (domain/device-check.ts), kept for 14 days. */
export const deviceChecks = pgTable(
  'device_checks',
  {
    id: uuid().notNull(),
    store_id: integer()
      .notNull()
      .references(() => stores.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** Description of the device. */
    device: text().notNull(),
    created_at: moment().notNull(),
    /** A result for each line; null until the check ends. */
    results: jsonb().$type<Readonly<Record<string, string>>>(),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.id] }),
    index('device_checks_newest').on(t.store_id, t.user_id, t.device, t.created_at),
    index('device_checks_old').on(t.created_at),
  ],
);
