import type { ReactNode } from 'react';
import type { Cart } from '#domain/cart.ts';
import { addressLabel, deliveryNotices, destinationLabel, whenChoiceLabel } from '#texts/order-taking.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconDelivery, IconEdit, IconTable, IconTakeaway } from '#ui/icons.tsx';
import styles from './cart-panel.module.css';
import { cartTexts } from './texts.ts';

const icons: Readonly<Record<Cart['type'], ReactNode>> = {
  LOCAL: <IconTable size={22} />,
  TAKEAWAY: <IconTakeaway size={22} />,
  DELIVERY: <IconDelivery size={22} />,
};

interface DestinationProps {
  readonly cart: Cart;
  readonly locked: boolean;
  readonly onAddress: (() => void) | undefined;
}

/** Recipient or address, time, and the effect of the weather (C-50 to C-52, K-55, K-56). */
export function Destination({ cart, locked, onAddress }: DestinationProps) {
  const delivery = cart.type === 'DELIVERY';
  return (
    <>
      <div className={styles['destination']}>
        {icons[cart.type]}
        <p className={styles['place']}>
          {destinationLabel(cart)}
          {delivery ? <span className={styles['address']}>{addressLabel(cart.address)}</span> : null}
          {cart.when?.option === 'scheduled' ? (
            <span className={styles['address']}>{whenChoiceLabel(cart.when)}</span>
          ) : null}
        </p>
        {delivery && onAddress ? (
          <IconButton
            disabled={locked}
            icon={<IconEdit size={22} />}
            label={cartTexts.changeAddress}
            onClick={onAddress}
          />
        ) : null}
      </div>
      {delivery && cart.shippingCost
        ? deliveryNotices(cart.shippingCost).map((text) => (
            <Notice key={text} tone="warning">
              {text}
            </Notice>
          ))
        : null}
    </>
  );
}
