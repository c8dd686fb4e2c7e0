import { useRef, useState } from 'react';
import { Block } from './block.tsx';
import type { DetailLine } from './order-facts.ts';
import { detailLines } from './order-facts.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { offersItemRemoval } from '#domain/removable-items.ts';
import type { Store } from '#domain/store.ts';
import { removeItemLabel } from '#texts/order-details.ts';
import { seatTexts } from '#texts/order.ts';
import { RemovableRow } from '#ui/action/removable-row.tsx';
import { useFocusAfterRemoval } from '#ui/overlay/use-focus-after-removal.ts';
import styles from './order-detail.module.css';
import { detailTexts } from './texts.ts';
import { RemoveItemDialog } from './remove-item-dialog.tsx';

interface ProductsProps {
  readonly order: Order;
  readonly store: Store;
  /** True when this user may remove rows. */
  readonly mayChange: boolean;
}

/** Lines with their options and comments (B-54); each stored line can be removed (N-12). */
export function Products({ order, store, mayChange }: ProductsProps) {
  const lines = detailLines(order);
  const [asked, setAsked] = useState<DetailLine | null>(null);
  const block = useRef<HTMLElement>(null);
  const removable = mayChange && offersItemRemoval(order, store);
  useFocusAfterRemoval(block, lines.length, asked !== null);

  return (
    <div className={styles['half']}>
      {order.comments ? (
        <Block title={detailTexts.comments}>
          <p className={styles['comments']}>{order.comments}</p>
        </Block>
      ) : null}
      <Block ref={block} title={detailTexts.products}>
        {lines.length === 0 ? <p className={styles['quiet']}>{detailTexts.noProducts}</p> : null}
        <ul className={styles['lines']}>
          {lines.map((line) => (
            <RemovableRow
              key={line.key}
              label={removeItemLabel(line.name)}
              onRemove={removable && line.row !== null ? () => setAsked(line) : null}
            >
              <div className={styles['line']}>
                <span>
                  <b>{line.quantity}</b> {line.name}
                </span>
                <span>{formatMoney(line.price, store.currency)}</span>
              </div>
              {line.additionals.length > 0 || line.comments || line.seat !== undefined ? (
                <ul className={styles['notes']}>
                  {line.additionals.map((a) => (
                    <li key={a.key}>{a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name}</li>
                  ))}
                  {line.comments ? <li>{line.comments}</li> : null}
                  {line.seat === undefined ? null : <li>{seatTexts.seat(line.seat)}</li>}
                </ul>
              ) : null}
            </RemovableRow>
          ))}
        </ul>
      </Block>
      {asked ? <RemoveItemDialog line={asked} order={order} store={store} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}
