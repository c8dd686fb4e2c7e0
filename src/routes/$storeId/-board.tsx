import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import type { OnAction, OrderDialog } from '#data/orders/order-action.ts';
import { currentOrder } from '#data/orders/orders.ts';
import { useOrderRefresh } from '#data/orders/order-refresh.ts';
import { importWithRetry, preloadAfterPaint, usePainted } from '#data/device/lazy-import.ts';
import { askForOrder, useUiIntents } from '#data/device/ui-intents.ts';
import type { Order } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import { boardActions } from '#features/order-board/actions/order-actions.tsx';
import { OrderBoard } from '#features/order-board/order-board.tsx';
import { boardTexts } from '#features/order-board/texts.ts';
import { printActions } from '#features/printing/print-actions.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { iconButtonClass } from '#ui/action/icon-button.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { tellMissing } from '#ui/toast/toast.ts';

/** Lazy: the first paint does not need them. */
const loadDetail = () => import('./-detail.tsx');
const loadReject = () => import('#features/order-board/actions/reject-dialog.tsx');
const loadDelay = () => import('#features/order-board/actions/delay-dialog.tsx');
const loadPayments = () => import('#features/checkout/order-payments-dialog.tsx');
const OrderDetail = lazy(async () => ({ default: (await importWithRetry(loadDetail, tellMissing)).DetailWithOptions }));
const loadSeenBy = () => import('#features/alerts/seen-by.tsx');
const SeenBy = lazy(async () => ({ default: (await importWithRetry(loadSeenBy, tellMissing)).SeenBy }));
const BoardButtons = lazy(async () => ({
  default: (await importWithRetry(() => import('./-alerts.tsx'))).BoardButtons,
}));
const RejectDialog = lazy(async () => ({ default: (await importWithRetry(loadReject, tellMissing)).RejectDialog }));
const DelayDialog = lazy(async () => ({ default: (await importWithRetry(loadDelay, tellMissing)).DelayDialog }));
const OrderPaymentsDialog = lazy(async () => ({
  default: (await importWithRetry(loadPayments, tellMissing)).OrderPaymentsDialog,
}));

/** Keeps the place of a button that loads after the first paint: a header that grew would move the cards under a finger. */
const buttonPlace = <span aria-hidden="true" className={iconButtonClass()} />;
const supportPlaces = (
  <>
    {buttonPlace}
    {buttonPlace}
    {buttonPlace}
  </>
);

/** With the key that prints. */
const keyActions = [...boardActions, ...printActions];

interface BoardWithDetailProps {
  readonly profile: Profile;
  /** 'drawer' beside the side column: the finished orders stay behind their button. */
  readonly finishedPanel?: 'auto' | 'drawer';
  /** True inside a kitchen screen, whose frame replaces the header. */
  readonly bare?: boolean;
}

/** The board with the detail and the dialogs of both; used by home and by the board's own route. */
export function BoardWithDetail({ profile, finishedPanel = 'auto', bare = false }: BoardWithDetailProps) {
  const { store } = profile;
  const painted = usePainted();
  const places = can('ticket.manage', store) ? supportPlaces : buttonPlace;
  const kitchen = useKitchenEntries(store.id);
  // «Ver» on a notice opens an order too, from any screen.
  const uid = useUiIntents((w) => w.order);
  useOrderRefresh(uid, store);
  const [open, setOpen] = useState<{ readonly uid: string; readonly dialog: OrderDialog } | null>(null);
  const onAction = useCallback<OnAction>(
    async (action, order) => {
      if ('run' in action) return action.run(order, store);
      setOpen({ uid: order.uid, dialog: action.dialog });
      return true;
    },
    [store],
  );
  const goPaying = useGoPaying(store.id);
  const openOrder = useCallback(
    (asked: string): void => {
      const order = currentOrder(asked);
      // While it is being paid, its payment (Y-57).
      if (order?.status === 'PAYING' && order.id !== null) goPaying(order.id);
      else askForOrder(asked);
    },
    [goPaying],
  );
  const close = (): void => setOpen(null);
  const extra = useMemo(() => seenByOf(store), [store]);
  // So that the dialogs open at once, offline too.
  useEffect(() => preloadAfterPaint([loadDetail, loadReject, loadDelay, loadPayments, loadSeenBy]), []);
  return (
    <>
      <OrderBoard
        actions={keyActions}
        bare={bare}
        finishedPanel={finishedPanel}
        headerActions={
          <>
            <Suspense fallback={places}>{painted ? <BoardButtons store={store} /> : places}</Suspense>
            <SyncStatus store={store} />
          </>
        }
        kitchen={kitchen}
        profile={profile}
        onAction={onAction}
        onOpenOrder={openOrder}
      />
      <Suspense>
        {uid === null ? null : (
          <OrderDetail
            profile={profile}
            uid={uid}
            historyExtra={extra}
            onAction={onAction}
            onClose={() => askForOrder(null)}
            onGo={askForOrder}
          />
        )}
      </Suspense>
      <Suspense>
        {open?.dialog === 'reject' ? <RejectDialog store={store} uid={open.uid} onClose={close} /> : null}
        {open?.dialog === 'delay' ? <DelayDialog store={store} uid={open.uid} onClose={close} /> : null}
        {open?.dialog === 'payments' || open?.dialog === 'pay-again' ? (
          <OrderPaymentsDialog
            again={open.dialog === 'pay-again'}
            store={store}
            uid={open.uid}
            onClose={close}
            onPaying={(id) => {
              close();
              goPaying(id);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Goes to the payment in progress of an order. */
function useGoPaying(store: number): (orderId: number) => void {
  const navigate = useNavigate();
  return useCallback(
    (orderId) => {
      const params = { storeId: String(store), type: 'order', id: String(orderId) } as const;
      void navigate({ to: '/$storeId/paying/$type/$id', params });
    },
    [navigate, store],
  );
}

/** Who saw the order, below its history. */
const seenByOf =
  (store: Profile['store']) =>
  ({ id, status }: Order): ReactNode =>
    id === null ? null : (
      <Suspense>
        <SeenBy orderId={id} store={store} waiting={status === 'PENDING'} />
      </Suspense>
    );

/** Menu items: turn this device into a kitchen screen, or pair another one by its code. */
function useKitchenEntries(store: number): readonly MenuItem[] {
  const navigate = useNavigate();
  return useMemo(() => {
    const params = { storeId: String(store) };
    const here = (): void => void navigate({ to: '/$storeId/orders/kanban', params, search: { kiosk: 1 } });
    return [
      { id: 'kitchen', group: boardTexts.kitchen, label: boardTexts.kitchenHere, onSelect: here },
      {
        id: 'pair',
        group: boardTexts.kitchen,
        label: boardTexts.kitchenOther,
        onSelect: () => void navigate({ to: '/$storeId/pair', params }),
      },
    ];
  }, [navigate, store]);
}
