import type { ReactNode } from 'react';
import styles from './app-frame.module.css';

interface TopBarProps {
  readonly start?: ReactNode;
  readonly title?: ReactNode;
  readonly end?: ReactNode;
}

/** 64 px: what leads back or to the menu, where one is, what can be done. */
export function TopBar({ start, title, end }: TopBarProps) {
  return (
    <header className={styles['bar']}>
      {start}
      <div className={styles['barTitle']}>{title}</div>
      {end}
    </header>
  );
}
