import { createHmac } from 'node:crypto';
import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm';
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
/** `rotated_at` of a token that another one superseded; presenting it is a theft. */
const superseded = instant(0);

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

type Tools = Pick<Deps, 'clock' | 'ids'>;

/** The token that replaces `refresh`, rotated at that moment. Only a holder of `refresh` and this server know it. */
const successorOf = (refresh: string, rotatedAt: Instant, secret: string): string =>
  createHmac('sha256', secret).update(`${refresh}:${rotatedAt}`).digest('base64url');

const accessRow = (access: string, session_id: string, now: Instant) => ({
  hash: tokenHash(access),
  session_id,
  expires_at: after(now, accessTokenSeconds * 1000),
});

const refreshRow = (refresh: string, session_id: string, now: Instant) => ({
  hash: tokenHash(refresh),
  session_id,
  created_at: now,
});

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
  const pair = { access: tools.ids.secret(), refresh: tools.ids.secret() };
  const session = direct.$with('session').as(
    direct
      .insert(sessions)
      .values({
        id,
        user_id: userId,
        device,
        successor_secret: tools.ids.secret(),
        created_at: now,
        last_used_at: now,
        expires_at: after(now, refreshTokenSeconds * 1000),
      })
      .returning({ id: sessions.id }),
  );
  const access = direct.$with('access').as(
    direct
      .insert(accessTokens)
      .values(accessRow(pair.access, id, now))
      .returning({ hash: accessTokens.hash }),
  );
  await direct
    .with(session, access)
    .insert(refreshTokens)
    .values(refreshRow(pair.refresh, id, now));
  return pair;
}

/**
 * Rotates a refresh token. Fails with token_revoked when the token is unknown, belongs to an ended session, or was
 * stolen; a theft ends the whole session (docs/threats.md T3).
 * || A session has one living token at any time. A rotated token that comes back is no theft in two cases. Within two
 * minutes (several tabs, a killed browser) it gets the living token. Later it does as long as its successor was never
 * used: the answer was lost on its way, and a device without network must not be logged out (docs/offline-engine.md).
 * The successor that never arrived is superseded by another; presenting it reveals a theft.
 */
export function rotate(db: Database, presented: string, tools: Tools): Promise<Result<TokenPair>> {
  const now = tools.clock.now();
  return db.system(async (tx) => {
    const [known] = await tx
      .select({ token: refreshTokens, session: sessions })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
      .where(eq(refreshTokens.hash, tokenHash(presented)))
      .for('update');
    if (!known || known.session.revoked_at !== null || known.session.expires_at <= now) return fail('token_revoked');
    const { token, session } = known;
    const refresh =
      token.rotated_at === null
        ? await replace(tx, presented, session, now)
        : await answerRepeat(tx, { presented, rotatedAt: token.rotated_at, session }, now);
    if (refresh === null) {
      await revoke(tx, session.id, now);
      return fail('token_revoked');
    }
    await tx
      .update(sessions)
      .set({ last_used_at: now, expires_at: after(now, refreshTokenSeconds * 1000) })
      .where(eq(sessions.id, session.id));
    const access = tools.ids.secret();
    await tx.insert(accessTokens).values(accessRow(access, session.id, now));
    return ok({ access, refresh });
  });
}

type Session = typeof sessions.$inferSelect;

/** Marks a token as rotated and stores its successor; returns the successor. */
async function replace(tx: Tx, refresh: string, { id, successor_secret }: Session, now: Instant): Promise<string> {
  const next = successorOf(refresh, now, successor_secret);
  await tx
    .update(refreshTokens)
    .set({ rotated_at: now })
    .where(eq(refreshTokens.hash, tokenHash(refresh)));
  await tx.insert(refreshTokens).values(refreshRow(next, id, now));
  return next;
}

/** The living token for a rotated token that comes back; null for a theft. */
async function answerRepeat(
  tx: Tx,
  { presented, rotatedAt, session }: { presented: string; rotatedAt: Instant; session: Session },
  now: Instant,
): Promise<string | null> {
  let refresh = successorOf(presented, rotatedAt, session.successor_secret);
  let next = await findRefreshToken(tx, refresh);
  if (now - rotatedAt > repeatMs) {
    if (!next || next.rotated_at !== null) return null;
    await tx.update(refreshTokens).set({ rotated_at: superseded }).where(eq(refreshTokens.hash, next.hash));
    return replace(tx, presented, session, now);
  }
  while (next && next.rotated_at !== null) {
    refresh = successorOf(refresh, next.rotated_at, session.successor_secret);
    next = await findRefreshToken(tx, refresh);
  }
  return next ? refresh : null;
}

async function findRefreshToken(tx: Tx, refresh: string) {
  const [row] = await tx
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, tokenHash(refresh)));
  return row;
}

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

/** Logs out the device that holds this refresh token, the living one or an earlier one. An unknown one ends nothing. */
export const closeSessionOf = (db: Database, refresh: string, now: Instant): Promise<void> =>
  db.system(async (tx) => {
    const known = await findRefreshToken(tx, refresh);
    if (known) await revoke(tx, known.session_id, now);
  });

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
