import { useEffect, useRef } from 'react';
import { useOnlineCharging } from '#data/api/server-facts.ts';
import { formatMoney } from '#domain/money.ts';
import type { Money } from '#domain/money.ts';
import { methodsFor } from '#domain/offered-payments.ts';
import type { CartPayment } from '#domain/payments.ts';
import { paymentProblem, withoutPayment, withPaymentChanged, withPaymentMethod } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { paymentMethods } from '#domain/store.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { Select } from '#ui/form/select.tsx';
import { IconCoins, IconTrash } from '#ui/icons.tsx';
import styles from './payments.module.css';
import { CashWords } from './single-payment.tsx';
import { paymentTexts } from './texts.ts';

interface PaymentRowsProps {
  readonly rows: readonly CartPayment[];
  readonly resolved: readonly CartPayment<Money>[];
  readonly store: Pick<Store, 'payment_methods' | 'currency' | 'country' | 'gateways'>;
  readonly told: boolean;
  /** What became of a stored payment, by its row's key (D-45). */
  readonly notes?: ReadonlyMap<number, string> | undefined;
  /** Key of the row that the user has just added. */
  readonly added: number | null;
  readonly onCash: (key: number) => void;
  readonly onChange: (change: (payments: readonly CartPayment[]) => readonly CartPayment[]) => void;
}

/** Several payments, each with method and amount; unmodifiable ones are read-only (Y-06, Y-11, Y-13). */
export function PaymentRows({ rows, resolved, store, told, notes, added, onCash, onChange }: PaymentRowsProps) {
  const charging = useOnlineCharging();
  const list = useRef<HTMLUListElement>(null);
  // Focuses a new row, so that the user can fill it in.
  useEffect(() => {
    if (added !== null) list.current?.querySelector<HTMLElement>(`[data-row="${added}"] select`)?.focus();
  }, [added]);
  const offered = store.payment_methods;

  return (
    <ul ref={list} className={styles['rows']}>
      {rows.map((row, index) => {
        const amount = resolved[index]?.amount;
        const shown = resolved[index];
        if (amount === undefined || !shown) return null;
        const problem = told ? paymentProblem(row, amount) : null;
        const label = paymentMethodLabel(row.method, offered);
        const choices = methodsFor(row, rows, store, charging);
        // Also a method that the store has ceased to offer.
        const methods = paymentMethods.filter((m) => m === row.method || choices.includes(m));
        return (
          <li key={row.key} data-row={row.key} className={styles['payment']}>
            <fieldset
              aria-label={paymentTexts.row(index + 1, label)}
              className={styles['fields']}
              disabled={!row.can_modify}
            >
              <Select
                hideLabel
                label={paymentTexts.method}
                options={methods.map((m) => ({ value: m, label: paymentMethodLabel(m, offered) }))}
                value={row.method}
                onChange={(value) => {
                  const method = methods.find((m) => m === value);
                  if (method) onChange((was) => withPaymentMethod(was, row.key, method));
                }}
              />
              <MoneyInput
                currency={store.currency}
                error={problem === 'no-amount' ? paymentTexts.required : undefined}
                hideLabel
                label={paymentTexts.amount}
                value={row.amount === null ? null : amount}
                onChange={(value) => onChange((was) => withPaymentChanged(was, row.key, { amount: value }))}
              />
              <IconButton
                icon={<IconTrash size={22} />}
                label={paymentTexts.remove(label)}
                onClick={() => onChange((was) => withoutPayment(was, row.key))}
              />
            </fieldset>
            {row.method === 'cash' && row.can_modify ? (
              <Button
                className={styles['cash']}
                icon={<IconCoins size={20} />}
                size="sm"
                variant="ghost"
                onClick={() => onCash(row.key)}
              >
                <span className="visually-hidden">{paymentTexts.cashChange}</span>
                <CashWords currency={store.currency} payment={shown} />
              </Button>
            ) : null}
            {notes?.has(row.key) ? <p className={styles['fixed']}>{notes.get(row.key)}</p> : null}
            {row.can_modify ? null : <p className={styles['fixed']}>{paymentTexts.fixed}</p>}
            <FieldError
              id={`cash-${row.key}`}
              message={problem === 'cash' ? paymentTexts.above(formatMoney(amount, store.currency)) : undefined}
            />
          </li>
        );
      })}
    </ul>
  );
}
