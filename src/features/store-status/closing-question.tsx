import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useNow } from '#data/device/device.ts';
import { listenToSound, playAlertSound, useSound } from '#data/alerts/sound.ts';
import { autoCloseCountdownMs } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { IconWarning } from '#ui/icons.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { ClosingButtons } from './closing-buttons.tsx';
import styles from './closing.module.css';
import { closingLabel, statusTexts } from './texts.ts';

/** The time left, updated every 20 s (T-27). */
export function ClosingCountdown({ autoclose }: { readonly autoclose: Instant }) {
  return closingLabel(autoclose, useNow(autoCloseCountdownMs));
}

interface ClosingQuestionProps {
  readonly store: Pick<Store, 'id'>;
  readonly autoclose: Instant;
  /** True while the status editor shows the same question. */
  readonly hidden: boolean;
}

/** T-23: stays until answered on any device; plays and announces once, and never takes the focus (B8). */
export function ClosingQuestion({ store, autoclose, hidden }: ClosingQuestionProps) {
  const now = useNow(autoCloseCountdownMs);
  const text = useRef(closingLabel(autoclose, now));
  useEffect(() => {
    listenToSound();
    announce(text.current, 'assertive');
    if (useSound.getState().mode !== null) void playAlertSound('closing');
  }, []);
  if (hidden) return null;
  return createPortal(
    // Rendered into body: an overlay makes the root inert, and the question must stay usable.
    <section aria-label={statusTexts.question} className={styles['card']} data-closing="">
      <p className={styles['text']}>
        <IconWarning size={24} />
        <b>{closingLabel(autoclose, now)}</b>
      </p>
      <ClosingButtons accepted={false} storeId={store.id} />
    </section>,
    document.body,
  );
}
