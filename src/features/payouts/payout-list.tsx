import { useEffect, useEffectEvent, useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { sendPayoutConfirmation, usePayouts } from '#data/payouts/payouts.ts';
import { payoutCodeShownMs } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import type { Payout } from '#domain/payouts.ts';
import type { Store } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { IconCoins } from '#ui/icons.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { PanelList, PanelListSkeleton, PanelRow } from '#ui/layout/panel-list.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './payout-list.module.css';
import { payoutTexts } from './texts.ts';

interface PayoutListProps {
  readonly store: Store;
  readonly onClose: () => void;
}

const lookEveryMs = 60_000;

/** 'Rendiciones de dinero': the riders' payouts, each with its code (U-17 to U-20, U-23, H4). Online only. */
export function PayoutList({ store, onClose }: PayoutListProps) {
  const query = usePayouts(store);
  const online = useNetwork((n) => n.online);
  const now = useNow(lookEveryMs);
  /** The payout whose confirmation is being asked. */
  const [asked, setAsked] = useState<Payout | null>(null);
  const { data } = query;
  const isGone = asked !== null && data !== undefined && !data.some((p) => p.id === asked.id);
  const tellGone = useEffectEvent((): void => {
    if (asked) tellConfirmed(asked, store);
  });
  // Another device has confirmed it: its question goes with it, and not without a word.
  useEffect(() => {
    if (isGone) tellGone();
  }, [isGone]);
  return (
    <Overlay open size="md" title={payoutTexts.title} onClose={onClose}>
      <Loaded
        {...loading(query)}
        offline={online ? null : <OfflineNotice>{payoutTexts.offlineEmpty}</OfflineNotice>}
        skeleton={<PanelListSkeleton height={160} label={payoutTexts.loading} />}
      >
        {(payouts) =>
          payouts.length === 0 ? (
            <EmptyState icon={<IconCoins size={32} />} title={payoutTexts.empty} />
          ) : (
            <PanelList>
              {payouts.map((payout) => (
                <Row
                  key={payout.id}
                  asking={asked?.id === payout.id}
                  online={online}
                  payout={payout}
                  store={store}
                  when={whenLabel(payout.created_at, now, store.timezone)}
                  onAsk={(asking) => setAsked(asking ? payout : null)}
                />
              ))}
            </PanelList>
          )
        }
      </Loaded>
    </Overlay>
  );
}

const tellConfirmed = ({ id, amount }: Payout, { currency }: Store): void =>
  void toast.show({
    id: `payout-${id}`,
    kind: 'success',
    text: payoutTexts.confirmed(formatMoney(amount, currency)),
  });

interface RowProps {
  readonly payout: Payout;
  readonly store: Store;
  readonly when: string;
  readonly online: boolean;
  readonly asking: boolean;
  readonly onAsk: (asking: boolean) => void;
}

function Row({ payout, store, when, online, asking, onAsk }: RowProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const amount = formatMoney(payout.amount, store.currency);
  const rider = payout.rider?.name ?? null;

  const { sending: saving, submit } = useSubmit((error) => setFailed(readFailureText(error)));

  const confirm = async (): Promise<void> => {
    await submit(async () => {
      setFailed(null);
      await sendPayoutConfirmation(store.id, payout);
      tellConfirmed(payout, store);
    });
    onAsk(false);
  };

  return (
    <PanelRow note={payoutTexts.arrival(rider, when)} title={<span className={styles['amount']}>{amount}</span>}>
      <p className={styles['instruction']}>{payoutTexts.instruction}</p>
      <Code code={payout.code} />
      {failed === null ? null : (
        <div role="alert">
          <Notice tone="error">{failed}</Notice>
        </div>
      )}
      <Button disabledReason={online ? undefined : payoutTexts.needsNetwork} fullWidth onClick={() => onAsk(true)}>
        {payoutTexts.confirm}
      </Button>
      <ConfirmDialog
        confirmLabel={payoutTexts.confirmLabel}
        loading={saving}
        open={asking}
        text={payoutTexts.confirmText(amount, rider)}
        title={payoutTexts.confirmTitle}
        tone="primary"
        onCancel={() => onAsk(false)}
        onConfirm={() => void confirm()}
      />
    </PanelRow>
  );
}

/** The code, hidden until the user reveals it, and again after 30 s. */
function Code({ code }: Pick<Payout, 'code'>) {
  const [shown, setShown] = useState(false);
  useEffect(() => (shown ? wakeIn(payoutCodeShownMs, () => setShown(false)) : undefined), [shown]);
  return (
    <div className={styles['code']}>
      <span className={styles['digits']}>
        <span className="visually-hidden">{payoutTexts.code}</span>
        {shown ? (
          <span data-code="">{code}</span>
        ) : (
          <>
            <span aria-hidden="true">{payoutTexts.dots}</span>
            <span className="visually-hidden">{payoutTexts.hidden}</span>
          </>
        )}
      </span>
      <Button aria-pressed={shown} size="sm" variant="secondary" onClick={() => setShown(!shown)}>
        {shown ? payoutTexts.hide : payoutTexts.show}
      </Button>
    </div>
  );
}
