import { useId } from 'react';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'success';
/** sm: 44 px; md: 48 px, or 56 px on wide screens; lg: 56 px. */
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly fullWidth?: boolean | undefined;
}

/** The class names of a button, for other elements such as a router link. */
export const buttonClass = ({ variant = 'primary', size = 'md', fullWidth = false }: ButtonLook = {}): string =>
  cx(styles['button'], styles[variant], styles[size], fullWidth && styles['full']);

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  readonly icon?: ReactNode;
  readonly iconAfter?: ReactNode;
  /** Busy: keeps its width, shows a spinner and ignores taps. */
  readonly loading?: boolean | undefined;
  /** One line that says why the button is disabled. It stays visible and focusable. null: keeps the place of the line. */
  readonly disabledReason?: string | null | undefined;
}

/** Use 'primary' for the next step and 'danger' only to destroy or reject. */
export function Button({
  variant,
  size,
  fullWidth,
  icon,
  iconAfter,
  loading = false,
  disabledReason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const locked = loading || typeof disabledReason === 'string';
  const tap = (event: MouseEvent<HTMLButtonElement>): void => {
    // Also stops a submit: a disabled button must not send its form.
    if (locked) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass({ variant, size, fullWidth }), loading && styles['loading'], className)}
      aria-busy={loading || undefined}
      aria-disabled={locked || undefined}
      aria-describedby={cx(rest['aria-describedby'], typeof disabledReason === 'string' && reasonId) || undefined}
      onClick={tap}
    >
      {loading ? <Spinner className={styles['spinner']} /> : null}
      <span className={styles['content']}>
        {icon}
        <span className={styles['label']}>{children}</span>
        {iconAfter}
      </span>
    </button>
  );
  if (disabledReason === undefined) return button;
  return (
    <span className={cx(styles['withReason'], fullWidth && styles['full'])}>
      {button}
      <span className={styles['reason']} id={reasonId}>
        {disabledReason}
      </span>
    </span>
  );
}
