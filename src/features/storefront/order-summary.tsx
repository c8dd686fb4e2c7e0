import { formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { Panel } from '#ui/layout/card.tsx';
import styles from './storefront.module.css';
import { trackingTexts as texts } from './texts.ts';

/** What was ordered, and what it costs. */
export function OrderSummary({ order, store }: { readonly order: Order; readonly store: Pick<Store, 'currency'> }) {
  const amount = (value: Order['total']): string => formatMoney(value, store.currency);
  return (
    <Panel title={texts.products}>
      <ul className={styles['lines']}>
        {order.items.map((line, index) => (
          // Two lines may be of the same product, and each keeps its place.
          <li key={index}>
            <div className={styles['line']}>
              <span>
                <b>{line.quantity}</b> {line.name}
              </span>
              <span>{amount(line.price)}</span>
            </div>
            {line.additionals.length > 0 || line.comments ? (
              <p className={styles['quiet']}>
                {[...line.additionals.map((a) => (a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name)), line.comments]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <dl className={styles['sums']}>
        <Sum name={texts.subtotal} value={amount(order.subtotal)} />
        {order.discount > 0 ? <Sum name={texts.discount} value={`-${amount(order.discount)}`} /> : null}
        {order.type === 'DELIVERY' ? <Sum name={texts.delivery} value={amount(order.delivery_amount)} /> : null}
        <div className={styles['total']}>
          <dt>{texts.total}</dt>
          <dd>{amount(order.total)}</dd>
        </div>
      </dl>
    </Panel>
  );
}

const Sum = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
