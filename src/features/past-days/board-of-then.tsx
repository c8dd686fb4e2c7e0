import { formatMoney } from '#domain/money.ts';
import { cardTimer } from '#domain/order-timer.ts';
import type { BoardThen, OrderThen } from '#domain/past-day.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { boardColumnLabels, orderStatusLabels, serviceLabels } from '#texts/order.ts';
import { timerLabel, timerPrefixes } from '#texts/time.ts';
import { Card, Panel } from '#ui/layout/card.tsx';
import type { OrderState } from '#ui/state-shapes.tsx';
import { StateShape } from '#ui/state-shapes.tsx';
import styles from './past-days.module.css';
import { pastTexts as texts } from './texts.ts';

interface BoardOfThenProps {
  readonly board: BoardThen;
  readonly at: Instant;
  readonly store: Store;
}

const looks: Readonly<Partial<Record<OrderStatus, { title: string; state: OrderState }>>> = {
  PAYING: { title: orderStatusLabels.PAYING, state: 'paying' },
  PENDING: { title: boardColumnLabels.PENDING, state: 'waiting' },
  ACCEPTED: { title: boardColumnLabels.ACCEPTED, state: 'preparation' },
  DELIVER: { title: boardColumnLabels.DELIVER, state: 'ready' },
};

/** The columns of the board at a moment. */
export function BoardOfThen({ board, at, store }: BoardOfThenProps) {
  return (
    <Panel title={texts.board}>
      <div className={styles['columns']}>
        {[...board.columns].map(([status, orders]) => {
          const look = looks[status];
          // Nobody pays most of the time.
          if (!look || (status === 'PAYING' && orders.length === 0)) return null;
          return (
            <section key={status} aria-label={look.title} className={styles['column']}>
              <h3 className={styles['columnTitle']}>
                <StateShape state={look.state} />
                {look.title}
                <span className={styles['count']}>{orders.length}</span>
              </h3>
              {orders.length === 0 ? <p className={styles['quiet']}>{texts.nobody}</p> : null}
              {orders.map((order) => (
                <OrderOfThen key={order.id} at={at} order={order} state={look.state} store={store} />
              ))}
            </section>
          );
        })}
      </div>
      <p className={styles['quiet']}>{texts.ended(board.complete, board.rejected)}</p>
    </Panel>
  );
}

interface OrderOfThenProps extends Omit<BoardOfThenProps, 'board'> {
  readonly order: OrderThen;
  readonly state: OrderState;
}

function OrderOfThen({ order, at, state, store }: OrderOfThenProps) {
  const timer = cardTimer({ ...order, is_scheduled: false }, at);
  const late = timer.kind === 'late';
  return (
    <Card as="article" className={styles['order']} edge={late ? 'late' : state}>
      <p className={styles['orderHead']}>
        <b>{order.number}</b>
        <span>{order.place ?? serviceLabels[order.type]}</span>
        <span className={styles['amount']}>{formatMoney(order.total, store.currency)}</span>
      </p>
      {order.name === null ? null : <p className={styles['name']}>{order.name}</p>}
      {order.status === 'PAYING' ? null : (
        <p className={styles['timer']} data-late={late || undefined}>
          <span className="visually-hidden">{timerPrefixes[timer.kind]}</span>
          {timerLabel(timer, at, store.timezone)}
        </p>
      )}
    </Card>
  );
}
