import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { refusalFor } from '#domain/permissions.ts';
import { actingHours, pinProblem } from '#domain/pin.ts';
import { abilitiesOf, roles } from '#domain/roles.ts';
import { after, minutes } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { memberships, users } from '#server/db/schema/accounts.ts';
import { pinGrants, pins } from '#server/db/schema/pins.ts';
import { findStoreMember } from '#server/http/access-store.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { forgiveGuess, limitGuessesFor } from '#server/http/guess-limits.ts';
import { inStore } from '#server/http/recipe.ts';
import { hashPassword, passwordMatches } from '#server/modules/account/passwords.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';

/** Wrong PINs of one person in 15 minutes, and of one device in an hour, over all servers (docs/threats.md T4). */
const wrongPerPerson = 5;
const wrongPerDevice = 30;

const pinOf = (storeId: number, userId: number) => and(eq(pins.store_id, storeId), eq(pins.user_id, userId));

/** Removes a PIN with all that it allows. */
async function removePin(tx: Tx, storeId: number, userId: number): Promise<boolean> {
  return (await tx.delete(pins).where(pinOf(storeId, userId)).returning()).length > 0;
}

/** Removes a PIN, audited; 404 when that person has none. */
const removed = (context: StoreContext, userId: number): Promise<void> =>
  context.deps.db.store(context.member.storeId, 'write', async (tx) => {
    if (!(await removePin(tx, context.member.storeId, userId))) throw refusal({ code: 'not_found' });
    audited(tx, context, { action: 'pin.remove', userId, after: null });
  });

function audited(
  tx: Tx,
  { deps, actor, member }: StoreContext,
  { action, userId, after: facts }: { readonly action: string; readonly userId: number; readonly after: unknown },
): void {
  const { storeId } = member;
  const what = { action, entity: 'user', entityId: userId, before: null, after: facts, command: null };
  appendAudit(tx, { storeId, actor, at: deps.clock.now(), ...what });
}

const wrongPin = {
  code: 'otp_invalid',
  params: { sentence: 'El PIN ingresado es incorrecto.' },
  fields: { pin: [{ rule: 'invalid' }] },
} as const;

/**
 * Checks the PIN of a person; returns its hash. Counts the try before it looks, so that many at once gain nothing.
 */
async function checkPin(context: StoreContext, userId: number, pin: string): Promise<string> {
  const { deps, actor, member } = context;
  const { storeId } = member;
  const keys = [
    { key: `pin:${storeId}:${userId}`, most: wrongPerPerson, windowMs: minutes(15) },
    { key: `pin-device:${actor.sessionId}`, most: wrongPerDevice, windowMs: minutes(60) },
  ];
  for (const limit of keys) await limitGuessesFor(context, limit);
  const [known] = await deps.db.direct.select({ hash: pins.hash }).from(pins).where(pinOf(storeId, userId));
  if (!(await passwordMatches(known?.hash ?? null, pin)) || !known) {
    await deps.db.store(storeId, 'write', async (tx) => {
      audited(tx, context, { action: 'pin.wrong', userId, after: null });
    });
    throw refusal(wrongPin);
  }
  for (const { key } of keys) await forgiveGuess(context, key);
  return known.hash;
}

export const pinRoutes = {
  people: inStore.pins.people.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const rows = await tx
        .select({
          id: users.id,
          fullname: users.fullname,
          role: memberships.role,
          discounts: memberships.can_discount,
          pin: pins.set_at,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.user_id))
        .leftJoin(pins, and(eq(pins.store_id, memberships.store_id), eq(pins.user_id, memberships.user_id)))
        .where(and(eq(memberships.store_id, member.storeId), inArray(memberships.role, [...roles])))
        .orderBy(asc(users.fullname), asc(users.id));
      return rows.map(({ pin, discounts, ...person }) => {
        const config = { vatCategory: null, canDiscount: discounts ?? undefined };
        const { canDiscount } = abilitiesOf({ role: person.role, config });
        return { ...person, can_discount: canDiscount, has_pin: pin !== null };
      });
    }),
  ),

  set: inStore.pins.set.handler(async ({ input, context }) => {
    const { deps, actor, member } = context;
    const problem = pinProblem(input.pin);
    if (problem) throw refusal({ code: 'validation', fields: { pin: [problem] } });
    const hash = await hashPassword(input.pin);
    await deps.db.store(member.storeId, 'write', async (tx) => {
      await removePin(tx, member.storeId, actor.userId);
      const secret = { hash, set_at: deps.clock.now() };
      // The same person may set it on two devices at once: the later one counts.
      await tx
        .insert(pins)
        .values({ store_id: member.storeId, user_id: actor.userId, ...secret })
        .onConflictDoUpdate({ target: [pins.store_id, pins.user_id], set: secret });
      audited(tx, context, { action: 'pin.set', userId: actor.userId, after: null });
    });
  }),

  drop: inStore.pins.drop.handler(({ context }) => removed(context, context.actor.userId)),
  remove: inStore.pins.remove.handler(({ input, context }) => removed(context, input.id)),

  grant: inStore.pins.grant.handler(async ({ input, context }) => {
    const { deps, actor, member } = context;
    const { user_id: userId, ability = null, entity_id: entityId = null } = input;
    const { storeId } = member;
    const hash = await checkPin(context, userId, input.pin);
    const person = await findStoreMember(deps.db, { userId }, storeId);
    if (!person || (ability && refusalFor(ability, person)))
      throw refusal({ code: 'forbidden', params: { sentence: 'Esa persona no puede autorizarlo.' } });
    return deps.db.store(storeId, 'write', async (tx) => {
      // It may have been removed or changed since it was checked.
      const unchanged = and(pinOf(storeId, userId), eq(pins.hash, hash));
      const [same] = await tx.select({ userId: pins.user_id }).from(pins).where(unchanged).for('share');
      if (!same) throw refusal(wrongPin);
      const id = randomUUID();
      await tx.insert(pinGrants).values({
        id,
        store_id: storeId,
        user_id: userId,
        session_id: actor.sessionId,
        ability,
        entity_id: entityId,
        expires_at: after(deps.clock.now(), minutes(60 * actingHours)),
      });
      audited(tx, context, { action: ability ? 'pin.authorise' : 'pin.act', userId, after: { ability, entityId } });
      const [user] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, userId));
      const { role } = person.pivot;
      const { canDiscount } = abilitiesOf(person.pivot);
      return { id, user: { id: userId, fullname: user?.fullname ?? '' }, role, can_discount: canDiscount };
    });
  }),
};
