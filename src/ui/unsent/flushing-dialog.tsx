import { Button } from '#ui/action/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { uiTexts, unsentTexts } from '#ui/texts.ts';
import styles from './unsent.module.css';

interface FlushingDialogProps {
  readonly left: number;
  /** Why the app waits, and the longest time that it waits. */
  readonly text: string;
  readonly onCancel: () => void;
}

/** Shown while the app sends waiting changes before a logout or on leaving a store (offline engine, Life cycle). */
export function FlushingDialog({ left, text, onCancel }: FlushingDialogProps) {
  return (
    <Overlay open hideClose size="sm" title={unsentTexts.flushing(left)} onClose={onCancel}>
      <p className={styles['progress']} role="status">
        <Spinner size={22} />
        {text}
      </p>
      <Button fullWidth variant="secondary" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
    </Overlay>
  );
}
