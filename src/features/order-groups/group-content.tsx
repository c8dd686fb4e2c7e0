import type { ReactNode } from 'react';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney, split } from '#domain/money.ts';
import type { OrderDetailRow } from '#domain/order.ts';
import { nestedRows } from '#domain/order.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { OrderGroup, OrderGroupDetail } from '#domain/order-group.ts';
import { lineTotal } from '#domain/pricing.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { groupStatusLabels } from '#texts/groups.ts';
import { shareTexts } from '#texts/order-details.ts';
import { orderStatusLabels, seatTexts } from '#texts/order.ts';
import { whenLabel } from '#texts/time.ts';
import { cx } from '#ui/class-names.ts';
import styles from './order-groups.module.css';
import { groupDetailTexts as texts } from './texts.ts';

interface FactProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

const Fact = ({ name, value, strong = false }: FactProps) => (
  <div className={cx(styles['fact'], strong && styles['strong'])}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

interface GroupFactsProps {
  readonly group: OrderGroup;
  readonly store: Store;
  readonly now: Instant;
}

/** When the table was opened, whether it still is, by whom, and for whom (G-31). */
export const GroupFacts = ({ group, store, now }: GroupFactsProps) => (
  <dl className={styles['facts']}>
    <Fact name={texts.created} value={whenLabel(group.created_at, now, store.timezone)} />
    {group.status === 'OPENED' ? null : <Fact name={texts.status} value={groupStatusLabels[group.status]} />}
    {group.seller ? <Fact name={texts.seller} value={group.seller.fullname} /> : null}
    <Fact name={texts.people} value={group.data.people} />
    <Fact name={texts.childrens} value={group.data.childrens ? texts.yes : texts.no} />
  </dl>
);

interface GroupOrdersProps {
  readonly group: OrderGroupDetail;
  readonly store: Store;
  readonly now: Instant;
}

/** The table's products, order by order, with who took each and when (G-32). */
export function GroupOrders({ group, store, now }: GroupOrdersProps) {
  if (group.orders.length === 0) return <p className={styles['quiet']}>{texts.noProducts}</p>;
  return (
    <ul className={styles['orders']}>
      {group.orders.map((order) => (
        <li key={order.id} className={styles['order']}>
          <p className={styles['title']}>
            {[
              texts.order(order.number),
              whenLabel(order.created_at, now, store.timezone),
              order.seller?.fullname,
              orderStatusLabels[order.status],
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <ul className={styles['lines']}>
            {nestedRows(group.items.filter((row) => row.order_id === order.id)).map(({ row, additionals }) => (
              <li key={row.id}>
                <div className={styles['line']}>
                  <span>
                    <b>{row.quantity}</b> {row.name}
                  </span>
                  <span>{formatMoney(priceOf(row, additionals), store.currency)}</span>
                </div>
                {additionals.length > 0 || row.comments || row.seat !== undefined ? (
                  <ul className={styles['notes']}>
                    {additionals.map((a) => (
                      <li key={a.id}>{a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name}</li>
                    ))}
                    {row.comments ? <li>{row.comments}</li> : null}
                    {row.seat === undefined ? null : <li>{seatTexts.seat(row.seat)}</li>}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const priceOf = (row: OrderDetailRow, additionals: readonly OrderDetailRow[]): Money =>
  lineTotal(
    row.unit_price,
    additionals.map(({ id, name, quantity, unit_price: price }) => ({ id, name, quantity, price })),
    row.quantity,
    row.discount,
  );

interface GroupAmountsProps extends OrderAmounts {
  readonly currency: Currency;
  readonly people: number;
  readonly tip: Money;
  /** Total and tip. */
  readonly due: Money;
}

/** Subtotal, discount, delivery and total, the tip on top, and what each person pays if they share it (G-32, E4). */
export function GroupAmounts({ currency, people, tip, due, ...amounts }: GroupAmountsProps) {
  const { subtotal, discount, delivery_amount, total } = amounts;
  const amount = (value: Money): string => formatMoney(value, currency);
  const [share = due] = split(due, Array<number>(people).fill(1));
  return (
    <dl className={styles['facts']}>
      <Fact name={texts.subtotal} value={amount(subtotal)} />
      <Fact name={texts.discount} value={discount > 0 ? `-${amount(discount)}` : amount(discount)} />
      <Fact name={texts.delivery} value={amount(delivery_amount)} />
      <Fact strong name={texts.total} value={amount(total)} />
      {tip > 0 ? (
        <>
          <Fact name={texts.tip} value={amount(tip)} />
          <Fact strong name={texts.due} value={amount(due)} />
        </>
      ) : null}
      {people > 1 && due > 0 ? <Fact name={shareTexts.share(people)} value={shareTexts.each(amount(share))} /> : null}
    </dl>
  );
}
