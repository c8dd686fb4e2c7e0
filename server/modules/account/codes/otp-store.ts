import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import {
  otpLifeMs,
  type OtpPurpose,
  otpResendMs,
  otpsPerHour,
  otpState,
  type OtpTarget,
  otpTries,
  type SentOtp,
  waitForCode,
} from '#domain/account.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { otps } from '#server/db/schema/access.ts';
import { settings } from '#server/db/schema/sync.ts';
import type { Ids } from '#server/deps.ts';

export interface CodeTarget {
  readonly type: OtpTarget;
  /** E.164, or an address in lower case. */
  readonly value: string;
  readonly purpose: OtpPurpose;
}

const settingKey = 'otp';

/** Key of the codes' HMACs: created once, shared by all processes on this database. */
export async function otpSecret({ direct }: Pick<Database, 'direct'>, ids: Ids): Promise<string> {
  await direct.insert(settings).values({ key: settingKey, value: ids.secret() }).onConflictDoNothing();
  const [row] = await direct.select().from(settings).where(eq(settings.key, settingKey));
  if (!row) throw new Error('the key of the codes could not be stored');
  return row.value;
}

const codeHash = (secret: string, id: string, code: string): string =>
  createHmac('sha256', secret).update(`${id}:${code}`).digest('hex');

const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const ofTarget = ({ type, value }: Pick<CodeTarget, 'type' | 'value'>) =>
  and(eq(otps.target_type, type), eq(otps.target, value));

export type Issued =
  | { readonly state: 'sent'; readonly id: string; readonly code: string; readonly expiresIn: number }
  /** Requested too soon, or too often within the hour. */
  | { readonly state: 'wait'; readonly seconds: number };

/**
 * Issues a code. Earlier ones stay valid for their own requests: a stranger's request must not void them. With `userId`
 * null (no account) it writes the same row, but no code matches.
 */
export const issueCode = (
  db: Database,
  target: CodeTarget,
  { userId, code, id, secret, now }: { userId: number | null; code: string; id: string; secret: string; now: Instant },
): Promise<Issued> =>
  db.system(async (tx) => {
    // Serialises requests for one target: of two concurrent ones only one may be the last.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${target.type}:${target.value}`}, 0))`);
    const recent = await tx
      .select({ at: otps.sent_at })
      .from(otps)
      .where(and(ofTarget(target), gt(otps.sent_at, after(now, -minutes(60)))));
    const seconds = waitForCode(
      recent.map((r) => r.at),
      now,
    );
    if (seconds > 0) return { state: 'wait', seconds };
    await tx.insert(otps).values({
      id,
      target_type: target.type,
      target: target.value,
      issued_for: target.purpose,
      user_id: userId,
      code_hash: codeHash(secret, id, code),
      sent_at: now,
      expires_at: after(now, otpLifeMs),
    });
    return { state: 'sent', id, code, expiresIn: otpResendMs / 1000 };
  });

/** Whose code a try is about: that of a request, of a person, or the target's newest. */
type Redeemed = { readonly requestId: string } | { readonly userId: number } | 'newest';

/**
 * Uses up a code of the target and returns its user. A wrong, used, void, expired or missing code all fail with
 * otp_invalid, indistinguishable from outside. A wrong try counts for the request that it names. Tries that name no
 * request have a count of their own, so that a stranger's guesses do not void a code (docs/threats.md T4).
 */
export async function redeemCode(
  tx: Tx,
  target: CodeTarget,
  {
    of,
    code,
    secret,
    now,
  }: { readonly of: Redeemed; readonly code: string; readonly secret: string; readonly now: Instant },
): Promise<Result<number>> {
  const which = of === 'newest' ? undefined : 'userId' in of ? eq(otps.user_id, of.userId) : eq(otps.id, of.requestId);
  const [newest] = await tx
    .select()
    .from(otps)
    .where(and(ofTarget(target), eq(otps.issued_for, target.purpose), which))
    .orderBy(desc(otps.sent_at))
    .limit(1)
    .for('update');
  const counter = of === 'newest' ? 'unbound_tries' : 'tries';
  const tries = newest?.[counter] ?? 0;
  if (!newest || otpState({ ...newest, tries }, now) !== 'pending') return fail('otp_invalid');
  const right = sameHash(newest.code_hash, codeHash(secret, newest.id, code));
  if (!right || newest.user_id === null) {
    await tx
      .update(otps)
      .set({ [counter]: tries + 1 })
      .where(eq(otps.id, newest.id));
    return fail('otp_invalid');
  }
  await tx.update(otps).set({ used_at: now }).where(eq(otps.id, newest.id));
  return ok(newest.user_id);
}

/**
 * Seconds until this person may request another code to any of their phone numbers: five codes per hour
 * (docs/threats.md T4).
 */
export async function waitOfPerson(
  { direct }: Pick<Database, 'direct'>,
  userId: number,
  now: Instant,
): Promise<number> {
  const hourAgo = after(now, -minutes(60));
  const own = and(eq(otps.user_id, userId), eq(otps.issued_for, 'phone_verification'), gt(otps.sent_at, hourAgo));
  const sent = await direct.select({ at: otps.sent_at }).from(otps).where(own).orderBy(desc(otps.sent_at));
  const fifth = sent[otpsPerHour - 1];
  return fifth === undefined ? 0 : Math.ceil((after(fifth.at, minutes(60)) - now) / 1000);
}

export async function findOtp({ direct }: Pick<Database, 'direct'>, id: string): Promise<SentOtp | null> {
  const [row] = await direct.select().from(otps).where(eq(otps.id, id));
  return row ?? null;
}

/** Voids all unused codes of this user. */
export const voidCodes = (tx: Tx, userId: number) =>
  tx
    .update(otps)
    .set({ tries: otpTries, unbound_tries: otpTries })
    .where(and(eq(otps.user_id, userId), isNull(otps.used_at)));

/** Deletes codes older than an hour: they are expired and no longer count for the limit. */
export async function dropOldCodes({ direct }: Pick<Database, 'direct'>, now: Instant): Promise<void> {
  await direct.delete(otps).where(lt(otps.sent_at, after(now, -minutes(60))));
}
