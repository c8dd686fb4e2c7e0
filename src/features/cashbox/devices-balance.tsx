import { useEffect, useState } from 'react';
import { askDevices, devicesQuery } from '#data/cashbox/cashbox.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { devicesRefreshMs, devicesAnswerMs, kanbanTimerMs } from '#domain/limits.ts';
import type { DeviceBalance, OutboxBalance } from '#domain/outbox-balance.ts';
import { awaited, balanceOfDevices, isSilent } from '#domain/outbox-balance.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { wakeIn } from '#platform/clock.ts';
import { whenLabel } from '#texts/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconSuccess } from '#ui/icons.tsx';
import { PanelListSkeleton } from '#ui/layout/panel-list.tsx';
import styles from './cashbox.module.css';
import { devicesTexts as texts } from './texts.ts';

/** What the devices have sent while a close is open. */
export interface WatchedDevices {
  readonly query: ReturnType<typeof useDevicesQuery>;
  /** The devices that the close waits for. */
  readonly waiting: readonly DeviceBalance[];
  /** The devices were just asked, and some have not answered yet. */
  readonly asking: boolean;
}

const useDevicesQuery = (store: Store, cashboxId: number) =>
  useQuery({ ...devicesQuery(store, cashboxId), refetchInterval: devicesRefreshMs });

/** Asks every device what it has not sent, at once and when the network returns, and follows their answers. */
export function useWatchedDevices(store: Store, cashboxId: number): WatchedDevices {
  const query = useDevicesQuery(store, cashboxId);
  const online = useNetwork((n) => n.online);
  const [answering, setAnswering] = useState(true);
  useEffect(() => {
    if (!online) return;
    setAnswering(true);
    // If it fails, the list says so, and shows since when nothing was heard of a device.
    void askDevices(store, cashboxId).catch(() => {});
    return wakeIn(devicesAnswerMs, () => setAnswering(false));
  }, [store, cashboxId, online]);
  const balance = query.data ?? { askedAt: null, devices: [] };
  const all = awaited(balance);
  const sure = all.filter((d) => d.unsent > 0 || d.review > 0 || d.missing.length > 0);
  return { query, waiting: answering ? sure : all, asking: answering && sure.length < all.length };
}

interface DevicesBalanceProps {
  readonly store: Store;
  readonly watched: WatchedDevices;
}

/** What the devices made and the server has, in one calm line; those that the close waits for, by name. */
export function DevicesBalance({ store, watched: { query, waiting, asking } }: DevicesBalanceProps) {
  const online = useNetwork((n) => n.online);
  return (
    <section aria-label={texts.title} aria-live="polite">
      <Loaded
        {...loading(query)}
        offline={online ? null : <p className={styles['quiet']}>{texts.offline}</p>}
        skeleton={<PanelListSkeleton height={24} label={texts.asking} />}
      >
        {(balance) =>
          balance === null ? null : <DevicesSummary asking={asking} balance={balance} store={store} waiting={waiting} />
        }
      </Loaded>
    </section>
  );
}

interface DevicesSummaryProps {
  readonly store: Store;
  readonly balance: OutboxBalance;
  readonly waiting: readonly DeviceBalance[];
  readonly asking?: boolean;
}

export function DevicesSummary({ store, balance, waiting, asking = false }: DevicesSummaryProps) {
  const sums = texts.sums(balanceOfDevices(balance));
  if (waiting.length === 0)
    return (
      <p className={styles['calm']}>
        {asking ? null : <IconSuccess size={22} />}
        <span>
          {sums}
          {asking ? <span className={styles['note']}>{texts.asking}</span> : null}
        </span>
      </p>
    );
  return (
    <Notice tone="warning">
      <p className={styles['waits']}>{sums}</p>
      <ul className={styles['devices']}>
        {waiting.map((device) => (
          <DeviceRow key={`${device.id} ${device.person}`} askedAt={balance.askedAt} device={device} store={store} />
        ))}
      </ul>
    </Notice>
  );
}

interface DeviceRowProps {
  readonly store: Store;
  readonly device: DeviceBalance;
  readonly askedAt: Instant | null;
}

/** A device that the close waits for, with what it holds and when it was last heard. */
function DeviceRow({ store: { timezone }, device, askedAt }: DeviceRowProps) {
  const now = useNow(kanbanTimerMs);
  const when = (at: Instant): string => whenLabel(at, now, timezone);
  const { unsent, review, missing, heardAt } = device;
  const heard =
    heardAt === null
      ? texts.never
      : isSilent(device, askedAt)
        ? texts.silent(when(heardAt))
        : texts.heard(when(heardAt));
  const holds = [unsent > 0 ? texts.unsent(unsent) : [], review > 0 ? texts.review(review) : [], heard].flat();
  return (
    <li>
      <b>{texts.device(device)}</b>
      <span className={styles['note']}>{holds.join(' · ')}</span>
      {missing.slice(0, shownGaps).map(({ number, from, to }) => (
        <span key={number} className={styles['note']}>
          {texts.missing(number, from && when(from), to && when(to))}
        </span>
      ))}
      {missing.length > shownGaps ? (
        <span className={styles['note']}>{texts.more(missing.length - shownGaps)}</span>
      ) : null}
    </li>
  );
}

const shownGaps = 3;
