import { useState } from 'react';
import { useFreshness } from '#data/freshness.ts';
import { useNetwork } from '#data/network.ts';
import { usePendingWork } from '#data/orders.ts';
import type { Store } from '#domain/store.ts';
import { SyncPill } from '#ui/feedback/sync-pill.tsx';
import { Tray } from './outbox/tray.tsx';
import { pillOf } from './pill-state.ts';
import styles from './store-shell.module.css';

interface SyncStatusProps {
  readonly store: Pick<Store, 'timezone'>;
  /** On the phone the bar has it, elsewhere the screen's own header: it is seen once. */
  readonly place?: 'header' | 'bar';
}

/** The pill, and behind it everything that this device has not been able to send or that was refused. */
export function SyncStatus({ store, place = 'header' }: SyncStatusProps) {
  const [open, setOpen] = useState(false);
  const online = useNetwork((s) => s.online);
  const connected = useFreshness((s) => s.connected);
  const { unsent, sending, held, review } = usePendingWork();
  const pill = pillOf({ online, connected, unsent, sending, review: review.length + held.length });
  return (
    <span className={styles[place]}>
      <SyncPill count={pill.count} state={pill.state} onClick={() => setOpen(true)} />
      <Tray open={open} zone={store.timezone} onClose={() => setOpen(false)} />
    </span>
  );
}
