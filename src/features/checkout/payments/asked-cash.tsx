import { lazy, Suspense } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import type { Money } from '#domain/money.ts';
import type { CartPayment } from '#domain/payments.ts';
import { withPaymentChanged } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { tellMissing } from '#ui/toast/toast.ts';

const CashDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./cash-dialog.tsx'), tellMissing)).CashDialog,
}));

interface AskedCashProps {
  readonly resolved: readonly CartPayment<Money>[];
  /** Key of the row whose cash the dialog asks for; null while it is closed. */
  readonly asked: number | null;
  readonly store: Pick<Store, 'currency' | 'country'>;
  readonly onChange: (change: (was: readonly CartPayment[]) => readonly CartPayment[]) => void;
  readonly onClose: () => void;
}

/** '¿Con cuánto pagará?' for one row (K-65). */
export function AskedCash({ resolved, asked, store, onChange, onClose }: AskedCashProps) {
  const payment = resolved.find((p) => p.key === asked);
  return (
    <Suspense>
      {payment ? (
        <CashDialog
          key={payment.key}
          payment={payment}
          store={store}
          onChoose={(choice) => {
            onChange((was) => withPaymentChanged(was, payment.key, choice));
            onClose();
          }}
          onClose={onClose}
        />
      ) : null}
    </Suspense>
  );
}
