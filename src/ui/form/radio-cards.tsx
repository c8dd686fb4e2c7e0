import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { FieldError } from './field.tsx';
import styles from './radio-cards.module.css';

export interface RadioOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly icon?: ReactNode;
  readonly trailing?: ReactNode;
  readonly disabled?: boolean;
}

interface RadioCardsProps<V extends string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly options: readonly RadioOption<V>[];
  /** null while no option is selected. */
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  /** list: rows of 56 px; grid: as many tiles as fit; segmented: one bar. */
  readonly layout?: 'list' | 'grid' | 'segmented';
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

/** Radio buttons as cards. The whole card is the tap target; arrow keys move between cards. */
export function RadioCards<V extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
  layout = 'list',
  error,
  disabled = false,
}: RadioCardsProps<V>) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : errorId}
      className={styles['set']}
      disabled={disabled}
    >
      <legend className={cx(styles['legend'], hideLabel && 'visually-hidden')}>{label}</legend>
      <div className={styles[layout]}>
        {options.map((option) => (
          <label key={option.value} className={styles['card']}>
            <input
              checked={option.value === value}
              className={styles['input']}
              disabled={option.disabled}
              name={name}
              type="radio"
              value={option.value}
              onChange={() => onChange(option.value)}
            />
            {layout === 'segmented' ? null : <span aria-hidden="true" className={styles['mark']} />}
            {option.icon}
            <span className={styles['words']}>
              {option.label}
              {option.hint === undefined ? null : <span className={styles['hint']}>{option.hint}</span>}
            </span>
            {option.trailing}
          </label>
        ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}
