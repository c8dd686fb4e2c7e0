import type { ReactNode } from 'react';
import { batchProgress } from '#data/outbox/batches.ts';
import type { PendingEntry } from '#data/orders/orders.ts';
import type { Instant } from '#domain/time.ts';
import { toast } from '#ui/toast/toast.ts';
import type { PendingGroup } from './groups.ts';
import { outboxTexts } from './texts.ts';
import styles from './tray.module.css';

/** What a row needs to put its change into words. */
export interface Words {
  readonly now: Instant;
  readonly zone: string;
  readonly numberOf: (uid: string) => number | null;
}

/** Only the disk can refuse what the tray's buttons do. */
export function doing(work: Promise<unknown>): void {
  work.catch(() => toast.show({ kind: 'error', text: outboxTexts.notDone }));
}

interface RowProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export function Row({ title, children, actions }: RowProps) {
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <b>{title}</b>
        {children}
      </div>
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </li>
  );
}

interface GroupsProps<T> {
  readonly groups: readonly PendingGroup<T>[];
  readonly pending: readonly PendingEntry[];
  readonly children: (item: T) => ReactNode;
}

/** Rows; those of one bulk action under «18 de 20 aplicados». */
export function Groups<T>({ groups, pending, children }: GroupsProps<T>) {
  return (
    // Without bullets Safari forgets that it is a list.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className={styles['list']} role="list">
      {groups.map(({ batchId, items }, index) => {
        if (batchId === null) return items.map(children);
        const progress = batchProgress(batchId, pending);
        return (
          <li key={`${batchId} ${index}`} className={styles['batch']}>
            <b className={styles['batchTitle']}>
              {progress ? outboxTexts.batch(progress.applied, progress.total) : outboxTexts.batchUnknown(items.length)}
            </b>
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
            <ul className={styles['list']} role="list">
              {items.map(children)}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
