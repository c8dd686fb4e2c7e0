import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconCloudCheck, IconCloudOff, IconCloudUpload } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './sync-pill.module.css';

export type SyncPillState = 'online' | 'offline' | 'sending' | 'attention';

const icons: Record<SyncPillState, ReactNode> = {
  online: <IconCloudCheck size={22} />,
  offline: <IconCloudOff size={22} />,
  sending: <IconCloudUpload size={22} />,
  attention: <IconAlert size={22} />,
};

interface SyncPillProps {
  readonly state: SyncPillState;
  /** The number of unsent changes; in state attention, the number of changes to review. */
  readonly count: number;
  /** Opens the list of these changes. */
  readonly onClick?: () => void;
}

/** The lines of the pill, such as 'Sin conexión: 3 por enviar' (offline engine, What people see). */
export const syncWords = (state: SyncPillState, count: number): readonly string[] => uiTexts.sync[state](count);

/** Keeps its place and width in every state. Below 1100 px it shows only icon and number. */
export function SyncPill({ state, count, onClick }: SyncPillProps) {
  const words = syncWords(state, count);
  return (
    <button
      aria-label={words.join(' ')}
      className={cx(styles['pill'], styles[state])}
      title={words.join(' ')}
      type="button"
      onClick={onClick}
    >
      {icons[state]}
      <span className={styles['words']}>
        {words.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
      {count > 0 ? <b className={styles['count']}>{count > 99 ? '99+' : count}</b> : null}
    </button>
  );
}
