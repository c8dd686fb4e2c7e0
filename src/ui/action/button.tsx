import { useId } from 'react';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'success';
/** sm 44 px · md 48 px, 56 on wide screens · lg 56 px. */
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly fullWidth?: boolean | undefined;
}

/** The look of a button for something else, such as a router link. */
export const buttonClass = ({ variant = 'primary', size = 'md', fullWidth = false }: ButtonLook = {}): string =>
  cx(styles['button'], styles[variant], styles[size], fullWidth && styles['full']);

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  readonly icon?: ReactNode;
  readonly iconAfter?: ReactNode;
  /** In flight: keeps its width, shows progress inside and ignores further taps. */
  readonly loading?: boolean | undefined;
  /** Says in one line why it cannot be used now; the button stays visible and can still be reached. */
  readonly disabledReason?: string | undefined;
}

/** Forward is primary; danger only destroys or rejects. */
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
  const locked = loading || disabledReason !== undefined;
  const tap = (event: MouseEvent<HTMLButtonElement>): void => {
    // Also stops a submit: a locked button must not send its form.
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
      aria-describedby={cx(rest['aria-describedby'], disabledReason !== undefined && reasonId) || undefined}
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
