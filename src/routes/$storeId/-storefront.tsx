import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { completeCatalog } from '#data/api/query-cache.ts';
import { setCart } from '#data/cart/cart-store.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useSession } from '#data/session/session.ts';
import { customerCart } from '#domain/customer-cart.ts';
import type { ServiceType } from '#domain/store.ts';
import { CustomerFrame } from '#features/storefront/customer-frame.tsx';
import { StorePage } from '#features/storefront/store-page.tsx';
import { product } from '#texts/product.ts';
import { tellMissing } from '#ui/toast/toast.ts';

/** Lazy: rarely opened. */
const UserMenu = lazy(async () => ({
  default: (await importWithRetry(() => import('#features/shell/user-menu.tsx'), tellMissing)).UserMenu,
}));

/** Where «back» leads in an order; everywhere else it leads to the stores. */
const backFrom: Readonly<Record<string, 'home' | 'catalog'>> = {
  '/$storeId/cart/catalog': 'home',
  '/$storeId/cart/address': 'catalog',
  '/$storeId/cart/checkout': 'catalog',
  '/$storeId/paying/$type/$id': 'home',
  '/$storeId/user/settings/$tab': 'home',
};

/** The frame of a store's screens for a customer; loaded for customers alone. */
export function CustomerLayout({ profile }: { readonly profile: Profile }) {
  const navigate = useNavigate();
  const user = useSession((s) => s.user);
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' });
  const back = backFrom[routeId] ?? 'stores';
  // A customer's home is none of the staff's three.
  const atHome = routeId === '/$storeId/home';
  const { store } = profile;
  const lacksProducts = profile.catalog.isFirstPart === true;
  useEffect(() => {
    if (lacksProducts) void completeCatalog(store.id);
  }, [lacksProducts, store.id]);
  useEffect(() => {
    document.title = `${store.name} · ${product.name}`;
    return () => {
      document.title = product.name;
    };
  }, [store.name]);
  if (!user) return null;
  const params = { storeId: String(store.id) };
  const go = {
    home: () => void navigate({ to: '/$storeId/home', params }),
    catalog: () => void navigate({ to: '/$storeId/cart/catalog', params }),
    stores: () => void navigate({ to: '/customer/stores' }),
  };
  return (
    <CustomerFrame
      store={store}
      renderUserMenu={(open, onClose) => (
        <Suspense>
          <UserMenu
            open={open}
            user={user}
            onClose={onClose}
            onLoggedOut={() => void navigate({ to: '/login' })}
            onProfile={() => void navigate({ to: '/user/settings/$tab', params: { tab: 'general' } })}
          />
        </Suspense>
      )}
      onBack={go[back]}
      onHome={go.home}
      onStores={go.stores}
    >
      {atHome ? <StoreFront profile={profile} /> : <Outlet />}
    </CustomerFrame>
  );
}

/** A store's home for its customers. */
function StoreFront({ profile }: { readonly profile: Profile }) {
  const navigate = useNavigate();
  const phone = useSession((s) => s.user?.phone ?? '');
  const { store } = profile;
  const params = { storeId: String(store.id) };
  const toCatalog = (): void => void navigate({ to: '/$storeId/cart/catalog', params });
  const order = (type: ServiceType): void => {
    setCart(customerCart(store, type, phone));
    toCatalog();
  };
  return (
    <StorePage
      profile={profile}
      onFollow={(id) => void navigate({ to: '/customer/$storeId/order/$id', params: { ...params, id: String(id) } })}
      onOrder={order}
      onResume={toCatalog}
    />
  );
}
