import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { CountBadge } from '#ui/feedback/badge.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import styles from './icon-button.module.css';

export type IconButtonVariant = 'plain' | 'outline' | 'primary';

/** The class names of an icon button, for other elements such as a router link. */
export const iconButtonClass = (variant: IconButtonVariant = 'plain'): string =>
  cx(styles['iconButton'], styles[variant]);

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: IconButtonVariant;
  readonly pressed?: boolean;
  /** Number on the corner, read after the label. 0 is hidden. */
  readonly count?: number;
  readonly loading?: boolean;
}

/** A button of 44 by 44 px with an icon. */
export function IconButton({
  label,
  icon,
  variant,
  pressed,
  count = 0,
  loading = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  // The visible number must be part of the accessible name.
  const name = count > 0 && !label.includes(String(count)) ? `${label}, ${count}` : label;
  const tap = (event: MouseEvent<HTMLButtonElement>): void => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      title={label}
      {...rest}
      type={type}
      className={cx(iconButtonClass(variant), className)}
      aria-label={name}
      aria-pressed={pressed}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={tap}
    >
      {loading ? <Spinner /> : icon}
      {count > 0 ? (
        <span aria-hidden="true" className={styles['count']}>
          <CountBadge count={count} tone="waiting" />
        </span>
      ) : null}
    </button>
  );
}
