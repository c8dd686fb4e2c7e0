import { readFailureText } from '#data/api/failure.ts';
import type { Cart } from '#domain/cart.ts';
import { minimumOf } from '#domain/checkout.ts';
import type { Currency, Money } from '#domain/money.ts';
import { deliveryNotices, minimumText, shippingCostText } from '#texts/order-taking.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconDelivery } from '#ui/icons.tsx';
import styles from './address-page.module.css';
import { addressTexts } from './texts.ts';

interface ShippingLineProps {
  readonly cart: Cart;
  readonly subtotal: Money;
  readonly currency: Currency;
  readonly shipping: { readonly asking: boolean; readonly error: Error | null; readonly retry: () => void };
}

/** Shipping cost, its surcharges for weather and demand, and the minimum order (K-52 to K-56). */
export function ShippingLine({ cart, subtotal, currency, shipping }: ShippingLineProps) {
  const { shippingCost, address } = cart;
  if (!address) return null;
  if (!shippingCost && shipping.asking)
    return (
      <SkeletonGroup label={addressTexts.waiting}>
        <Skeleton height={48} radius={12} />
      </SkeletonGroup>
    );
  if (!shippingCost)
    return shipping.error ? (
      <Notice
        action={
          <Button size="sm" variant="ghost" onClick={shipping.retry}>
            {addressTexts.retry}
          </Button>
        }
        tone="error"
      >
        {readFailureText(shipping.error)}
      </Notice>
    ) : null;
  const minimum = minimumOf(cart, subtotal);
  return (
    <div className={styles['shipping']} role="status">
      <p className={styles['cost']}>
        <IconDelivery size={22} />
        <b>{shippingCostText(shippingCost, subtotal, currency)}</b>
      </p>
      {deliveryNotices(shippingCost).map((text) => (
        <Notice key={text} tone="warning">
          {text}
        </Notice>
      ))}
      {minimum === null ? null : <Notice tone="warning">{minimumText(minimum, currency)}</Notice>}
    </div>
  );
}
