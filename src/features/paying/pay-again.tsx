import { lazy, Suspense, useState } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useNetwork } from '#data/device/device.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconCoins, IconQr, IconReceipt, IconRefresh } from '#ui/icons.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import styles from './paying-page.module.css';
import { payingTexts as texts } from './texts.ts';

const KnownPaymentsDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./known-payments-dialog.tsx'), tellMissing)).KnownPaymentsDialog,
}));

/** How a refused payment is charged again. */
export interface PayAgain {
  /** The same method and amount, as a new attempt. Resolves to the sentence of a refusal; null: it has begun. */
  readonly retry: () => Promise<string | null>;
  /** Opens the payments, to choose another method. */
  readonly other: () => void;
}

/** «Reintentar» and «Otra forma de pago» (C14), with the refusal of the last try. */
export function PayAgainButtons({ again }: { readonly again: PayAgain }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit();
  const retry = async (): Promise<void> => {
    setRefusal(null);
    const words = await again.retry();
    setRefusal(words);
    if (words !== null) announce(words, 'assertive');
  };
  return (
    <>
      <Button
        disabledReason={online ? undefined : texts.offline}
        icon={<IconRefresh size={22} />}
        loading={sending}
        onClick={() => void submit(retry)}
      >
        {texts.retry}
      </Button>
      <Button
        disabledReason={sending ? texts.retrying : undefined}
        icon={<IconCoins size={22} />}
        variant="secondary"
        onClick={again.other}
      >
        {texts.other}
      </Button>
      {refusal === null ? null : (
        <div className={styles['refusal']}>
          <Notice tone="error">{refusal}</Notice>
        </div>
      )}
    </>
  );
}

interface KnownPaymentsButtonProps {
  readonly store: Store;
  readonly payable: PayableRef;
  /** What is being paid, such as 'Pedido 12 · Take away · Ana'. */
  readonly subject: string;
  /** Hears whether the dialog is open. */
  readonly onShown?: (open: boolean) => void;
}

/** Opens «Los pagos» of an order or table. */
export function KnownPaymentsButton({ onShown, ...of }: KnownPaymentsButtonProps) {
  const [open, setOpen] = useState(false);
  const show = (shown: boolean): void => {
    setOpen(shown);
    onShown?.(shown);
  };
  return (
    <>
      <Button icon={<IconReceipt size={22} />} size="sm" variant="secondary" onClick={() => show(true)}>
        {texts.payments}
      </Button>
      <Suspense>{open ? <KnownPaymentsDialog {...of} onClose={() => show(false)} /> : null}</Suspense>
    </>
  );
}

interface PaymentWaysProps extends KnownPaymentsButtonProps {
  /** Leads to the payment in progress; null: there is none. */
  readonly onPaying: (() => void) | null;
  readonly again: PayAgain | null;
}

/** What can be done with the payments of an order: see them, go to the one in progress, charge again what was refused. */
export function PaymentWays({ onPaying, again, ...of }: PaymentWaysProps) {
  return (
    <div className={styles['ways']}>
      {onPaying === null ? null : (
        <Button icon={<IconQr size={22} />} size="sm" onClick={onPaying}>
          {texts.inProgress}
        </Button>
      )}
      {again === null ? null : <PayAgainButtons again={again} />}
      <KnownPaymentsButton {...of} />
    </div>
  );
}
