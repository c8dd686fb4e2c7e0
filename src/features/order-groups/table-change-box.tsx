import type { ReactNode } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './order-groups.module.css';
import { changeTableTexts } from './texts.ts';

interface TableChangeBoxProps {
  readonly title: string;
  readonly confirm: string;
  /** Why it cannot be done yet; null: it can. */
  readonly missing: string | null;
  /** What the button says without a network. */
  readonly offline: string;
  readonly error: string | null;
  readonly sending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog of a change of tables, which is sent at once and so needs a network. */
export function TableChangeBox({
  title,
  confirm,
  missing,
  offline,
  error,
  sending,
  onConfirm,
  onClose,
  children,
}: TableChangeBoxProps) {
  const online = useNetwork((n) => n.online);
  return (
    <Overlay
      footer={
        <div className={styles['answers']}>
          <Button variant="secondary" onClick={onClose}>
            {changeTableTexts.cancel}
          </Button>
          <Button disabledReason={online ? (missing ?? undefined) : offline} loading={sending} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      }
      open
      size="md"
      title={title}
      onClose={onClose}
    >
      <div className={styles['content']}>
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        {children}
      </div>
    </Overlay>
  );
}
