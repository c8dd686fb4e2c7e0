import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import { guessLimits } from '#server/db/schema/access.ts';
import { heedLimit, type RequestContext, type StoreContext } from './context.ts';
import { secondsUntil, type Verdict } from './rate-limits.ts';

/**
 * Counts one guess for `key` in its window. The counters are in the database, so several servers share them; the many
 * requests that guess nothing are counted in the process (rate-limits.ts).
 */
async function takeGuess(
  { direct }: Database,
  key: string,
  { most, windowMs }: { readonly most: number; readonly windowMs: number },
  now: Instant,
): Promise<Verdict> {
  const endsAt = after(now, windowMs);
  const isOver = sql`${guessLimits.ends_at} <= ${sql.param(now, guessLimits.ends_at)}`;
  const [window] = await direct
    .insert(guessLimits)
    .values({ key, count: 1, ends_at: endsAt })
    .onConflictDoUpdate({
      target: guessLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${guessLimits.count} + 1 end`,
        ends_at: sql`case when ${isOver} then ${sql.param(endsAt, guessLimits.ends_at)} else ${guessLimits.ends_at} end`,
      },
    })
    .returning();
  if (!window || window.count <= most) return { allowed: true };
  return { allowed: false, retryAfterSeconds: secondsUntil(window.ends_at, now) };
}

/** Throws 429 when `key` was counted more than `most` times in its window, over all servers. */
export async function limitGuessesFor(
  { deps }: Pick<RequestContext, 'deps'>,
  { key, ...limit }: { readonly key: string; readonly most: number; readonly windowMs: number },
): Promise<void> {
  heedLimit(await takeGuess(deps.db, key, limit, deps.clock.now()));
}

/** Throws 429 when `key` was guessed more than `perMinute` times in a minute, over all servers. */
export const limitGuesses = (
  context: Pick<RequestContext, 'deps'>,
  key: string,
  perMinute = context.deps.config.limits.signInPerMinute,
): Promise<void> => limitGuessesFor(context, { key, most: perMinute, windowMs: minutes(1) });

/** Throws 429 when `key` was counted more than `most` times in an hour, over all servers. */
export const limitHour = (context: Pick<RequestContext, 'deps'>, key: string, most: number): Promise<void> =>
  limitGuessesFor(context, { key, most, windowMs: minutes(60) });

/** Takes back one count of `key`: what was tried was no guess. */
export async function forgiveGuess({ deps }: Pick<RequestContext, 'deps'>, key: string): Promise<void> {
  await deps.db.direct
    .update(guessLimits)
    .set({ count: sql`${guessLimits.count} - 1` })
    .where(and(eq(guessLimits.key, key), gt(guessLimits.ends_at, deps.clock.now()), gt(guessLimits.count, 0)));
}

/** The key that counts a person's tries of a store's promo codes, of all calls together. */
export const promocodeKey = ({ member, actor }: StoreContext): string => `promocode:${member.storeId}:${actor.userId}`;

export const dropOldGuesses = ({ direct }: Database, now: Instant) =>
  direct.delete(guessLimits).where(lt(guessLimits.ends_at, now));
