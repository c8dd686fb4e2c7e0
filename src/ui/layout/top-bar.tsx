import type { ReactNode } from 'react';
import styles from './app-frame.module.css';

interface TopBarProps {
  readonly start?: ReactNode;
  readonly title?: ReactNode;
  readonly end?: ReactNode;
}

/** A bar of 64 px: back or menu button, title, actions. */
export function TopBar({ start, title, end }: TopBarProps) {
  return (
    <header className={styles['bar']}>
      {start}
      <div className={styles['barTitle']}>{title}</div>
      {end}
    </header>
  );
}
