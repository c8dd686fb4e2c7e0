import { useEffect, useState } from 'react';
import { askDevices, devicesQuery } from '#data/cashbox/cashbox.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
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

/** What the devices have sent is read again while a close is open. One that is connected answers within the second. */
const devicesRefreshMs = 3_000;
const devicesAnswerMs = 6_000;

/** What the devices have sent while a close is open. */
export interface WatchedDevices {
  readonly query: ReturnType<typeof useDevicesQuery>;
  /** The devices that the close waits for. */
  readonly waiting: readonly DeviceBalance[];
  /** Why that may not be all: some have not answered yet, or nothing can be asked; null: it is. */
  readonly note: string | null;
}

const useDevicesQuery = (store: Store, cashboxId: number) =>
  useQuery({ ...devicesQuery(store, cashboxId), refetchInterval: devicesRefreshMs });

/** Asks every device what it has not sent, at once and when the network returns, and follows their answers. */
export function useWatchedDevices(store: Store, cashboxId: number): WatchedDevices {
  const query = useDevicesQuery(store, cashboxId);
  const online = useNetwork((n) => n.online);
  const [asked, setAsked] = useState<'asking' | 'answered' | 'failed'>('asking');
  const { id } = store;
  useEffect(() => {
    if (!online) return;
    let cancel = (): void => {};
    let over = false;
    const ask = async (): Promise<void> => {
      const heard = await askDevices({ id }, cashboxId).then(
        () => true,
        () => false,
      );
      if (over) return;
      if (!heard) setAsked('failed');
      cancel = heard ? wakeIn(devicesAnswerMs, () => setAsked('answered')) : wakeIn(devicesRefreshMs, () => void ask());
    };
    void ask();
    return () => {
      over = true;
      cancel();
    };
  }, [id, cashboxId, online]);
  const balance = query.data ?? { askedAt: null, devices: [] };
  const all = awaited(balance);
  const sure = all.filter((d) => d.unsent > 0 || d.review > 0 || d.missing.length > 0);
  const asking = asked === 'asking' && sure.length < all.length;
  const failed = asked === 'failed' || query.isError;
  const note = online ? (failed ? texts.failed : asking ? texts.asking : null) : texts.offline;
  return { query, waiting: asked === 'asking' ? sure : all, note };
}

interface DevicesBalanceProps {
  readonly store: Store;
  readonly watched: WatchedDevices;
}

/** What the devices made and the server has, in one calm line; those that the close waits for, by name. */
export function DevicesBalance({ store, watched: { query, waiting, note } }: DevicesBalanceProps) {
  const online = useNetwork((n) => n.online);
  return (
    <section aria-label={texts.title} aria-live="polite">
      <Loaded
        {...loading(query)}
        offline={online ? null : <p className={styles['quiet']}>{texts.offline}</p>}
        skeleton={<PanelListSkeleton height={24} label={texts.asking} />}
      >
        {(balance) =>
          balance === null ? null : <DevicesSummary balance={balance} note={note} store={store} waiting={waiting} />
        }
      </Loaded>
    </section>
  );
}

interface DevicesSummaryProps {
  readonly store: Store;
  readonly balance: OutboxBalance;
  readonly waiting: readonly DeviceBalance[];
  /** Why this may not be all; null: it is. */
  readonly note?: string | null;
}

export function DevicesSummary({ store, balance, waiting, note = null }: DevicesSummaryProps) {
  const sums = texts.sums(balanceOfDevices(balance));
  const doubt = note === null ? null : <span className={styles['note']}>{note}</span>;
  if (waiting.length === 0)
    return (
      <p className={styles['calm']}>
        {doubt ? null : <IconSuccess size={22} />}
        <span>
          {sums}
          {doubt}
        </span>
      </p>
    );
  return (
    <Notice tone="warning">
      <p className={styles['waits']}>{sums}</p>
      {doubt}
      <ul className={styles['devices']}>
        {waiting.map((device, index) => (
          <DeviceRow key={`${device.person} ${index}`} askedAt={balance.askedAt} device={device} store={store} />
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
