import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { fullnameMaxChars, type SocialError, type SocialProvider } from '#domain/account.ts';
import { email as emailProblem, normalEmail } from '#domain/fields.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { socialAccounts, socialLogins } from '#server/db/schema/access.ts';
import { users } from '#server/db/schema/accounts.ts';
import { tokenHash } from '#server/http/access-store.ts';
import { insertUser, isDeviceAccount } from '#server/modules/account/users-store.ts';
import type { SocialIdentity, OAuthAttempt } from './providers.ts';

/** Time limit from the redirect to the provider until the callback. */
export const attemptMs = minutes(10);
/** Time limit from the callback until the app's exchange. */
const exchangeMs = minutes(1);

/** Stores a new attempt, bound to the browser that holds the cookie. */
export async function startAttempt(
  { direct }: Pick<Database, 'direct'>,
  { provider, attempt, cookie, now }: { provider: SocialProvider; attempt: OAuthAttempt; cookie: string; now: Instant },
): Promise<void> {
  await direct.insert(socialLogins).values({
    state_hash: tokenHash(attempt.state),
    provider,
    browser_hash: tokenHash(cookie),
    redirect_uri: attempt.redirectUri,
    verifier: attempt.verifier,
    nonce: attempt.nonce,
    expires_at: after(now, attemptMs),
  });
}

/**
 * Returns the attempt of a callback, once. null = unknown, expired, already returned, or from another browser or
 * provider.
 */
export async function returnAttempt(
  { direct }: Pick<Database, 'direct'>,
  { provider, state, cookie, now }: { provider: SocialProvider; state: string; cookie: string; now: Instant },
): Promise<OAuthAttempt | null> {
  const [row] = await direct
    .update(socialLogins)
    .set({ returned_at: now })
    .where(
      and(
        eq(socialLogins.state_hash, tokenHash(state)),
        eq(socialLogins.provider, provider),
        eq(socialLogins.browser_hash, tokenHash(cookie)),
        isNull(socialLogins.returned_at),
        gt(socialLogins.expires_at, now),
      ),
    )
    .returning();
  return row ? { redirectUri: row.redirect_uri, state, nonce: row.nonce, verifier: row.verifier } : null;
}

/** Lets the app exchange `exchange` for a session of that user: once, within a minute, in the same browser. */
export async function offerExchange(
  { direct }: Pick<Database, 'direct'>,
  { state, userId, exchange, now }: { state: string; userId: number; exchange: string; now: Instant },
): Promise<void> {
  await direct
    .update(socialLogins)
    .set({ user_id: userId, exchange_hash: tokenHash(exchange), exchange_expires_at: after(now, exchangeMs) })
    .where(eq(socialLogins.state_hash, tokenHash(state)));
}

/**
 * Returns the user of an exchange, once. null = unknown, too late, already used, or from another browser or provider.
 */
export async function takeExchange(
  { direct }: Pick<Database, 'direct'>,
  { provider, exchange, cookie, now }: { provider: SocialProvider; exchange: string; cookie: string; now: Instant },
): Promise<number | null> {
  const [row] = await direct
    .update(socialLogins)
    .set({ exchanged_at: now })
    .where(
      and(
        eq(socialLogins.exchange_hash, tokenHash(exchange)),
        eq(socialLogins.provider, provider),
        eq(socialLogins.browser_hash, tokenHash(cookie)),
        isNull(socialLogins.exchanged_at),
        gt(socialLogins.exchange_expires_at, now),
      ),
    )
    .returning({ userId: socialLogins.user_id });
  return row?.userId ?? null;
}

/**
 * Returns the user of an identity: the linked one, else the one with its address, else a new one. An address links an
 * account only if both the provider and this server have verified it; otherwise it could belong to another person
 * (docs/threats.md T6).
 */
export const userOfIdentity = (
  db: Database,
  provider: SocialProvider,
  identity: SocialIdentity,
  now: Instant,
): Promise<number | SocialError> =>
  db.system(async (tx) => {
    const { subject } = identity;
    // Serialises concurrent attempts of one person, so they create one account.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`social:${provider}:${subject}`}, 0))`);
    const [known] = await tx
      .select({ userId: socialAccounts.user_id })
      .from(socialAccounts)
      .where(and(eq(socialAccounts.provider, provider), eq(socialAccounts.subject, subject)));
    if (known) return known.userId;
    const userId = await userOfAddress(tx, identity, now);
    if (typeof userId === 'number')
      await tx.insert(socialAccounts).values({ provider, subject, user_id: userId, created_at: now });
    return userId;
  });

async function userOfAddress(tx: Tx, identity: SocialIdentity, now: Instant): Promise<number | SocialError> {
  if (identity.email === null || emailProblem(identity.email)) return 'no_email';
  const email = normalEmail(identity.email);
  const [owner] = await tx.select().from(users).where(eq(users.email, email));
  if (owner) {
    const same = identity.emailVerified && owner.email_verified && !isDeviceAccount(owner);
    return same ? owner.id : 'email_taken';
  }
  const { emailVerified } = identity;
  const made = await insertUser(
    tx,
    { fullname: nameOf(identity, email), email, emailVerified, phone: null, passwordHash: null, signUpKey: null },
    now,
  );
  return made.ok ? made.value.id : 'email_taken';
}

const nameOf = ({ fullname }: SocialIdentity, email: string): string => {
  const name = (fullname ?? '').replaceAll('\0', '').toWellFormed().trim();
  return Array.from(name === '' ? (email.split('@', 1)[0] ?? email) : name)
    .slice(0, fullnameMaxChars)
    .join('');
};

/** Deletes expired attempts, exchanged ones too. */
export async function dropSocialLogins({ direct }: Pick<Database, 'direct'>, now: Instant): Promise<void> {
  await direct.delete(socialLogins).where(lt(socialLogins.expires_at, after(now, -exchangeMs)));
}
