import type { Ref } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import type { Cart } from '#domain/cart.ts';
import type { Currency, Money } from '#domain/money.ts';
import { addressLabel, shippingCostText } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconMapPin } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import styles from './checkout-page.module.css';
import { checkoutTexts } from './texts.ts';

interface AddressBlockProps {
  readonly cart: Pick<Cart, 'address' | 'shippingCost'>;
  readonly subtotal: Money;
  readonly currency: Currency;
  readonly shipping: { readonly asking: boolean; readonly error: Error | null; readonly retry: () => void };
  readonly onChange: () => void;
  readonly ref: Ref<HTMLElement>;
}

/** Address and shipping cost of a delivery. The address has its own screen (K-41, K-52). */
export function AddressBlock({ cart, subtotal, currency, shipping, onChange, ref }: AddressBlockProps) {
  const { address, shippingCost } = cart;
  return (
    <Panel ref={ref} tabIndex={-1} title={checkoutTexts.address}>
      <div className={styles['addressRow']}>
        <IconMapPin size={22} />
        <p className={styles['addressText']}>
          <b>{addressLabel(address)}</b>
          {shippingCost ? <span>{shippingCostText(shippingCost, subtotal, currency)}</span> : null}
        </p>
        <Button size="sm" variant="secondary" onClick={onChange}>
          {address ? checkoutTexts.changeAddress : checkoutTexts.chooseAddress}
        </Button>
      </div>
      {shipping.asking && !shippingCost ? (
        <SkeletonGroup>
          <Skeleton width="60%" />
        </SkeletonGroup>
      ) : null}
      {shipping.error && !shippingCost ? (
        <Notice
          action={
            <Button size="sm" variant="ghost" onClick={shipping.retry}>
              {checkoutTexts.retry}
            </Button>
          }
          tone="error"
        >
          {readFailureText(shipping.error)}
        </Notice>
      ) : null}
    </Panel>
  );
}
