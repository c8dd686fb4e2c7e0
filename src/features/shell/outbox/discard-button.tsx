import { useState } from 'react';
import type { Entry } from '#data/orders/orders.ts';
import { discardPending } from '#data/orders/orders.ts';
import { Button } from '#ui/action/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { doing } from './rows.tsx';
import { outboxTexts } from './texts.ts';
import styles from './tray.module.css';

/** «Descartar», with a confirmation: it also discards later commands of the same order. */
export function DiscardButton({ entry, title }: { readonly entry: Entry; readonly title: string }) {
  const [asking, setAsking] = useState(false);
  const mayHaveLeft = entry.attempts > 0;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {outboxTexts.discard}
      </Button>
      <ConfirmDialog
        confirmLabel={outboxTexts.discard}
        open={asking}
        text={
          <div className={styles['words']}>
            <b>{title}</b>
            <span>{outboxTexts.discardText}</span>
            {mayHaveLeft ? <span>{outboxTexts.discardSent}</span> : null}
          </div>
        }
        title={outboxTexts.discardTitle}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          doing(discardPending([entry.cmdId]));
        }}
      />
    </>
  );
}
