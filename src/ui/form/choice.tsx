import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { FieldError } from './field.tsx';
import styles from './choice.module.css';

interface ChoiceProps extends Omit<ComponentPropsWithRef<'input'>, 'checked' | 'onChange' | 'type' | 'role'> {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Content at the end of the row, such as a price. */
  readonly trailing?: ReactNode;
}

function Choice({
  kind,
  label,
  checked,
  onChange,
  hint,
  error,
  trailing,
  id,
  className,
  ...input
}: ChoiceProps & { readonly kind: 'checkbox' | 'switch' }) {
  const own = useId();
  const control = id ?? own;
  const hintId = `${own}-hint`;
  const errorId = `${own}-error`;
  return (
    <div className={className}>
      <label className={cx(styles['row'], styles[kind])} htmlFor={control}>
        <span className={styles['words']}>
          {label}
          {hint === undefined ? null : (
            <span className={styles['hint']} id={hintId}>
              {hint}
            </span>
          )}
        </span>
        {trailing}
        <input
          {...input}
          aria-describedby={cx(error !== undefined && errorId, hint !== undefined && hintId) || undefined}
          aria-invalid={error === undefined ? undefined : true}
          checked={checked}
          className={styles['input']}
          id={control}
          role={kind === 'switch' ? 'switch' : undefined}
          type="checkbox"
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span aria-hidden="true" className={styles['mark']}>
          {kind === 'checkbox' ? (
            <svg fill="none" height="18" stroke="currentColor" strokeWidth="3" viewBox="0 0 24 24" width="18">
              <path d="m5 12.5 4.5 4.5L19 7.5" strokeLinecap="round" strokeLinejoin="round" />
            </svg>
          ) : null}
        </span>
      </label>
      <FieldError id={errorId} message={error} />
    </div>
  );
}

/** A choice in a form, effective on submit. The whole row is the tap target. */
export const Checkbox = (props: ChoiceProps) => <Choice {...props} kind="checkbox" />;

/** A choice that takes effect at once. */
export const Switch = (props: ChoiceProps) => <Choice {...props} kind="switch" />;
