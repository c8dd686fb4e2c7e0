import { askForPaper } from '#data/printing/asked-paper.ts';
import { deviceClock } from '#platform/clock.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { orderNumberLabel, serviceLabels } from '#texts/order.ts';
import { whenLabel } from '#texts/time.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { OrderStatusTag } from '#ui/feedback/order-status-tag.tsx';
import { IconPrinter, IconUndo } from '#ui/icons.tsx';
import { boardTexts } from './texts.ts';
import { ScrollingList } from './list/card-list.tsx';
import styles from './order-board.module.css';

interface FinishedListProps {
  readonly orders: readonly Order[];
  readonly known: boolean;
  readonly store: Store;
  readonly onOpen: (uid: string) => void;
  readonly onMove: (order: Order, to: OrderStatus) => void;
}

/** D7: orders being paid on top, then newest first. One tap reopens an order finished by mistake. */
export function FinishedList({ orders, known, ...rest }: FinishedListProps) {
  if (orders.length === 0) return known ? <p className={styles['empty']}>{boardTexts.empty}</p> : null;
  return (
    <ScrollingList estimatePx={() => 76} items={orders} keyOf={(o) => o.uid}>
      {(order) => <FinishedRow order={order} {...rest} />}
    </ScrollingList>
  );
}

type FinishedRowProps = Omit<FinishedListProps, 'orders' | 'known'> & { readonly order: Order };

function FinishedRow({ order, store, onOpen, onMove }: FinishedRowProps) {
  const { uid, status } = order;
  const sold = `${orderNumberLabel(order.number)} · ${serviceLabels[order.type]} `;
  return (
    <div className={styles['finishedRow']}>
      <div className={styles['finishedWords']}>
        {/* A PAYING order leads to the paying screen (B-18, D-20, Y-57). */}
        <button className={styles['finishedSummary']} type="button" onClick={() => onOpen(uid)}>
          {sold}
          {can('order.readMoney', store) ? (
            <span className={styles['finishedMoney']}>{formatMoney(order.total, store.currency)}</span>
          ) : null}
        </button>
        <span className={styles['finishedState']}>
          <OrderStatusTag status={status} />
          <span>{whenLabel(order.created_at, deviceClock.now(), store.timezone)}</span>
        </span>
      </div>
      {status !== 'PAYING' && can('slip.print', store) ? (
        <IconButton
          className={styles['rowButton']}
          icon={<IconPrinter />}
          label={boardTexts.printOf(order.number)}
          onClick={() => askForPaper({ paper: status === 'REJECTED' ? 'rejected' : 'summary', uid })}
        />
      ) : null}
      {status === 'COMPLETE' && can('order.changeStatus', store) ? (
        <IconButton
          className={styles['rowButton']}
          icon={<IconUndo />}
          label={boardTexts.backOf(order.number)}
          title={boardTexts.backToDeliver}
          onClick={() => onMove(order, 'DELIVER')}
        />
      ) : null}
    </div>
  );
}
