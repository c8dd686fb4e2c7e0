import { isInCatalog } from '#domain/catalog.ts';
import { writeCatalog } from '#contract/wire/stores.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import type { StoreContext } from '#server/http/context.ts';
import { loadCatalog } from './catalog-store.ts';

const catalogOf = async ({ deps, member }: StoreContext) => {
  const catalog = await deps.db.store(member.storeId, 'snapshot', (tx) => loadCatalog(tx, member.storeId));
  return { catalog, currency: member.currency };
};

const ownCatalog = async (context: StoreContext, id: number) => {
  const { catalog, currency } = await catalogOf(context);
  if (catalog.id !== id) throw refusal({ code: 'not_found' });
  return writeCatalog(catalog, currency);
};

export const catalogRoutes = {
  get: inStore.catalogs.get.handler(async ({ input, context }) => {
    const { catalog, currency } = await catalogOf(context);
    const { type } = input;
    const items = type ? catalog.items.filter((i) => isInCatalog(i, type)) : catalog.items;
    return writeCatalog({ ...catalog, items }, currency);
  }),

  items: inStore.catalogs.items.handler(async ({ input, context }) => (await ownCatalog(context, input.id)).items),

  sections: inStore.catalogs.sections.handler(
    async ({ input, context }) => (await ownCatalog(context, input.id)).sections,
  ),
};
