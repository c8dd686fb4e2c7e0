import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import styles from './chip.module.css';

interface ChipRowProps {
  /** Accessible name of the group. */
  readonly label: string;
  readonly wrap?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A row of chips that scrolls horizontally in its own box. */
export function ChipRow({ label, wrap = false, className, children }: ChipRowProps) {
  return (
    <fieldset aria-label={label} className={cx(styles['row'], wrap && styles['wrap'], className)}>
      {children}
    </fieldset>
  );
}

interface FilterPillProps extends Omit<ComponentPropsWithRef<'button'>, 'onClick' | 'onToggle'> {
  readonly pressed: boolean;
  readonly onToggle: (pressed: boolean) => void;
  readonly icon?: ReactNode;
  readonly count?: number;
}

/** A toggle. Several pills may be on. */
export function FilterPill({ pressed, onToggle, icon, count, className, children, ...rest }: FilterPillProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      className={cx(styles['pill'], pressed && styles['on'], className)}
      onClick={() => onToggle(!pressed)}
    >
      {icon}
      {children}
      {count === undefined ? null : <b>{count}</b>}
    </button>
  );
}

interface SectionTagProps extends Omit<ComponentPropsWithRef<'button'>, 'onSelect' | 'onClick'> {
  readonly current: boolean;
  readonly onSelect: () => void;
}

/** Jumps to a section. The tag of the visible section is filled. */
export function SectionTag({ current, onSelect, className, children, ...rest }: SectionTagProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-current={current ? 'true' : undefined}
      className={cx(styles['pill'], current && styles['current'], className)}
      onClick={onSelect}
    >
      {children}
    </button>
  );
}
