import type { FormEvent } from 'react';
import { useState } from 'react';
import { tipOf, usualTips } from '#domain/bill.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatPercent, zero } from '#domain/money.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './order-groups.module.css';
import { tipTexts as texts } from './texts.ts';

interface TipDialogProps {
  readonly tip: Money;
  readonly total: Money;
  readonly currency: Currency;
  readonly onApply: (tip: Money) => void;
  readonly onClose: () => void;
}

/** 'Propina': a percentage of the total, or an amount. It is saved with the table's payments. */
export function TipDialog({ tip, total, currency, onApply, onClose }: TipDialogProps) {
  const [amount, setAmount] = useState<Money | null>(tip > 0 ? tip : null);
  return (
    <Overlay
      footer={<FormAnswers confirm={texts.apply} form="table-tip" saving={false} onCancel={onClose} />}
      open
      size="sm"
      title={texts.title}
      onClose={onClose}
    >
      <form
        className={styles['form']}
        id="table-tip"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onApply(amount ?? zero);
          onClose();
        }}
      >
        <ChipRow label={texts.usual} wrap>
          {[0, ...usualTips].map((percent) => (
            <FilterPill
              key={percent}
              pressed={(amount ?? zero) === tipOf(total, percent)}
              onToggle={() => setAmount(percent === 0 ? null : tipOf(total, percent))}
            >
              {percent === 0 ? texts.none : formatPercent(percent)}
            </FilterPill>
          ))}
        </ChipRow>
        <MoneyInput currency={currency} hint={texts.hint} label={texts.amount} value={amount} onChange={setAmount} />
      </form>
    </Overlay>
  );
}
