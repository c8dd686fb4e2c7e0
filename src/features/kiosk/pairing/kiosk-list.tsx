import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireKiosk } from '#contract/kiosk.ts';
import { readFailureText } from '#data/api/failure.ts';
import { kioskQueries, removeKiosk } from '#data/kiosk/kiosks.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { instantFromIso } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconKitchen } from '#ui/icons.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/toast/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import styles from './pair-page.module.css';
import { pairTexts } from './texts.ts';

interface KioskListProps {
  readonly storeId: number;
  readonly zone: string;
}

/** The store's paired screens, who approved them, and a button to unpair each. */
export function KioskList({ storeId, zone }: KioskListProps) {
  const query = useQuery(kioskQueries.list(storeId));
  const [asked, setAsked] = useState<WireKiosk | null>(null);
  const { sending, submit } = useSubmit((failure) => toast.show({ kind: 'error', text: readFailureText(failure) }));
  const online = useNetwork((s) => s.online);

  const revoke = async ({ id, name }: WireKiosk): Promise<void> => {
    await submit(async () => {
      await removeKiosk(storeId, id);
      toast.show({ kind: 'success', text: pairTexts.revoked(name) });
    });
    setAsked(null);
  };

  return (
    <section aria-labelledby="pantallas" className={styles['list']}>
      <h2 className={styles['heading']} id="pantallas">
        {pairTexts.paired}
      </h2>
      <Loaded
        {...loading(query)}
        skeleton={
          <SkeletonGroup label={pairTexts.loading}>
            <Skeleton height={76} />
          </SkeletonGroup>
        }
      >
        {(kiosks) =>
          kiosks.length === 0 ? (
            <EmptyState icon={<IconKitchen size={32} />} title={pairTexts.none} />
          ) : (
            <ul className={styles['rows']}>
              {kiosks.map((kiosk) => (
                <Row key={kiosk.id} kiosk={kiosk} online={online} zone={zone} onRevoke={() => setAsked(kiosk)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmDialog
        confirmLabel={pairTexts.revoke}
        loading={sending}
        open={asked !== null}
        text={pairTexts.revokeText}
        title={pairTexts.revokeTitle(asked?.name ?? '')}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void revoke(asked);
        }}
      />
    </section>
  );
}

interface RowProps {
  readonly kiosk: WireKiosk;
  readonly zone: string;
  readonly online: boolean;
  readonly onRevoke: () => void;
}

function Row({ kiosk: { name, device, approved_by, created_at, last_used_at }, zone, online, onRevoke }: RowProps) {
  const when = (iso: string): string => {
    const at = instantFromIso(iso);
    return at === null ? '' : whenLabel(at, deviceClock.now(), zone);
  };
  return (
    <li className={styles['row']}>
      <IconKitchen size={28} />
      <div className={styles['words']}>
        <b>{name}</b>
        <span>{pairTexts.device(device)}</span>
        <span className={styles['quiet']}>{pairTexts.by(approved_by, when(created_at))}</span>
        <span className={styles['quiet']}>
          {last_used_at === null ? pairTexts.neverUsed : pairTexts.used(when(last_used_at))}
        </span>
      </div>
      <Button aria-label={pairTexts.revokeOf(name)} disabled={!online} size="sm" variant="secondary" onClick={onRevoke}>
        {pairTexts.revoke}
      </Button>
    </li>
  );
}
