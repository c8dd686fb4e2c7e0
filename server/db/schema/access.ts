import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { OtpPurpose, OtpTarget, SocialProvider } from '#domain/account.ts';
import { users } from './accounts.ts';
import { key, moment } from './columns.ts';

/** One-time codes (docs/threats.md T4). A target without an account has rows too, so that it cannot be told apart. */
export const otps = pgTable(
  'otps',
  {
    id: uuid().primaryKey(),
    target_type: text().notNull().$type<OtpTarget>(),
    /** E.164, or an address in lower case. */
    target: text().notNull(),
    issued_for: text().notNull().$type<OtpPurpose>(),
    /** null = no account: nothing was sent, and no code matches. */
    user_id: integer().references(() => users.id),
    /** HMAC of id and code. */
    code_hash: text().notNull(),
    sent_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** Wrong ones so far; one that a newer one replaced has used them all up. */
    tries: integer().notNull().default(0),
    used_at: moment(),
  },
  (t) => [index('otps_target').on(t.target_type, t.target, t.sent_at), index('otps_age').on(t.sent_at)],
);

/** An account at a login provider; the address there may change, `subject` never does (docs/threats.md T6). */
export const socialAccounts = pgTable(
  'social_accounts',
  {
    provider: text().notNull().$type<SocialProvider>(),
    subject: text().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    created_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index('social_accounts_user').on(t.user_id)],
);

/** One attempt to a login provider and back, in one browser; used once at each step. */
export const socialLogins = pgTable(
  'social_logins',
  {
    /** SHA-256 of what travels as `state`. */
    state_hash: text().primaryKey(),
    provider: text().notNull().$type<SocialProvider>(),
    /** SHA-256 of the cookie of the browser that set out. */
    browser_hash: text().notNull(),
    redirect_uri: text().notNull(),
    verifier: text().notNull(),
    nonce: text().notNull(),
    expires_at: moment().notNull(),
    returned_at: moment(),
    /** SHA-256 of the token that the app exchanges for a session; null until the provider has said who it is. */
    exchange_hash: text(),
    exchange_expires_at: moment(),
    exchanged_at: moment(),
    user_id: integer().references(() => users.id),
  },
  (t) => [uniqueIndex('social_logins_exchange').on(t.exchange_hash), index('social_logins_age').on(t.expires_at)],
);

/** What everybody reads under 'Novedades'. */
export const news = pgTable('news', {
  id: key(),
  title: text().notNull(),
  text: text().notNull(),
  date: date({ mode: 'string' }).notNull(),
  link: text(),
});
