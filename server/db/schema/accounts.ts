import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { NewOrderPush } from '#domain/account.ts';
import type { MemberRole, StaffRole } from '#domain/roles.ts';
import { key, moment } from './columns.ts';
import { stores } from './stores.ts';

/** People. `email` is stored in lower case. */
export const users = pgTable(
  'users',
  {
    id: key(),
    fullname: text().notNull(),
    email: text().notNull(),
    /**
     * A code or a login provider has proven that the address belongs to this person. Only a verified address links
     * accounts (docs/threats.md T6).
     */
    email_verified: boolean().notNull().default(false),
    phone: text(),
    phone_verified: boolean().notNull().default(false),
    avatar: text(),
    /** null = the person signed up by social login and has no password yet. */
    password_hash: text(),
    /** Idempotency-Key of the sign-up. A repeated sign-up gets its answer again instead of "e-mail taken". */
    signup_key: uuid(),
    notification_types: text().array().notNull().$type<'OrderNew'[]>(),
    notification_channels: text().array().notNull().$type<('database' | 'push')[]>(),
    new_order_push: text().notNull().default('unattended').$type<NewOrderPush>(),
    confidence: doublePrecision().notNull().default(10),
    success_count: integer().notNull().default(0),
    false_order_count: integer().notNull().default(0),
    created_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_phone').on(t.phone),
    uniqueIndex('users_signup').on(t.signup_key),
  ],
);

/** One signed-in device: a family of refresh tokens (docs/threats.md T3). */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** User agent of the device; the person recognises the device by it. */
    device: text().notNull(),
    /** Key from which each refresh token's successor is derived. */
    successor_secret: text().notNull(),
    created_at: moment().notNull(),
    last_used_at: moment().notNull(),
    /** 30 days after the last use. */
    expires_at: moment().notNull(),
    revoked_at: moment(),
  },
  (t) => [index('sessions_user').on(t.user_id)],
);

/** Access tokens as SHA-256; the token itself is never stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expires_at: moment().notNull(),
  },
  (t) => [index('access_tokens_session').on(t.session_id)],
);

/** Refresh tokens. A rotated token stays, so its reuse is detected. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    created_at: moment().notNull(),
    rotated_at: moment(),
  },
  (t) => [index('refresh_tokens_session').on(t.session_id)],
);

/** Members of each store with their roles; the only source of rights (docs/threats.md T2). */
export const memberships = pgTable(
  'memberships',
  {
    store_id: integer()
      .notNull()
      .references(() => stores.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    role: text().notNull().$type<MemberRole>(),
    owner: boolean().notNull().default(false),
    /** null = the role decides. */
    can_discount: boolean(),
    created_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.store_id, t.user_id] }), index('memberships_user').on(t.user_id)],
);

export const invitations = pgTable(
  'invitations',
  {
    id: key(),
    store_id: integer()
      .notNull()
      .references(() => stores.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    role: text().notNull().$type<StaffRole>(),
    /** null = pending. */
    answer: boolean(),
    created_at: moment().notNull(),
  },
  (t) => [index('invitations_user').on(t.user_id)],
);
