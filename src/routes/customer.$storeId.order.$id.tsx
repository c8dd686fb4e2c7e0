import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect } from 'react';
import { completeCatalog } from '#data/api/query-cache.ts';
import { setCart } from '#data/cart/cart-store.ts';
import { importWithRetry, usePainted } from '#data/device/lazy-import.ts';
import { loading } from '#data/device/loading.ts';
import { useSession } from '#data/session/session.ts';
import { noteOrdered } from '#data/storefront/customer-orders.ts';
import { storeQueries } from '#data/store/stores.ts';
import { cartAgain } from '#domain/customer-cart.ts';
import { storeIdOf } from '#domain/routes.ts';
import { FullPage, NotFound } from '#features/shell/not-found.tsx';
import { TrackingPage } from '#features/storefront/tracking-page.tsx';
import { buttonClass } from '#ui/action/button.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { enter } from './-guard.ts';

/** Lazy: the first paint does not need them. */
const CustomerPrompts = lazy(async () => ({
  default: (await importWithRetry(() => import('./-customer-prompts.tsx'))).CustomerPrompts,
}));

/** /customer/{store_id}/order/{id}: a customer follows their order (N-42). */
export const Route = createFileRoute('/customer/$storeId/order/$id')({
  beforeLoad: () => enter('customer.order'),
  component: CustomerOrderRoute,
});

const toStores = (label: string): ReactNode => (
  <Link className={buttonClass({})} to="/customer/stores">
    {label}
  </Link>
);

function CustomerOrderRoute() {
  const { storeId, id } = Route.useParams();
  const known = storeIdOf(storeId) > 0 && storeIdOf(id) > 0;
  const query = useQuery({ ...storeQueries.profile(storeIdOf(storeId)), enabled: known });
  const navigate = useNavigate();
  const user = useSession((s) => s.user);
  const painted = usePainted();
  const store = query.data?.store;
  useEffect(() => {
    if (store) noteOrdered(store);
  }, [store]);
  if (!user) return null;
  if (!known) return <NotFound toStores={toStores} />;
  const params = { storeId };
  const home = (): void => void navigate({ to: '/$storeId/home', params });
  return (
    <Loaded {...loading(query)} skeleton={<FullPage kind="store" />}>
      {({ store: from }) => (
        <TrackingPage
          orderId={Number(id)}
          prompts={
            painted ? (
              <Suspense>
                <CustomerPrompts />
              </Suspense>
            ) : null
          }
          store={from}
          userId={user.id}
          onAgain={(order) => {
            setCart(cartAgain(from, order, user.phone ?? ''));
            // Products and prices of now, before the cart is shown.
            void completeCatalog(from.id).finally(() => void navigate({ to: '/$storeId/cart/catalog', params }));
          }}
          onBack={home}
          onPay={() => void navigate({ to: '/$storeId/paying/$type/$id', params: { ...params, type: 'order', id } })}
          onStore={home}
        />
      )}
    </Loaded>
  );
}
