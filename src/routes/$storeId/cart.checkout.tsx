import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCart } from '#data/cart/cart-store.ts';
import { usePerson } from '#data/session/acting.ts';
import { storeQueries } from '#data/store/stores.ts';
import { can } from '#domain/permissions.ts';
import { CartPanel } from '#features/cart/cart-panel.tsx';
import { CheckoutPage } from '#features/checkout/checkout-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { useAfterOrder } from './-after-order.ts';

export const Route = createFileRoute('/$storeId/cart/checkout')({
  beforeLoad: ({ params }) => enter('store.cart.checkout', Number(params.storeId)),
  component: CheckoutRoute,
});

function CheckoutRoute() {
  const { storeId } = Route.useParams();
  const navigate = useNavigate();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const cart = useCart((s) => s.cart);
  const user = usePerson(Number(storeId));
  const onTaken = useAfterOrder(profile, cart?.byCustomer);
  if (!cart || !user) return null;
  const toAddress = (): void => void navigate({ to: '/$storeId/cart/address', params: { storeId } });
  return (
    <CheckoutPage
      cart={cart}
      cartPanel={<CartPanel cart={cart} profile={profile} onAddress={toAddress} />}
      // A customer queues nothing.
      headerActions={cart.byCustomer ? undefined : <SyncStatus store={profile.store} />}
      profile={profile}
      user={user}
      onAddress={toAddress}
      onCashbox={
        can('cashbox.view', profile.store)
          ? () => void navigate({ to: '/$storeId/cashbox/index', params: { storeId } })
          : null
      }
      onBack={() => void navigate({ to: '/$storeId/cart/catalog', params: { storeId } })}
      onTaken={onTaken}
    />
  );
}
