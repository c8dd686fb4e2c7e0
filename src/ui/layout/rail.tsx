import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { CountBadge } from '#ui/feedback/badge.tsx';
import styles from './rail.module.css';

interface RailProps {
  /** Name of the navigation. */
  readonly label: string;
  /** Store avatar. */
  readonly head?: ReactNode;
  /** Offline pill, printing state, clock. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** 64 px with icons, 88 with small words, 232 with words; none on the phone, where the same items stand in a drawer. */
export function Rail({ label, head, foot, children }: RailProps) {
  return (
    <nav aria-label={label} className={styles['rail']}>
      {head ? <div className={styles['head']}>{head}</div> : null}
      <div className={styles['nav']}>{children}</div>
      {foot ? <div className={styles['foot']}>{foot}</div> : null}
    </nav>
  );
}

/** The items of the rail in the phone's drawer: rows with words. */
export function RailList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles['list']}>
      {children}
    </nav>
  );
}

/** For a router link, which marks the current one with aria-current="page". */
export const railItemClass = styles['item'] ?? '';

interface RailItemContentProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly count?: number;
  /** What the number counts, read after the label («3 pendientes»). */
  readonly countLabel?: string;
}

/** Inside of a link or button of the rail. */
export function RailItemContent({ icon, label, count = 0, countLabel }: RailItemContentProps) {
  return (
    <>
      <span className={styles['icon']}>
        {icon}
        {count > 0 ? (
          <span className={styles['count']}>
            <CountBadge count={count} tone="waiting" {...(countLabel === undefined ? {} : { label: countLabel })} />
          </span>
        ) : null}
      </span>
      <span className={styles['label']}>{label}</span>
    </>
  );
}

interface RailButtonProps extends RailItemContentProps, Omit<ComponentPropsWithRef<'button'>, 'children'> {}

/** An item that does something here instead of leading elsewhere. */
export function RailButton({ icon, label, count, countLabel, className, ...rest }: RailButtonProps) {
  return (
    <button title={label} type="button" {...rest} className={cx(railItemClass, className)}>
      <RailItemContent
        icon={icon}
        label={label}
        {...(count === undefined ? {} : { count })}
        {...(countLabel === undefined ? {} : { countLabel })}
      />
    </button>
  );
}
