import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNetwork } from '#data/device/device.ts';
import type { ReadPayment } from '#data/paying/paying.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { formatMoney } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { keepAwake } from '#platform/wake-lock.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState, ErrorPanel, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { IconAlert, IconBack, IconCard, IconCoins, IconFullScreen } from '#ui/icons.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { KnownPaymentsButton } from './pay-again.tsx';
import type { PayAgain } from './pay-again.tsx';
import { PaymentEnded } from './payment-end.tsx';
import styles from './paying-page.module.css';
import { ageText, payingTexts as texts } from './texts.ts';
import type { Paying } from './use-payment.ts';
import { usePayment } from './use-payment.ts';

interface PayingPageProps {
  readonly store: Store;
  readonly payable: PayableRef;
  /** What is being paid, such as 'Pedido 12 · Take away · Ana'. */
  readonly subject: string;
  readonly mayCancel: boolean;
  /** How a refused payment is charged again; null: not by this member. */
  readonly again: PayAgain | null;
  /** True while something above the screen is open: it does not go back by itself. */
  readonly staying: boolean;
  /** Rendered at the end of the header. */
  readonly headerActions?: ReactNode;
  /** Leaves the screen: by the person, and after the payment's end (Y-53). */
  readonly onBack: () => void;
  /** Leaves it after the payment was approved (Y-52). */
  readonly onApproved: () => void;
}

/** A payment in progress: amount, QR, what the provider last said, and its end (C14, Y-45 to Y-55). */
export function PayingPage({
  store,
  payable,
  subject,
  mayCancel,
  again,
  staying,
  headerActions,
  onBack,
  onApproved,
}: PayingPageProps) {
  const paying = usePayment(store, payable);
  const { payment, end, problem } = paying;
  const online = useNetwork((n) => n.online);
  /** «Los pagos» is open above. */
  const [shown, setShown] = useState(false);
  useEffect(() => keepAwake(() => {}), []);
  const none = problem?.code === 'not_paying' || problem?.code === 'not_found';
  const doubt = end === null && payment?.step === 'unknown';
  return (
    <Screen>
      <ScreenHeader
        actions={
          <>
            {can('payment.history', store) ? (
              <span className={styles['known']}>
                <KnownPaymentsButton payable={payable} store={store} subject={subject} onShown={setShown} />
              </span>
            ) : null}
            {headerActions}
          </>
        }
        // In doubt no button is offered beside the sentence.
        start={
          doubt ? null : (
            <IconButton className={styles['back']} icon={<IconBack />} label={texts.back} onClick={onBack} />
          )
        }
        title={texts.title}
      />
      <ScreenBody className={styles['body']}>
        <section aria-label={subject} className={styles['card']}>
          <p className={styles['subject']}>{subject}</p>
          {end !== null ? (
            <PaymentEnded
              again={again}
              end={end}
              payment={payment}
              staying={staying || shown}
              store={store}
              onBack={end === 'approved' ? onApproved : onBack}
            />
          ) : none ? (
            <EmptyState
              action={<Button onClick={onBack}>{texts.back}</Button>}
              icon={<IconCoins size={32} />}
              title={problem.code === 'not_paying' ? texts.none : problem.sentence}
            />
          ) : payment ? (
            <InProgress mayCancel={mayCancel} online={online} paying={paying} payment={payment} store={store} />
          ) : online && problem === null ? (
            <SkeletonGroup className={styles['skeleton']} label={texts.loading}>
              <Skeleton height={56} width={220} />
              <Skeleton height={280} width={280} />
            </SkeletonGroup>
          ) : online ? (
            <ErrorPanel message={problem?.sentence ?? ''} retrying={paying.looking} onRetry={paying.look} />
          ) : (
            <OfflineNotice>{texts.offline}</OfflineNotice>
          )}
        </section>
      </ScreenBody>
    </Screen>
  );
}

interface InProgressProps {
  readonly payment: ReadPayment;
  readonly paying: Paying;
  readonly store: Store;
  readonly online: boolean;
  readonly mayCancel: boolean;
}

function InProgress({ payment, paying, store, online, mayCancel }: InProgressProps) {
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState(false);
  const { cancelling } = paying;
  const doubt = payment.step === 'unknown';
  const cancels = mayCancel && !doubt;
  useCancelKey(() => {
    if (cancels && !cancelling && online) setAsking(true);
  });
  const amount = formatMoney(payment.amount, store.currency);
  const silent = !online || paying.problem !== null;
  return (
    <>
      {payment.sandbox ? <StateTag state="late">{texts.sandbox}</StateTag> : null}
      <p className={styles['amount']}>{amount}</p>
      {doubt ? (
        <div className={styles['doubt']} role="alert">
          <IconAlert size={32} />
          <p>{texts.doubt}</p>
        </div>
      ) : (
        <Code cancelling={cancelling} payment={payment} />
      )}
      <div aria-live="polite" className={styles['network']}>
        {silent ? <OfflineNotice>{texts.waitingNetwork}</OfflineNotice> : null}
      </div>
      <Facts doubt={doubt} paying={paying} />
      {paying.refusal === null ? null : <Notice tone="error">{paying.refusal}</Notice>}
      {doubt ? null : (
        <div className={styles['actions']}>
          {payment.image === null ? null : (
            <Button icon={<IconFullScreen size={22} />} variant="secondary" onClick={() => setShown(true)}>
              {texts.show}
            </Button>
          )}
          {cancels ? (
            <Button
              disabledReason={online ? undefined : texts.cancelOffline}
              loading={cancelling}
              variant="ghost"
              onClick={() => setAsking(true)}
            >
              {texts.cancel}
            </Button>
          ) : null}
        </div>
      )}
      <ConfirmDialog
        cancelLabel={texts.cancelKeep}
        confirmLabel={texts.cancelConfirm}
        open={asking}
        text={texts.cancelText}
        title={texts.cancelTitle}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void paying.cancel();
        }}
      />
      {payment.image === null || doubt ? null : (
        <Overlay open={shown} size="full" title={texts.shown} onClose={() => setShown(false)}>
          <div className={styles['customer']}>
            <p className={styles['amount']}>{amount}</p>
            <img alt={texts.qr} className={styles['large']} src={payment.image} />
            <p>{texts.scan}</p>
          </div>
        </Overlay>
      )}
    </>
  );
}

/** The QR, or what is being waited for instead. */
function Code({ payment, cancelling }: { readonly payment: ReadPayment; readonly cancelling: boolean }) {
  const words = cancelling
    ? texts.cancelling
    : payment.method === 'mercadopago-online'
      ? texts.processing
      : texts.asking;
  if (payment.image !== null && !cancelling)
    return (
      <>
        <img alt={texts.qr} className={styles['qr']} src={payment.image} />
        <p className={styles['quiet']}>{texts.scan}</p>
      </>
    );
  return (
    <div className={styles['waiting']} role="status">
      {payment.method === 'mercadopago-online' && !cancelling ? <IconCard size={48} /> : <Spinner size={32} />}
      <p>{words}</p>
    </div>
  );
}

/** What the provider last said, how old that is, and how long the payment has left. */
function Facts({ paying, doubt }: { readonly paying: Paying; readonly doubt: boolean }) {
  const { secondsLeft, secondsSinceKnown } = paying;
  return (
    <p className={styles['facts']}>
      <span>{secondsSinceKnown === null ? texts.neverChecked : texts.checked(ageText(secondsSinceKnown))}</span>
      {secondsLeft === null || doubt ? null : (
        <span role="timer">{secondsLeft === 0 ? texts.expired : texts.expires(clockOf(secondsLeft))}</span>
      )}
    </p>
  );
}

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Esc asks before it cancels; an open dialog keeps its own Esc. */
function useCancelKey(ask: () => void): void {
  const pressed = useEffectEvent(ask);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.repeat || hasOpenOverlay()) return;
      pressed();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
