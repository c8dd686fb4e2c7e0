import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import type { FoundAddress } from '#data/cart/ordering.ts';
import { useSession } from '#data/session/session.ts';
import { lastOrdered } from '#data/storefront/customer-orders.ts';
import type { CustomerPlace } from '#data/storefront/nearby-stores.ts';
import { countryOfPhone } from '#domain/customer.ts';
import { PlaceMap } from '#features/address/place-map.tsx';
import { PlaceSearch } from '#features/address/place-search.tsx';
import { ActiveOrder } from '#features/storefront/active-order.tsx';
import { NearbyPage } from '#features/storefront/nearby-page.tsx';
import { nearbyTexts } from '#features/storefront/texts.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconUser } from '#ui/icons.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { enter } from './-guard.ts';

/** Lazy: rarely opened. */
const UserMenu = lazy(async () => ({
  default: (await importWithRetry(() => import('#features/shell/user-menu.tsx'), tellMissing)).UserMenu,
}));

/** /customer/stores: the stores near a person (N-42). */
export const Route = createFileRoute('/customer/stores')({
  beforeLoad: () => enter('customer.stores'),
  component: CustomerStoresRoute,
});

const placeOf = ({ address_line_1: label, geolocation: at }: FoundAddress): CustomerPlace => ({ label, at });

function CustomerStoresRoute() {
  const navigate = useNavigate();
  const user = useSession((s) => s.user);
  const [last] = useState(lastOrdered);
  /** null until first opened. */
  const [menu, setMenu] = useState<boolean | null>(null);
  if (!user) return null;
  const country = countryOfPhone(user.phone);
  const open = (storeId: number): void => void navigate({ to: '/$storeId/home', params: { storeId: String(storeId) } });
  return (
    <NearbyPage
      active={
        last ? (
          <ActiveOrder
            storeId={last.storeId}
            storeName={last.name}
            onFollow={(id) =>
              void navigate({
                to: '/customer/$storeId/order/$id',
                params: { storeId: String(last.storeId), id: String(id) },
              })
            }
          />
        ) : null
      }
      renderSearch={(onPick) => <PlaceSearch country={country} onPick={(found) => onPick(placeOf(found))} />}
      renderMap={(place, stores, onPick) => (
        <PlaceMap
          country={country}
          marks={stores.map(({ id, name, geolocation: at }) => ({ id, label: name, at, onOpen: () => open(id) }))}
          place={place?.at ?? null}
          onPick={(found) => onPick(placeOf(found))}
        />
      )}
      userMenu={
        <>
          <IconButton icon={<IconUser />} label={nearbyTexts.user} onClick={() => setMenu(true)} />
          {menu === null ? null : (
            <Suspense>
              <UserMenu
                open={menu}
                user={user}
                onClose={() => setMenu(false)}
                onLoggedOut={() => void navigate({ to: '/login' })}
                onProfile={() => void navigate({ to: '/user/settings/$tab', params: { tab: 'general' } })}
                onStores={() => void navigate({ to: '/' })}
              />
            </Suspense>
          )}
        </>
      }
      onOpen={open}
    />
  );
}
