import { feedOf, mayHear } from '#contract/events.ts';
import { writeGroupCard } from '#contract/wire/groups.ts';
import { writePayout } from '#contract/wire/payouts.ts';
import { writeCatalog, writeDiscountRule, writeStore } from '#contract/wire/stores.ts';
import { writeTicket } from '#contract/wire/tickets.ts';
import { can } from '#domain/permissions.ts';
import { customerPays } from '#domain/customer.ts';
import { longestAwayMs } from '#domain/limits.ts';
import { customerRole, kitchenRole } from '#domain/roles.ts';
import { type Store } from '#domain/store.ts';
import { after } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { beginEpoch, showsReturn } from '#server/db/epochs.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { loadCatalog, readDiscounts } from '#server/modules/catalog/catalog-store.ts';
import { readActiveGroups, staffHead } from '#server/modules/groups/groups-store.ts';
import { orderAnswer } from '#server/modules/orders/order-command.ts';
import { readBoard, readCustomerOrders } from '#server/modules/orders/orders-store.ts';
import { readPayouts } from '#server/modules/payouts/payouts-store.ts';
import { readCodes } from '#server/modules/stores/codes-store.ts';
import { loadStore, publicStatus, readMaps, readSellers } from '#server/modules/stores/stores-store.ts';
import { readTickets } from '#server/modules/tickets/tickets-store.ts';
import { kitchenChange } from '#server/realtime/kitchen-view.ts';
import { readChanges } from './changes-store.ts';

/**
 * The store as its customers see it: without its register, the service of its invoices and its announced closing, and
 * with the payments that are for them.
 */
function forCustomer({ cashbox: _cashbox, status, gateways, payment_methods, ...store }: Store): Store {
  return {
    ...store,
    status: publicStatus(status),
    payment_methods: payment_methods.filter((m) => customerPays(m.type)),
    gateways: gateways.filter((g) => g.type !== 'billing'),
  };
}

/** The store's settings, without its activity. */
async function settingsOf(tx: Tx, { storeId, pivot, currency }: StoreContext['member']) {
  const isCustomer = pivot.role === customerRole;
  const loaded = await loadStore(tx, storeId, pivot);
  const store = writeStore(isCustomer ? forCustomer(loaded) : loaded);
  return {
    store,
    status: store.status,
    gateways: store.gateways,
    codes: isCustomer ? [] : (await readCodes(tx, storeId)).map((c) => c.code),
    maps: isCustomer ? [] : await readMaps(tx, storeId),
    discounts: (await readDiscounts(tx, storeId)).map(writeDiscountRule),
    sellers: isCustomer || pivot.role === kitchenRole ? [] : await readSellers(tx, storeId),
    catalog: writeCatalog(await loadCatalog(tx, storeId), currency),
  };
}

/** The store's activity; a list is empty when the caller may not read it. */
async function activityOf(tx: Tx, { deps, actor, member }: StoreContext) {
  const { storeId, currency, timezone } = member;
  const now = deps.clock.now();
  const board = can('board.view', member)
    ? await readBoard(tx, storeId, timezone, now)
    : member.pivot.role === customerRole
      ? await readCustomerOrders(tx, storeId, actor.userId, after(now, -longestAwayMs))
      : [];
  const tickets = can('ticket.manage', member) ? await readTickets(tx, storeId, actor.userId) : [];
  const payouts = can('payout.manage', member) ? await readPayouts(tx, storeId, 'PENDING') : [];
  return {
    orders: board.map((order) => orderAnswer(order, { member })),
    tickets: tickets.map(writeTicket),
    payouts: payouts.map((p) => writePayout(p, currency)),
  };
}

/** The open tables, for members who may see them. */
async function activeGroupsOf(tx: Tx, member: StoreContext['member'], head: number) {
  const { storeId, currency } = member;
  if (!can('group.read', member)) return [];
  const groups = await readActiveGroups(tx, storeId, head);
  return groups.map((group) => writeGroupCard(group, currency));
}

const noActivity = { orders: [], tickets: [], payouts: [] };

export const profileRoutes = {
  profile: inStore.stores.profile.handler(({ input, context }) => {
    const { deps, member } = context;
    const whole = input.parts === undefined || input.parts === 'all';
    const begins = input.parts === 'store,orders';
    return deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const head = await staffHead(tx, member.storeId);
      return {
        ...(await settingsOf(tx, member)),
        ...(whole ? await activityOf(tx, context) : noActivity),
        orderGroups: await activeGroupsOf(tx, member, head),
        ...(whole || member.pivot.role === customerRole ? {} : { head }),
        ...(begins && mayHear('admin', member.pivot.role)
          ? { feed: await readChanges(tx, { ...member, audience: 'admin' }, undefined, deps.clock.now()) }
          : {}),
      };
    });
  }),

  changes: inStore.stores.changes.handler(async ({ input, context: { deps, member } }) => {
    const listener = input.audience ?? 'store';
    if (!mayHear(listener, member.pivot.role)) throw refusal({ code: 'forbidden' });
    const { storeId, currency, timezone } = member;
    const audience = feedOf(listener);
    const read = () =>
      deps.db.store(storeId, 'snapshot', (tx) =>
        readChanges(tx, { storeId, audience, currency, timezone }, input.since, deps.clock.now()),
      );
    let answer = await read();
    if (input.since !== undefined && showsReturn(input.since, answer, deps.clock.now())) {
      const began = await deps.db.system((tx) => beginEpoch(tx, storeId, deps.clock.now()));
      if (began) deps.log.warn(`store ${storeId} went back in time: a new epoch begins`);
      answer = await read();
    }
    if (listener !== 'kitchen') return answer;
    return { ...answer, changes: answer.changes.filter((c) => c.type === 'order').map(kitchenChange) };
  }),
};
