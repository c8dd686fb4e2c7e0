import { Link, Outlet, useMatches, useNavigate, useParams } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { backTarget } from '#data/session/return-pages.ts';
import { dropEmptyCart, setCart } from '#data/cart/cart-store.ts';
import type { GroupRef } from '#data/groups/groups.ts';
import { rejectedNow, useWaitingCount } from '#data/orders/orders.ts';
import { importWithRetry, preloadAfterPaint, usePainted } from '#data/device/lazy-import.ts';
import { completeCatalog } from '#data/api/query-cache.ts';
import { useActing, usePerson, watchActing } from '#data/session/acting.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from '#data/store/stores.ts';
import { useUpdates } from '#data/device/device.ts';
import { askAboutStore } from '#data/device/ui-intents.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { newCart } from '#domain/cart.ts';
import type { Code, ServiceType } from '#domain/store.ts';
import { customerRole, isAdmin } from '#domain/roles.ts';
import { defaultCode } from '#domain/store.ts';
import { OutdatedPage } from '#features/shell/not-found.tsx';
import { StoreShell } from '#features/shell/store-shell.tsx';
import { product } from '#texts/product.ts';
import { RailButton, railItemClass } from '#ui/layout/rail.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { StoreActionsContext } from '#routes/-store-actions.ts';
import { storeIdOf } from '#domain/routes.ts';

/** Lazy: the first paint does not need them. */
const loadPicker = () => import('#features/new-order/new-order-picker.tsx');
const loadNotices = () => import('#ui/toast/toast-host.tsx').then(({ watchTouches }) => watchTouches());
const loadAlerts = () => importWithRetry(() => import('./-alerts.tsx'));
const loadStatus = () => importWithRetry(() => import('./-status.tsx'));
const loadTables = () => importWithRetry(() => import('./-tables.tsx'), tellMissing);
const CustomerLayout = lazy(async () => ({
  default: (await importWithRetry(() => import('./-storefront.tsx'))).CustomerLayout,
}));
const TableLayer = lazy(async () => ({ default: (await loadTables()).TableLayer }));
const StatusLayer = lazy(async () => ({ default: (await loadStatus()).StatusLayer }));
const StatusNotices = lazy(async () => ({ default: (await loadStatus()).StatusNotices }));
const RailClock = lazy(async () => ({ default: (await loadStatus()).RailClock }));
const StoreAlerts = lazy(async () => ({ default: (await loadAlerts()).StoreAlerts }));
const LateEntries = lazy(async () => ({ default: (await loadAlerts()).LateEntries }));
const NewOrderPicker = lazy(async () => ({ default: (await importWithRetry(loadPicker, tellMissing)).NewOrderPicker }));

const places: Readonly<Record<string, 'home' | 'board' | 'catalog' | 'checkout' | 'address' | 'camera'>> = {
  '/$storeId/home': 'home',
  '/$storeId/orders/kanban': 'board',
  '/$storeId/cart/catalog': 'catalog',
  '/$storeId/cart/checkout': 'checkout',
  '/$storeId/cart/address': 'address',
  '/$storeId/camera': 'camera',
};

const linked = {
  home: '/$storeId/home',
  board: '/$storeId/orders/kanban',
  maps: '/$storeId/maps/index',
  codes: '/$storeId/codes/index',
  cashbox: '/$storeId/cashbox/index',
  config: '/$storeId/config/index',
} as const;

/** The frame of a store's screens: the staff's, or a customer's. */
export function StoreLayout() {
  const storeId = storeIdOf(useParams({ from: '/$storeId' }).storeId);
  // Another person at the device renders this again: the profile has their rights.
  useActing(storeId);
  const { data: profile } = useSuspenseQuery(storeQueries.profile(storeId));
  // While it loads, the route shows that the store is being opened.
  if (profile.store.pivot.role === customerRole) return <CustomerLayout profile={profile} />;
  return (
    <>
      <PendingInTitle storeName={profile.store.name} />
      <StaffLayout profile={profile} />
    </>
  );
}

/** The staff's frame, with what loads after the first paint: alerts, status, tickets, the picker. */
function StaffLayout({ profile }: { readonly profile: Profile }) {
  const { store } = profile;
  const { id: storeId, status } = store;
  const user = usePerson(storeId);
  const holder = useActing(storeId)?.grant;
  useEffect(watchActing, []);
  const outdated = useEngine((s) => s.current === null && s.diskError === 'newer');
  const applyUpdate = useUpdates((s) => s.apply);
  const place = useMatches({ select: (matches) => places[matches.at(-1)?.routeId ?? ''] ?? 'other' });
  const kiosk = useMatches({ select: (matches) => 'kiosk' in (matches.at(-1)?.search ?? {}) });
  const bare = kiosk || place === 'camera';
  const painted = usePainted();
  const takesOrder = place === 'catalog' || place === 'checkout' || place === 'address';
  const before = useRef(place);
  useEffect(() => {
    if (before.current === 'catalog' && !takesOrder) dropEmptyCart();
    before.current = place;
  }, [place, takesOrder]);
  const [first, setFirst] = useState({ id: storeId, status });
  if (first.id !== storeId) setFirst({ id: storeId, status });
  const lacksProducts = profile.catalog.isFirstPart === true;
  useEffect(() => {
    if (painted && lacksProducts) void completeCatalog(storeId);
  }, [painted, lacksProducts, storeId]);
  // So that the picker opens, and the first notice shows, at once.
  useEffect(() => preloadAfterPaint([loadPicker, loadNotices]), []);

  const params = useMemo(() => ({ storeId: String(storeId) }), [storeId]);
  const has = { maps: profile.maps.length > 0, codes: profile.codes.length > 0 };
  const { actions, go, picking, setPicking, table, setTable } = useStoreActions(profile, place);

  const leavePicker = (to?: () => void) => () => {
    setPicking(null);
    to?.();
  };
  const link = (to: keyof typeof linked, className: string, children: ReactNode): ReactNode => (
    <Link className={className} params={params} to={linked[to]}>
      {children}
    </Link>
  );

  if (!user) return null;
  if (outdated) return <OutdatedPage onReload={applyUpdate ?? (() => location.reload())} />;
  const alerts = (
    <AlertsOfStore
      key={storeId}
      onBoard={place === 'board' || (place === 'home' && isAdmin(store.pivot.role))}
      quiet={bare || takesOrder}
      store={store}
    />
  );
  // A kitchen screen shows only the board, the camera only its picture (G-54).
  if (bare)
    return (
      <>
        <Outlet key={holder} />
        {alerts}
      </>
    );
  return (
    <StoreActionsContext value={actions}>
      <StoreShell
        go={go}
        has={has}
        link={link}
        place={place}
        store={store}
        user={user}
        clock={
          <Late>
            <RailClock zone={store.timezone} />
          </Late>
        }
        support={
          <Late place={railPlace}>
            <LateEntries button={RailButton} store={store} />
          </Late>
        }
        notices={
          <Late>
            <StatusNotices key={storeId} first={first.status} store={store} />
          </Late>
        }
      >
        <Outlet key={holder} />
      </StoreShell>
      {picking ? (
        <Suspense>
          <NewOrderPicker
            first={picking}
            profile={profile}
            onChosen={leavePicker(go.catalog)}
            onCamera={leavePicker(go.camera)}
            onClose={leavePicker()}
            onCodes={leavePicker(go.codes)}
            onMaps={leavePicker(go.maps)}
          />
        </Suspense>
      ) : null}
      {table === null ? null : (
        <Suspense>
          <TableLayer
            profile={profile}
            table={table}
            onAdd={(code) => {
              setTable(null);
              actions.takeOrder('LOCAL', code);
            }}
            onClose={() => setTable(null)}
            onPaying={(groupId) => {
              setTable(null);
              go.paying(groupId);
            }}
          />
        </Suspense>
      )}
      {alerts}
      <Late>
        <StatusLayer key={storeId} has={has} place={place} store={store} />
      </Late>
    </StoreActionsContext>
  );
}

/** The alerts load after the first paint. What is refused meanwhile is told then. */
function AlertsOfStore(props: Omit<ComponentProps<typeof StoreAlerts>, 'refusedBefore'>) {
  const [refusedBefore] = useState(rejectedNow);
  return (
    <Late>
      <StoreAlerts {...props} refusedBefore={refusedBefore} />
    </Late>
  );
}

/** What the frame and the screens of a store can begin or open. */
function useStoreActions(profile: Profile, place: string) {
  const navigate = useNavigate();
  const { id } = profile.store;
  const params = { storeId: String(id) };
  /** The page of the picker of a new order that is open. */
  const [picking, setPicking] = useState<'types' | 'codes' | null>(null);
  /** The table whose detail is open. */
  const [table, setTable] = useState<GroupRef | null>(null);
  const toCatalog = (): void => void navigate({ to: '/$storeId/cart/catalog', params });
  const takeOrder = (type: ServiceType, code?: Code | null): void => {
    setCart(
      newCart(
        profile.store,
        type,
        type === 'LOCAL' && code === undefined ? defaultCode(profile.codes) : (code ?? null),
      ),
    );
    toCatalog();
  };
  const toPaying = (groupId: number): void =>
    void navigate({
      to: '/$storeId/paying/$type/$id',
      params: { ...params, type: 'orderGroup', id: String(groupId) },
    });
  const openCode = async (code: Code): Promise<void> => {
    const { openPlace } = await loadTables();
    openPlace(profile.store, code, {
      order: () => takeOrder('LOCAL', code),
      open: () => void navigate({ to: '/$storeId/orderGroup/create', params, search: { code_id: code.id } }),
      detail: ({ uid }) => setTable({ uid }),
      paying: (group) => (group.id === null ? setTable({ uid: group.uid }) : toPaying(group.id)),
    });
  };
  const actions = {
    newOrder: () => setPicking('types'),
    chooseCode: () => setPicking('codes'),
    openCode: (code: Code) => void openCode(code),
    openTable: (ref: GroupRef) => setTable('uid' in ref ? { uid: ref.uid } : ref),
    takeOrder,
  };

  const go = {
    ...actions,
    catalog: toCatalog,
    paying: toPaying,
    camera: () => void navigate({ to: '/$storeId/camera', params }),
    codes: () => void navigate({ to: '/$storeId/codes/index', params }),
    maps: () => void navigate({ to: '/$storeId/maps/index', params }),
    back: () =>
      void navigate({
        href: place === 'checkout' || place === 'address' ? `/${id}/cart/catalog` : backTarget(id),
      }),
    profile: () => void navigate({ to: '/$storeId/user/settings/$tab', params: { ...params, tab: 'general' } }),
    stores: () => void navigate({ to: '/' }),
    loggedOut: () => void navigate({ to: '/login' }),
    status: () => askAboutStore('status'),
  };
  return { actions, go, picking, setPicking, table, setTable };
}

/** Renders its children after the first paint. */
const Late = ({ place = null, children }: { readonly place?: ReactNode; readonly children: ReactNode }): ReactNode =>
  usePainted() ? <Suspense fallback={place}>{children}</Suspense> : place;

/** Keeps the place of an entry of the rail. */
const railPlace = <span aria-hidden="true" className={railItemClass} />;

/**
 * The title shows the pending orders, as in «(3) La Esquina», so that the count is visible from another tab. A component
 * of its own, so that an order does not render the frame again.
 */
function PendingInTitle({ storeName }: { readonly storeName: string }) {
  const pending = useWaitingCount();
  useEffect(() => {
    document.title = `${pending > 0 ? `(${pending}) ` : ''}${storeName} · ${product.name}`;
  }, [pending, storeName]);
  useEffect(
    () => () => {
      document.title = product.name;
    },
    [],
  );
  return null;
}
