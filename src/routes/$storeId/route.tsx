import { createFileRoute, notFound } from '@tanstack/react-router';
import { dropEmptyCart } from '#data/cart/cart-store.ts';
import { enterStore } from '#data/device/ui-intents.ts';
import { FullPage } from '#features/shell/not-found.tsx';
import { enter } from '#routes/-guard.ts';
import { StoreLayout } from './-layout.tsx';
import { openStore, storeIdOf } from './-open-store.ts';
import type { PanelSearch } from './-panel-in-address.ts';

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
    await openStore(storeId);
  },
  onLeave: () => {
    enterStore(null);
    dropEmptyCart();
  },
  pendingComponent: () => <FullPage kind="store" />,
  component: StoreLayout,
});
