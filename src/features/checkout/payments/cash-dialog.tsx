import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { formatMoney } from '#domain/money.ts';
import { amountMaxChars } from '#domain/limits.ts';
import type { CashOption } from '#domain/order.ts';
import { cashOptions } from '#domain/order.ts';
import type { Money } from '#domain/money.ts';
import type { CartPayment } from '#domain/payments.ts';
import { cashProblem, changeOf, likelyCash } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { cashOptionLabels } from '#texts/order-details.ts';
import { Button } from '#ui/action/button.tsx';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { moneyFromTyped, typedFromMoney } from '#ui/form/money-text.ts';
import { NumberPad } from '#ui/form/number-pad.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './payments.module.css';
import { paymentTexts } from './texts.ts';

interface CashDialogProps {
  readonly payment: CartPayment<Money>;
  readonly store: Pick<Store, 'currency' | 'country'>;
  readonly onChoose: (choice: Pick<CartPayment, 'type' | 'value'>) => void;
  readonly onClose: () => void;
}

/** '¿Con cuánto pagará?': the exact amount, or a larger one with its change (Y-14 to Y-19). */
export function CashDialog({ payment, store, onChoose, onClose }: CashDialogProps) {
  const { currency, country } = store;
  const [type, setType] = useState<CashOption>(payment.type ?? 'exact');
  const [typed, setTyped] = useState(() => typedFromMoney(payment.value, currency));
  const [told, setTold] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const value = type === 'other' ? (moneyFromTyped(typed, currency) ?? null) : null;
  const problem = cashProblem(type, value, payment.amount);
  const words = problem
    ? problem.rule === 'choose-type'
      ? paymentTexts.chooseType
      : paymentTexts.above(formatMoney(problem.amount, currency))
    : undefined;
  const change = changeOf({ type, value, amount: payment.amount });

  const select = (event: FormEvent): void => {
    event.preventDefault();
    // It may have been opened from a form, which React would tell too.
    event.stopPropagation();
    if (words === undefined) return onChoose({ type, value });
    setTold(true);
    announce(words, 'assertive');
    field.current?.focus();
  };

  return (
    <Overlay
      dirty={type === 'other' && typed !== typedFromMoney(payment.value, currency)}
      footer={
        <div className={styles['answers']}>
          <Button variant="secondary" onClick={onClose}>
            {paymentTexts.cancel}
          </Button>
          <Button form="cash" type="submit">
            {paymentTexts.select}
          </Button>
        </div>
      }
      open
      size="sm"
      title={paymentTexts.cashTitle}
      onClose={onClose}
    >
      <form className={styles['form']} id="cash" noValidate onSubmit={select}>
        <p className={styles['due']}>
          <span>{paymentTexts.toPay}</span>
          <b>{formatMoney(payment.amount, currency)}</b>
        </p>
        <RadioCards
          hideLabel
          label={paymentTexts.cashTitle}
          layout="segmented"
          options={cashOptions.map((option) => ({ value: option, label: cashOptionLabels[option] }))}
          value={type}
          onChange={(next) => {
            setType(next);
            // A change of type clears the amount (Y-19).
            setTyped('');
            setTold(false);
          }}
        />
        {type === 'other' ? (
          <>
            <ChipRow label={paymentTexts.likely}>
              {likelyCash(payment.amount, country, currency).map((note) => (
                <FilterPill
                  key={note}
                  pressed={value === note}
                  onToggle={(on) => setTyped(on ? typedFromMoney(note, currency) : '')}
                >
                  {formatMoney(note, currency)}
                </FilterPill>
              ))}
            </ChipRow>
            <TextField
              ref={field}
              autoComplete="off"
              className={styles['value']}
              error={told ? words : undefined}
              icon={<span className={styles['unit']}>{currency.symbol.trim()}</span>}
              inputMode={currency.decimals > 0 ? 'decimal' : 'numeric'}
              label={paymentTexts.otherAmount}
              maxLength={amountMaxChars}
              value={typed}
              onChange={setTyped}
            />
            <p className={styles['change']} role="status">
              {change === null ? null : paymentTexts.change(formatMoney(change, currency))}
            </p>
            <NumberPad decimals={currency.decimals > 0} maxLength={amountMaxChars} value={typed} onChange={setTyped} />
          </>
        ) : null}
      </form>
    </Overlay>
  );
}
