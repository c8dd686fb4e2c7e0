import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { IconAlert } from '#ui/icons.tsx';
import { StateShape } from '#ui/state-shapes.tsx';
import type { OrderState } from '#ui/state-shapes.tsx';
import styles from './badge.module.css';

export type Tone = OrderState | 'danger';

/** A short label on a tint, such as '10% OFF'. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={cx(styles['badge'], styles[tone])}>{children}</span>;
}

interface CountBadgeProps {
  readonly count: number;
  /** Accessible text instead of the number, such as «2 pedidos». */
  readonly label?: string;
  readonly max?: number;
  /** plain: a light pill on a column; other values: filled with the state's colour. */
  readonly tone?: 'plain' | Tone;
}

/** A number in a pill. Above `max` it shows «99+». */
export function CountBadge({ count, label, max = 99, tone = 'plain' }: CountBadgeProps) {
  const shown = count > max ? `${max}+` : String(count);
  return (
    <span className={cx(styles['count'], tone !== 'plain' && styles['solid'], styles[tone])}>
      {label === undefined ? (
        shown
      ) : (
        <>
          <span aria-hidden="true">{shown}</span>
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </span>
  );
}

interface StateTagProps {
  readonly state: Tone;
  /** Filled, for example the timer of a late order. */
  readonly solid?: boolean;
  /** Replaces the state's own shape. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A state as shape, word and colour. */
export function StateTag({ state, solid = false, icon, children }: StateTagProps) {
  return (
    <span className={cx(styles['tag'], styles[state], solid && styles['solid'])}>
      {icon ?? (state === 'danger' ? <IconAlert size={18} /> : <StateShape state={state} tinted={false} />)}
      {children}
    </span>
  );
}
