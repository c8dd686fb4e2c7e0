import { isAdmin } from '#domain/store.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { writeCatalog, writeDiscountRule, writeStore } from '#contract/wire/stores.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore, signedIn } from '#server/http/recipe.ts';
import { readCatalog, readDiscounts } from '#server/modules/catalog/catalog-store.ts';
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
      const orders = isAdmin(pivot.role) ? await readBoard(tx, storeId, timezone, deps.clock.now()) : [];
      const codes = await readCodes(tx, storeId);
      return {
        store,
        status: store.status,
        gateways: store.gateways,
        codes: codes.map((c) => c.code),
        maps: await readMaps(tx, storeId),
        discounts: (await readDiscounts(tx, storeId)).map(writeDiscountRule),
        sellers: await readSellers(tx, storeId),
        catalog: writeCatalog(await readCatalog(tx, storeId), currency),
        orders: orders.map((o) => writeOrder(o, currency)),
        orderGroups: [],
        tickets: [],
        payouts: [],
      };
    });
  }),

  changes: inStore.stores.changes.handler(({ input, context: { deps, member } }) => {
    const audience = input.audience ?? 'store';
    if (audience === 'admin' && !isAdmin(member.pivot.role)) throw refusal({ code: 'forbidden' });
    const { storeId, currency, timezone } = member;
    return deps.db.store(storeId, 'snapshot', (tx) =>
      readChanges(tx, { storeId, audience, currency, timezone }, input.since, deps.clock.now()),
    );
  }),
};
