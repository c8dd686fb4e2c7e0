import { IconBackspace } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './number-pad.module.css';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const comma = ',';
const zero = '0';
const hundreds = '00';

interface NumberPadProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Adds a key for the decimal comma. */
  readonly decimals?: boolean;
  /** One digit a key, for a code. */
  readonly digitsOnly?: boolean;
  /** The maximum number of characters. */
  readonly maxLength?: number;
}

/** Large keys that type into a field. The keyboard types into the same field. */
export function NumberPad({ value, onChange, decimals = false, digitsOnly = false, maxLength = 12 }: NumberPadProps) {
  const put = (key: string): void => {
    if (value.length < maxLength && !(key === comma && value.includes(comma))) onChange(value + key);
  };
  return (
    <fieldset aria-label={uiTexts.numberPad} className={styles['pad']}>
      {digits.map((digit) => (
        <button key={digit} className={styles['key']} type="button" onClick={() => put(digit)}>
          {digit}
        </button>
      ))}
      {digitsOnly ? (
        <span />
      ) : decimals ? (
        <button aria-label={uiTexts.decimals} className={styles['key']} type="button" onClick={() => put(comma)}>
          {comma}
        </button>
      ) : (
        <button className={styles['key']} type="button" onClick={() => put(hundreds)}>
          {hundreds}
        </button>
      )}
      <button className={styles['key']} type="button" onClick={() => put(zero)}>
        {zero}
      </button>
      <button
        aria-label={uiTexts.eraseLast}
        className={styles['key']}
        type="button"
        onClick={() => onChange(value.slice(0, -1))}
      >
        <IconBackspace />
      </button>
    </fieldset>
  );
}
