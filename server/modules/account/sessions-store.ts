import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { fail, ok, type Result } from '#domain/errors.ts';
import { after, type Instant, instant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { accessTokens, refreshTokens, sessions } from '#server/db/schema/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { tokenHash } from '#server/http/access-store.ts';

export const accessTokenSeconds = 15 * 60;
export const refreshTokenSeconds = 30 * 24 * 60 * 60;
/**
 * Within this time a reused refresh token is no theft: several tabs may rotate the same token, and a killed browser
 * restarts with the cookies of half a minute before.
 */
const repeatMs = 120_000;
/** `rotated_at` of a superseded token; presenting such a token is a theft. */
const superseded = instant(0);

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

type Tools = Pick<Deps, 'clock' | 'ids'>;

const newPair = ({ ids }: Tools): TokenPair => ({ access: ids.secret(), refresh: ids.secret() });

const accessRow = (pair: TokenPair, session_id: string, now: Instant) => ({
  hash: tokenHash(pair.access),
  session_id,
  expires_at: after(now, accessTokenSeconds * 1000),
});

const refreshRow = (pair: TokenPair, session_id: string, now: Instant) => ({
  hash: tokenHash(pair.refresh),
  session_id,
  created_at: now,
});

async function issue(tx: Tx, sessionId: string, tools: Tools): Promise<TokenPair> {
  const now = tools.clock.now();
  const pair = newPair(tools);
  await tx.insert(accessTokens).values(accessRow(pair, sessionId, now));
  await tx.insert(refreshTokens).values(refreshRow(pair, sessionId, now));
  return pair;
}

/**
 * Opens a session on a new device with its first pair of tokens. One statement, because the login waits for it
 * (bench/login).
 */
export async function openSession(
  { direct }: Pick<Database, 'direct'>,
  userId: number,
  device: string,
  tools: Tools,
): Promise<TokenPair> {
  const now = tools.clock.now();
  const id = tools.ids.uuid();
  const pair = newPair(tools);
  const session = direct.$with('session').as(
    direct
      .insert(sessions)
      .values({
        id,
        user_id: userId,
        device,
        created_at: now,
        last_used_at: now,
        expires_at: after(now, refreshTokenSeconds * 1000),
      })
      .returning({ id: sessions.id }),
  );
  const access = direct.$with('access').as(
    direct
      .insert(accessTokens)
      .values(accessRow(pair, id, now))
      .returning({ hash: accessTokens.hash }),
  );
  await direct
    .with(session, access)
    .insert(refreshTokens)
    .values(refreshRow(pair, id, now));
  return pair;
}

/**
 * Rotates a refresh token. Fails with token_revoked when the token is unknown, belongs to an ended session, or was
 * stolen; a theft ends the whole session (docs/threats.md T3).
 * || A rotated token that comes back is no theft in two cases: within two minutes (several tabs, a killed browser), and
 * as long as its replacement was never used. In the second case the answer was lost on its way, and a device without
 * network must not be logged out (docs/offline-engine.md). The replacement that never arrived is superseded: presenting
 * it later reveals a theft.
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
    const late = token.rotated_at !== null && now - token.rotated_at > repeatMs;
    if (late && (await wasExchangeUsed(tx, token.hash, session.id, token.rotated_at ?? now))) {
      await revoke(tx, session.id, now);
      return fail('token_revoked');
    }
    if (late) await supersede(tx, session.id);
    if (late || token.rotated_at === null)
      await tx.update(refreshTokens).set({ rotated_at: now }).where(eq(refreshTokens.hash, token.hash));
    await tx
      .update(sessions)
      .set({ last_used_at: now, expires_at: after(now, refreshTokenSeconds * 1000) })
      .where(eq(sessions.id, session.id));
    return ok(await issue(tx, session.id, tools));
  });
}

/** Whether a token issued at that rotation or later has itself been exchanged. */
async function wasExchangeUsed(tx: Tx, hash: string, sessionId: string, rotatedAt: Instant): Promise<boolean> {
  const used = await tx
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.session_id, sessionId),
        ne(refreshTokens.hash, hash),
        gte(refreshTokens.created_at, rotatedAt),
        isNotNull(refreshTokens.rotated_at),
      ),
    )
    .limit(1);
  return used.length > 0;
}

const supersede = (tx: Tx, sessionId: string) =>
  tx
    .update(refreshTokens)
    .set({ rotated_at: superseded })
    .where(and(eq(refreshTokens.session_id, sessionId), isNull(refreshTokens.rotated_at)));

async function revoke(tx: Tx, sessionId: string, now: Instant): Promise<void> {
  await tx
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked_at)));
  await tx.delete(accessTokens).where(eq(accessTokens.session_id, sessionId));
}

/** Logs the device out: revokes the session with all its tokens. */
export const closeSession = (db: Database, sessionId: string, now: Instant): Promise<void> =>
  db.system((tx) => revoke(tx, sessionId, now));

/** Signs the user out on all devices, or on all but one. Their sockets close within 5 s (docs/threats.md T3, T12). */
export async function endSessions(tx: Tx, userId: number, now: Instant, except: string | null = null): Promise<void> {
  const ended = await tx
    .update(sessions)
    .set({ revoked_at: now })
    .where(
      and(
        eq(sessions.user_id, userId),
        isNull(sessions.revoked_at),
        except === null ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id });
  const ids = ended.map((s) => s.id);
  if (ids.length > 0) await tx.delete(accessTokens).where(inArray(accessTokens.session_id, ids));
}

/** Deletes expired access tokens and dead sessions. */
export async function dropDeadSessions(db: Database, now: Instant): Promise<void> {
  await db.direct.delete(accessTokens).where(lt(accessTokens.expires_at, now));
  await db.direct
    .delete(sessions)
    .where(or(lt(sessions.expires_at, now), lt(sessions.revoked_at, after(now, -minutes(24 * 60)))));
}
