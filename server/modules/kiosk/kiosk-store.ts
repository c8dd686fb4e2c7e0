import { randomBytes } from 'node:crypto';
import { and, eq, isNull, lt, max } from 'drizzle-orm';
import { fail, ok, type Result } from '#domain/errors.ts';
import { pairingCode, pairingMinutes } from '#domain/kiosk.ts';
import { kitchenRole } from '#domain/roles.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { memberships, sessions, users } from '#server/db/schema/accounts.ts';
import { kioskPairings, kiosks } from '#server/db/schema/kiosks.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/http/access-store.ts';
import { nobodysPassword } from '#server/modules/account/passwords.ts';
import { endSessions, openSession, type TokenPair } from '#server/modules/account/sessions-store.ts';
import { tokenHash } from '#server/http/access-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';

export const kioskWords = {
  /** Name of the kitchen screen's user, shown where it changed an order. */
  userName: (name: string): string => `Cocina · ${name}`,
  unknownCode: 'No hay ninguna pantalla esperando con ese código. Fijate que esté bien escrito.',
  codeOver: 'El código ya se usó o venció. Pedí uno nuevo en la pantalla.',
} as const;

/** Longer than any pairing lives: no code is issued twice within this time. */
const keptMs = minutes(24 * 60);
/** An approval in the last second must still reach the screen. */
const collectMs = minutes(2);

type Pairing = typeof kioskPairings.$inferSelect;
type Tools = Pick<Deps, 'clock' | 'ids'>;

export interface Kiosk {
  readonly id: number;
  readonly name: string;
  readonly device: string;
  readonly approved_by: string;
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
}

/** Creates a pairing with a secret that only its screen receives. */
export async function startPairing(
  { direct }: Database,
  device: string,
  { clock, ids }: Tools,
): Promise<{ id: string; secret: string; code: string }> {
  const now = clock.now();
  await direct.delete(kioskPairings).where(lt(kioskPairings.created_at, after(now, -keptMs)));
  const pairing = { id: ids.uuid(), secret: ids.secret(), code: pairingCode(() => randomBytes(1).readUInt8()) };
  await direct.insert(kioskPairings).values({
    id: pairing.id,
    secret_hash: tokenHash(pairing.secret),
    code: pairing.code,
    device,
    created_at: now,
    expires_at: after(now, minutes(pairingMinutes)),
  });
  return pairing;
}

/** The pairing of a code. not_found: no screen shows the code · expired: too late, or already decided. */
export async function waitingPairing(tx: Tx, code: string, now: Instant): Promise<Result<Pairing>> {
  const [known] = await tx.select().from(kioskPairings).where(eq(kioskPairings.code, code)).for('update');
  if (!known) return fail('not_found');
  const over = known.expires_at <= now || known.refused_at !== null || known.kiosk_id !== null;
  return over ? fail('expired', { params: { sentence: kioskWords.codeOver } }) : ok(known);
}

export const refusePairing = (db: Database, code: string, now: Instant): Promise<Result<null>> =>
  db.system(async (tx) => {
    const pairing = await waitingPairing(tx, code, now);
    if (!pairing.ok) return pairing;
    await tx.update(kioskPairings).set({ refused_at: now }).where(eq(kioskPairings.id, pairing.value.id));
    return ok(null);
  });

/** Creates the screen's user, its membership and its row, and uses the code up. */
export const approvePairing = (
  db: Database,
  { storeId, actor, code, name }: { storeId: number; actor: Actor; code: string; name: string },
  { clock, ids }: Tools,
): Promise<Result<Kiosk>> =>
  db.system(async (tx) => {
    const now = clock.now();
    const pairing = await waitingPairing(tx, code, now);
    if (!pairing.ok) return pairing;
    const { device } = pairing.value;
    const userId = await insertDeviceUser(tx, { name, email: `${ids.uuid()}@cocina.invalid`, now });
    await tx
      .insert(memberships)
      .values({ store_id: storeId, user_id: userId, role: kitchenRole, can_discount: false, created_at: now });
    const [made] = await tx
      .insert(kiosks)
      .values({ store_id: storeId, user_id: userId, name, device, approved_by: actor.userId, created_at: now })
      .returning({ id: kiosks.id });
    if (!made) throw new Error('the kiosk was not inserted');
    await tx.update(kioskPairings).set({ kiosk_id: made.id }).where(eq(kioskPairings.id, pairing.value.id));
    appendAudit(tx, {
      ...audited(storeId, actor, made.id, now),
      action: 'kiosk.approve',
      before: null,
      after: { name, device, user_id: userId },
    });
    const [by] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, actor.userId));
    return ok({ id: made.id, name, device, approved_by: by?.fullname ?? '', created_at: now, last_used_at: null });
  });

const audited = (storeId: number, actor: Actor, entityId: number, at: Instant) =>
  ({ storeId, actor, entity: 'kiosk', entityId, command: null, at }) as const;

/** Creates a user that cannot sign in: its address receives no mail, and no password matches. */
async function insertDeviceUser(
  tx: Tx,
  { name, email, now }: { name: string; email: string; now: Instant },
): Promise<number> {
  const [user] = await tx
    .insert(users)
    .values({
      fullname: kioskWords.userName(name),
      email,
      password_hash: nobodysPassword,
      notification_types: [],
      notification_channels: [],
      created_at: now,
    })
    .returning({ id: users.id });
  if (!user) throw new Error("the kiosk's user was not inserted");
  return user.id;
}

export type Collected =
  | { readonly state: 'waiting'; readonly until: Instant }
  | { readonly state: 'refused' }
  | { readonly state: 'paired'; readonly pair: TokenPair; readonly storeId: number; readonly name: string };

/**
 * The state of a pairing. not_found: unknown id or wrong secret · expired: not decided in time, or unpaired. The answer
 * with the session can be lost on its way, so the holder of the secret may ask again for two minutes; each `paired`
 * answer ends the session of the one before. The pairing is locked, so a screen never has two sessions.
 */
export const collectPairing = (
  db: Database,
  { id, secret, device }: { id: string; secret: string; device: string },
  tools: Tools,
): Promise<Result<Collected>> =>
  db.system(async (tx) => {
    const now = tools.clock.now();
    const [known] = await tx
      .select({ pairing: kioskPairings, kiosk: kiosks })
      .from(kioskPairings)
      .leftJoin(kiosks, eq(kiosks.id, kioskPairings.kiosk_id))
      .where(and(eq(kioskPairings.id, id), eq(kioskPairings.secret_hash, tokenHash(secret))))
      .for('update', { of: kioskPairings });
    if (!known) return fail('not_found');
    const { pairing, kiosk } = known;
    const over = fail('expired', { params: { sentence: kioskWords.codeOver } });
    if (pairing.refused_at !== null) return ok({ state: 'refused' });
    if (!kiosk) return pairing.expires_at <= now ? over : ok({ state: 'waiting', until: pairing.expires_at });
    if (kiosk.revoked_at !== null || after(pairing.expires_at, collectMs) <= now) return over;
    await endSessions(tx, kiosk.user_id, now);
    const pair = await openSession({ direct: tx }, kiosk.user_id, device, tools);
    return ok({ state: 'paired', pair, storeId: kiosk.store_id, name: kiosk.name });
  });

/** The store's paired screens, oldest first. */
export async function listKiosks({ direct }: Database, storeId: number): Promise<Kiosk[]> {
  const used = direct
    .select({ user_id: sessions.user_id, at: max(sessions.last_used_at).as('at') })
    .from(sessions)
    .groupBy(sessions.user_id)
    .as('used');
  const rows = await direct
    .select({ kiosk: kiosks, by: users.fullname, usedAt: used.at })
    .from(kiosks)
    .innerJoin(users, eq(users.id, kiosks.approved_by))
    .leftJoin(used, eq(used.user_id, kiosks.user_id))
    .where(and(eq(kiosks.store_id, storeId), isNull(kiosks.revoked_at)))
    .orderBy(kiosks.id);
  return rows.map(({ kiosk: { id, name, device, created_at }, by, usedAt }) => ({
    id,
    name,
    device,
    approved_by: by,
    created_at,
    last_used_at: usedAt,
  }));
}

/** Ends the screen's sessions and membership. The user stays, because orders name it. */
export const revokeKiosk = (
  db: Database,
  { storeId, actor, id }: { storeId: number; actor: Actor; id: number },
  now: Instant,
): Promise<Result<null>> =>
  db.system(async (tx) => {
    const [gone] = await tx
      .update(kiosks)
      .set({ revoked_at: now })
      .where(and(eq(kiosks.store_id, storeId), eq(kiosks.id, id), isNull(kiosks.revoked_at)))
      .returning();
    if (!gone) return fail('not_found');
    await endSessions(tx, gone.user_id, now);
    await tx.delete(memberships).where(and(eq(memberships.store_id, storeId), eq(memberships.user_id, gone.user_id)));
    const before = { name: gone.name, device: gone.device, user_id: gone.user_id };
    appendAudit(tx, { ...audited(storeId, actor, id, now), action: 'kiosk.revoke', before, after: null });
    return ok(null);
  });
