import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import type { DiscountWay } from '#domain/manual-discount.ts';
import { amountMaxChars } from '#domain/limits.ts';
import { discounted, discountWays, isNoDiscount, readDiscount, usualPercentages } from '#domain/manual-discount.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { GeneralDiscount } from '#domain/promocode.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { moneyFromTyped, typedFromMoney } from '#ui/form/money-text.ts';
import { NumberPad } from '#ui/form/number-pad.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconArrowRight } from '#ui/icons.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './discount.module.css';
import { cartTexts, discountProblemTexts, discountTexts, discountWayLabels } from './texts.ts';

interface DiscountDialogProps {
  readonly discount: GeneralDiscount | null;
  readonly subtotal: Money;
  readonly currency: Currency;
  /** null removes the discount. */
  readonly onApply: (discount: GeneralDiscount | null) => void;
  readonly onClose: () => void;
}

/** Initial values of the form, from the current discount. */
function startOf(discount: GeneralDiscount | null, currency: Currency): { way: DiscountWay; typed: string } {
  if (discount === null) return { way: 'percentage', typed: '' };
  return discount.type === 'PERCENTAGE'
    ? { way: 'percentage', typed: String(discount.value) }
    : { way: 'amount', typed: typedFromMoney(discount.value, currency) };
}

/** 'Aplicar descuento' by percentage, amount or new subtotal; shows the resulting subtotal (K-18 to K-25). */
export function DiscountDialog({ discount, subtotal, currency, onApply, onClose }: DiscountDialogProps) {
  const [start] = useState(() => startOf(discount, currency));
  const [way, setWay] = useState(start.way);
  const [typed, setTyped] = useState(start.typed);
  const [told, setTold] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const percentage = way === 'percentage';
  const read = readDiscount(
    { way, percent: typed, amount: percentage ? null : moneyFromTyped(typed, currency) },
    subtotal,
  );
  const format = (amount: Money): string => formatMoney(amount, currency);

  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (!read.ok) {
      setTold(true);
      announce(discountProblemTexts[read.problem], 'assertive');
      field.current?.focus();
      return;
    }
    onApply(isNoDiscount(read.value) ? null : read.value);
    onClose();
  };
  const choose = (next: DiscountWay): void => {
    setWay(next);
    setTyped('');
    setTold(false);
    field.current?.focus();
  };

  return (
    <Overlay
      dirty={way !== start.way || typed !== start.typed}
      footer={<FormAnswers confirm={discountTexts.apply} form="discount" onCancel={onClose} />}
      initialFocus={field}
      open
      size="sm"
      title={discountTexts.title}
      onClose={onClose}
    >
      <form className={styles['form']} id="discount" noValidate onSubmit={apply}>
        <RadioCards
          hideLabel
          label={discountTexts.way}
          layout="segmented"
          options={discountWays.map((value) => ({ value, label: discountWayLabels[value] }))}
          value={way}
          onChange={choose}
        />
        <TextField
          ref={field}
          autoComplete="off"
          className={styles['value']}
          error={told && !read.ok ? discountProblemTexts[read.problem] : undefined}
          icon={percentage ? null : <span className={styles['prefix']}>{currency.symbol.trim()}</span>}
          inputMode={percentage ? 'numeric' : 'decimal'}
          label={discountTexts[percentage ? 'percent' : way]}
          maxLength={amountMaxChars}
          trailing={percentage ? <span className={styles['unit']}>{cartTexts.percentSign}</span> : null}
          value={typed}
          onChange={setTyped}
        />
        {percentage ? (
          <ChipRow label={discountTexts.usual}>
            {usualPercentages.map((value) => (
              <FilterPill
                key={value}
                pressed={typed === String(value)}
                onToggle={(on) => setTyped(on ? String(value) : '')}
              >
                {cartTexts.percent(value)}
              </FilterPill>
            ))}
          </ChipRow>
        ) : null}
        <p className={styles['preview']}>
          <span>{discountTexts.before}</span> <b>{format(subtotal)}</b>
          <IconArrowRight size={22} />
          <span className="visually-hidden">{discountTexts.becomes}</span>
          <b className={styles['result']}>{read.ok ? format(discounted(subtotal, read.value)) : format(subtotal)}</b>
        </p>
        <NumberPad
          decimals={!percentage && currency.decimals > 0}
          maxLength={percentage ? 3 : amountMaxChars}
          value={typed}
          onChange={setTyped}
        />
      </form>
    </Overlay>
  );
}
