import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { fail, ok, type Result } from '#domain/errors.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { accessTokens, refreshTokens, sessions, users } from '#server/db/schema/accounts.ts';
import type { Deps } from '#server/deps.ts';

export const accessTokenSeconds = 15 * 60;
export const refreshTokenSeconds = 30 * 24 * 60 * 60;
/** A lost answer or a second tab repeats a rotation within this time; later it is a theft (T3). */
const repeatMs = 30_000;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

type Tools = Pick<Deps, 'clock' | 'ids'>;

async function issue(tx: Tx, sessionId: string, { clock, ids }: Tools): Promise<TokenPair> {
  const now = clock.now();
  const pair = { access: ids.secret(), refresh: ids.secret() };
  await tx
    .insert(accessTokens)
    .values({ hash: tokenHash(pair.access), session_id: sessionId, expires_at: after(now, accessTokenSeconds * 1000) });
  await tx.insert(refreshTokens).values({ hash: tokenHash(pair.refresh), session_id: sessionId, created_at: now });
  return pair;
}

/** A new signed-in device with its first pair of tokens. */
export function openSession(db: Database, userId: number, device: string, tools: Tools): Promise<TokenPair> {
  const now = tools.clock.now();
  return db.system(async (tx) => {
    const id = tools.ids.uuid();
    await tx.insert(sessions).values({
      id,
      user_id: userId,
      device,
      created_at: now,
      last_used_at: now,
      expires_at: after(now, refreshTokenSeconds * 1000),
    });
    return issue(tx, id, tools);
  });
}

/**
 * Rotates a refresh token. token_revoked: unknown, of an ended session, or already rotated more than 30 s ago, which
 * ends the whole session.
 */
export function rotate(db: Database, refresh: string, tools: Tools): Promise<Result<TokenPair>> {
  const now = tools.clock.now();
  return db.system(async (tx) => {
    const [known] = await tx
      .select({ token: refreshTokens, session: sessions })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
      .where(eq(refreshTokens.hash, tokenHash(refresh)))
      .for('update');
    if (!known || known.session.revoked_at !== null || known.session.expires_at <= now) return fail('token_revoked');
    const { token, session } = known;
    if (token.rotated_at !== null && now - token.rotated_at > repeatMs) {
      await revoke(tx, session.id, now);
      return fail('token_revoked');
    }
    if (token.rotated_at === null)
      await tx.update(refreshTokens).set({ rotated_at: now }).where(eq(refreshTokens.hash, token.hash));
    await tx
      .update(sessions)
      .set({ last_used_at: now, expires_at: after(now, refreshTokenSeconds * 1000) })
      .where(eq(sessions.id, session.id));
    return ok(await issue(tx, session.id, tools));
  });
}

async function revoke(tx: Tx, sessionId: string, now: Instant): Promise<void> {
  await tx
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked_at)));
  await tx.delete(accessTokens).where(eq(accessTokens.session_id, sessionId));
}

/** Logging out: every token of the device is worth nothing from now on. */
export const closeSession = (db: Database, sessionId: string, now: Instant): Promise<void> =>
  db.system((tx) => revoke(tx, sessionId, now));

/** What no request can need any more (API §8). */
export async function dropDeadSessions(db: Database, now: Instant): Promise<void> {
  await db.direct.delete(accessTokens).where(lt(accessTokens.expires_at, now));
  await db.direct
    .delete(sessions)
    .where(or(lt(sessions.expires_at, now), lt(sessions.revoked_at, after(now, -minutes(24 * 60)))));
}

export async function findAccount(db: Database, email: string): Promise<{ id: number; passwordHash: string } | null> {
  const [row] = await db.direct
    .select({ id: users.id, passwordHash: users.password_hash })
    .from(users)
    .where(eq(users.email, email));
  return row ?? null;
}
