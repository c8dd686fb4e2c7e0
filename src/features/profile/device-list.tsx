import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignedInDevice } from '#contract/account.ts';
import { accountQueries, signOutDevice } from '#data/session/account.ts';
import { readFailureText } from '#data/api/failure.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { instantFromIso } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { deviceZone } from '#platform/surroundings.ts';
import { deviceLabel } from '#texts/device.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconDevice, IconKitchen } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/toast/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import styles from './device-list.module.css';
import { deviceTexts } from './texts.ts';

/** The user's signed-in devices, with a button to sign out each (T3). For this device it starts the normal logout. */
export function DeviceList({ onLogOut }: { readonly onLogOut: () => void }) {
  const query = useQuery(accountQueries.devices());
  const [asked, setAsked] = useState<SignedInDevice | null>(null);
  const { sending, submit } = useSubmit((failure) => toast.show({ kind: 'error', text: readFailureText(failure) }));
  const online = useNetwork((s) => s.online);

  const end = async (device: SignedInDevice): Promise<void> => {
    if (device.current) {
      setAsked(null);
      return onLogOut();
    }
    await submit(async () => {
      await signOutDevice(device.id);
      toast.show({ kind: 'success', text: deviceTexts.ended(deviceLabel(device.device)) });
    });
    setAsked(null);
  };

  return (
    <Panel title={deviceTexts.title}>
      <Loaded
        {...loading(query)}
        offline={online ? null : <p className={styles['quiet']}>{deviceTexts.offline}</p>}
        skeleton={
          <SkeletonGroup label={deviceTexts.loading}>
            <Skeleton height={64} />
          </SkeletonGroup>
        }
      >
        {(devices) => (
          <ul className={styles['rows']}>
            {devices
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((device) => (
                <Row
                  key={device.id}
                  device={device}
                  disabled={!online && !device.current}
                  onEnd={() => setAsked(device)}
                />
              ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        confirmLabel={deviceTexts.end}
        loading={sending}
        open={asked !== null}
        text={asked?.current === true ? deviceTexts.askCurrent : deviceTexts.askText}
        title={deviceTexts.askTitle(deviceLabel(asked?.device ?? ''))}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked && !sending) void end(asked);
        }}
      />
    </Panel>
  );
}

interface RowProps {
  readonly device: SignedInDevice;
  readonly disabled: boolean;
  readonly onEnd: () => void;
}

function Row({ device: { device, current, last_used_at }, disabled, onEnd }: RowProps) {
  const label = deviceLabel(device);
  const at = instantFromIso(last_used_at);
  return (
    <li className={styles['row']}>
      {/Android|iPhone|iPad/.test(device) ? <IconDevice size={28} /> : <IconKitchen size={28} />}
      <div className={styles['words']}>
        <b>{label}</b>
        {current ? (
          <span>
            <Badge tone="ready">{deviceTexts.current}</Badge>
          </span>
        ) : null}
        <span className={styles['quiet']}>
          {at === null ? null : deviceTexts.used(whenLabel(at, deviceClock.now(), deviceZone()))}
        </span>
      </div>
      <Button aria-label={deviceTexts.endOf(label)} disabled={disabled} size="sm" variant="secondary" onClick={onEnd}>
        {deviceTexts.end}
      </Button>
    </li>
  );
}
