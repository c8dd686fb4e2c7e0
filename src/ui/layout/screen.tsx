import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import styles from './screen.module.css';

interface SlotProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Fills the content area with header, body and, on the phone, the bottom bar. */
export function Screen({ className, children }: SlotProps) {
  return <div className={cx(styles['screen'], className)}>{children}</div>;
}

interface ScreenHeaderProps {
  readonly title: ReactNode;
  /** Before the title, such as a back button. */
  readonly start?: ReactNode;
  /** Beside the title: chips, search. */
  readonly filters?: ReactNode;
  /** At the end: pill and icon buttons. Their position is fixed. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** The header of a screen: its only h1, its filters and its actions. */
export function ScreenHeader({ title, start, filters, actions, className }: ScreenHeaderProps) {
  return (
    <header className={cx(styles['header'], className)}>
      {start}
      <h1 className={styles['title']}>{title}</h1>
      {filters ? <div className={styles['filters']}>{filters}</div> : null}
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </header>
  );
}

interface ScreenBodyProps extends SlotProps {
  /** False when the panes inside scroll by themselves. */
  readonly scroll?: boolean;
}

/** The area below the header. From 768 px on it scrolls; on the phone the page scrolls. */
export function ScreenBody({ scroll = true, className, children }: ScreenBodyProps) {
  return <div className={cx(styles['body'], scroll && styles['scroll'], className)}>{children}</div>;
}

/** Panes side by side from 768 px on, stacked on the phone. */
export function Panes({ className, children }: SlotProps) {
  return <div className={cx(styles['panes'], className)}>{children}</div>;
}

interface BottomBarProps extends SlotProps {
  /** Shows the bar at every width, not only on the phone. */
  readonly always?: boolean;
}

/** A bar with the screen's primary action. It must be the last child of <Screen>. */
export function BottomBar({ always = false, className, children }: BottomBarProps) {
  return <div className={cx(styles['bottom'], always && styles['always'], className)}>{children}</div>;
}
