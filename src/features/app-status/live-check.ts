import { useEffect, useState } from 'react';
import { listenToSound, useSound } from '#data/alerts/sound.ts';
import { useNetwork, useUpdates } from '#data/device/device.ts';
import { usePendingWork } from '#data/orders/orders.ts';
import { usePrinterConfigs } from '#data/printing/printer-configs.ts';
import { usePrintService } from '#data/printing/print-service.ts';
import { useBoardProof, useFreshness } from '#data/store/freshness.ts';
import { batteryResult, type DeviceCheck, storageResult } from '#domain/device-check.ts';
import { can } from '#domain/permissions.ts';
import { localPrinters } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { type Battery, readBattery } from '#platform/battery.ts';
import { notificationPermission } from '#platform/notifications.ts';
import { freeBytes, isPersisted } from '#platform/storage.ts';

interface DeviceFacts {
  readonly kept: boolean | null;
  readonly free: number | null;
  readonly battery: Battery | null;
}

const readFacts = async (): Promise<DeviceFacts> => {
  const [kept, free, battery] = await Promise.all([isPersisted(), freeBytes(), readBattery()]);
  return { kept, free, battery };
};

/** What the app sees without a trial, and the function that asks the device again. */
export function useLiveCheck(store: Store): readonly [DeviceCheck, () => void] {
  const online = useNetwork((s) => s.online);
  const connected = useFreshness((s) => s.connected);
  const { broken, tried } = useBoardProof();
  const { unsent, held, rejected } = usePendingWork();
  const { mode, state: sound } = useSound();
  const update = useUpdates((s) => s.apply !== null);
  const printers = localPrinters(usePrinterConfigs(store.id));
  const service = usePrintService((s) => s.state);
  const [{ kept, free, battery }, setFacts] = useState<DeviceFacts>({ kept: null, free: null, battery: null });
  const ask = (): void => void readFacts().then(setFacts);
  useEffect(ask, []);
  useEffect(listenToSound, []);
  const works = store.cashbox !== undefined && can('cashbox.view', store);
  return [
    {
      network: online ? 'online' : 'offline',
      server: 'untried',
      realtime: connected ? 'linked' : 'unlinked',
      board: tried ? (broken ?? 'works') : 'untried',
      unsent: rejected.length + held.length > 0 ? 'review' : unsent > 0 ? 'waiting' : 'none',
      sound: mode === null ? 'off' : sound,
      notifications: notificationPermission(),
      printers:
        printers.length === 0 ? 'none' : service.name === 'disconnected' && service.why !== null ? 'away' : 'ready',
      clock: 'untried',
      storage: storageResult(free, kept),
      battery: batteryResult(battery),
      version: update ? 'older' : 'untried',
      register: works ? (store.cashbox.id === null ? 'closed' : 'open') : 'none',
    },
    ask,
  ];
}
