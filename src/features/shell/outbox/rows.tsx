import type { ReactNode } from 'react';
import { batchProgress } from '#data/outbox/batches.ts';
import type { Entry } from '#data/orders/orders.ts';
import type { Instant } from '#domain/time.ts';
import { toast } from '#ui/toast/toast.ts';
import type { PendingGroup } from './groups.ts';
import { outboxTexts } from './texts.ts';
import styles from './tray.module.css';

/** The data that a row needs to describe its change. */
export interface Words {
  readonly now: Instant;
  readonly zone: string;
  readonly numberOf: (uid: string) => number | null;
}

/** Runs an action of the tray; only the disk can make it fail. */
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
  readonly pending: readonly Entry[];
  readonly children: (item: T) => ReactNode;
}

/** Rows; a bulk action's rows are under «18 de 20 aplicados». */
export function Groups<T>({ groups, pending, children }: GroupsProps<T>) {
  return (
    // Safari drops the list role of a list without bullets.
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
