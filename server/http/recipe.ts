import { implement, isProcedure } from '@orpc/server';
import { contract } from '#contract/contract.ts';
import type { ProcedureMeta } from '#contract/procedure.ts';
import { abilityRules, refusalFor, rolesWith, type Ability, type StoreAbility } from '#domain/permissions.ts';
import type { Result } from '#domain/errors.ts';
import { letsGuestsIn } from '#domain/guest.ts';
import { isAllowable } from '#domain/pin.ts';
import { customerRole } from '#domain/roles.ts';
import type { Instant } from '#domain/time.ts';
import { guestRefusals } from '#texts/guests.ts';
import { type Actor, findAccess, findActor, findCustomer, isScreen, type StoreMember } from './access-store.ts';
import { tokenHash } from './access-store.ts';
import { isStoreAbility } from './commands/command.ts';
import { refuseCommand } from './commands/run-command.ts';
import { bearerToken, limitKey, type RequestContext } from './context.ts';
import { refusal } from './errors.ts';
import { findVisit, guestToken } from './guest-visits.ts';
import { actingPerson, authoriserOf } from './pin-grants.ts';

/*
 * Every request passes the same steps: limit, auth, access, parse (the schema), then the handler with transaction,
 * idempotency, rule, save, event (commands/run-command.ts). A procedure starts with `open`, `atTable`, `signedIn` or `inStore`,
 * depending on its ability; checkAbilities refuses a router in which one differs.
 */
const api = implement(contract).$context<RequestContext>();

const abilityOf = ({ ability }: ProcedureMeta): StoreAbility => {
  if (ability === null || !isStoreAbility(ability)) throw new Error('a procedure of a store without its ability');
  return ability;
};

const limitAddress = (context: RequestContext): void => limitKey(context, `address:${context.request.ip}`);

const pathIdPattern = /^[1-9]\d{0,9}$/;
const largestId = 2_147_483_647;

/**
 * The ids of a path; its other names are words, which the schema reads. An invalid id is answered like one that does not
 * exist (docs/threats.md T2).
 */
function pathIds(input: unknown, path: string): Map<string, number> | null {
  const ids = new Map<string, number>();
  for (const [, name] of path.matchAll(/\{((?:\w+_)?id)\}/g)) {
    if (name === undefined) continue;
    const value =
      typeof input === 'object' && input !== null && Object.hasOwn(input, name) ? Reflect.get(input, name) : null;
    if (typeof value !== 'string' || !pathIdPattern.test(value) || Number(value) > largestId) return null;
    ids.set(name, Number(value));
  }
  return ids;
}

const openStart = api.middleware(({ context, next }) => {
  // The token of a call that needs none may be invented, so only the address counts.
  limitAddress(context);
  return next();
});

/**
 * What `find` returns for this token; 401 when that is null. A token that is not known yet counts to the
 * address before it is looked up, so invented ones share one limit; a known one has a limit of its own.
 */
async function requireToken<T>(
  context: RequestContext,
  token: string | null,
  find: (hash: string, now: Instant) => Promise<T | null>,
): Promise<T> {
  const { deps, limiter } = context;
  const hash = token === null ? null : tokenHash(token);
  const key = `token:${hash}`;
  const known = hash !== null && limiter.knows(key);
  if (known) limitKey(context, key);
  else limitAddress(context);
  const found = hash === null ? null : await find(hash, deps.clock.now());
  if (found === null) throw refusal({ code: 'unauthenticated' });
  if (!known) limitKey(context, key);
  return found;
}

const requireActor = (context: RequestContext): Promise<Actor> =>
  requireToken(context, bearerToken(context.request), (hash, now) => findActor(context.deps.db, hash, now));

const guestStart = api.middleware(async ({ context, next }) => {
  const visit = await requireToken(context, guestToken(context.request), (hash, now) =>
    findVisit(context.deps.db, hash, now),
  );
  if (!letsGuestsIn(visit.store))
    throw refusal({ code: 'service_unavailable', params: { sentence: guestRefusals.switchedOff } });
  return next({ context: { visit } });
});

const signedInStart = api.middleware(async ({ context, next }) => {
  return next({ context: { actor: await requireActor(context) } });
});

/** A person without a role in the store, where the call is also for customers (N-42); else null. */
async function customerOf(
  { deps: { db } }: RequestContext,
  { userId }: Actor,
  ability: StoreAbility,
  storeId: number | undefined,
): Promise<StoreMember | null> {
  if (storeId === undefined || !rolesWith(ability).includes(customerRole)) return null;
  const [store, screen] = await Promise.all([findCustomer(db, storeId), isScreen(db, userId)]);
  return screen ? null : store;
}

const inStoreStart = api.middleware(async ({ context, procedure, next }, input) => {
  const { meta, route, inputSchema } = procedure['~orpc'];
  const ids = pathIds(input, route.path ?? '');
  const storeId = ids?.get('store_id');
  const owner =
    storeId === undefined
      ? { actor: await requireActor(context), member: null }
      : await requireToken(context, bearerToken(context.request), (hash, now) =>
          findAccess(context.deps.db, hash, storeId, now),
        );
  const ability = abilityOf(meta);
  const member = owner.member ?? (await customerOf(context, owner.actor, ability, storeId));
  if (!member) throw refusal({ code: 'not_found' });
  // A device reads as itself. What changes something is done by the person who holds it.
  const device = { actor: owner.actor, member };
  const access = route.method === 'GET' || owner.member === null ? device : await actingPerson(context, device);
  const refused = refusalFor(ability, access.member);
  if (!refused) return next({ context: access });
  if (route.method === 'GET') throw refusal({ code: refused });
  const entityId = ids?.get('id');
  if (refused === 'forbidden' && entityId !== undefined && isAllowable(ability)) {
    const authorisedBy = await authoriserOf(context, access, { ability, entityId });
    if (authorisedBy !== null) return next({ context: { ...access, actor: { ...access.actor, authorisedBy } } });
  }
  const known = { ...context, ...access };
  return { output: await refuseCommand(known, { ability, schema: inputSchema, input }), context: access };
});

/** Needs no token. */
export const publicProcedures = api.use(openStart);
/** Needs the visit of a guest at a table. */
export const atTable = api.use(guestStart);
/** Needs a signed-in user. */
export const signedIn = api.use(signedInStart);
/** Needs a member of the store in the path, with the procedure's ability. */
export const inStore = api.use(inStoreStart);

/** Returns the value of a Result, or throws its refusal. */
export function answer<T>(result: Result<T>): T {
  if (!result.ok) throw refusal(result.failure);
  return result.value;
}

const starts = { public: openStart, guest: guestStart, user: signedInStart, store: inStoreStart } as const;

/**
 * Throws at startup for a procedure that names no ability, or that lacks the checks of its ability. Returns the number
 * of procedures checked, so a caller notices an empty router.
 */
export function checkAbilities(router: unknown, path: readonly string[] = []): number {
  if (typeof router !== 'object' || router === null) return 0;
  if (!isProcedure(router))
    return Object.entries(router).reduce((sum, [key, inner]) => sum + checkAbilities(inner, [...path, key]), 0);
  const { meta, middlewares } = router['~orpc'];
  const ability: unknown = Reflect.get(meta, 'ability');
  if (typeof ability !== 'string' || !isAbility(ability))
    throw new Error(`${path.join('.')} has no row in domain/permissions`);
  if (middlewares[0] !== starts[abilityRules[ability].scope])
    throw new Error(`${path.join('.')} skips the checks of ${ability}`);
  return 1;
}

const isAbility = (text: string): text is Ability => Object.hasOwn(abilityRules, text);
