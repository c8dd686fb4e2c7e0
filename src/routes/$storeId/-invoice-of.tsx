import { useNavigate } from '@tanstack/react-router';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { hasInvoice, invoicesIn } from '#domain/can-invoice.ts';
import type { Store } from '#domain/store.ts';
import { InvoiceBlock, PendingInvoices } from '#features/invoices/invoice-block.tsx';
import { toInvoice } from './-to-invoice.ts';

interface InvoiceOfProps {
  readonly store: Store;
  readonly payable: PayableRef;
  readonly billings: number;
  readonly version: number;
}

/** How the invoice of an order or table stands, in its detail; nothing without one. */
export function InvoiceOf({ store, payable, billings, version }: InvoiceOfProps) {
  const navigate = useNavigate();
  if (!hasInvoice({ billings_count: billings }, store)) return null;
  return (
    <InvoiceBlock
      payable={payable}
      store={store}
      version={version}
      onSee={() => void navigate(toInvoice(store.id, payable))}
    />
  );
}

/** The invoices without an answer, on the register; nothing where the store does not invoice. */
export function PendingOf({ store }: { readonly store: Store }) {
  const navigate = useNavigate();
  if (!invoicesIn(store)) return null;
  return <PendingInvoices store={store} onSee={(payable) => void navigate(toInvoice(store.id, payable))} />;
}
