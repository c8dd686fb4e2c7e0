import { lazy, Suspense, useEffect, useState } from 'react';
import { importWithRetry, preloadAfterPaint } from '#data/device/lazy-import.ts';
import { useFreshness } from '#data/store/freshness.ts';
import { useNetwork } from '#data/device/device.ts';
import { usePendingWork } from '#data/orders/orders.ts';
import type { Store } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { SyncPill } from '#ui/feedback/sync-pill.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import type { Pill } from './pill-state.ts';
import { pillOf } from './pill-state.ts';
import styles from './store-shell.module.css';

/** Lazy: the first paint does not need it. */
const loadTray = () => import('./outbox/tray.tsx');
const Tray = lazy(async () => ({ default: (await importWithRetry(loadTray, tellMissing)).Tray }));

/** What is answered sooner is not told: the pill would change twice for each tap. */
const slowMs = 400;

const settledPill: Pill = { state: 'online', count: 0 };

/** True once `state` has been true for so long. */
function useLasting(state: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!state) return undefined;
    const cancel = wakeIn(slowMs, () => setLasts(true));
    return () => {
      cancel();
      setLasts(false);
    };
  }, [state]);
  return lasts;
}

interface SyncStatusProps {
  readonly store: Pick<Store, 'timezone'>;
  /** The phone's bar or the screen's header shows it, never both. */
  readonly place?: 'header' | 'bar';
}

/** The sync pill, which opens the tray of unsent and refused changes. */
export function SyncStatus({ store, place = 'header' }: SyncStatusProps) {
  /** null until first opened. */
  const [open, setOpen] = useState<boolean | null>(null);
  const online = useNetwork((s) => s.online);
  const connected = useFreshness((s) => s.connected);
  const { unsent, sending, held, rejected } = usePendingWork();
  // Preloads the tray, so that it opens at once, offline too.
  useEffect(() => preloadAfterPaint([loadTray]), []);
  const now = pillOf({ online, connected, unsent, sending, rejected: rejected.length + held.length });
  const isSlow = useLasting(now.state === 'sending');
  const pill = now.state === 'sending' && connected && !isSlow ? settledPill : now;
  return (
    <span className={styles[place]}>
      <SyncPill count={pill.count} state={pill.state} onClick={() => setOpen(true)} />
      {open === null ? null : (
        <Suspense>
          <Tray open={open} zone={store.timezone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
