import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import type { StoredOrderGroup } from '#data/groups/groups.ts';
import { useGroups } from '#data/groups/groups.ts';
import { useOrders } from '#data/orders/orders.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { retryGroupPayment } from '#data/paying/retry-payment.ts';
import { backTarget } from '#data/session/return-pages.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { Order } from '#domain/order.ts';
import { invoicesIn } from '#domain/can-invoice.ts';
import { openRefusal } from '#domain/order-group.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { payableTypes } from '#domain/paying.ts';
import { can } from '#domain/permissions.ts';
import { customerRole } from '#domain/roles.ts';
import { type Store } from '#domain/store.ts';
import type { PayAgain } from '#features/paying/pay-again.tsx';
import { PayingPage } from '#features/paying/paying-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { enter } from '#routes/-guard.ts';
import { useStoreActions } from '#routes/-store-actions.ts';
import { paidSubject, orderPayAgain } from './-payments.tsx';
import { toInvoice } from './-to-invoice.ts';

const OrderPaymentsDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('#features/checkout/order-payments-dialog.tsx'), tellMissing))
    .OrderPaymentsDialog,
}));

const isId = (text: string): boolean => /^[1-9]\d{0,9}$/u.test(text);

/** /{store_id}/paying/{type}/{id}: a payment in progress of an order or a table (Y-45). */
export const Route = createFileRoute('/$storeId/paying/$type/$id')({
  params: {
    parse: ({ type, id }) => {
      const known = payableTypes.find((t) => t === type);
      if (known === undefined || !isId(id)) throw notFound();
      return { type: known, id };
    },
  },
  beforeLoad: ({ params }) => enter('paying', Number(params.storeId)),
  component: PayingRoute,
});

function PayingRoute() {
  const { storeId, type, id } = Route.useParams();
  const navigate = useNavigate();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const { store } = profile;
  const payable = useMemo<PayableRef>(() => ({ type, id: Number(id) }), [type, id]);
  const { order, group } = usePaid(payable);
  /** Each attempt has a screen of its own. */
  const [attempt, setAttempt] = useState(1);
  /** The payments are being changed; `again`: with the refused one as a new one. */
  const [editing, setEditing] = useState<{ readonly again: boolean } | null>(null);
  const isCustomer = store.pivot.role === customerRole;
  const back = (): void =>
    void (isCustomer
      ? navigate({ to: '/customer/$storeId/order/$id', params: { storeId, id }, replace: true })
      : navigate({ href: backTarget(Number(storeId)), replace: true }));
  /** To its invoice, where the store invoices and there is none yet (Y-52). */
  const approved = (): void => {
    const paid = type === 'order' ? order : group;
    const ofTable = type === 'order' && order?.code?.group === true;
    if (!invoicesIn(store) || ofTable || (paid?.billings_count ?? 0) > 0) return back();
    void navigate({ ...toInvoice(store.id, payable), replace: true });
  };
  const begun = (): void => {
    setEditing(null);
    setAttempt((was) => was + 1);
  };
  const { openCode } = useStoreActions();
  const orderAgain = orderPayAgain(store, order, { onPaying: begun, onOther: (again) => setEditing({ again }) });
  const groupAgain = groupPayAgain(store, group, {
    onPaying: begun,
    onOther: (codeId) => {
      const code = profile.codes.find((c) => c.id === codeId);
      back();
      if (code) openCode(code);
    },
  });
  return (
    <>
      <PayingPage
        key={`${type} ${id} ${attempt}`}
        again={type === 'order' ? orderAgain : groupAgain}
        headerActions={isCustomer ? undefined : <SyncStatus store={store} />}
        mayCancel={can(type === 'order' ? 'payment.cancel' : 'group.manage', store)}
        payable={payable}
        staying={editing !== null}
        store={store}
        // Sellers do not have every order on their device.
        subject={type === 'order' ? (order ? paidSubject(order) : 'Pedido') : (group?.code.description ?? 'Mesa')}
        onApproved={approved}
        onBack={back}
      />
      <Suspense>
        {editing && order ? (
          <OrderPaymentsDialog
            again={editing.again}
            store={store}
            uid={order.uid}
            // The end below goes back by itself.
            onClose={() => setEditing(null)}
            onPaying={begun}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** What is being paid, as far as this device knows it. */
function usePaid({ type, id }: PayableRef): { readonly order: Order | null; readonly group: OrderGroup | null } {
  const orders = useOrders();
  const groups = useGroups();
  return {
    order: (type === 'order' && orders.find((o) => o.body.id === id)?.body) || null,
    group: (type === 'orderGroup' && [...groups.values()].find((g) => g.id === id)) || null,
  };
}

interface GroupAgainWays {
  readonly onPaying: () => void;
  readonly onOther: (codeId: number) => void;
}

/** As for an order: the table is finished again, or its detail shows the payments. */
function groupPayAgain(store: Store, group: OrderGroup | null, { onPaying, onOther }: GroupAgainWays): PayAgain | null {
  if (!isStored(group) || openRefusal(group.status) !== null || !can('group.manage', store)) return null;
  return {
    other: () => onOther(group.code.id),
    async retry() {
      const end = await retryGroupPayment(store, group);
      if (end === 'begun') onPaying();
      if (end === 'needs-card') onOther(group.code.id);
      return typeof end === 'object' ? end.refused : null;
    },
  };
}

const isStored = (group: OrderGroup | null): group is StoredOrderGroup => group !== null && group.id !== null;
