import type { Cart } from '#domain/cart.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { Totals } from '#domain/pricing.ts';
import styles from './cart-panel.module.css';
import { cartTexts } from './texts.ts';

interface CartSumsProps {
  readonly cart: Pick<Cart, 'type'>;
  readonly totals: Totals;
  readonly currency: Currency;
}

/** 'Subtotal', 'Descuento general', 'Envío' for deliveries alone, 'Total' (K-09 to K-12). */
export function CartSums({ cart, totals, currency }: CartSumsProps) {
  return (
    <dl className={styles['amounts']}>
      <div className={styles['row']}>
        <dt>{cartTexts.subtotal}</dt>
        <dd>{formatMoney(totals.subtotal, currency)}</dd>
      </div>
      <div className={styles['row']}>
        <dt>{cartTexts.discount}</dt>
        <dd>{cartTexts.less(formatMoney(totals.discount, currency))}</dd>
      </div>
      {cart.type === 'DELIVERY' ? (
        <div className={styles['row']}>
          <dt>{cartTexts.delivery}</dt>
          <dd>{formatMoney(totals.delivery_amount, currency)}</dd>
        </div>
      ) : null}
      <div className={styles['total']}>
        <dt>{cartTexts.total}</dt>
        <dd>{formatMoney(totals.total, currency)}</dd>
      </div>
    </dl>
  );
}
