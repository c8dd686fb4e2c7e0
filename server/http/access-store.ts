import { createHash } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { Pivot, Plan } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import { accessTokens, memberships, sessions } from '#server/db/schema/accounts.ts';
import { stores } from '#server/db/schema/stores.ts';

/** Tokens are stored as SHA-256. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The signed-in person and their device. */
export interface Actor {
  readonly userId: number;
  readonly sessionId: string;
  readonly device: string;
}

/** The caller's membership in one store, with the store's facts that every route needs. */
export interface StoreMember {
  readonly storeId: number;
  readonly plan: Plan;
  readonly pivot: Pivot;
  readonly currency: Currency;
  readonly timezone: string;
  /** Rises with every change of the store's settings, menu, discounts, codes, zones or people. */
  readonly factsVersion: number;
}

const actorFields = { userId: sessions.user_id, sessionId: sessions.id, device: sessions.device };

const isValidToken = (hash: string, now: Instant) =>
  and(
    eq(accessTokens.hash, hash),
    gt(accessTokens.expires_at, now),
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, now),
  );

/** The owner of a valid access token of a valid session; null otherwise. */
export async function findActor(db: Database, hash: string, now: Instant): Promise<Actor | null> {
  const [row] = await db.direct
    .select(actorFields)
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.session_id))
    .where(isValidToken(hash, now));
  return row ?? null;
}

const memberColumns = {
  role: memberships.role,
  owner: memberships.owner,
  can_discount: memberships.can_discount,
  plan: stores.plan,
  vat: stores.vat_category,
  symbol: stores.currency_symbol,
  decimals: stores.currency_decimals,
  timezone: stores.timezone,
  factsVersion: stores.facts_version,
};

interface MemberRow {
  readonly role: Pivot['role'];
  readonly owner: boolean;
  readonly can_discount: boolean | null;
  readonly plan: Plan;
  readonly vat: 1 | 2 | null;
  readonly symbol: string;
  readonly decimals: number;
  readonly timezone: string;
  readonly factsVersion: number;
}

const memberOf = (storeId: number, row: MemberRow): StoreMember => ({
  storeId,
  plan: row.plan,
  pivot: pivotOf(row),
  currency: { symbol: row.symbol, decimals: row.decimals },
  timezone: row.timezone,
  factsVersion: row.factsVersion,
});

/** null = the store does not exist or the caller is no member; both look the same from outside (docs/threats.md T2). */
export async function findStoreMember(
  db: Pick<Database, 'direct'>,
  actor: Actor,
  storeId: number,
): Promise<StoreMember | null> {
  const [row] = await db.direct
    .select(memberColumns)
    .from(memberships)
    .innerJoin(stores, eq(stores.id, memberships.store_id))
    .where(and(eq(memberships.store_id, storeId), eq(memberships.user_id, actor.userId)));
  return row ? memberOf(storeId, row) : null;
}

/**
 * `findActor` and `findStoreMember` in one round trip. null = no valid token; `member` null = the store does not exist
 * or the caller is no member.
 */
export async function findAccess(
  db: Database,
  hash: string,
  storeId: number,
  now: Instant,
): Promise<{ readonly actor: Actor; readonly member: StoreMember | null } | null> {
  const [row] = await db.direct
    .select({ actor: actorFields, member: memberColumns })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.session_id))
    .leftJoin(memberships, and(eq(memberships.user_id, sessions.user_id), eq(memberships.store_id, storeId)))
    .leftJoin(stores, eq(stores.id, memberships.store_id))
    .where(isValidToken(hash, now));
  if (!row) return null;
  const { role, owner, plan, symbol, decimals, timezone, factsVersion, ...rest } = row.member;
  const isMember =
    role !== null &&
    owner !== null &&
    plan !== null &&
    symbol !== null &&
    decimals !== null &&
    timezone !== null &&
    factsVersion !== null;
  const member = isMember
    ? memberOf(storeId, { ...rest, role, owner, plan, symbol, decimals, timezone, factsVersion })
    : null;
  return { actor: row.actor, member };
}

export const pivotOf = (row: {
  role: Pivot['role'];
  owner: boolean;
  can_discount: boolean | null;
  vat: 1 | 2 | null;
}): Pivot => ({
  role: row.role,
  owner: row.owner,
  config: { vatCategory: row.vat, ...(row.can_discount === null ? {} : { canDiscount: row.can_discount }) },
});
