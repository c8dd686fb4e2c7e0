import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { customerPivot } from '#contract/wire/stores.ts';
import type { Currency } from '#domain/money.ts';
import { type MemberRole, narrowedPivot, type Pivot, type Role } from '#domain/roles.ts';
import { type Plan } from '#domain/store.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import { fixedQuery } from '#server/db/fixed-query.ts';
import { accessTokens, memberships, sessions } from '#server/db/schema/accounts.ts';
import { kiosks } from '#server/db/schema/kiosks.ts';
import { stores } from '#server/db/schema/stores.ts';

/** Tokens are stored as SHA-256. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The signed-in person and their device. */
export interface Actor {
  readonly userId: number;
  readonly sessionId: string;
  readonly device: string;
  /** Whose account has signed the device in, when another person's PIN made them `userId`. */
  readonly deviceUserId?: number;
  /** Who allowed it to them, by their PIN. */
  readonly authorisedBy?: number;
}

/** The caller's membership in one store, or that they are its customer, with the store's facts that every route needs. */
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

const storeColumns = sql`${stores.plan}, ${stores.vat_category} as vat, ${stores.currency_symbol} as symbol, ${stores.currency_decimals} as decimals,
  ${stores.timezone}, ${stores.facts_version} as "factsVersion"`;

const memberColumns = sql`${memberships.role}, ${memberships.owner}, ${memberships.can_discount}, ${storeColumns}`;

interface StoreRow {
  readonly plan: Plan;
  readonly vat: 1 | 2 | null;
  readonly symbol: string;
  readonly decimals: number;
  readonly timezone: string;
  readonly factsVersion: number;
}

interface MemberRow extends StoreRow {
  readonly role: MemberRole;
  readonly owner: boolean;
  readonly can_discount: boolean | null;
}

/** A member who works in the store. */
export interface StaffMember extends StoreMember {
  readonly pivot: Pivot<MemberRole>;
}

const memberOf = <R extends Role>(storeId: number, row: StoreRow, pivot: Pivot<R>) => ({
  storeId,
  plan: row.plan,
  pivot,
  currency: { symbol: row.symbol, decimals: row.decimals },
  timezone: row.timezone,
  factsVersion: row.factsVersion,
});

const memberByIds = fixedQuery<{ readonly userId: number; readonly storeId: number }, MemberRow>(sql`
  select ${memberColumns} from ${memberships} join ${stores} on ${stores.id} = ${memberships.store_id}
  where ${memberships.store_id} = ${sql.placeholder('storeId')} and ${memberships.user_id} = ${sql.placeholder('userId')}`);

/**
 * null = the store does not exist or the caller is no member; both look the same from outside (docs/threats.md T2). On a
 * device of another person, the rights that both of them have.
 */
export async function findStoreMember(
  db: Pick<Database, 'run'>,
  { userId, deviceUserId }: Pick<Actor, 'userId' | 'deviceUserId'>,
  storeId: number,
): Promise<StaffMember | null> {
  const reading = db.run(memberByIds, { userId, storeId });
  const device = deviceUserId === undefined ? null : await findStoreMember(db, { userId: deviceUserId }, storeId);
  const [row] = await reading;
  if (!row || (deviceUserId !== undefined && !device)) return null;
  const member = memberOf(storeId, row, pivotOf(row));
  return device ? { ...member, pivot: narrowedPivot(device.pivot, member.pivot) } : member;
}

/** Without a membership all columns of `MemberRow` are null. */
type AccessRow = Actor & (MemberRow | { readonly role: null });

const accessByToken = fixedQuery<
  { readonly hash: string; readonly storeId: number; readonly now: string },
  AccessRow
>(sql`
  select ${sessions.user_id} as "userId", ${sessions.id} as "sessionId", ${sessions.device} as device, ${memberColumns}
  from ${accessTokens} join ${sessions} on ${sessions.id} = ${accessTokens.session_id}
    left join (${memberships} join ${stores} on ${stores.id} = ${memberships.store_id})
      on ${memberships.user_id} = ${sessions.user_id} and ${memberships.store_id} = ${sql.placeholder('storeId')}
  where ${accessTokens.hash} = ${sql.placeholder('hash')} and ${sessions.revoked_at} is null
    and least(${accessTokens.expires_at}, ${sessions.expires_at}) > ${sql.placeholder('now')}`);

/**
 * `findActor` and `findStoreMember` in one round trip. null = no valid token; `member` null = the store does not exist
 * or the caller is no member.
 */
export async function findAccess(
  db: Pick<Database, 'run'>,
  hash: string,
  storeId: number,
  now: Instant,
): Promise<{ readonly actor: Actor; readonly member: StoreMember | null } | null> {
  const [row] = await db.run(accessByToken, { hash, storeId, now: isoFromInstant(now) });
  if (!row) return null;
  const { userId, sessionId, device } = row;
  return {
    actor: { userId, sessionId, device },
    member: row.role === null ? null : memberOf(storeId, row, pivotOf(row)),
  };
}

const storeById = fixedQuery<{ readonly storeId: number }, StoreRow>(
  sql`select ${storeColumns} from ${stores} where ${stores.id} = ${sql.placeholder('storeId')}`,
);

/** The store for a person without a role in it (N-42); null = it does not exist. */
export async function findCustomer(db: Pick<Database, 'run'>, storeId: number): Promise<StoreMember | null> {
  const [row] = await db.run(storeById, { storeId });
  return row ? memberOf(storeId, row, customerPivot) : null;
}

const screenOfUser = fixedQuery<{ readonly userId: number }, { readonly id: number }>(
  sql`select ${kiosks.id} from ${kiosks} where ${kiosks.user_id} = ${sql.placeholder('userId')} limit 1`,
);

/** Whether the account is that of a kitchen screen, which is nobody's customer. */
export const isScreen = async (db: Pick<Database, 'run'>, userId: number): Promise<boolean> =>
  (await db.run(screenOfUser, { userId })).length > 0;

export const pivotOf = (row: {
  role: MemberRole;
  owner: boolean;
  can_discount: boolean | null;
  vat: 1 | 2 | null;
}): Pivot<MemberRole> => ({
  role: row.role,
  owner: row.owner,
  config: { vatCategory: row.vat, ...(row.can_discount === null ? {} : { canDiscount: row.can_discount }) },
});
