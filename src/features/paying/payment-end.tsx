import { useEffect, useEffectEvent, useState } from 'react';
import { playAlertSound, useSound } from '#data/alerts/sound.ts';
import type { ReadPayment } from '#data/paying/paying.ts';
import { defaultToastMs, payAgainMs } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconSuccess } from '#ui/icons.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { PayAgainButtons } from './pay-again.tsx';
import type { PayAgain } from './pay-again.tsx';
import styles from './paying-page.module.css';
import { payingTexts as texts } from './texts.ts';
import type { PayingEnd } from './use-payment.ts';

interface PaymentEndedProps {
  readonly end: PayingEnd;
  readonly payment: ReadPayment | null;
  readonly store: Store;
  /** How a refused payment is charged again; null: not by this member. */
  readonly again: PayAgain | null;
  /** True: it does not go back by itself. */
  readonly staying: boolean;
  readonly onBack: () => void;
}

/**
 * The end, for 3 s, then it goes back (Y-50 to Y-53). A refusal that can be charged again stays for 10 s, and as long as
 * a pointer or the focus is on its buttons.
 */
export function PaymentEnded({ end, payment, store, again, staying, onBack }: PaymentEndedProps) {
  const [held, setHeld] = useState(false);
  const offered = end === 'rejected' ? again : null;
  const stayMs = offered === null ? defaultToastMs : payAgainMs;
  const leave = useEffectEvent(onBack);
  useEffect(() => {
    announce(texts.ends[end], 'assertive');
    if (end === 'approved' && useSound.getState().mode !== null) void playAlertSound('message');
  }, [end]);
  const stays = held || staying;
  useEffect(() => (stays ? undefined : wakeIn(stayMs, () => leave())), [stays, stayMs]);
  return (
    <div className={cx(styles['end'], styles[end])}>
      {end === 'approved' ? <IconSuccess size={72} /> : <IconAlert size={72} />}
      <h2>{texts.ends[end]}</h2>
      {payment ? <p className={styles['endAmount']}>{formatMoney(payment.amount, store.currency)}</p> : null}
      {payment?.end === 'expired' ? <p>{texts.expired}</p> : null}
      {offered === null ? null : (
        <div
          className={styles['actions']}
          onBlur={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
        >
          <PayAgainButtons again={offered} />
        </div>
      )}
    </div>
  );
}
