import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { IconAlert } from '#ui/icons.tsx';
import styles from './field.module.css';

/** The props of every field. */
export interface FieldLook {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The message below the field. The caller focuses the first invalid field. */
  readonly error?: string | undefined;
  readonly hideLabel?: boolean;
}

/** Ids and aria attributes that connect a control with its label, hint and message. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps extends FieldLook {
  /** Uses this id instead of a generated one. */
  readonly controlId?: string | undefined;
  /** Content to the right of the hint, such as a counter. */
  readonly aside?: ReactNode;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Renders the label above and the message below, and passes the attributes to the control. */
export function Field({ label, hint, error, hideLabel = false, controlId, aside, children }: FieldProps) {
  const own = useId();
  const id = controlId ?? own;
  const hintId = `${own}-hint`;
  const errorId = `${own}-error`;
  const describedBy = cx(error !== undefined && errorId, hint !== undefined && hintId) || undefined;
  return (
    <div className={styles['field']}>
      <label className={cx(styles['label'], hideLabel && 'visually-hidden')} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error === undefined ? undefined : true, 'aria-describedby': describedBy })}
      <FieldError id={errorId} message={error} />
      {hint !== undefined || aside !== undefined ? (
        <div className={styles['below']}>
          <span id={hintId}>{hint}</span>
          {aside}
        </div>
      ) : null}
    </div>
  );
}

/** The message of an invalid field, with an icon. */
export function FieldError({ id, message }: { readonly id: string; readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className={styles['error']} id={id}>
      <IconAlert size={18} />
      {message}
    </p>
  );
}
