import type { ReactNode } from 'react';
import { useState } from 'react';
import { useNetwork, useNow } from '#data/device/device.ts';
import type { ShownPayments } from '#data/paying/known-payments.ts';
import { useKnownPayments } from '#data/paying/known-payments.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import type { KnownCharge, KnownPayment, PaymentStanding } from '#domain/known-payments.ts';
import { paymentTotals } from '#domain/known-payments.ts';
import { formatMoney } from '#domain/money.ts';
import { refusalFor } from '#domain/permissions.ts';
import { refundAbility } from '#domain/refunds.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { after } from '#domain/time.ts';
import { failureText } from '#texts/errors.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { hourLabel, whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import type { Tone } from '#ui/feedback/badge.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconClose, IconCoins, IconRefresh, IconSuccess, IconUndo, IconWarning } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './known-payments.module.css';
import { RefundDialog } from './refund-dialog.tsx';
import {
  ageText,
  knownPaymentsTexts as texts,
  providerSays,
  refundTexts,
  standingHints,
  standingLabels,
} from './texts.ts';

interface KnownPaymentsDialogProps {
  readonly store: Store;
  readonly payable: PayableRef;
  /** What is being paid, such as 'Pedido 12 · Take away · Ana'. */
  readonly subject: string;
  readonly onClose: () => void;
}

const tickMs = 1_000;

/** «Los pagos»: of each payment how it stands, who says so and since when, and the sums (C14). */
export function KnownPaymentsDialog({ store, payable, subject, onClose }: KnownPaymentsDialogProps) {
  const shown = useKnownPayments(store, payable);
  const { known, failure, reading, read } = shown;
  const online = useNetwork((n) => n.online);
  const [refunding, setRefunding] = useState(false);
  const refused = failure?.code === 'not_found' || failure?.code === 'forbidden' || failure?.code === 'plan_required';
  return (
    <Overlay open size="lg" subtitle={subject} title={texts.title} onClose={onClose}>
      <div className={styles['content']}>
        {refused ? (
          <Notice tone="error">{failureText(failure)}</Notice>
        ) : (
          <Loaded
            data={known}
            offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
            problem={failure && failureText(failure)}
            retrying={reading}
            skeleton={
              <SkeletonGroup className={styles['content']} label={texts.loading}>
                <Skeleton height={76} />
                <Skeleton height={96} />
                <Skeleton height={96} />
              </SkeletonGroup>
            }
            onRetry={read}
          >
            {(payments) => (
              <Known
                {...shown}
                known={payments}
                online={online}
                payable={payable}
                store={store}
                onRefund={() => setRefunding(true)}
              />
            )}
          </Loaded>
        )}
      </div>
      {refunding && known ? (
        <RefundDialog
          payable={payable}
          refundable={known.refundable}
          store={store}
          subject={subject}
          onClose={() => setRefunding(false)}
        />
      ) : null}
    </Overlay>
  );
}

interface KnownProps extends ShownPayments {
  readonly known: NonNullable<ShownPayments['known']>;
  readonly online: boolean;
  readonly payable: PayableRef;
  readonly store: Store;
  readonly onRefund: () => void;
}

function Known({ known, readAt, failure, reading, read, online, payable, store, onRefund }: KnownProps) {
  const now = useNow(tickMs);
  const totals = paymentTotals(known);
  const write = (amount: Parameters<typeof formatMoney>[0]): string => formatMoney(amount, store.currency);
  const hour = hourLabel(readAt, store.timezone);
  return (
    <>
      {known.sandbox && known.payments.some((p) => p.charge) ? <StateTag state="late">{texts.sandbox}</StateTag> : null}
      {online ? null : <OfflineNotice>{texts.offlineSince(hour)}</OfflineNotice>}
      {online && failure ? <Notice tone="warning">{texts.stale(failureText(failure), hour)}</Notice> : null}
      <dl className={styles['totals']}>
        {(['collected', 'due', 'doubt', 'returned'] as const).map((sum) => (
          <div key={sum} className={cx(styles['total'], totals[sum] > 0 && styles[sum])}>
            <dt>{texts.totals[sum]}</dt>
            <dd>{write(totals[sum])}</dd>
          </div>
        ))}
      </dl>
      <div role="status">
        {totals.doubt > 0 ? <Notice tone="warning">{texts.doubt(write(totals.doubt))}</Notice> : null}
      </div>
      {known.payments.length === 0 ? (
        <EmptyState icon={<IconCoins size={32} />} title={texts.none} />
      ) : (
        <ul aria-label={texts.list} className={styles['list']}>
          {known.payments.map((payment, index) => (
            <Payment
              key={`${payment.at} ${index}`}
              attempt={attemptOf(known.payments, payment)}
              now={after(now, known.aheadMs)}
              payment={payment}
              store={store}
            />
          ))}
        </ul>
      )}
      {known.refundable.length > 0 && refusalFor(refundAbility[payable.type], store) !== 'plan_required' ? (
        <Button
          disabledReason={online ? undefined : refundTexts.offline}
          icon={<IconUndo size={22} />}
          variant="secondary"
          onClick={onRefund}
        >
          {refundTexts.open}
        </Button>
      ) : null}
      <Button
        disabledReason={online ? undefined : texts.readAgainOffline}
        icon={<IconRefresh size={22} />}
        loading={reading}
        size="sm"
        variant="ghost"
        onClick={read}
      >
        {texts.readAgain}
      </Button>
    </>
  );
}

/** 'Intento 2 de 3', for a method that was charged more than once; null: it was not. */
function attemptOf(payments: readonly KnownPayment[], payment: KnownPayment): string | null {
  const all = payments.filter((p) => p.charge !== null && p.method === payment.method);
  return payment.charge === null || all.length < 2 ? null : texts.attempt(all.indexOf(payment) + 1, all.length);
}

/** Colour, and the icon where the colour's own shape does not say it. */
const looks: Readonly<Record<PaymentStanding, { readonly tone: Tone; readonly icon?: ReactNode }>> = {
  due: { tone: 'neutral', icon: <IconCoins size={18} /> },
  taken: { tone: 'ready', icon: <IconSuccess size={18} /> },
  dropped: { tone: 'neutral', icon: <IconClose size={18} /> },
  asking: { tone: 'paying' },
  waiting: { tone: 'paying' },
  doubt: { tone: 'late', icon: <IconWarning size={18} /> },
  cancelling: { tone: 'late', icon: <IconWarning size={18} /> },
  approved: { tone: 'ready', icon: <IconSuccess size={18} /> },
  rejected: { tone: 'danger' },
  cancelled: { tone: 'neutral', icon: <IconClose size={18} /> },
  expired: { tone: 'neutral' },
  'called-off': { tone: 'late', icon: <IconWarning size={18} /> },
  returning: { tone: 'late', icon: <IconUndo size={18} /> },
  returned: { tone: 'neutral', icon: <IconUndo size={18} /> },
  mismatch: { tone: 'late', icon: <IconWarning size={18} /> },
  refunded: { tone: 'neutral', icon: <IconUndo size={18} /> },
  refunding: { tone: 'late', icon: <IconUndo size={18} /> },
  'refund-refused': { tone: 'danger' },
};

interface PaymentProps {
  readonly payment: KnownPayment;
  readonly attempt: string | null;
  readonly store: Store;
  /** By the server's clock. */
  readonly now: Instant;
}

function Payment({ payment, attempt, store, now }: PaymentProps) {
  const { method, amount, standing, since, by, at, reason, authorised_by: authoriser, charge } = payment;
  const { tone, icon } = looks[standing];
  const when = whenLabel(at, now, store.timezone);
  const hint = standingHints[standing];
  const digits = charge?.last_four_digits ?? null;
  return (
    <li className={styles['payment']}>
      <div className={styles['head']}>
        <span className={styles['method']}>
          {paymentMethodLabel(method, store.payment_methods)}
          {digits === null ? null : <span className={styles['quiet']}> {texts.card(digits)}</span>}
        </span>
        <span className={styles['amount']}>{formatMoney(amount, store.currency)}</span>
      </div>
      <div className={styles['head']}>
        <StateTag icon={icon} state={tone}>
          {standingLabels[standing]}
        </StateTag>
        <span className={styles['quiet']}>{texts.since(whenLabel(since, now, store.timezone))}</span>
      </div>
      {hint === undefined ? null : <p>{hint}</p>}
      {reason === null ? null : <p>{reason}</p>}
      {charge ? (
        <p className={styles['facts']}>
          {charge.known_at === null && charge.asked_at === null ? null : <span>{saysOf(charge)}</span>}
          {charge.known_at === null ? null : (
            <span>{texts.checked(ageText(Math.max(0, Math.floor((now - charge.known_at) / 1_000))))}</span>
          )}
        </p>
      ) : null}
      <p className={styles['facts']}>
        {attempt === null ? null : <span>{attempt}</span>}
        <span>
          {charge
            ? by === null
              ? texts.startedAt(when)
              : texts.started(by, when)
            : by === null
              ? texts.recordedAt(when)
              : recordedBy(standing)(by, when)}
        </span>
        {authoriser === null ? null : <span>{texts.authorised(authoriser)}</span>}
      </p>
    </li>
  );
}

const recordedBy = (standing: PaymentStanding): ((by: string, when: string) => string) =>
  standing === 'refunded'
    ? texts.returned
    : standing === 'refunding' || standing === 'refund-refused'
      ? texts.askedBack
      : texts.recorded;

function saysOf({ service, said, silent }: KnownCharge): string {
  const words = [said === null ? texts.neverSaid : providerSays[said], ...(silent ? [texts.silent] : [])];
  return texts.says(texts.services[service] ?? service, words.join(' · '));
}
