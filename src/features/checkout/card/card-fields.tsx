import type { FormEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';
import type { CardErrorCode, CardField, CardForm } from '#domain/card-form.ts';
import {
  cardBrand,
  cardNumberText,
  documentText,
  documentTypes,
  expiryMonths,
  expiryYears,
  holderMaxChars,
  securityCodeDigits,
  securityCodeText,
} from '#domain/card-form.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { cardErrorText } from '#texts/card.ts';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import styles from './card-drawer.module.css';
import { cardBrandNames, cardTexts } from './texts.ts';

interface CardFieldsProps {
  readonly card: CardForm;
  readonly problems: ReadonlyMap<CardField, CardErrorCode>;
  readonly store: Pick<Store, 'country' | 'timezone'>;
  readonly now: Instant;
  readonly disabled: boolean;
  readonly onChange: (field: CardField, value: string) => void;
}

const plainOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The seven fields of a card; `autocomplete` lets the browser fill them in (Y-20 to Y-25). */
export function CardFields({ card, problems, store, now, disabled, onChange }: CardFieldsProps) {
  const caret = useGroupedCaret(card.number);
  const brand = cardBrand(card.number);
  const sentence = (field: CardField): string | undefined => {
    const code = problems.get(field);
    return code === undefined ? undefined : cardErrorText(code);
  };
  const field = (name: CardField, read = (typed: string): string => typed) => ({
    name,
    error: sentence(name),
    value: card[name],
    onChange: (typed: string) => onChange(name, read(typed)),
  });
  return (
    <fieldset className={styles['fields']} disabled={disabled}>
      <TextField
        {...field('number', cardNumberText)}
        {...caret}
        data-autofocus=""
        autoComplete="cc-number"
        hint={cardTexts.numberHint}
        inputMode="numeric"
        label={cardTexts.number}
        spellCheck={false}
        trailing={brand === null ? undefined : <span className={styles['brand']}>{cardBrandNames[brand]}</span>}
      />
      <div className={styles['expiry']}>
        <Select
          {...field('month')}
          autoComplete="cc-exp-month"
          label={cardTexts.month}
          options={plainOptions(expiryMonths)}
          placeholder={cardTexts.choose}
        />
        <Select
          {...field('year')}
          autoComplete="cc-exp-year"
          label={cardTexts.year}
          options={plainOptions(expiryYears(now, store.timezone))}
          placeholder={cardTexts.choose}
        />
        <TextField
          {...field('securityCode', securityCodeText)}
          autoComplete="cc-csc"
          hint={cardTexts.securityCodeHint}
          inputMode="numeric"
          label={cardTexts.securityCode}
          maxLength={securityCodeDigits}
        />
      </div>
      <TextField
        {...field('holder')}
        autoComplete="cc-name"
        hint={cardTexts.holderHint}
        label={cardTexts.holder}
        maxLength={holderMaxChars}
        spellCheck={false}
      />
      <div className={styles['pair']}>
        <Select
          {...field('documentType')}
          label={cardTexts.documentType}
          options={plainOptions(documentTypes[store.country])}
          placeholder={cardTexts.choose}
        />
        <TextField
          {...field('documentNumber', documentText)}
          autoComplete="off"
          inputMode={card.documentType === 'DNI' ? 'numeric' : 'text'}
          label={cardTexts.documentNumber}
        />
      </div>
    </fieldset>
  );
}

const digitsBefore = (text: string, at: number): number => text.slice(0, at).replaceAll(/\D/gu, '').length;

/** Keeps the caret behind the digit that was typed: the spaces of the groups would move it to the end. */
function useGroupedCaret(value: string) {
  const ref = useRef<HTMLInputElement>(null);
  const behind = useRef<number | null>(null);
  useLayoutEffect(() => {
    const input = ref.current;
    if (!input || behind.current === null || document.activeElement !== input) return;
    let at = 0;
    while (at < value.length && digitsBefore(value, at) < behind.current) at += 1;
    behind.current = null;
    input.setSelectionRange(at, at);
  }, [value]);
  return {
    ref,
    onInput: ({ currentTarget: input }: FormEvent<HTMLInputElement>): void => {
      behind.current = digitsBefore(input.value, input.selectionStart ?? input.value.length);
    },
  };
}
