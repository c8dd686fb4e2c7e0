import type { ReactNode, Ref } from 'react';
import styles from './order-detail.module.css';

interface BlockProps {
  readonly title: string;
  /** Rendered beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

/** A titled section of the detail; with a `ref` it can take the focus. */
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
