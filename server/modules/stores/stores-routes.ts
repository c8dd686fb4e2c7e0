import { contract } from '#contract/contract.ts';
import { feedOf, mayHear } from '#contract/events.ts';
import { can } from '#domain/permissions.ts';
import { kitchenRole } from '#domain/store.ts';
import { changedStatus, pausedStatus, sameByHand, wrongPause } from '#domain/store-status.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { writePayout } from '#contract/wire/payouts.ts';
import { writeCatalog, writeDiscountRule, writeStatus, writeStore } from '#contract/wire/stores.ts';
import { writeTicket } from '#contract/wire/tickets.ts';
import { bindCommand } from '#server/http/commands/command.ts';
import { commandHandler } from '#server/http/commands/run-command.ts';
import { refusal } from '#server/http/errors.ts';
import { answer as answered, inStore, signedIn } from '#server/http/recipe.ts';
import { readCatalog, readDiscounts } from '#server/modules/catalog/catalog-store.ts';
import { kitchenChange, orderSeenBy } from '#server/realtime/kitchen-view.ts';
import { readBoard } from '#server/modules/orders/orders-store.ts';
import { readPayouts } from '#server/modules/payouts/payouts-store.ts';
import { readTickets } from '#server/modules/tickets/tickets-store.ts';
import { answerAutoclose } from './commands/answer-autoclose.ts';
import { readChanges } from './changes-store.ts';
import { answerInvitation, leaveStore } from './membership-store.ts';
import { readNews } from './news-store.ts';
import { lockStatus, saveStatus } from './status-store.ts';
import { listStores, readMaps, readSellers, readStatuses, readStore } from './stores-store.ts';
import { readCodes } from './codes-store.ts';

const largestId = 2_147_483_647;

export const storesRoutes = {
  list: signedIn.stores.list.handler(({ context: { deps, actor } }) => listStores(deps.db, actor.userId)),

  profile: inStore.stores.profile.handler(({ context: { deps, actor, member, request } }) => {
    request.etagged = true;
    const { storeId, pivot, currency, timezone } = member;
    return deps.db.store(storeId, 'snapshot', async (tx) => {
      const store = writeStore(await readStore(tx, storeId, pivot));
      const orders = can('board.view', member) ? await readBoard(tx, storeId, timezone, deps.clock.now()) : [];
      const codes = await readCodes(tx, storeId);
      return {
        store,
        status: store.status,
        gateways: store.gateways,
        codes: codes.map((c) => c.code),
        maps: await readMaps(tx, storeId),
        discounts: (await readDiscounts(tx, storeId)).map(writeDiscountRule),
        sellers: pivot.role === kitchenRole ? [] : await readSellers(tx, storeId),
        catalog: writeCatalog(await readCatalog(tx, storeId), currency),
        orders: orders.map((o) => orderSeenBy(pivot, writeOrder(o, currency))),
        orderGroups: [],
        tickets: can('ticket.manage', member) ? (await readTickets(tx, storeId, actor.userId)).map(writeTicket) : [],
        payouts: can('payout.manage', member)
          ? (await readPayouts(tx, storeId, 'PENDING')).map((p) => writePayout(p, currency))
          : [],
      };
    });
  }),

  changes: inStore.stores.changes.handler(async ({ input, context: { deps, member } }) => {
    const listener = input.audience ?? 'store';
    if (!mayHear(listener, member.pivot.role)) throw refusal({ code: 'forbidden' });
    const { storeId, currency, timezone } = member;
    const audience = feedOf(listener);
    const answer = await deps.db.store(storeId, 'snapshot', (tx) =>
      readChanges(tx, { storeId, audience, currency, timezone }, input.since, deps.clock.now()),
    );
    if (listener !== 'kitchen') return answer;
    return { ...answer, changes: answer.changes.filter((c) => c.type === 'order').map(kitchenChange) };
  }),

  answerInvitation: signedIn.stores.answerInvitation.handler(async ({ input, context: { deps, actor } }) => {
    answered(await answerInvitation(deps.db, { actor, ...input }, deps.clock.now()));
  }),

  leave: inStore.stores.leave.handler(async ({ context: { deps, actor, member } }) => {
    answered(await leaveStore(deps.db, { actor, storeId: member.storeId }, deps.clock.now()));
  }),

  saveStatus: inStore.stores.saveStatus.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const { status: before, ...timetable } = await lockStatus(tx, member.storeId);
      const { open, type, delay, pauses = {} } = input;
      const at = deps.clock.now();
      const changed = changedStatus(before, {
        open,
        immediate: type.inmediate.open,
        services: type.inmediate.services,
        preorder: type.preorder,
        delay,
      });
      const wrong = wrongPause(changed, pauses, timetable, at);
      if (wrong !== null) throw refusal({ code: 'validation', fields: { [`pauses.${wrong}`]: [{ rule: 'invalid' }] } });
      const after = pausedStatus(changed, pauses, timetable, at);
      if (!sameByHand(before, after)) {
        const by = { actor, action: 'store.status', command: null };
        const closing = before.open && !open ? 'store-autoclose-close' : null;
        await saveStatus(tx, { storeId: member.storeId, before, after, closing, by, at });
      }
      return writeStatus(after);
    }),
  ),

  answerAutoclose: inStore.stores.answerAutoclose.handler(
    commandHandler(bindCommand(contract.stores.answerAutoclose, answerAutoclose, writeStatus), (tx) => tx),
  ),

  statuses: signedIn.stores.statuses.handler(({ input, context: { deps, actor } }) => {
    const ids = input.ids
      .split(',')
      .map(Number)
      .filter((id) => id <= largestId);
    return readStatuses(deps.db, ids, actor.userId);
  }),

  news: signedIn.stores.news.handler(({ context: { deps } }) => readNews(deps.db)),
};
