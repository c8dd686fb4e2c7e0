import { createHash } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { Pivot, Plan } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
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
}

/** The owner of a valid access token of a valid session; null otherwise. */
export async function findActor(db: Database, hash: string, now: Instant): Promise<Actor | null> {
  const [row] = await db.direct
    .select({ userId: sessions.user_id, sessionId: sessions.id, device: sessions.device })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.session_id))
    .where(
      and(
        eq(accessTokens.hash, hash),
        gt(accessTokens.expires_at, now),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, now),
      ),
    );
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
};

/** null = the store does not exist or the caller is no member; both look the same from outside (docs/threats.md T2). */
export async function findStoreMember(
  db: Pick<Database, 'direct'> | { direct: Tx },
  actor: Actor,
  storeId: number,
): Promise<StoreMember | null> {
  const [row] = await db.direct
    .select(memberColumns)
    .from(memberships)
    .innerJoin(stores, eq(stores.id, memberships.store_id))
    .where(and(eq(memberships.store_id, storeId), eq(memberships.user_id, actor.userId)));
  if (!row) return null;
  return {
    storeId,
    plan: row.plan,
    pivot: pivotOf(row),
    currency: { symbol: row.symbol, decimals: row.decimals },
    timezone: row.timezone,
  };
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
