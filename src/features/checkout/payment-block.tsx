import type { ReactNode, Ref } from 'react';
import { changeCart } from '#data/cart-store.ts';
import type { Cart } from '#domain/cart.ts';
import type { StorePaymentMethod } from '#domain/store.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconCoins, IconMessage } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { checkoutTexts } from './texts.ts';

type Method = 'cash' | 'agree';

/** What this version takes: exact cash and «A convenir»; the others come with their own panels. */
const methodsTakenHere: readonly Method[] = ['cash', 'agree'];

const icons: Readonly<Record<Method, ReactNode>> = {
  cash: <IconCoins size={22} />,
  agree: <IconMessage size={22} />,
};

interface PaymentBlockProps {
  readonly cart: Cart;
  readonly offered: readonly StorePaymentMethod[];
  readonly ref: Ref<HTMLElement>;
}

/** 'Forma de pago': one row, only what the store offers; optional except for a delivery (K-60, K-65, K-66). */
export function PaymentBlock({ cart, offered, ref }: PaymentBlockProps) {
  const methods = methodsTakenHere.filter((m) => offered.some((o) => o.type === m));
  const chosen = methods.find((m) => m === cart.payment) ?? null;
  return (
    <Panel ref={ref} tabIndex={-1} title={checkoutTexts.payment}>
      {methods.length === 0 ? (
        <p>{checkoutTexts.noOptions}</p>
      ) : (
        <RadioCards
          hideLabel
          label={checkoutTexts.payment}
          options={methods.map((value) => ({
            value,
            label: paymentMethodLabel(value, offered),
            icon: icons[value],
            ...(value === 'cash' ? { hint: checkoutTexts.exact } : {}),
          }))}
          value={chosen}
          onChange={(payment) => changeCart((c) => ({ ...c, payment }))}
        />
      )}
      {chosen !== null && cart.type !== 'DELIVERY' ? (
        <Button size="sm" variant="ghost" onClick={() => changeCart((c) => ({ ...c, payment: null }))}>
          {checkoutTexts.removePayments}
        </Button>
      ) : null}
    </Panel>
  );
}
