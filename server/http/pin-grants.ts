import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { refusalFor } from '#domain/permissions.ts';
import type { AllowableAbility } from '#domain/pin.ts';
import type { Instant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import { pinGrants } from '#server/db/schema/pins.ts';
import { type Actor, findStoreMember, type StoreMember } from './access-store.ts';
import { uuidHeader } from './commands/command-headers.ts';
import type { RequestContext } from './context.ts';
import { refusal } from './errors.ts';

/** Tells a person of a shared device to type their PIN again. */
const again = { code: 'forbidden', params: { sentence: 'Volvé a ingresar tu PIN.' } } as const;

/** A person in a store, with their rights there. */
export interface Access {
  readonly actor: Actor;
  readonly member: StoreMember;
}

const usable = (storeId: number, sessionId: string, id: string, now: Instant) =>
  and(
    eq(pinGrants.id, id),
    eq(pinGrants.store_id, storeId),
    eq(pinGrants.session_id, sessionId),
    gt(pinGrants.expires_at, now),
  );

/**
 * Who makes this request: the session's own person, or the one whose PIN X-Acting names, with the rights that both
 * have. Throws 403 when that PIN does not count any more.
 */
export async function actingPerson(context: RequestContext, access: Access): Promise<Access> {
  if (context.request.headers['x-acting'] === undefined) return access;
  const { db, clock } = context.deps;
  const { actor } = access;
  const { storeId } = access.member;
  const id = uuidHeader(context.request.headers, 'x-acting');
  if (!id) throw refusal(again);
  const [grant] = await db.direct
    .select({ userId: pinGrants.user_id })
    .from(pinGrants)
    .where(and(usable(storeId, actor.sessionId, id, clock.now()), isNull(pinGrants.ability)));
  if (!grant) throw refusal(again);
  const person = { ...actor, userId: grant.userId, deviceUserId: actor.userId };
  const member = await findStoreMember(db, person, storeId);
  if (!member) throw refusal(again);
  return { actor: person, member };
}

/**
 * Who allowed this request by their PIN (X-Authorised), if they have the right; null: nobody. A PIN allows one command
 * on one object, and its repetitions. `entityId` null: it makes a new object.
 */
export async function authoriserOf(
  context: RequestContext,
  { actor: { sessionId }, member: { storeId } }: Access,
  { ability, entityId }: { readonly ability: AllowableAbility; readonly entityId: number | null },
): Promise<number | null> {
  const { db, clock } = context.deps;
  const id = uuidHeader(context.request.headers, 'x-authorised');
  const command = uuidHeader(context.request.headers, 'idempotency-key');
  if (!id || !command) return null;
  const [grant] = await db.direct
    .update(pinGrants)
    .set({ used_by: command })
    .where(
      and(
        usable(storeId, sessionId, id, clock.now()),
        eq(pinGrants.ability, ability),
        entityId === null ? isNull(pinGrants.entity_id) : eq(pinGrants.entity_id, entityId),
        or(isNull(pinGrants.used_by), eq(pinGrants.used_by, command)),
      ),
    )
    .returning({ userId: pinGrants.user_id });
  const person = grant && (await findStoreMember(db, grant, storeId));
  return person && refusalFor(ability, person) === null ? grant.userId : null;
}

/** Deletes the grants that have expired. */
export const dropOldGrants = ({ direct }: Pick<Database, 'direct'>, now: Instant) =>
  direct.delete(pinGrants).where(lte(pinGrants.expires_at, now));
