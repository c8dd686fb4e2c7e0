import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AllowableAbility } from '#domain/pin.ts';
import { memberships, sessions } from './accounts.ts';
import { moment } from './columns.ts';

/** The PIN of each membership that has one, as Argon2id. It ends with the membership. */
export const pins = pgTable(
  'pins',
  {
    store_id: integer().notNull(),
    user_id: integer().notNull(),
    hash: text().notNull(),
    set_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.user_id] }),
    foreignKey({
      columns: [t.store_id, t.user_id],
      foreignColumns: [memberships.store_id, memberships.user_id],
    }).onDelete('cascade'),
  ],
);

/**
 * What a typed PIN allows on one session: to act as that person, or, with `ability`, one action on one object by
 * whoever holds the device. It ends with the PIN and with the session.
 */
export const pinGrants = pgTable(
  'pin_grants',
  {
    id: uuid().primaryKey(),
    store_id: integer().notNull(),
    /** Whose PIN it was. */
    user_id: integer().notNull(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** null: to act as that person. */
    ability: text().$type<AllowableAbility>(),
    /** The order or group that the action is about. */
    entity_id: integer(),
    /** The command that used it up; only that one may repeat it. */
    used_by: uuid(),
    expires_at: moment().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.store_id, t.user_id], foreignColumns: [pins.store_id, pins.user_id] }).onDelete('cascade'),
    index('pin_grants_person').on(t.store_id, t.user_id),
    index('pin_grants_session').on(t.session_id),
    index('pin_grants_age').on(t.expires_at),
  ],
);
