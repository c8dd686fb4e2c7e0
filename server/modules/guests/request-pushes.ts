import { and, asc, eq, exists, gt, isNull, lte } from 'drizzle-orm';
import { guestRequestMs, unseenPushMs } from '#domain/limits.ts';
import { rolesWith } from '#domain/permissions.ts';
import { customerRole } from '#domain/roles.ts';
import { after } from '#domain/time.ts';
import { guestRequests, isUnended } from '#server/db/schema/guests.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import { startPass } from '#server/passes.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { heldUntil, isFree, tellEveryMs, triedAgainAt } from '#server/modules/alerts/claims.ts';
import { peopleOf, wantsPush } from '#server/modules/alerts/people-to-tell.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { itemsSummary } from '#texts/alerts.ts';
import { guestRequestTitle } from '#texts/guests.ts';
import { lockRequest, type PlacedRequest, storeLetsGuestsIn } from './guests-store.ts';

type PushDeps = Pick<Deps, 'db' | 'clock' | 'push' | 'log'>;

const atOnce = 50;
const pushTimer: NamedActor = { kind: 'timer', name: 'guest-requests' };

/** To the people who want every new order at once, and to those who want what waits (D-44). */
const steps = [
  { when: 'always', afterMs: 0, done: 'announced_at', action: 'guest.pushNew' },
  { when: 'unattended', afterMs: unseenPushMs, done: 'pushed_at', action: 'guest.pushWaiting' },
] as const;
type Step = (typeof steps)[number];

/** Customers are no members. */
const answering = rolesWith('guest.answer').filter((role) => role !== customerRole);

/** Whoever may answer a request and wants the pushes of this step. */
const wanting = ({ when }: Step) => wantsPush(answering, when);

/** Requests that nobody has ended, in stores where somebody wants this step's push and has not got it. */
function findUnended(deps: PushDeps, step: Step) {
  const now = deps.clock.now();
  return deps.db.direct
    .select({
      id: guestRequests.id,
      storeId: guestRequests.store_id,
      storeName: stores.name,
      currency: { symbol: stores.currency_symbol, decimals: stores.currency_decimals },
    })
    .from(guestRequests)
    .innerJoin(stores, eq(stores.id, guestRequests.store_id))
    .where(
      and(
        isUnended(guestRequests.state),
        lte(guestRequests.created_at, after(now, -step.afterMs)),
        gt(guestRequests.created_at, after(now, -guestRequestMs)),
        isNull(guestRequests[step.done]),
        isFree(guestRequests, deps),
        storeLetsGuestsIn,
        exists(peopleOf(deps, guestRequests.store_id, wanting(step))),
      ),
    )
    .orderBy(asc(guestRequests.created_at))
    .limit(atOnce);
}

type Unended = Awaited<ReturnType<typeof findUnended>>[number];

const isRequest = ({ id, storeId }: Unended) => and(eq(guestRequests.store_id, storeId), eq(guestRequests.id, id));

/**
 * Claims a request for a step; exactly one of several concurrent processes gets it. Null: another process has it or is
 * done, or it does not wait any more. One that ended with its table is then held until its time is over.
 */
const claimed = (deps: PushDeps, found: Unended, { done }: Step): Promise<PlacedRequest | null> =>
  deps.db.store(found.storeId, 'write', async (tx) => {
    const now = deps.clock.now();
    const request = await lockRequest(tx, found.storeId, found.id, now);
    if (!request || request[done] !== null) return null;
    if (request.held_until !== null && request.held_until > now) return null;
    const waits = request.state === 'waiting';
    const held_until = waits ? heldUntil(deps) : after(request.created_at, guestRequestMs);
    await tx.update(guestRequests).set({ held_until }).where(isRequest(found));
    return waits ? request : null;
  });

async function push(deps: PushDeps, request: PlacedRequest, found: Unended, step: Step): Promise<void> {
  const { id, storeId, storeName, currency } = found;
  const { kind, code, lines: items, total } = request;
  const people = (await peopleOf(deps, storeId, wanting(step))).map((p) => p.id);
  // Nobody wants it any more: the claim ends by itself.
  if (people.length === 0) return;
  await deps.push.publish(people, {
    title: guestRequestTitle(code.description, kind),
    body: kind === 'order' ? itemsSummary({ items, total }, currency) : storeName,
    data: { store_id: storeId, request_id: id, kind: 'guest' },
  });
  await deps.db.store(storeId, 'write', async (tx) => {
    const at = deps.clock.now();
    await tx
      .update(guestRequests)
      .set({ [step.done]: at, held_until: null })
      .where(isRequest(found));
    const what = { action: step.action, entity: 'guest-request', entityId: id, before: null, after: { people } };
    appendAudit(tx, { storeId, actor: pushTimer, ...what, command: null, at });
  });
}

/**
 * One pass: pushes what guests at tables ask for to the people who may answer it, as each chose for new orders
 * (docs/decisions/045-guests.md). Returns how many pushes it handled.
 */
export async function pushGuestRequests(deps: PushDeps, ending?: AbortSignal): Promise<number> {
  let handled = 0;
  for (const step of steps)
    for (const found of await findUnended(deps, step)) {
      if (ending?.aborted) return handled;
      const request = await claimed(deps, found, step);
      if (!request) continue;
      handled += 1;
      await push(deps, request, found, step).catch(async (error: unknown) => {
        deps.log.error(`pushing the guests' request ${found.id} (${step.when}) failed`, error);
        await deps.db.direct
          .update(guestRequests)
          .set({ held_until: triedAgainAt(deps) })
          .where(isRequest(found));
      });
    }
  return handled;
}

/** Runs `pushGuestRequests` every 5 s. Returns a function that ends it. */
export const watchGuestRequests = (deps: PushDeps): (() => Promise<void>) =>
  startPass(deps, { what: 'looking for requests of guests', everyMs: tellEveryMs }, (ending) =>
    pushGuestRequests(deps, ending),
  );
