import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Field } from './field.tsx';
import type { FieldLook } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldLook, Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly icon?: ReactNode;
  /** A control of at most 44 px at the end of the field. */
  readonly trailing?: ReactNode;
}

/** A single-line text field. `ref` and all other attributes go to the input. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  value,
  onChange,
  icon,
  trailing,
  id,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field controlId={id} error={error} hideLabel={hideLabel ?? false} hint={hint} label={label}>
      {(control) => (
        <div className={styles['box']}>
          {icon ? <span className={styles['icon']}>{icon}</span> : null}
          <input
            {...input}
            {...control}
            className={cx(
              styles['control'],
              Boolean(icon) && styles['withIcon'],
              Boolean(trailing) && styles['withTrailing'],
              className,
            )}
            type={type}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {trailing ? <span className={styles['trailing']}>{trailing}</span> : null}
        </div>
      )}
    </Field>
  );
}
