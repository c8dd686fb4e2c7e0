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

/** What the number counts: unsent changes, or those that the server refused. */
export function syncCountText(state: SyncPillState, count: number): string {
  return state === 'attention' ? uiTexts.sync.failed(count) : uiTexts.sync.pending(count);
}

interface SyncPillProps {
  readonly state: SyncPillState;
  /** Unsent changes, or refused ones when the state is attention. */
  readonly count: number;
  /** Opens the list of unsent changes. */
  readonly onClick?: () => void;
  /** Shows «Conectado» too; otherwise the place stays reserved and empty. */
  readonly showOnline?: boolean;
}

/** Same place and same width in every state; icon and number alone below 1100 px. */
export function SyncPill({ state, count, onClick, showOnline = false }: SyncPillProps) {
  const hidden = state === 'online' && count === 0 && !showOnline;
  const word = uiTexts.sync[state];
  return (
    <button
      aria-hidden={hidden || undefined}
      className={cx(styles['pill'], styles[state], hidden && styles['reserved'])}
      disabled={hidden}
      title={count > 0 ? `${word} · ${count} ${syncCountText(state, count)}` : word}
      type="button"
      onClick={onClick}
    >
      {icons[state]}
      <span className={styles['word']}>{word}</span>
      {count > 0 ? (
        <>
          <b>{count > 99 ? '99+' : count}</b>
          <span className="visually-hidden">{syncCountText(state, count)}</span>
        </>
      ) : null}
    </button>
  );
}
