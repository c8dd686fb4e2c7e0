import { useState } from 'react';
import { useFreshness } from '#data/freshness.ts';
import { useNetwork } from '#data/network.ts';
import { isStatusArgs } from '#data/order-commands.ts';
import { dismissReview, usePendingWork, usePendingEntries } from '#data/orders.ts';
import { instantFromIso, wallTime } from '#domain/time.ts';
import type { Store } from '#domain/store.ts';
import { isErrorCode } from '#contract/errors.ts';
import { errorTexts } from '#texts/errors.ts';
import { orderStatusLabels } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { SyncPill } from '#ui/feedback/sync-pill.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { pillOf } from './pill-state.ts';
import styles from './sync-status.module.css';
import { shellTexts } from './texts.ts';

/** The pill, and behind it everything that this device has not been able to send or that was refused. */
export function SyncStatus({ store }: { readonly store: Store }) {
  const [open, setOpen] = useState(false);
  const online = useNetwork((s) => s.online);
  const connected = useFreshness((s) => s.connected);
  const { unsent, sending, review } = usePendingWork();
  const entries = usePendingEntries();
  const pill = pillOf({ online, connected, unsent, sending, review: review.length });

  const what = (type: string, body: unknown, label: string | null): string =>
    isStatusArgs(body)
      ? shellTexts.status(label ?? '', orderStatusLabels[body.to])
      : type.startsWith('order.create')
        ? shellTexts.create
        : type;

  return (
    <>
      <SyncPill count={pill.count} state={pill.state} onClick={() => setOpen(true)} />
      <Overlay
        open={open}
        size="md"
        title={review.length > 0 ? shellTexts.review : shellTexts.trayTitle}
        onClose={() => setOpen(false)}
      >
        {review.length + unsent === 0 ? <EmptyState title={shellTexts.trayEmpty} /> : null}
        <ul className={styles['list']}>
          {review.map(({ entry, kind, code, message, by, at }) => {
            const when = at === null ? null : instantFromIso(at);
            const moved = by === null || when === null ? null : `${by} ${wallTime(when, store.timezone).hour}`;
            const why =
              kind === 'expired'
                ? shellTexts.expired
                : message || (isErrorCode(code) ? errorTexts[code] : shellTexts.notApplied);
            return (
              <li key={entry.cmdId} className={styles['item']}>
                <div className={styles['words']}>
                  <b>{what(entry.type, entry.body, entries.labelOf(entry.entityId))}</b>
                  <span className={styles['why']}>{why}</span>
                  {moved === null ? null : <span className={styles['quiet']}>{moved}</span>}
                </div>
                <Button size="sm" variant="secondary" onClick={() => void dismissReview([entry.cmdId])}>
                  {shellTexts.understood}
                </Button>
              </li>
            );
          })}
          {entries.pending.map((entry) => (
            <li key={entry.cmdId} className={styles['item']}>
              <div className={styles['words']}>
                <b>{what(entry.type, entry.body, entries.labelOf(entry.entityId))}</b>
                <span className={styles['quiet']}>
                  {entry.state === 'sending' ? shellTexts.traySending : shellTexts.trayQueued}
                </span>
              </div>
            </li>
          ))}
        </ul>
      </Overlay>
    </>
  );
}
