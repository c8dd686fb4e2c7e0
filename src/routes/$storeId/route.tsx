import { createFileRoute, notFound } from '@tanstack/react-router';
import { dropEmptyCart } from '#data/cart/cart-store.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { enterStore } from '#data/device/ui-intents.ts';
import { FullPage } from '#features/shell/not-found.tsx';
import { enter } from '#routes/-guard.ts';
import { StoreLayout } from './-layout.tsx';
import type { PanelSearch } from './-panel-in-address.ts';
import { storeIdOf } from '#domain/routes.ts';

export const Route = createFileRoute('/$storeId')({
  params: {
    parse: ({ storeId }) => {
      if (storeIdOf(storeId) === 0) throw notFound();
      return { storeId };
    },
  },
  // undefined: the parameter would pass as it is.
  validateSearch: ({ order, about, support, ticket }: Record<string, unknown>): PanelSearch => ({
    order: typeof order === 'string' ? order : undefined,
    about: typeof about === 'string' ? about : undefined,
    support: typeof support === 'string' ? support : undefined,
    ticket: typeof ticket === 'number' ? ticket : undefined,
  }),
  beforeLoad: async ({ params }) => {
    const storeId = storeIdOf(params.storeId);
    enter('store.home', null);
    enterStore(storeId);
    // Lazy: pages outside of a store do not need it. The pages of a store name its file.
    const { openStore } = await importWithRetry(() => import('./-open-store.ts'));
    await openStore(storeId);
  },
  onLeave: () => {
    enterStore(null);
    dropEmptyCart();
  },
  pendingComponent: () => <FullPage kind="store" />,
  component: StoreLayout,
});
