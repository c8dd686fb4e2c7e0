import type { Ref } from 'react';
import { useState } from 'react';
import { changeCart, laterInCart } from '#data/cart/cart-store.ts';
import { useNetwork } from '#data/device/device.ts';
import { useOnlineCharging } from '#data/api/server-facts.ts';
import type { Cart } from '#domain/cart.ts';
import { paymentIsMandatory } from '#domain/checkout.ts';
import type { Money } from '#domain/money.ts';
import { methodsFor } from '#domain/offered-payments.ts';
import { isMultiple, resolvedPayments, withOnlyPayment, withoutPayments, withPaymentAdded } from '#domain/payments.ts';
import type { PaymentMethod, Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { IconPlus } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import { AskedCash } from './asked-cash.tsx';
import { PaymentGapNotice } from './payment-gap.tsx';
import { PaymentRows } from './payment-rows.tsx';
import styles from './payments.module.css';
import { SinglePayment } from './single-payment.tsx';
import { paymentTexts } from './texts.ts';

interface PaymentBlockProps {
  readonly cart: Cart;
  readonly total: Money;
  readonly store: Pick<Store, 'payment_methods' | 'currency' | 'country' | 'gateways'>;
  /** True after the user tried to finish: rows with a missing or too low amount are marked. */
  readonly told: boolean;
  readonly ref: Ref<HTMLElement>;
}

/** 'Forma de pago': one row or several, of the store's methods; optional except for a delivery (K-60, K-62 to K-65). */
export function PaymentBlock({ cart, total, store, told, ref }: PaymentBlockProps) {
  const [cashOf, setCashOf] = useState<number | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const charging = useOnlineCharging();
  const online = useNetwork((n) => n.online);
  const { payments } = cart;
  const rows = resolvedPayments(payments, total);
  const multiple = isMultiple(payments, total);
  const takeable = methodsFor(null, payments, store, charging);
  const put = (change: (payments: Cart['payments']) => Cart['payments']): void =>
    changeCart((c) => ({ ...c, payments: change(c.payments) }));

  const add = (): void => {
    const next: PaymentMethod | undefined = takeable.find((m) => !payments.some((p) => p.method === m)) ?? takeable[0];
    if (!next) return;
    const grown = withPaymentAdded(payments, next);
    put(() => grown);
    setAdded(grown.at(-1)?.key ?? null);
  };
  const removeAll = (): void => {
    const undo = laterInCart();
    put(withoutPayments);
    toast.undo({ text: paymentTexts.removed, onUndo: () => undo((c) => ({ ...c, payments })) });
  };

  return (
    <Panel ref={ref} tabIndex={-1} title={paymentTexts.title}>
      {multiple ? (
        <PaymentRows
          added={added}
          rows={payments}
          resolved={rows}
          store={store}
          told={told}
          onCash={setCashOf}
          onChange={put}
        />
      ) : (
        <SinglePayment
          chosen={rows[0] ?? null}
          charging={charging}
          online={online}
          store={store}
          onCash={() => setCashOf(rows[0]?.key ?? null)}
          onChoose={(method) => put((was) => withOnlyPayment(was, method))}
        />
      )}
      <PaymentGapNotice
        currency={store.currency}
        payments={payments}
        total={total}
        onClose={(closed) => put(() => closed)}
      />
      {payments.length > 0 && !cart.byCustomer ? (
        <div className={styles['actions']}>
          <Button icon={<IconPlus size={20} />} size="sm" variant="secondary" onClick={add}>
            {paymentTexts.add}
          </Button>
          {paymentIsMandatory(cart) || payments.every((p) => !p.can_modify) ? null : (
            <Button size="sm" variant="ghost" onClick={removeAll}>
              {paymentTexts.removeAll}
            </Button>
          )}
        </div>
      ) : null}
      <AskedCash asked={cashOf} resolved={rows} store={store} onChange={put} onClose={() => setCashOf(null)} />
    </Panel>
  );
}
