import { createFileRoute, Link, notFound, Outlet, redirect, useMatches, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { backTarget } from '#data/session/back-target.ts';
import { cartOf, dropEmptyCart, setCart } from '#data/cart/cart-store.ts';
import { readFailure } from '#data/api/failure.ts';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import { useOrders } from '#data/orders/orders.ts';
import { importWithRetry, preloadAfterPaint, usePainted } from '#data/device/lazy-import.ts';
import { completeCatalog } from '#data/api/query-cache.ts';
import { queryClient } from '#data/api/query-client.ts';
import { currentUser, rememberStore, useSession } from '#data/session/session.ts';
import { isNewerDataError, openStoreEngine, useEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from '#data/store/stores.ts';
import { seedOrders } from '#data/outbox/first-orders.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { useUpdates } from '#data/device/updates.ts';
import { askAboutStore, enterStore } from '#data/device/ui-intents.ts';
import { newCart } from '#domain/cart.ts';
import { can } from '#domain/permissions.ts';
import type { Code, ServiceType } from '#domain/store.ts';
import { defaultCode, isAdmin } from '#domain/store.ts';
import { FullPage, OutdatedPage } from '#features/shell/not-found.tsx';
import { StoreShell } from '#features/shell/store-shell.tsx';
import { failureSentences } from '#texts/errors.ts';
import { product } from '#texts/product.ts';
import { RailButton, railItemClass } from '#ui/layout/rail.tsx';
import { toast } from '#ui/toast/toast.ts';
import { tellMissing } from '#ui/toast/tell-missing.ts';
import { enter } from '#routes/-guard.ts';
import { StoreActionsContext } from '#routes/-store-actions.ts';

/** Lazy: the first paint does not need them. */
const loadPicker = () => import('#features/new-order/new-order-picker.tsx');
const loadNotices = () => import('#ui/toast/toast-host.tsx').then(({ watchTouches }) => watchTouches());
const loadAlerts = () => importWithRetry(() => import('./-alerts.tsx'));
const loadStatus = () => importWithRetry(() => import('./-status.tsx'));
const StatusLayer = lazy(async () => ({ default: (await loadStatus()).StatusLayer }));
const StatusNotices = lazy(async () => ({ default: (await loadStatus()).StatusNotices }));
const StoreAlerts = lazy(async () => ({ default: (await loadAlerts()).StoreAlerts }));
const TicketsEntry = lazy(async () => ({ default: (await loadAlerts()).TicketsMenuEntry }));
const NewOrderPicker = lazy(async () => ({ default: (await importWithRetry(loadPicker, tellMissing)).NewOrderPicker }));

const idOf = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

/** Loads the profile from the cache, else from the server; a failure redirects to the stores (F-39). */
async function loadProfile(storeId: number): Promise<Profile> {
  try {
    const profile = await queryClient.ensureQueryData({
      ...storeQueries.profile(storeId),
      revalidateIfStale: true,
    });
    const { catalog } = profile;
    // With a partial catalog, a cart line's product may be missing and would look removed: loads the rest first.
    const here = new Set(catalog.isFirstPart ? catalog.items.map((item) => item.id) : []);
    if (catalog.isFirstPart && cartOf(storeId)?.lines.some((line) => !here.has(line.item_id)))
      await completeCatalog(storeId);
    return profile;
  } catch (error) {
    // A kitchen screen is unattended: it shows the error and retries, instead of opening the list of stores.
    if (useKiosk.getState().active) throw error;
    toast.show({ id: 'store-failed', kind: 'error', text: failureSentences(readFailure(error)).join(' ') });
    throw redirect({ to: '/', replace: true });
  }
}

/** Opens the store's engine. Data of a newer version is not an error here: the layout shows the page for it. */
async function openOrSay(userId: number, storeId: number): Promise<void> {
  try {
    await openStoreEngine(userId, storeId);
  } catch (error) {
    if (!isNewerDataError(error)) throw error;
  }
}

export const Route = createFileRoute('/$storeId')({
  params: {
    parse: ({ storeId }) => {
      if (idOf(storeId) === 0) throw notFound();
      return { storeId };
    },
  },
  beforeLoad: async ({ params }) => {
    const storeId = idOf(params.storeId);
    enter('store.home', null);
    enterStore(storeId);
    const user = currentUser();
    if (!user) return;
    const [profile] = await Promise.all([loadProfile(storeId), openOrSay(user.id, storeId)]);
    const { current } = useEngine.getState();
    if (current?.storeId === storeId) seedOrders(current, profile);
    rememberStore(storeId);
    // Prefetches the list of stores, so that it opens offline too, even when the user came by a link.
    void queryClient.prefetchQuery(storeQueries.list());
  },
  onLeave: () => {
    enterStore(null);
    dropEmptyCart();
  },
  pendingComponent: () => <FullPage kind="store" />,
  component: StoreLayout,
});

const places: Readonly<Record<string, 'home' | 'board' | 'catalog' | 'checkout' | 'address'>> = {
  '/$storeId/home': 'home',
  '/$storeId/orders/kanban': 'board',
  '/$storeId/cart/catalog': 'catalog',
  '/$storeId/cart/checkout': 'checkout',
  '/$storeId/cart/address': 'address',
};

function StoreLayout() {
  const { storeId: text } = Route.useParams();
  const storeId = idOf(text);
  const navigate = useNavigate();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(storeId));
  const user = useSession((s) => s.user);
  const outdated = useEngine((s) => s.current === null && s.diskError === 'newer');
  const applyUpdate = useUpdates((s) => s.apply);
  const [picking, setPicking] = useState(false);
  const place = useMatches({ select: (matches) => places[matches.at(-1)?.routeId ?? ''] ?? 'other' });
  const kiosk = useMatches({ select: (matches) => 'kiosk' in (matches.at(-1)?.search ?? {}) });
  usePendingInTitle(profile.store.name);
  const painted = usePainted();
  const takesOrder = place === 'catalog' || place === 'checkout' || place === 'address';
  const before = useRef(place);
  useEffect(() => {
    if (before.current === 'catalog' && !takesOrder) dropEmptyCart();
    before.current = place;
  }, [place, takesOrder]);
  const lacksProducts = profile.catalog.isFirstPart === true;
  useEffect(() => {
    if (painted && lacksProducts) void completeCatalog(storeId);
  }, [painted, lacksProducts, storeId]);
  // So that the picker opens, and the first notice shows, at once.
  useEffect(() => preloadAfterPaint([loadPicker, loadNotices]), []);

  const params = useMemo(() => ({ storeId: text }), [text]);
  const toCatalog = (): void => void navigate({ to: '/$storeId/cart/catalog', params });
  const takeOrder = (type: ServiceType, code?: Code): void => {
    setCart(newCart(profile.store, type, type === 'LOCAL' ? (code ?? defaultCode(profile.codes)) : null));
    toCatalog();
  };
  const actions = { newOrder: () => setPicking(true), takeOrder };

  const go = {
    ...actions,
    catalog: toCatalog,
    back: () =>
      void navigate({
        href: place === 'checkout' || place === 'address' ? `/${text}/cart/catalog` : backTarget(storeId),
      }),
    profile: () => void navigate({ to: '/$storeId/user/settings/$tab', params: { ...params, tab: 'general' } }),
    stores: () => void navigate({ to: '/' }),
    loggedOut: () => void navigate({ to: '/login' }),
    status: () => askAboutStore('status'),
  };

  const link = (to: 'home' | 'board', className: string, children: ReactNode): ReactNode => (
    <Link className={className} params={params} to={to === 'home' ? '/$storeId/home' : '/$storeId/orders/kanban'}>
      {children}
    </Link>
  );

  if (!user) return null;
  if (outdated) return <OutdatedPage onReload={applyUpdate ?? (() => location.reload())} />;
  const alerts = (
    <Late>
      <StoreAlerts
        key={profile.store.id}
        onBoard={place === 'board' || (place === 'home' && isAdmin(profile.store.pivot.role))}
        quiet={kiosk || takesOrder}
        store={profile.store}
      />
    </Late>
  );
  // A kitchen screen shows only the board.
  if (kiosk)
    return (
      <>
        <Outlet />
        {alerts}
      </>
    );
  return (
    <StoreActionsContext value={actions}>
      <StoreShell
        go={go}
        hasCodes={defaultCode(profile.codes) !== null}
        link={link}
        place={place}
        store={profile.store}
        user={user}
        support={
          <Late place={can('ticket.manage', profile.store) ? railPlace : null}>
            <TicketsEntry button={RailButton} store={profile.store} />
          </Late>
        }
        notices={
          <Late>
            <StatusNotices key={profile.store.id} store={profile.store} />
          </Late>
        }
      >
        <Outlet />
      </StoreShell>
      {picking ? (
        <Suspense>
          <NewOrderPicker
            profile={profile}
            onChosen={() => {
              setPicking(false);
              toCatalog();
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
      {alerts}
      <Late>
        <StatusLayer key={profile.store.id} store={profile.store} />
      </Late>
    </StoreActionsContext>
  );
}

/** Renders its children after the first paint. */
const Late = ({ place = null, children }: { readonly place?: ReactNode; readonly children: ReactNode }): ReactNode =>
  usePainted() ? <Suspense fallback={place}>{children}</Suspense> : place;

/** Keeps the place of an entry of the rail. */
const railPlace = <span aria-hidden="true" className={railItemClass} />;

/** The title shows the pending orders, as in «(3) La Esquina», so that the count is visible from another tab. */
function usePendingInTitle(storeName: string): void {
  const pending = useOrders().filter((o) => o.body.status === 'PENDING').length;
  useEffect(() => {
    document.title = `${pending > 0 ? `(${pending}) ` : ''}${storeName} · ${product.name}`;
    return () => {
      document.title = product.name;
    };
  }, [pending, storeName]);
}
