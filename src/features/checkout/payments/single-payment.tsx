import type { ReactNode } from 'react';
import type { ServerCharging } from '#data/api/server-facts.ts';
import { formatMoney } from '#domain/money.ts';
import type { Money } from '#domain/money.ts';
import type { CartPayment } from '#domain/payments.ts';
import { canCharge } from '#domain/offered-payments.ts';
import { startsPayment } from '#domain/paying.ts';
import { changeOf } from '#domain/payments.ts';
import type { PaymentMethod, Store } from '#domain/store.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconCoins } from '#ui/icons.tsx';
import { paymentIcons } from './payment-icons.tsx';
import styles from './payments.module.css';
import { paymentTexts } from './texts.ts';

interface SinglePaymentProps {
  readonly chosen: CartPayment<Money> | null;
  readonly store: Pick<Store, 'payment_methods' | 'currency' | 'country' | 'gateways'>;
  /** Without a network nothing can be charged online. */
  readonly online: boolean;
  readonly charging: ServerCharging | null;
  readonly onChoose: (method: PaymentMethod) => void;
  readonly onCash: () => void;
}

/** One method for the whole total: the store's methods as cards (Y-05). */
export function SinglePayment({ chosen, store, online, charging, onChoose, onCash }: SinglePaymentProps) {
  const offered = store.payment_methods;
  if (offered.length === 0) return <p>{paymentTexts.noOptions}</p>;
  return (
    <>
      <RadioCards
        disabled={chosen?.can_modify === false}
        hideLabel
        label={paymentTexts.title}
        options={offered.map(({ type, description }) => ({
          value: type,
          label: paymentMethodLabel(type, offered),
          icon: paymentIcons[type],
          disabled: !canCharge(type, store, charging) || (!online && startsPayment(type)),
          ...hintOf(type, description, { chosen, store, online, charging }),
        }))}
        value={chosen?.method ?? null}
        onChange={onChoose}
      />
      {chosen?.method === 'cash' && chosen.can_modify ? (
        <Button icon={<IconCoins size={20} />} size="sm" variant="secondary" onClick={onCash}>
          {paymentTexts.cashTitle}
        </Button>
      ) : null}
    </>
  );
}

function hintOf(
  type: PaymentMethod,
  description: string | null,
  { chosen, store, online, charging }: Omit<SinglePaymentProps, 'onChoose' | 'onCash'>,
): { hint?: ReactNode } {
  if (!canCharge(type, store, charging)) return { hint: paymentTexts.notConnected };
  if (!online && startsPayment(type)) return { hint: paymentTexts.needsNetwork };
  if (type === 'cash')
    return { hint: <CashWords currency={store.currency} payment={chosen?.method === 'cash' ? chosen : null} /> };
  return description ? { hint: description } : {};
}

interface CashWordsProps {
  readonly payment: CartPayment<Money> | null;
  readonly currency: Store['currency'];
}

/** 'Importe exacto', or 'Paga con $ 20.000,00 · Vuelto: $ 1.500,00'. An amount does not wrap. */
export function CashWords({ payment, currency }: CashWordsProps) {
  if (payment?.type !== 'other' || payment.value === null) return paymentTexts.exact;
  const change = changeOf(payment);
  return (
    <>
      <span className={styles['whole']}>{paymentTexts.paysWith(formatMoney(payment.value, currency))}</span>
      {change === null ? null : (
        <>
          {paymentTexts.between}
          <span className={styles['whole']}>{paymentTexts.change(formatMoney(change, currency))}</span>
        </>
      )}
    </>
  );
}
