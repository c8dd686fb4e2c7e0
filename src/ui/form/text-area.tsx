import type { ComponentPropsWithRef } from 'react';
import { uiTexts } from '#ui/texts.ts';
import { Field } from './field.tsx';
import type { FieldLook } from './field.tsx';
import styles from './field.module.css';

interface TextAreaProps extends FieldLook, Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shows the counter from this many characters; by default four fifths of maxLength. */
  readonly counterFrom?: number;
}

/** A multi-line text field with a counter near the limit. */
export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  value,
  onChange,
  maxLength,
  counterFrom = maxLength === undefined ? Infinity : Math.floor(maxLength * 0.8),
  id,
  rows = 3,
  ...input
}: TextAreaProps) {
  const counter =
    maxLength !== undefined && value.length >= counterFrom ? (
      <span>{uiTexts.charactersLeft(value.length, maxLength)}</span>
    ) : undefined;
  return (
    <Field aside={counter} controlId={id} error={error} hideLabel={hideLabel ?? false} hint={hint} label={label}>
      {(control) => (
        <textarea
          {...input}
          {...control}
          className={styles['control']}
          maxLength={maxLength}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
