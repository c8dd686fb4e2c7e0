import { currencyOfRow, listSeconds, readStoreRow } from '#server/modules/stores/stores-store.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { signedIn } from '#server/http/recipe.ts';
import { readActiveOrder } from '#server/modules/orders/orders-store.ts';
import { customerOrder } from '#server/realtime/kitchen-view.ts';
import { findNearbyStores } from './storefront-store.ts';

export const storefrontRoutes = {
  search: signedIn.storefront.search.handler(async ({ input: { lat, lng }, context: { deps } }) => ({
    stores: await findNearbyStores(deps.db, { lat, lng }),
    expires_in: listSeconds,
  })),

  activeOrder: signedIn.storefront.activeOrder.handler(({ input: { store_id: storeId }, context: { deps, actor } }) =>
    deps.db.store(storeId, 'snapshot', async (tx) => {
      const order = await readActiveOrder(tx, storeId, actor.userId);
      if (!order) return null;
      return customerOrder(writeOrder(order, currencyOfRow(await readStoreRow(tx, storeId))));
    }),
  ),
};
