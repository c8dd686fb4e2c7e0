import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { OtpPurpose, OtpTarget, SocialProvider } from '#domain/account.ts';
import { users } from './accounts.ts';
import { key, moment } from './columns.ts';

/**
 * Guesses in the current minute, counted for all servers of this database. Unlogged: after a crash the counting starts
 * again.
 */
export const guessLimits = pgTable('guess_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  ends_at: moment().notNull(),
});

/**
 * One-time codes (docs/threats.md T4). A target without an account gets rows too, so both cases look the same from
 * outside.
 */
export const otps = pgTable(
  'otps',
  {
    id: uuid().primaryKey(),
    target_type: text().notNull().$type<OtpTarget>(),
    /** E.164, or an address in lower case. */
    target: text().notNull(),
    issued_for: text().notNull().$type<OtpPurpose>(),
    /** null = no account: no message was sent, and no code matches. */
    user_id: integer().references(() => users.id),
    /** HMAC of `id` and the code. */
    code_hash: text().notNull(),
    sent_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** Number of wrong attempts that named the request. */
    tries: integer().notNull().default(0),
    /** Number of wrong attempts that did not name the request. */
    unbound_tries: integer().notNull().default(0),
    used_at: moment(),
  },
  (t) => [index('otps_target').on(t.target_type, t.target, t.sent_at), index('otps_age').on(t.sent_at)],
);

/** An account at a login provider. Its e-mail address may change, `subject` never does (docs/threats.md T6). */
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

/** One login attempt through a provider, bound to one browser. Each step accepts it once. */
export const socialLogins = pgTable(
  'social_logins',
  {
    /** SHA-256 of the OAuth parameter `state`. */
    state_hash: text().primaryKey(),
    provider: text().notNull().$type<SocialProvider>(),
    /** SHA-256 of the cookie of the browser that started the attempt. */
    browser_hash: text().notNull(),
    redirect_uri: text().notNull(),
    verifier: text().notNull(),
    nonce: text().notNull(),
    expires_at: moment().notNull(),
    returned_at: moment(),
    /** SHA-256 of the token that the app exchanges for a session; null until the provider has identified the user. */
    exchange_hash: text(),
    exchange_expires_at: moment(),
    exchanged_at: moment(),
    user_id: integer().references(() => users.id),
  },
  (t) => [uniqueIndex('social_logins_exchange').on(t.exchange_hash), index('social_logins_age').on(t.expires_at)],
);

/** Entries of 'Novedades', the same for every user. */
export const news = pgTable('news', {
  id: key(),
  title: text().notNull(),
  text: text().notNull(),
  date: date({ mode: 'string' }).notNull(),
  link: text(),
});
