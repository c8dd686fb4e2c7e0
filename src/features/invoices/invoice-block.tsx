import { readFailureText } from '#data/api/failure.ts';
import { usePayableBilling, usePendingBillings } from '#data/billing/billing.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconReceipt } from '#ui/icons.tsx';
import { DocumentState } from './document-state.tsx';
import styles from './invoices.module.css';
import { invoiceTexts as texts } from './texts.ts';

interface InvoiceBlockProps {
  readonly store: Store;
  readonly payable: PayableRef;
  /** Changes with every event of the order or table. */
  readonly version: number;
  readonly onSee: () => void;
}

/** How the invoice of an order or table stands, in its detail. */
export function InvoiceBlock({ store, payable, version, onSee }: InvoiceBlockProps) {
  const { data, error } = usePayableBilling(store, payable, version);
  return (
    <section aria-label={texts.block} className={styles['block']}>
      {data ? (
        data.documents.map((document) => <DocumentState key={document.id} aheadMs={data.aheadMs} document={document} />)
      ) : error === null ? (
        <SkeletonGroup label={texts.loading}>
          <Skeleton height={44} />
        </SkeletonGroup>
      ) : (
        <p className={styles['quiet']}>{readFailureText(error)}</p>
      )}
      <Button icon={<IconReceipt size={22} />} size="sm" variant="ghost" onClick={onSee}>
        {texts.see}
      </Button>
    </section>
  );
}

interface PendingInvoicesProps {
  readonly store: Store;
  readonly onSee: (payable: PayableRef) => void;
}

/** «Facturas sin respuesta»: what the authority has not answered for good, on the register. Nothing when there is none. */
export function PendingInvoices({ store, onSee }: PendingInvoicesProps) {
  const { data } = usePendingBillings(store);
  if (!data || data.documents.length === 0) return null;
  return (
    <section aria-label={texts.pendingTitle} className={styles['pending']}>
      <h2 className={styles['subject']}>{texts.pendingTitle}</h2>
      <ul className={styles['lines']}>
        {data.documents.map((document) => (
          <li key={document.id} className={styles['pendingRow']}>
            <b>{document.subject}</b>
            <DocumentState aheadMs={data.aheadMs} document={document} />
            <Button
              aria-label={`${texts.see}: ${document.subject}`}
              size="sm"
              variant="ghost"
              onClick={() => onSee(document.payable)}
            >
              {texts.see}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
