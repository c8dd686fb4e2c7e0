import type { Ref } from 'react';
import { changeCart } from '#data/cart-store.ts';
import { useNow } from '#data/now.ts';
import type { Cart } from '#domain/cart.ts';
import type { Store } from '#domain/store.ts';
import { immediateServices } from '#domain/store.ts';
import { orderTakingTexts } from '#texts/order-taking.ts';
import { newOrderEstimate } from '#texts/time.ts';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconClock } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { checkoutTexts } from './texts.ts';

const refreshMs = 15_000;

interface WhenBlockProps {
  readonly cart: Cart;
  readonly store: Store;
  readonly ref: Ref<HTMLElement>;
}

/** 'Tiempo de entrega': now, with the hour that the store's delay gives (K-61, K-83). */
export function WhenBlock({ cart, store, ref }: WhenBlockProps) {
  const now = useNow(refreshMs);
  const immediate = immediateServices(store).includes(cart.type) || cart.when?.option === 'immediate';
  return (
    <Panel ref={ref} tabIndex={-1} title={checkoutTexts.when}>
      {immediate ? (
        <RadioCards
          hideLabel
          label={checkoutTexts.when}
          options={[
            {
              value: 'immediate',
              label: orderTakingTexts.immediate,
              hint: newOrderEstimate(cart.type, now, store.status.delay, store.timezone),
              icon: <IconClock size={22} />,
            },
          ]}
          value={cart.when?.option === 'immediate' ? 'immediate' : null}
          onChange={() => changeCart((c) => ({ ...c, when: { option: 'immediate' } }))}
        />
      ) : (
        <p>{checkoutTexts.noOptions}</p>
      )}
    </Panel>
  );
}
