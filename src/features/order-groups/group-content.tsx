import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { refetchGroup } from '#data/groups/group-detail.ts';
import { useOrder } from '#data/orders/orders.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney, split } from '#domain/money.ts';
import type { Order, OrderDetailRow } from '#domain/order.ts';
import { nestedRows } from '#domain/order.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { OrderGroup, OrderGroupDetail } from '#domain/order-group.ts';
import { lineTotal } from '#domain/pricing.ts';
import { offersItemRemoval } from '#domain/removable-items.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { groupStatusLabels } from '#texts/groups.ts';
import { removeItemLabel, shareTexts } from '#texts/order-details.ts';
import { orderStatusLabels, seatTexts } from '#texts/order.ts';
import { whenLabel } from '#texts/time.ts';
import { RemovableRow } from '#ui/action/removable-row.tsx';
import { cx } from '#ui/class-names.ts';
import { useFocusAfterRemoval } from '#ui/overlay/use-focus-after-removal.ts';
import type { GroupParts } from './group-payments.tsx';
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
  readonly parts: Pick<GroupParts, 'RemoveItem'>;
}

/** The table's products, order by order, with who took each and when; each row can be removed (G-32, N-12). */
export function GroupOrders({ group, store, now, parts }: GroupOrdersProps) {
  const [asked, setAsked] = useState<{ readonly order: Order; readonly row: PricedRow } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusAfterRemoval(list, group.items.length, asked !== null);
  if (group.orders.length === 0) return <p className={styles['quiet']}>{texts.noProducts}</p>;
  return (
    <>
      <ul ref={list} aria-label={texts.orders} className={styles['orders']} tabIndex={-1}>
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
            <OrderRows
              rows={pricedRows(group, order.id)}
              store={store}
              uid={order.uid}
              onRemove={(known, row) => setAsked({ order: known, row })}
            />
          </li>
        ))}
      </ul>
      {asked ? (
        <parts.RemoveItem
          line={asked.row}
          order={asked.order}
          store={store}
          onClose={() => {
            setAsked(null);
            refetchGroup(store.id, group.id);
          }}
        />
      ) : null}
    </>
  );
}

interface OrderRowsProps {
  readonly uid: string;
  readonly rows: readonly PricedRow[];
  readonly store: Store;
  readonly onRemove: (order: Order, row: PricedRow) => void;
}

function OrderRows({ uid, rows, store, onRemove }: OrderRowsProps) {
  const order = useOrder(uid)?.body;
  const known = order && offersItemRemoval(order, store) ? order : null;
  return (
    <ul className={styles['lines']}>
      {rows.map((line) => (
        <RemovableRow
          key={line.row}
          label={removeItemLabel(line.name)}
          onRemove={known && (() => onRemove(known, line))}
        >
          <div className={styles['line']}>
            <span>
              <b>{line.quantity}</b> {line.name}
            </span>
            <span>{formatMoney(line.price, store.currency)}</span>
          </div>
          {line.notes.length > 0 ? (
            <ul className={styles['notes']}>
              {line.notes.map((note, index) => (
                <li key={index}>{note}</li>
              ))}
            </ul>
          ) : null}
        </RemovableRow>
      ))}
    </ul>
  );
}

interface PricedRow {
  readonly row: number;
  readonly quantity: number;
  readonly name: string;
  /** With its options and after its discount. */
  readonly price: Money;
  /** Options, comments and the seat. */
  readonly notes: readonly string[];
}

/** The rows of one of the group's orders. */
const pricedRows = ({ items }: OrderGroupDetail, orderId: number): PricedRow[] =>
  nestedRows(items.filter((row) => row.order_id === orderId)).map(({ row, additionals }) => ({
    row: row.id,
    quantity: row.quantity,
    name: row.name,
    price: priceOf(row, additionals),
    notes: [
      ...additionals.map((a) => (a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name)),
      ...(row.comments ? [row.comments] : []),
      ...(row.seat === undefined ? [] : [seatTexts.seat(row.seat)]),
    ],
  }));

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
