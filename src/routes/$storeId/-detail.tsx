import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import type { Order } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { payAgainAction, paymentsAction } from '#features/checkout/payments/payments-action.tsx';
import { OrderDetail } from '#features/order-detail/order-detail.tsx';
import { tableAction } from '#features/order-groups/table-action.tsx';
import { useStoreActions } from '#routes/-store-actions.ts';
import { InvoiceOf } from './-invoice-of.tsx';
import { orderActions } from './-order-actions.ts';
import { OrderPaymentWays } from './-payments.tsx';
import { TicketOfOrder } from './-support.tsx';
import { toInvoice } from './-to-invoice.ts';

const DetailMark = lazy(async () => ({
  default: (await importWithRetry(() => import('./-alerts.tsx'))).DetailMark,
}));

/** The order's detail with the content of other features; loaded after the board. */
export function DetailWithOptions(
  props: Omit<ComponentProps<typeof OrderDetail>, 'actions' | 'stateExtra' | 'moneyExtra'>,
) {
  const { profile } = props;
  const { store } = profile;
  const navigate = useNavigate();
  const { openTable } = useStoreActions();
  const kitchen = useKiosk((k) => k.active);
  const asked = props.onAction;
  // The board's code loads without that of the invoices and tables.
  const onAction = useCallback<typeof asked>(
    async (action, order) => {
      const dialog = 'dialog' in action ? action.dialog : null;
      if (dialog === 'table' && order.order_group_id !== null) openTable({ id: order.order_group_id });
      else if (dialog === 'invoice' && order.id !== null)
        await navigate(toInvoice(store.id, { type: 'order', id: order.id }));
      else return asked(action, order);
      return true;
    },
    [asked, navigate, openTable, store.id],
  );
  const state = useMemo(() => stateOf(store), [store]);
  const money = (order: Order): ReactNode => (
    <>
      <OrderPaymentWays
        order={order}
        store={store}
        onOther={(again) => void onAction(again ? payAgainAction : paymentsAction, order)}
      />
      {order.id === null ? null : (
        <InvoiceOf
          billings={order.billings_count}
          payable={{ type: 'order', id: order.id }}
          store={store}
          version={order.ver}
        />
      )}
    </>
  );
  const actions = kitchen ? kitchenActions : orderActions;
  return <OrderDetail {...props} actions={actions} moneyExtra={money} stateExtra={state} onAction={onAction} />;
}

/** The frame of a kitchen screen opens no tables. */
const kitchenActions = orderActions.filter((action) => action !== tableAction);

/** The order's ticket, for users who may open it (U-06), and that its paper is missing. */
const stateOf =
  (store: Store) =>
  (order: Order): ReactNode => (
    <>
      {order.id !== null && can('ticket.manage', store) ? (
        <TicketOfOrder orderId={order.id} storeId={store.id} />
      ) : null}
      <Suspense>
        <DetailMark order={order} storeId={store.id} />
      </Suspense>
    </>
  );
