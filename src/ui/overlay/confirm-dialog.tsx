import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#ui/action/button.tsx';
import { uiTexts } from '#ui/texts.ts';
import { OverlayBox } from './overlay-box.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text?: ReactNode;
  /** Names the result («Rechazar pedido»), never «OK». */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** Use 'danger' for a destructive action. */
  readonly tone?: 'danger' | 'primary';
  readonly loading?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** A confirmation for actions that cannot be undone. The safe answer has the focus. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel = uiTexts.cancel,
  tone = 'danger',
  loading = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const textId = useId();
  if (!open) return null;
  return (
    <OverlayBox
      hideClose
      {...(text === undefined ? {} : { describedBy: textId })}
      footer={
        <div className={styles['answers']}>
          <Button data-autofocus="" disabled={loading} variant="secondary" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button loading={loading} variant={tone} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
      role="alertdialog"
      size="sm"
      title={title}
      onClose={onCancel}
      onRequestClose={() => (loading ? undefined : onCancel())}
    >
      {text === undefined ? null : <div id={textId}>{text}</div>}
    </OverlayBox>
  );
}
