import { feedOf, mayHear } from '#contract/events.ts';
import { can } from '#domain/permissions.ts';
import { kitchenRole } from '#domain/store.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { writeCatalog, writeDiscountRule, writeStore } from '#contract/wire/stores.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore, signedIn } from '#server/http/recipe.ts';
import { readCatalog, readDiscounts } from '#server/modules/catalog/catalog-store.ts';
import { kitchenChange, orderSeenBy } from '#server/modules/kiosk/kitchen-view.ts';
import { readBoard } from '#server/modules/orders/orders-store.ts';
import { readChanges } from './changes-store.ts';
import { listStores, readCodes, readMaps, readSellers, readStore } from './stores-store.ts';

export const storesRoutes = {
  list: signedIn.stores.list.handler(({ context: { deps, actor } }) => listStores(deps.db, actor.userId)),

  profile: inStore.stores.profile.handler(({ context: { deps, member, request } }) => {
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
        orders: orders.map((o) => orderSeenBy(member, writeOrder(o, currency))),
        orderGroups: [],
        tickets: [],
        payouts: [],
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
};
