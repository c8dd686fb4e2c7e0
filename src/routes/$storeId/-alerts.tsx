import { Link, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { lazy, Suspense, useEffect } from 'react';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import { useCardExtra } from '#data/orders/card-extra.ts';
import { currentOrder } from '#data/orders/orders.ts';
import { askForOrder, askForPermissions, useUiIntents } from '#data/device/ui-intents.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useAskedPrint } from '#data/printing/asked-paper.ts';
import { askForPrintSetup, usePrintSetup } from '#data/printing/print-setup.ts';
import { answersGuests } from '#data/guests/guest-requests.ts';
import { useUsesPrinters } from '#data/printing/own-point.ts';
import type { Order } from '#domain/order.ts';
import { acceptAction, isAllowed } from '#domain/order-actions.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { isAdmin } from '#domain/roles.ts';
import { AddressWish, orderWish, useTappedNotification } from '#features/alerts/address-wish.tsx';
import { Alerts } from '#features/alerts/alerts.tsx';
import { BoardCanary } from '#features/alerts/board-canary.tsx';
import { PermissionsDrawer } from '#features/alerts/prompts/permissions-drawer.tsx';
import { Prompts } from '#features/alerts/prompts/prompts.tsx';
import { SoundButton } from '#features/alerts/sound-button.tsx';
import { GuestNotices } from '#features/guests/guest-notices.tsx';
import { GuestsButton, GuestsEntry } from '#features/guests/guests-entry.tsx';
import { GuidesEntry } from '#features/guides/guides-entry.tsx';
import { moveOrder, withdrawUndo } from '#features/order-board/actions/move-order.ts';
import { UnprintedMark, UnprintedWatch } from '#features/printing/unprinted-mark.tsx';
import { UnprintedNotice } from '#features/printing/unprinted-notice.tsx';
import { RefusalNotices } from '#features/shell/outbox/refusal-notices.ts';
import { railItemClass } from '#ui/layout/rail.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { usePanelInAddress } from './-panel-in-address.ts';
import { SupportButtons, SupportEntry, SupportLayer } from './-support.tsx';

/** Lazy: with it come the layouts of all receipts and the encoder. */
const loadPrinting = () => import('#features/printing/print-layer.tsx');
const PrintLayer = lazy(async () => ({ default: (await importWithRetry(loadPrinting, tellMissing)).PrintLayer }));

/** Whether this person is sent pushes: of orders, or of what guests at the tables ask for. */
const isToldByPush = (store: Store): boolean => isAdmin(store.pivot.role) || answersGuests(store);

interface StoreAlertsProps {
  readonly store: Store;
  /** True while the board is on screen. */
  readonly onBoard: boolean;
  /** True while the user is taking an order, or on a kitchen screen: no prompts. */
  readonly quiet: boolean;
  /** The commands that were refused before the store's screens opened. */
  readonly refusedBefore: ReadonlySet<string>;
}

/** Alerts, prompts, notices and receipts of a store, on each of its screens; loaded after the first paint. */
export function StoreAlerts({ store, onBoard, quiet, refusedBefore }: StoreAlertsProps) {
  const navigate = useNavigate();
  const permissions = useUiIntents((w) => w.permissions);
  const asksForPaper = useAskedPrint((w) => w.asked !== null);
  const setup = usePrintSetup((w) => w.setup);
  const prints = useUsesPrinters(store.id) && can('slip.print', store);
  const onGuests = useMatches({ select: (matches) => matches.at(-1)?.routeId === '/$storeId/guests' });
  const hash = useLocation({ select: (location) => location.hash });
  const wish = orderWish(hash);
  const kitchen = useKiosk((k) => k.active);
  const worksOrders = can('board.view', store);

  const accept = (order: Order): void => {
    if (isAllowed(acceptAction, order, store)) void moveOrder(order, acceptAction.to, store);
  };
  const toBoard = (): void => void navigate({ to: '/$storeId/orders/kanban', params: { storeId: String(store.id) } });
  const toGuests = (): void => void navigate({ to: '/$storeId/guests', params: { storeId: String(store.id) } });
  const see = (uid: string): void => {
    askForOrder(uid);
    if (!onBoard) toBoard();
  };
  useTappedNotification((path) => void navigate({ href: path }));
  useEffect(() => {
    if (setup === null) return;
    askForPrintSetup(null);
    const params = { storeId: String(store.id) };
    const to = setup === 'point' ? '/$storeId/config/printpoint/form' : '/$storeId/config/index';
    void navigate({ to, params });
  }, [setup, navigate, store.id]);
  const openPermissions = (): void => askForPermissions(true);

  return (
    <>
      <RefusalNotices before={refusedBefore} zone={store.timezone} onOrder={withdrawUndo} />
      {worksOrders ? <Alerts store={store} onAccept={accept} onBoard={onBoard} onSee={see} onSeeAll={toBoard} /> : null}
      {answersGuests(store) ? <GuestNotices key={store.id} store={store} onList={onGuests} onSee={toGuests} /> : null}
      {worksOrders && onBoard ? <BoardCanary /> : null}
      {worksOrders && onBoard && !kitchen ? <OrderInAddress /> : null}
      {worksOrders && wish ? (
        <AddressWish
          key={hash}
          wish={wish}
          onAccept={accept}
          onDone={() => void navigate({ to: '.', search: true, hash: '', replace: true })}
          onSee={see}
        />
      ) : null}
      <Prompts quiet={quiet} wantsPush={isToldByPush(store)} onPermissions={openPermissions} />
      <PermissionsDrawer open={permissions} onClose={() => askForPermissions(false)} />
      {worksOrders && can('slip.print', store) ? <UnprintedWatch storeId={store.id} /> : null}
      {asksForPaper || prints ? (
        <Suspense>
          <PrintLayer store={store} />
        </Suspense>
      ) : null}
      {can('ticket.manage', store) ? <SupportLayer key={store.id} store={store} onOrder={see} /> : null}
    </>
  );
}

/** Keeps the open order in the address. An order that the device does not know is ignored. */
function OrderInAddress() {
  const order = useUiIntents((w) => w.order);
  const open = (uid: string): void => {
    if (currentOrder(uid)) askForOrder(uid);
  };
  usePanelInAddress('order', order, () => useUiIntents.getState().order, open);
  return null;
}

const GuestsLink: ComponentProps<typeof GuestsEntry>['link'] = ({ storeId, children }) => (
  <Link className={railItemClass} params={{ storeId: String(storeId) }} to="/$storeId/guests">
    {children}
  </Link>
);

/** The side menu's last entries, but for the user's: guests, tickets for admins, 'Guía en pantalla' (H-22, U-24). */
export const LateEntries = ({
  store,
  button: Entry,
}: Omit<ComponentProps<typeof SupportEntry>, 'storeId'> & { readonly store: Store }) => (
  <>
    <GuestsEntry link={GuestsLink} store={store} />
    {can('ticket.manage', store) ? <SupportEntry button={Entry} storeId={store.id} /> : null}
    <GuidesEntry button={Entry} />
  </>
);

/** Buttons of the board's header: guests, payouts, tickets and sound (B-06, B-07, P-47). */
export const BoardButtons = ({ store }: { readonly store: Store }) => {
  const navigate = useNavigate();
  const toGuests = (): void => void navigate({ to: '/$storeId/guests', params: { storeId: String(store.id) } });
  return (
    <>
      <GuestsButton store={store} onSee={toGuests} />
      {can('ticket.manage', store) ? <SupportButtons store={store} /> : null}
      <SoundButton onPermissions={() => askForPermissions(true)} />
    </>
  );
};

// On a card: that its order should be on paper and is not.
useCardExtra.setState({ of: ({ id }) => (id === null ? null : <UnprintedMark orderId={id} />) });

/** The same in the order's detail, with the next step. */
export const DetailMark = (props: ComponentProps<typeof UnprintedNotice>) => <UnprintedNotice {...props} />;
