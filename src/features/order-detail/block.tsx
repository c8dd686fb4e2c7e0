import type { ReactNode, Ref } from 'react';
import styles from './order-detail.module.css';

interface BlockProps {
  readonly title: string;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

/** A part of the detail under its name; with a `ref` it can take the focus. */
export function Block({ title, action, children, ref }: BlockProps) {
  return (
    <section ref={ref} aria-label={title} className={styles['block']} tabIndex={ref ? -1 : undefined}>
      <div className={styles['blockHead']}>
        <h3 className={styles['blockTitle']}>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
