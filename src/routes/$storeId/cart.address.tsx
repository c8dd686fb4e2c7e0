import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { cartOf, isSending, useCart } from '#data/cart/cart-store.ts';
import { storeQueries } from '#data/store/stores.ts';
import { AddressPage } from '#features/address/address-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';

export const Route = createFileRoute('/$storeId/cart/address')({
  beforeLoad: ({ params }) => {
    enter('store.cart.address', Number(params.storeId));
    // Only a delivery needs an address.
    if (cartOf(Number(params.storeId))?.type !== 'DELIVERY')
      throw redirect({ to: '/$storeId/cart/catalog', params, replace: true });
    // The checkout is locked then.
    if (isSending()) throw redirect({ to: '/$storeId/cart/checkout', params, replace: true });
  },
  component: function AddressRoute() {
    const { storeId } = Route.useParams();
    const navigate = useNavigate();
    const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
    const cart = useCart((s) => s.cart);
    if (!cart) return null;
    const toCatalog = (): void => void navigate({ to: '/$storeId/cart/catalog', params: { storeId } });
    return (
      <AddressPage
        cart={cart}
        // A customer queues nothing.
        headerActions={cart.byCustomer ? undefined : <SyncStatus store={profile.store} />}
        profile={profile}
        onBack={toCatalog}
        onNext={() =>
          cart.lines.length === 0
            ? toCatalog()
            : void navigate({ to: '/$storeId/cart/checkout', params: { storeId }, replace: true })
        }
      />
    );
  },
});
