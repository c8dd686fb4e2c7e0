import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import styles from './panel-list.module.css';

/** A list of framed rows inside a panel. */
export const PanelList = ({ children }: { readonly children: ReactNode }) => (
  // Safari drops the list role of a list without bullets.
  // oxlint-disable-next-line jsx-a11y/no-redundant-roles
  <ul className={styles['list']} role="list">
    {children}
  </ul>
);

interface PanelRowProps {
  readonly title: ReactNode;
  /** Beside the title, or below it where there is no room. */
  readonly note: string;
  readonly children: ReactNode;
}

export const PanelRow = ({ title, note, children }: PanelRowProps) => (
  <li className={styles['row']}>
    <div className={styles['head']}>
      <b>{title}</b>
      <span className={styles['note']}>{note}</span>
    </div>
    {children}
  </li>
);

/** Two rows of that height, in px, while the list loads. */
export const PanelListSkeleton = ({ label, height }: { readonly label: string; readonly height: number }) => (
  <SkeletonGroup className={styles['list']} label={label}>
    <Skeleton height={height} />
    <Skeleton height={height} />
  </SkeletonGroup>
);
