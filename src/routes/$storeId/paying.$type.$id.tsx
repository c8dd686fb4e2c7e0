import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useGroups } from '#data/groups/groups.ts';
import { useOrders } from '#data/orders/orders.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { backTarget } from '#data/session/back-target.ts';
import { storeQueries } from '#data/store/stores.ts';
import { payableTypes } from '#domain/paying.ts';
import { can } from '#domain/permissions.ts';
import { PayingPage } from '#features/paying/paying-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { orderName, placeLabel } from '#texts/order.ts';
import { enter } from '#routes/-guard.ts';

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
  const payable = useMemo<PayableRef>(() => ({ type, id: Number(id) }), [type, id]);
  const subject = useSubject(payable);
  return (
    <PayingPage
      key={`${type} ${id}`}
      headerActions={<SyncStatus store={profile.store} />}
      mayCancel={can(type === 'order' ? 'payment.cancel' : 'group.manage', profile.store)}
      payable={payable}
      store={profile.store}
      subject={subject}
      onBack={() => void navigate({ href: backTarget(Number(storeId)), replace: true })}
    />
  );
}

/** 'Pedido 12 · Take away · Ana', or 'Mesa 4'; sellers do not have every order on their device. */
function useSubject({ type, id }: PayableRef): string {
  const orders = useOrders();
  const groups = useGroups();
  if (type === 'orderGroup') return [...groups.values()].find((g) => g.id === id)?.code.description ?? 'Mesa';
  const order = orders.find((o) => o.body.id === id)?.body;
  if (!order) return 'Pedido';
  return [orderName(order.number), placeLabel(order), order.description ?? order.user?.fullname ?? '']
    .filter(Boolean)
    .join(' · ');
}
