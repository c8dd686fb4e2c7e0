import type { ReactNode } from 'react';
import styles from './cashbox.module.css';

/** A name and its value, alone. */
export const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <p className={styles['fact']}>
    <span>{name}</span>
    <b>{value}</b>
  </p>
);

interface FactRowProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

/** The same, as one of several in a <dl>. */
export const FactRow = ({ name, value, strong = false }: FactRowProps) => (
  <div className={styles['fact']} data-strong={strong || undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
