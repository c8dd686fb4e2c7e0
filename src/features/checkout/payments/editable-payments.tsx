import { useState } from 'react';
import { useOnlineCharging } from '#data/api/server-facts.ts';
import type { Money } from '#domain/money.ts';
import { methodsFor } from '#domain/offered-payments.ts';
import type { CartPayment } from '#domain/payments.ts';
import { resolvedPayments, withPaymentAdded } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { IconPlus } from '#ui/icons.tsx';
import { AskedCash } from './asked-cash.tsx';
import { PaymentGapNotice } from './payment-gap.tsx';
import { PaymentRows } from './payment-rows.tsx';
import styles from './payments.module.css';
import { orderPaymentTexts, paymentTexts } from './texts.ts';

interface EditablePaymentsProps {
  readonly rows: readonly CartPayment[];
  readonly total: Money;
  readonly store: Store;
  /** True once the person has tried to save: the rows show their problems. */
  readonly told: boolean;
  /** What became of a stored payment, by its row's key (D-45). */
  readonly notes?: ReadonlyMap<number, string>;
  readonly onChange: (change: (was: readonly CartPayment[]) => readonly CartPayment[]) => void;
}

/** The payments of an order or a table that is saved as a whole, in the form that saves it (B-66, G-33). */
export function EditablePayments({ rows, total, store, told, notes, onChange }: EditablePaymentsProps) {
  const [cashOf, setCashOf] = useState<number | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const charging = useOnlineCharging();
  const resolved = resolvedPayments(rows, total);
  const offered = methodsFor(null, rows, store, charging);
  const next = offered.find((m) => !rows.some((p) => p.method === m)) ?? offered[0];
  const add = (): void => {
    if (next === undefined) return;
    const grown = withPaymentAdded(rows, next);
    onChange(() => grown);
    setAdded(grown.at(-1)?.key ?? null);
  };
  return (
    <>
      {rows.length === 0 ? <p>{orderPaymentTexts.none}</p> : null}
      <PaymentRows
        added={added}
        notes={notes}
        resolved={resolved}
        rows={rows}
        store={store}
        told={told}
        onCash={setCashOf}
        onChange={onChange}
      />
      <PaymentGapNotice
        currency={store.currency}
        payments={rows}
        total={total}
        onClose={(closed) => onChange(() => closed)}
      />
      {next === undefined ? (
        <p>{paymentTexts.noOptions}</p>
      ) : (
        <div className={styles['actions']}>
          <Button icon={<IconPlus size={20} />} size="sm" variant="secondary" onClick={add}>
            {paymentTexts.add}
          </Button>
        </div>
      )}
      <AskedCash asked={cashOf} resolved={resolved} store={store} onChange={onChange} onClose={() => setCashOf(null)} />
    </>
  );
}
