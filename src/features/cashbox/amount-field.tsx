import type { ReactNode, RefObject } from 'react';
import type { FieldProblem } from '#domain/errors.ts';
import { amountMaxChars } from '#domain/limits.ts';
import type { Currency, Money } from '#domain/money.ts';
import { subtract, zero } from '#domain/money.ts';
import { fieldText } from '#texts/fields.ts';
import { moneyFromTyped } from '#ui/form/money-text.ts';
import { NumberPad } from '#ui/form/number-pad.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import styles from './cashbox.module.css';

/** A typed amount, also a negative one; null: nothing is typed, undefined: it is no amount. */
export function typedAmount(text: string, currency: Currency): Money | null | undefined {
  const bare = text.trim();
  const amount = moneyFromTyped(bare.replace(/^-/, ''), currency);
  return bare.startsWith('-') && amount !== null && amount !== undefined ? subtract(zero, amount) : amount;
}

/** The sentence under the field; undefined: the amount is accepted. */
export function amountWords(
  amount: Money | null | undefined,
  problemOf: (amount: Money | null) => FieldProblem | null,
): string | undefined {
  const problem = amount === undefined ? ({ rule: 'invalid' } as const) : problemOf(amount);
  return problem ? fieldText(problem) : undefined;
}

interface AmountFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly currency: Currency;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

/** An amount with large keys below it. */
export function AmountField({ field, label, typed, onTyped, currency, error, hint }: AmountFieldProps) {
  const decimals = currency.decimals > 0;
  return (
    <div className={styles['amount']}>
      <TextField
        ref={field}
        autoComplete="off"
        className={styles['typed']}
        error={error}
        hint={hint}
        icon={<span className={styles['unit']}>{currency.symbol.trim()}</span>}
        inputMode={decimals ? 'decimal' : 'numeric'}
        label={label}
        maxLength={amountMaxChars}
        value={typed}
        onChange={onTyped}
      />
      <NumberPad decimals={decimals} maxLength={amountMaxChars} value={typed} onChange={onTyped} />
    </div>
  );
}
