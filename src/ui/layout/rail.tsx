import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { CountBadge } from '#ui/feedback/badge.tsx';
import styles from './rail.module.css';

interface RailProps {
  /** Accessible name of the navigation. */
  readonly label: string;
  /** The store's avatar. */
  readonly head?: ReactNode;
  /** The clock of a wide screen. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The navigation: 64 px with icons, 88 with small labels, 232 with labels. On the phone a drawer has the same items.
 */
export function Rail({ label, head, foot, children }: RailProps) {
  return (
    <nav aria-label={label} className={styles['rail']}>
      {head ? <div className={styles['head']}>{head}</div> : null}
      <div className={styles['nav']}>{children}</div>
      {foot ? <div className={styles['foot']}>{foot}</div> : null}
    </nav>
  );
}

/** The rail's items in the phone's drawer, as rows with labels. */
export function RailList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles['list']}>
      {children}
    </nav>
  );
}

/** For a router link, which sets aria-current="page" on the current item. */
export const railItemClass = styles['item'] ?? '';

interface RailItemContentProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly count?: number;
  /** Accessible text of the number, read after the label («3 pendientes»). */
  readonly countLabel?: string;
}

/** The content of a link or button in the rail. */
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

/** A rail item that runs an action instead of navigating. */
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
