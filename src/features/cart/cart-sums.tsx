import type { Cart } from '#domain/cart.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { Totals } from '#domain/pricing.ts';
import styles from './cart-panel.module.css';
import { cartTexts } from './texts.ts';

interface CartSumsProps {
  readonly cart: Pick<Cart, 'type' | 'shippingCost' | 'promocode' | 'discount'>;
  readonly totals: Totals;
  readonly currency: Currency;
}

/** 'Subtotal', 'Descuento general' with its source, 'Envío' (deliveries only) and 'Total' (K-09 to K-12). */
export function CartSums({ cart, totals, currency }: CartSumsProps) {
  const { promocode, discount } = cart;
  const source = promocode?.code ?? (discount?.type === 'PERCENTAGE' ? cartTexts.percent(discount.value) : null);
  return (
    <dl className={styles['amounts']}>
      <div className={styles['row']}>
        <dt>{cartTexts.subtotal}</dt>
        <dd>{formatMoney(totals.subtotal, currency)}</dd>
      </div>
      <div className={styles['row']}>
        <dt>
          {cartTexts.discount}
          {source !== null && totals.discount > 0 ? <span className={styles['source']}>{source}</span> : null}
        </dt>
        <dd>{cartTexts.less(formatMoney(totals.discount, currency))}</dd>
      </div>
      {cart.type === 'DELIVERY' ? (
        <div className={styles['row']}>
          <dt>{cartTexts.delivery}</dt>
          <dd>{deliveryText(cart, totals, currency)}</dd>
        </div>
      ) : null}
      <div className={styles['total']}>
        <dt>{cartTexts.total}</dt>
        <dd>{formatMoney(totals.total, currency)}</dd>
      </div>
    </dl>
  );
}

function deliveryText({ shippingCost }: CartSumsProps['cart'], totals: Totals, currency: Currency): string {
  if (!shippingCost) return cartTexts.deliveryUnknown;
  return totals.delivery_amount === 0 ? cartTexts.deliveryFree : formatMoney(totals.delivery_amount, currency);
}
