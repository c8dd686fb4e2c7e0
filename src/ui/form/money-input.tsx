import { useState } from 'react';
import type { ComponentPropsWithRef } from 'react';
import type { Currency, Money } from '#domain/money.ts';
import { cx } from '#ui/class-names.ts';
import { Field } from './field.tsx';
import type { FieldLook } from './field.tsx';
import { moneyFromTyped, typedFromMoney } from './money-text.ts';
import styles from './field.module.css';

interface MoneyInputProps extends FieldLook, Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'type'> {
  /** Minor units; null while the field is empty. */
  readonly value: Money | null;
  readonly onChange: (value: Money | null) => void;
  readonly currency: Currency;
}

/** An amount in the store's currency. Keeps the typed text while the person edits it; formats it on blur. */
export function MoneyInput({
  label,
  hint,
  error,
  hideLabel,
  value,
  onChange,
  currency,
  id,
  onBlur,
  ...input
}: MoneyInputProps) {
  // The typed text and its amount. If `value` changes from outside, the draft no longer applies.
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: Money | null } | null>(null);
  const text = draft && draft.value === value ? draft.text : typedFromMoney(value, currency);
  const symbol = currency.symbol.trim();
  return (
    <Field controlId={id} error={error} hideLabel={hideLabel ?? false} hint={hint} label={label}>
      {(control) => (
        <div className={styles['box']}>
          <span aria-hidden="true" className={styles['prefix']}>
            {symbol}
          </span>
          <input
            {...input}
            {...control}
            autoComplete="off"
            className={cx(styles['control'])}
            inputMode={currency.decimals > 0 ? 'decimal' : 'numeric'}
            style={{ paddingInlineStart: `calc(${symbol.length}ch + 22px)` }}
            type="text"
            value={text}
            onBlur={(event) => {
              setDraft(null);
              onBlur?.(event);
            }}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              const amount = moneyFromTyped(typed, currency);
              // Ignore a key that makes the text no amount.
              if (amount === undefined) return;
              setDraft({ text: typed, value: amount });
              if (amount !== value) onChange(amount);
            }}
          />
        </div>
      )}
    </Field>
  );
}
