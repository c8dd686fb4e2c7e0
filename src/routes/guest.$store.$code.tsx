import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import type { GuestTable } from '#contract/wire/guests.ts';
import { changeCart, useCart } from '#data/cart/cart-store.ts';
import type { StoreMenu } from '#data/cart/cart-totals.ts';
import { useNetwork } from '#data/device/device.ts';
import { loading } from '#data/device/loading.ts';
import { choiceOf } from '#data/guests/ask.ts';
import { openGuestCart } from '#data/guests/guest-cart-record.ts';
import { guestQueries, withdrawRequest } from '#data/guests/guest-table.ts';
import type { GuestPlace } from '#data/guests/guest-visit.ts';
import { visitIsOver } from '#data/guests/guest-visit.ts';
import { readFailure } from '#data/api/failure.ts';
import { useSession } from '#data/session/session.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import { withLinesBack } from '#domain/cart-lines.ts';
import { guestCart } from '#domain/guest-cart.ts';
import { storeIdOf } from '#domain/routes.ts';
import { CartPanel, CartSheet } from '#features/cart/cart-panel.tsx';
import { CatalogPage } from '#features/catalog/catalog-page.tsx';
import { CallButtons, GuestFrame, WhereAt } from '#features/guest-table/guest-frame.tsx';
import { guestRefusal, tellGuest } from '#features/guest-table/guest-refusal.ts';
import { MyTable, MyTableLoading } from '#features/guest-table/my-table.tsx';
import { GuestPage, NoPlace } from '#features/guest-table/places-page.tsx';
import { SendOrder } from '#features/guest-table/send-order.tsx';
import { guestTexts as texts } from '#features/guest-table/texts.ts';
import { useAnswers } from '#features/guest-table/use-answers.ts';
import { useGuestCalls } from '#features/guest-table/use-guest-calls.ts';
import { useSendOrder } from '#features/guest-table/use-send-order.ts';
import { product } from '#texts/product.ts';
import { buttonClass } from '#ui/action/button.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';

/** /guest/{store_id}/{code}: a table's menu, orders and bill for its guests, without an account (decision 045). */
export const Route = createFileRoute('/guest/$store/$code')({
  validateSearch: ({ mesa }): { readonly mesa?: true } => (mesa === true ? { mesa } : {}),
  component: GuestTableRoute,
});

function GuestTableRoute() {
  const { store, code } = Route.useParams();
  const storeId = storeIdOf(store);
  const place = useMemo(() => ({ storeId, code }), [storeId, code]);
  const query = useQuery({ ...guestQueries.table(place), enabled: storeId > 0 });
  const online = useNetwork((n) => n.online);
  const gone = storeId === 0 || (query.error !== null && readFailure(query.error).code === 'not_found');
  if (query.data) return <Table gone={gone} place={place} table={query.data} />;
  return (
    <GuestPage staff={<StaffLink code={code} />}>
      {gone ? (
        <NoPlace />
      ) : (
        <Loaded
          {...loading(query)}
          offline={online ? null : <OfflineNotice>{texts.offlineNone}</OfflineNotice>}
          skeleton={
            <SkeletonGroup label={texts.loading}>
              {[1, 2, 3, 4].map((n) => (
                <Skeleton key={n} height={112} radius={12} />
              ))}
            </SkeletonGroup>
          }
        >
          {() => null}
        </Loaded>
      )}
    </GuestPage>
  );
}

/** The way of the staff, for whoever is not signed in. */
function StaffLink({ code }: { readonly code: string }) {
  const user = useSession((s) => s.user);
  return user ? null : (
    <Link className={buttonClass({ variant: 'ghost', size: 'sm' })} search={{ code }} to="/login">
      {texts.staff}
    </Link>
  );
}

interface TableProps {
  readonly table: GuestTable;
  readonly place: GuestPlace;
  /** The code is not in use any more. */
  readonly gone: boolean;
}

/** A guest has none of them. */
const abilities = { canDiscount: false, canChooseSeller: false, canManageOrders: false, canManageStore: false };

function Table({ table, place, gone }: TableProps) {
  const navigate = useNavigate();
  const { mesa = false } = Route.useSearch();
  const online = useNetwork((n) => n.online);
  const { store, code } = table;
  const { currency } = store;
  const standing = useQuery(guestQueries.standing(place, currency));
  useAnswers(standing.data?.requests);
  useEffect(() => openGuestCart((before) => guestCart(table, before)), [table]);
  useEffect(() => {
    document.title = `${store.name} · ${product.name}`;
    return () => {
      document.title = product.name;
    };
  }, [store.name]);
  const over = gone || visitIsOver(standing.error);
  const calls = useGuestCalls({ place, currency, standing: standing.data, over });
  const go = (view: 'menu' | 'table'): void =>
    void navigate({
      to: '/guest/$store/$code',
      params: { store: String(place.storeId), code: place.code },
      search: view === 'table' ? { mesa: true } : {},
    });
  const order = useSendOrder(place, currency, () => go('table'));
  const hindrance = !online ? texts.sendOffline : over ? texts.scanAgain : table.can_order ? null : texts.sendNoOrders;
  const waiting = standing.data?.requests.filter(({ state }) => state === 'waiting').length ?? 0;
  const cart = useCart((s) => s.shown);
  // Until the guest's cart is open, the device's own is there.
  const own = cart?.store_id === store.id && cart.code?.code === code.code ? cart : null;
  return (
    <GuestFrame
      banner={troubleOf(table, { gone, over, online, problem: standing.error })}
      calls={calls}
      table={table}
      view={mesa ? 'table' : 'menu'}
      waiting={waiting}
      onView={go}
    >
      {mesa ? (
        <Screen>
          <ScreenHeader actions={<WhereAt table={table} />} title={texts.table} />
          <ScreenBody>
            <CallButtons calls={calls} />
            <Loaded {...loading(standing)} skeleton={<MyTableLoading />}>
              {(known) => (
                <StandingOf
                  canOrder={table.can_order && !over}
                  known={known}
                  place={place}
                  store={store}
                  onMenu={() => go('menu')}
                />
              )}
            </Loaded>
            <StaffLink code={place.code} />
          </ScreenBody>
        </Screen>
      ) : own ? (
        <MenuOf
          cart={own}
          foot={<SendOrder cart={own} hindrance={hindrance} order={order} unitsMax={table.units_max} />}
          sending={order.sending}
          table={table}
        />
      ) : null}
    </GuestFrame>
  );
}

interface Trouble {
  readonly gone: boolean;
  readonly over: boolean;
  readonly online: boolean;
  /** Why it is not known how the visit stands. */
  readonly problem: Error | null;
}

/** The most urgent of what hinders a guest; null: nothing does. */
function troubleOf(table: GuestTable, { gone, over, online, problem }: Trouble): ReactNode {
  if (!online) return <OfflineNotice>{texts.offline}</OfflineNotice>;
  if (gone) return <Notice tone="warning">{texts.codeGone}</Notice>;
  if (over) return <Notice tone="warning">{texts.scanAgainText}</Notice>;
  if (problem !== null && readFailure(problem).code === 'service_unavailable')
    return <Notice tone="warning">{guestRefusal(problem)}</Notice>;
  if (table.can_order) return null;
  return <Notice>{table.status.open ? texts.noOrders : texts.closed}</Notice>;
}

interface StandingOfProps {
  readonly known: Parameters<typeof MyTable>[0]['standing'];
  readonly place: GuestPlace;
  readonly store: GuestTable['store'];
  readonly canOrder: boolean;
  readonly onMenu: () => void;
}

function StandingOf({ known, place, store, canOrder, onMenu }: StandingOfProps) {
  const { submit } = useSubmit((error: unknown) => {
    const answered = readFailure(error).code === 'conflict';
    tellGuest(answered ? 'info' : 'error', answered ? texts.answeredMeanwhile : guestRefusal(error));
  });
  return (
    <MyTable
      standing={known}
      store={store}
      onAgain={
        canOrder
          ? ({ key }) => {
              const choice = choiceOf(key);
              if (!choice) return;
              changeCart((c) => ({
                ...withLinesBack(c, choice.lines, choice.lines),
                comments: c.comments || choice.comments,
              }));
              onMenu();
            }
          : null
      }
      onWithdraw={({ key }) => void submit(() => withdrawRequest(place, key, store.currency))}
    />
  );
}

interface MenuOfProps {
  readonly table: GuestTable;
  readonly cart: Cart;
  readonly sending: boolean;
  readonly foot: ReactNode;
}

/** The menu and, where the guest can order, what they have chosen. */
function MenuOf({ table, cart, sending, foot }: MenuOfProps) {
  /** The open sheet of the order, optionally at an item; null while closed. */
  const [sheet, setSheet] = useState<{ readonly focusItem?: number } | null>(null);
  const [editLine, setEditLine] = useState<string | null>(null);
  const menu = useMemo((): StoreMenu => {
    const { store, catalog, discounts } = table;
    return { catalog, discounts, store: { ...store, abilities } };
  }, [table]);
  // What was chosen before the store closed stays in sight.
  const readOnly = !table.can_order && cart.lines.length === 0;
  const shared = {
    cart,
    foot,
    locked: sending,
    profile: menu,
    onEditLine: ({ key }: CartLine) => {
      setSheet(null);
      setEditLine(key);
    },
  };
  return (
    <>
      <CatalogPage
        cart={cart}
        cartPanel={readOnly ? null : <CartPanel {...shared} />}
        editLine={editLine}
        headerActions={<WhereAt table={table} />}
        nextLabel={texts.seeOrder}
        profile={menu}
        readOnly={readOnly}
        submitting={sending}
        title={texts.menu}
        onLineEdited={() => setEditLine(null)}
        onNext={() => setSheet({})}
        onOpenCart={(itemId) => setSheet(itemId === undefined ? {} : { focusItem: itemId })}
      />
      <CartSheet {...shared} {...sheet} open={sheet !== null && !readOnly} onClose={() => setSheet(null)} />
    </>
  );
}
