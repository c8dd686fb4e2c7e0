import { eq } from 'drizzle-orm';
import { isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import type { KeptFacts } from '#server/modules/orders/store-facts.ts';
import { guestSettingsOf } from '#server/modules/stores/stores-store.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { acceptOrder } from './accept-order.ts';
import { answeredRefusal } from './answered-refusal.ts';
import {
  announceRequest,
  endRequest,
  listedRequests,
  lockRequest,
  type PlacedRequest,
  type RequestEnd,
  writeStaffRequest,
} from './guests-store.ts';

type Ended = RequestEnd & { readonly state: 'accepted' | 'rejected' };

/**
 * Ends a request that waits by `end`, audited and told. One that has ended the same way is answered as it is, whoever
 * asked first; 404 for one of another store, a conflict for one that has ended otherwise.
 */
const answered = (
  { deps, actor, member }: StoreContext,
  id: number,
  state: Ended['state'],
  end: (tx: Tx, request: PlacedRequest) => Promise<Omit<Ended, 'state' | 'ended_at'>>,
) =>
  deps.db.store(member.storeId, 'write', async (tx) => {
    const { storeId, currency } = member;
    const now = deps.clock.now();
    const request = await lockRequest(tx, storeId, id, now);
    if (!request) throw refusal({ code: 'not_found' });
    if (request.state === state) return writeStaffRequest(request, currency);
    if (request.state !== 'waiting') throw answeredRefusal(request.state);
    const ended: Ended = { ...(await end(tx, request)), state, ended_at: now };
    await endRequest(tx, storeId, id, ended);
    const { kind, code, lines, total, note } = request;
    const what = {
      action: `guest.${state === 'accepted' ? 'accept' : 'reject'}`,
      entity: 'guest-request',
      entityId: id,
    };
    const before = { kind, code: code.code, lines, total, note };
    appendAudit(tx, { storeId, actor, ...what, before, after: ended, command: null, at: now });
    announceRequest(tx, request, now);
    return writeStaffRequest({ ...request, ...ended }, currency);
  });

/**
 * What the staff does with guests and their requests. `kept`: the facts that this process keeps of the stores.
 * `service`: the payment provider of this process, as gateways name it.
 */
export const guestRequestsRoutes = (kept: KeptFacts, service: string | null) => ({
  list: inStore.guests.list.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const requests = await listedRequests(tx, member.storeId, deps.clock.now());
      return { requests: requests.map((request) => writeStaffRequest(request, member.currency)) };
    }),
  ),

  accept: inStore.guests.accept.handler(({ input, context }) =>
    answered(context, input.id, 'accepted', async (tx, request) =>
      request.kind === 'order' ? acceptOrder(tx, context, request, { kept, service }) : {},
    ),
  ),

  reject: inStore.guests.reject.handler(({ input: { id, reason }, context }) =>
    answered(context, id, 'rejected', () => Promise.resolve({ reason })),
  ),

  settings: inStore.guests.settings.handler(({ input: { store_id: storeId, ...after }, context: { deps, actor } }) =>
    deps.db.store(storeId, 'write', async (tx) => {
      const at = deps.clock.now();
      const [row] = await tx.select().from(stores).where(eq(stores.id, storeId)).for('no key update');
      if (!row) throw refusal({ code: 'not_found' });
      const before = guestSettingsOf(row);
      const changed = Object.entries(after).some(([name, value]) => Reflect.get(before, name) !== value);
      if (!changed) return before;
      await tx.update(stores).set(after).where(eq(stores.id, storeId));
      const what = { action: 'store.saveGuests', entity: 'store', entityId: storeId, before, after, command: null };
      appendAudit(tx, { storeId, actor, ...what, at });
      const event = { name: 'guest-settings-updated', type: 'guest-settings', id: String(storeId), ver: null };
      pgFeeds(tx, storeId).append('store', { at: isoFromInstant(at), ...event }, at);
      return after;
    }),
  ),
});
