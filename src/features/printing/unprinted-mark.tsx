import { useEffect } from 'react';
import { useNow } from '#data/device/device.ts';
import { onPrintEvent } from '#data/printing/print-events.ts';
import { fetchUnprinted, showUnprinted, useUnprinted } from '#data/printing/unprinted.ts';
import { eventRefetchMs, kanbanTimerMs, unprintedRefreshMs } from '#domain/limits.ts';
import { every, wakeIn } from '#platform/clock.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { IconPrinterOff } from '#ui/icons.tsx';
import styles from './printing.module.css';
import { unprintedTexts as texts } from './paper-texts.ts';

/** On the card of an order that should be on paper and is not (decision 040). */
export function UnprintedMark({ orderId }: { readonly orderId: number }) {
  const row = useUnprinted((u) => u.byOrder.get(orderId));
  const now = useNow(kanbanTimerMs);
  if (!row) return null;
  return (
    <p className={styles['mark']}>
      <IconPrinterOff size={20} />
      <span>
        <b>{texts.mark[row.kind]}</b> {texts.since(row.since, now)}
      </span>
    </p>
  );
}

/** Keeps up to date which orders raise their hand: at the start, after events, and every minute. Renders nothing. */
export function UnprintedWatch({ storeId }: { readonly storeId: number }) {
  useEffect(() => {
    let stopped = false;
    let cancel: (() => void) | null = null;
    const read = (): void => {
      if (surroundings().online)
        // What is known stays on the screen while the server gives no answer.
        void fetchUnprinted(storeId).then(
          (rows) => (stopped ? undefined : showUnprinted(rows)),
          () => {},
        );
    };
    const soon = (): void => {
      cancel ??= wakeIn(eventRefetchMs, () => {
        cancel = null;
        read();
      });
    };
    const stops = [onPrintEvent(soon), every(unprintedRefreshMs, read), watchSurroundings(soon)];
    soon();
    return () => {
      stopped = true;
      cancel?.();
      for (const stop of stops) stop();
      showUnprinted([]);
    };
  }, [storeId]);
  return null;
}
