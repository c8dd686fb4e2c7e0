import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { User } from '#contract/account.ts';
import { type OtpTarget, phoneForms } from '#domain/account.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import type { Instant } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { socialAccounts } from '#server/db/schema/access.ts';
import { users } from '#server/db/schema/accounts.ts';
import { refusal } from '#server/http/errors.ts';
import { nobodysPassword } from './passwords.ts';
import { endSessions } from './sessions-store.ts';

type Row = typeof users.$inferSelect;

const userOf = (row: Row): User => ({
  id: row.id,
  fullname: row.fullname,
  email: row.email,
  phone: row.phone,
  phone_verified: row.phone_verified,
  avatar: row.avatar,
  notification_types: row.notification_types,
  notification_channels: row.notification_channels,
  new_order_push: row.new_order_push,
  confidence: row.confidence,
  orders_resume: { success: { count: row.success_count }, false_order: { count: row.false_order_count } },
});

/** A kitchen screen's account, which can neither log in nor be recovered or changed. */
export const isDeviceAccount = (row: Pick<Row, 'password_hash'>): boolean => row.password_hash === nobodysPassword;

/** Throws unauthenticated when the user does not exist. */
export async function readUser({ direct }: Pick<Database, 'direct'>, id: number): Promise<User> {
  const [row] = await direct.select().from(users).where(eq(users.id, id));
  if (!row) throw refusal({ code: 'unauthenticated' });
  return userOf(row);
}

/** Reads a person's account before a change. Throws forbidden for a device account. */
export async function readPerson({ direct }: Pick<Database, 'direct'>, id: number): Promise<Row> {
  const [row] = await direct.select().from(users).where(eq(users.id, id));
  if (!row || isDeviceAccount(row)) throw refusal({ code: 'forbidden' });
  return row;
}

export async function findAccount(
  { direct }: Pick<Database, 'direct'>,
  email: string,
): Promise<{ id: number; passwordHash: string | null } | null> {
  const [row] = await direct
    .select({ id: users.id, passwordHash: users.password_hash })
    .from(users)
    .where(eq(users.email, email));
  return row ?? null;
}

/**
 * The account that a code to this target recovers, with the stored address; null = none. A phone number counts only
 * once its owner has confirmed it, so a mistyped number at sign-up gives no account away.
 */
export async function findRecoverable(
  { direct }: Pick<Database, 'direct'>,
  { type, value }: { readonly type: OtpTarget; readonly value: string },
): Promise<{ id: number; address: string } | null> {
  const here =
    type === 'email'
      ? eq(users.email, value)
      : and(inArray(users.phone, [...phoneForms(value)]), eq(users.phone_verified, true));
  const [row] = await direct
    .select()
    .from(users)
    .where(here)
    .orderBy(desc(eq(users.phone, value)), users.id);
  if (!row || isDeviceAccount(row)) return null;
  return { id: row.id, address: (type === 'email' ? row.email : row.phone) ?? value };
}

export interface NewUser {
  readonly fullname: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly signUpKey: string | null;
}

/** Errors: email_taken, phone_taken, each at its field. */
export async function insertUser(tx: Tx, user: NewUser, now: Instant): Promise<Result<User>> {
  const [made] = await tx
    .insert(users)
    .values({
      fullname: user.fullname,
      email: user.email,
      email_verified: user.emailVerified,
      phone: user.phone,
      password_hash: user.passwordHash,
      signup_key: user.signUpKey,
      notification_types: ['OrderNew'],
      notification_channels: ['database', 'push'],
      created_at: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made) return ok(userOf(made));
  const taken = await findTaken({ direct: tx }, user);
  return taken ?? fail('in_progress');
}

/** Whether another account has the e-mail or the phone; null = neither. */
export async function findTaken(
  { direct }: { readonly direct: Database['direct'] },
  { email, phone }: Pick<NewUser, 'email' | 'phone'>,
): Promise<{ ok: false; failure: { code: 'email_taken' | 'phone_taken' } } | null> {
  const rows = await direct
    .select({ email: users.email })
    .from(users)
    .where(or(eq(users.email, email), phone === null ? undefined : eq(users.phone, phone)));
  const [first] = rows;
  if (!first) return null;
  const field = rows.some((r) => r.email === email) ? 'email' : 'phone';
  const failure = { code: `${field}_taken`, fields: { [field]: [{ rule: 'invalid' }] } } as const;
  return { ok: false, failure };
}

/** The account that an earlier request of this sign-up created; null = none. */
export async function findBySignUpKey(
  { direct }: Pick<Database, 'direct'>,
  key: string,
): Promise<{ row: Row; user: User } | null> {
  const [row] = await direct.select().from(users).where(eq(users.signup_key, key));
  return row ? { row, user: userOf(row) } : null;
}

/**
 * Marks the e-mail as verified after a code to it was redeemed. If it was unverified before, another person may have
 * created the account, so its password, social logins and sessions end (docs/threats.md T6).
 */
export async function proveEmail(tx: Tx, userId: number, now: Instant): Promise<void> {
  const proven = await tx
    .update(users)
    .set({ email_verified: true, password_hash: null })
    .where(and(eq(users.id, userId), eq(users.email_verified, false)))
    .returning({ id: users.id });
  if (proven.length === 0) return;
  await tx.delete(socialAccounts).where(eq(socialAccounts.user_id, userId));
  await endSessions(tx, userId, now);
}

/** Fails with phone_taken when the number belongs to another person. */
export async function refusePhoneOfOther(
  { direct }: { readonly direct: Database['direct'] },
  userId: number,
  phone: string,
): Promise<Result<null>> {
  const taken = await direct.$count(users, and(eq(users.phone, phone), ne(users.id, userId)));
  return taken === 0 ? ok(null) : fail('phone_taken', { fields: { phone: [{ rule: 'invalid' }] } });
}

/** Sets and verifies a phone number after a code to it was redeemed (A-49). Error: phone_taken. */
export async function setPhone(tx: Tx, userId: number, phone: string): Promise<Result<null>> {
  // Serialises requests for one number: the second finds it taken.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`);
  const free = await refusePhoneOfOther({ direct: tx }, userId, phone);
  if (free.ok) await tx.update(users).set({ phone, phone_verified: true }).where(eq(users.id, userId));
  return free;
}

/** Marks the profile's phone number as verified (A-49). */
export const confirmPhone = (tx: Tx, userId: number) =>
  tx.update(users).set({ phone_verified: true }).where(eq(users.id, userId));
