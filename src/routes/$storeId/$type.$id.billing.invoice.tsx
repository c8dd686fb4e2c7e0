import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useGroups } from '#data/groups/groups.ts';
import { useOrders } from '#data/orders/orders.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { backTarget } from '#data/session/return-pages.ts';
import { storeQueries } from '#data/store/stores.ts';
import { payableTypes } from '#domain/paying.ts';
import { InvoicePage } from '#features/invoices/invoice-page.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { enter } from '#routes/-guard.ts';

/** /{store_id}/order/{id}/billing/invoice and …/orderGroup/…: the invoice of an order or a table (I-01). */
export const Route = createFileRoute('/$storeId/$type/$id/billing/invoice')({
  // Both routes have one rule; the screen refuses any other type.
  beforeLoad: ({ params }) => enter('store.order.billing.invoice', Number(params.storeId)),
  component: InvoiceRoute,
});

function InvoiceRoute() {
  const { storeId, type: named, id } = Route.useParams();
  const type = payableTypes.find((known) => known === named);
  if (type === undefined) throw notFound();
  return <InvoiceScreen id={Number(id)} storeId={storeId} type={type} />;
}

function InvoiceScreen({ storeId, type, id }: { readonly storeId: string } & PayableRef) {
  const navigate = useNavigate();
  const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
  const payable = useMemo<PayableRef>(() => ({ type, id }), [type, id]);
  return (
    <InvoicePage
      key={`${type} ${id}`}
      headerActions={<SyncStatus store={profile.store} />}
      payable={payable}
      store={profile.store}
      version={useVersion(payable)}
      onBack={() => void navigate({ href: backTarget(Number(storeId)), replace: true })}
    />
  );
}

/** Changes with every event of the order or table that this device knows. */
function useVersion({ type, id }: PayableRef): number {
  const orders = useOrders();
  const groups = useGroups();
  return type === 'order'
    ? (orders.find((o) => o.body.id === id)?.body.ver ?? 0)
    : ([...groups.values()].find((g) => g.id === id)?.ver ?? 0);
}
