import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { backTarget } from '#data/session/return-pages.ts';
import { useCart } from '#data/cart/cart-store.ts';
import { currentOrder } from '#data/orders/orders.ts';
import { usePerson } from '#data/session/acting.ts';
import { storeQueries } from '#data/store/stores.ts';
import { canInvoice } from '#domain/can-invoice.ts';
import { can } from '#domain/permissions.ts';
import { CartPanel } from '#features/cart/cart-panel.tsx';
import { CheckoutPage } from '#features/checkout/checkout-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';
import { toInvoice } from './-to-invoice.ts';

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
      onTaken={(taken) => {
        const order = (taken.kind === 'taken' && taken.order) || currentOrder(taken.uid);
        // The screen of its payment, else back (K-77).
        if (order?.status === 'PAYING' && order.id !== null)
          void navigate({
            to: '/$storeId/paying/$type/$id',
            params: { storeId, type: 'order', id: String(order.id) },
            replace: true,
          });
        else if (cart.byCustomer && order && order.id !== null)
          void navigate({
            to: '/customer/$storeId/order/$id',
            params: { storeId, id: String(order.id) },
            replace: true,
          });
        // The screen of its invoice, where the store invoices (K-78).
        else if (order !== null && order.id !== null && canInvoice(order, profile.store))
          void navigate({ ...toInvoice(profile.store.id, { type: 'order', id: order.id }), replace: true });
        else void navigate({ href: backTarget(Number(storeId)) });
      }}
    />
  );
}
