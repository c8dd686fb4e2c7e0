import { useId } from 'react';
import type { Ref } from 'react';
import { FieldError } from '#ui/form/field.tsx';
import styles from './code-boxes.module.css';

interface CodeBoxesProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  /** The number of digits. */
  readonly length: number;
  /** The digits typed so far. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** Called with the last digit, whether the person typed or pasted it or the device filled it in. */
  readonly onComplete: (digits: string) => void;
  readonly error?: string | undefined;
  /** While the code is checked: blocks typing and keeps the focus. */
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
}

/** The digits of a typed or pasted text, at most `length`. */
export const digitsOf = (text: string, length: number): string => text.replaceAll(/\D/g, '').slice(0, length);

/**
 * An input for a short code with one box per digit. The boxes are only drawn. A real input lies over them, so
 * that typing, Backspace, paste, autofill and screen readers work as usual.
 */
export function CodeBoxes({
  ref,
  label,
  length,
  value,
  onChange,
  onComplete,
  error,
  readOnly = false,
  disabled = false,
}: CodeBoxesProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const current = Math.min(value.length, length - 1);
  return (
    <div className={styles['code']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div
        className={styles['boxes']}
        data-disabled={disabled || undefined}
        data-wrong={error === undefined ? undefined : ''}
      >
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            aria-hidden="true"
            className={styles['box']}
            data-box=""
            data-current={index === current ? '' : undefined}
          >
            {value[index]}
          </span>
        ))}
        <input
          ref={ref}
          aria-describedby={error === undefined ? undefined : errorId}
          aria-invalid={error === undefined ? undefined : true}
          autoComplete="one-time-code"
          className={styles['field']}
          disabled={disabled}
          id={id}
          inputMode="numeric"
          name="code"
          pattern="[0-9]*"
          readOnly={readOnly}
          type="text"
          value={value}
          onChange={(event) => {
            const digits = digitsOf(event.currentTarget.value, length);
            if (digits === value) return;
            onChange(digits);
            if (digits.length === length) onComplete(digits);
          }}
          onSelect={({ currentTarget: field }) => {
            // Keep the caret after the last digit. Leave a selection alone, so that the person can overwrite it.
            const { selectionStart, selectionEnd } = field;
            const end = field.value.length;
            if (selectionStart === selectionEnd && selectionEnd !== end) field.setSelectionRange(end, end);
          }}
        />
      </div>
      <FieldError id={errorId} message={error} />
    </div>
  );
}
