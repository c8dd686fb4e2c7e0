import type { ReactNode } from 'react';
import { IconTrash } from '#ui/icons.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './removable-row.module.css';

interface RemovableRowProps {
  /** Of the trash. */
  readonly label: string;
  /** null: the row stays. */
  readonly onRemove: (() => void) | null;
  readonly children: ReactNode;
}

/** A row of a list, with a trash beside it. */
export const RemovableRow = ({ label, onRemove, children }: RemovableRowProps) => (
  <li className={styles['row']}>
    <div className={styles['words']}>{children}</div>
    {onRemove ? (
      <IconButton className={styles['trash']} icon={<IconTrash size={22} />} label={label} onClick={onRemove} />
    ) : null}
  </li>
);
