import type { ReactNode } from 'react';
import { useState } from 'react';
import { loading } from '#data/device/loading.ts';
import { readFailure } from '#data/api/failure.ts';
import type { ReadPayableBilling } from '#data/billing/billing.ts';
import { usePayableBilling } from '#data/billing/billing.ts';
import { useNetwork } from '#data/device/device.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { formatMoney } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import { vatRateText } from '#domain/vat.ts';
import { failureText } from '#texts/errors.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconBack, IconReceipt } from '#ui/icons.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { DocumentView } from './document-view.tsx';
import { InvoiceForm } from './invoice-form.tsx';
import styles from './invoices.module.css';
import { invoiceTexts as texts } from './texts.ts';

interface InvoicePageProps {
  readonly store: Store;
  readonly payable: PayableRef;
  /** Changes with every event of the order or table, which is then read again. */
  readonly version: number;
  readonly headerActions?: ReactNode;
  readonly onBack: () => void;
}

/** The invoice of an order or a table: the form, then the document (I-01, I-02, I-19). */
export function InvoicePage({ store, payable, version, headerActions, onBack }: InvoicePageProps) {
  const query = usePayableBilling(store, payable, version);
  const online = useNetwork((n) => n.online);
  const failure = query.error === null ? null : readFailure(query.error);
  const gone = failure?.code === 'not_found' || failure?.code === 'forbidden' || failure?.code === 'plan_required';
  return (
    <Screen>
      <ScreenHeader
        actions={headerActions}
        start={<IconButton className={styles['back']} icon={<IconBack />} label={texts.back} onClick={onBack} />}
        title={texts.title}
      />
      <ScreenBody className={styles['body']}>
        {gone ? (
          <EmptyState
            action={<Button onClick={onBack}>{texts.back}</Button>}
            icon={<IconReceipt size={32} />}
            title={failureText(failure)}
          />
        ) : (
          <Loaded
            {...loading(query)}
            offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
            skeleton={
              <SkeletonGroup className={styles['form']} label={texts.loading}>
                <Skeleton height={56} />
                <Skeleton height={56} />
                <Skeleton height={180} />
              </SkeletonGroup>
            }
            onRetry={() => void query.refetch()}
          >
            {(billing) => (
              <>
                {online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
                <Billed billing={billing} payable={payable} store={store} onBack={onBack} />
              </>
            )}
          </Loaded>
        )}
      </ScreenBody>
    </Screen>
  );
}

interface BilledProps {
  readonly billing: ReadPayableBilling;
  readonly payable: PayableRef;
  readonly store: Store;
  readonly onBack: () => void;
}

function Billed({ billing, payable, store, onBack }: BilledProps) {
  const [again, setAgain] = useState(false);
  const { documents, open, issuer } = billing;
  const last = documents.at(-1);
  if (last !== undefined && !(open && (again || last.state === 'rejected')))
    return (
      <DocumentView
        billing={billing}
        payable={payable}
        store={store}
        onAgain={open ? () => setAgain(true) : null}
        onLeave={onBack}
      />
    );
  if (!open)
    return (
      <EmptyState
        action={<Button onClick={onBack}>{texts.back}</Button>}
        icon={<IconReceipt size={32} />}
        title={issuer === null ? texts.noSettings : texts.unavailable}
      />
    );
  return (
    <div className={styles['halves']}>
      <div className={styles['main']}>
        {last?.state === 'rejected' ? (
          <Notice tone="error">
            <b>{texts.rejected}</b>
            <p>{last.problem}</p>
          </Notice>
        ) : null}
        <InvoiceForm billing={billing} payable={payable} store={store} onLeave={onBack} />
      </div>
      <Draft billing={billing} store={store} />
    </div>
  );
}

/** Lines, taxes and total of what is being invoiced. */
function Draft({ billing, store }: Pick<BilledProps, 'billing' | 'store'>) {
  const { draft, subject, sandbox } = billing;
  const write = (amount: Parameters<typeof formatMoney>[0]): string => formatMoney(amount, store.currency);
  return (
    <section aria-label={texts.summary} className={styles['draft']}>
      <div className={styles['head']}>
        <h2 className={styles['subject']}>{subject}</h2>
        {sandbox ? <StateTag state="late">{texts.sandbox}</StateTag> : null}
      </div>
      <ul className={styles['lines']}>
        {draft.lines.map((line, index) => (
          <li key={index} className={styles['line']}>
            <span>{texts.line(line.quantity, line.name)}</span>
            <span>{write(line.amount)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles['lines']}>
        {draft.vat.map(({ rate, base, tax }) => (
          <div key={rate} className={styles['line']}>
            <dt>{texts.tax(vatRateText(rate))}</dt>
            <dd>{write(rate === 0 ? base : tax)}</dd>
          </div>
        ))}
        <div className={styles['total']}>
          <dt>{texts.total}</dt>
          <dd>{write(draft.total)}</dd>
        </div>
      </dl>
    </section>
  );
}
