import { memo } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { actionsAt } from '#data/orders/order-action.ts';
import { useCardExtra } from '#data/orders/card-extra.ts';
import type { Folded } from '#data/orders/orders.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order, OrderLine } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import type { ServiceType, Store } from '#domain/store.ts';
import { orderName, orderNumberLabel, orderSyncLabels, placeLabel } from '#texts/order.ts';
import { timerPrefixes } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import { StateTag } from '#ui/feedback/badge.tsx';
import { IconClock, IconCloudUpload, IconDelivery, IconLate, IconTable, IconTakeaway } from '#ui/icons.tsx';
import { Card } from '#ui/layout/card.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import { cardLinesMax, whoIsIt } from './board-columns.ts';
import { useCardTimer } from './card-clock.ts';
import styles from './order-card.module.css';
import { boardTexts } from './texts.ts';

const serviceIcons: Readonly<Record<ServiceType, ReactNode>> = {
  LOCAL: <IconTable size={22} />,
  TAKEAWAY: <IconTakeaway size={22} />,
  DELIVERY: <IconDelivery size={22} />,
};

interface OrderCardProps {
  readonly shown: Folded<Order>;
  readonly store: Store;
  readonly actions: readonly OrderAction[];
  /** True for the only card in the tab order. */
  readonly tabbable?: boolean;
  readonly fresh?: boolean;
  readonly flash?: boolean;
  /** True while the card is dragged, or while its command is being written to disk. */
  readonly lifted?: boolean;
  readonly grabbable?: boolean;
  readonly onOpen: (uid: string) => void;
  readonly onAction: OnAction;
}

/** A card of the board (D2). The number's button covers the card, so a tap anywhere opens it. */
export const OrderCard = memo(function OrderCardView({
  shown,
  store,
  tabbable = false,
  fresh = false,
  flash = false,
  ...rest
}: OrderCardProps) {
  const { body: order, sync } = shown;
  const { uid, number } = order;
  const timer = useCardTimer(order, store.timezone);
  const extra = useCardExtra((c) => c.of);
  const late = timer.kind === 'late';
  return (
    <Card
      aria-label={orderName(number)}
      as="article"
      className={cx(
        styles['card'],
        rest.lifted && styles['lifted'],
        rest.grabbable && styles['grabbable'],
        fresh && styles['arriving'],
      )}
      data-card={uid}
      data-fresh={fresh}
      edge={order.status === 'PENDING' ? 'waiting' : undefined}
      flash={flash}
      frame={late ? 'late' : undefined}
      fresh={fresh}
    >
      <div className={styles['head']}>
        <h3 className={styles['number']}>
          <button
            aria-label={boardTexts.open(number)}
            className={styles['open']}
            data-open=""
            tabIndex={tabbable ? 0 : -1}
            type="button"
            onClick={() => rest.onOpen(uid)}
          >
            {orderNumberLabel(number)}
          </button>
        </h3>
        <span className={styles['place']}>
          {serviceIcons[order.type]}
          <span className="truncate">{placeLabel(order)}</span>
        </span>
        <span className={styles['timer']}>
          {late ? (
            <StateTag icon={<IconLate size={20} />} solid state="late">
              {timer.text}
            </StateTag>
          ) : (
            <>
              <IconClock size={22} />
              <span>
                <span className="visually-hidden">{timerPrefixes[timer.kind]}</span>
                {timer.text}
              </span>
            </>
          )}
        </span>
      </div>
      <Lines order={order} />
      {extra?.(order)}
      {sync === 'queued' ? (
        <p className={styles['sync']}>
          <IconClock size={20} />
          {orderSyncLabels.queued}
        </p>
      ) : null}
      <div className={styles['foot']}>
        <span className={cx(styles['who'], 'truncate')}>{whoText(order)}</span>
        {/* Beside the name, so that the card's buttons do not move when the server has answered. */}
        {sync === 'sending' ? (
          <span className={styles['sync']}>
            <IconCloudUpload size={18} />
            <span className="truncate">{orderSyncLabels.sending}</span>
          </span>
        ) : null}
        {can('order.readMoney', store) ? (
          <b className={styles['total']}>{formatMoney(order.total, store.currency)}</b>
        ) : null}
      </div>
      <Actions actions={rest.actions} order={order} store={store} onAction={rest.onAction} />
    </Card>
  );
});

function whoText(order: Order): string {
  const who = whoIsIt(order);
  if (who === null) return '';
  return who.kind === 'seller' ? boardTexts.seller(who.name) : who.name;
}

function Lines({ order }: { readonly order: Order }) {
  const hidden = order.items.length - cardLinesMax;
  return (
    <div className={styles['lines']}>
      <ul>
        {order.items.slice(0, cardLinesMax).map((line, index) => (
          // The index is part of the key: a product may occur twice, with other options.
          <Line key={`${line.id} ${index}`} line={line} />
        ))}
      </ul>
      {hidden > 0 ? <p className={styles['more']}>{boardTexts.moreLines(hidden)}</p> : null}
      {order.comments ? <p className={styles['comments']}>{order.comments}</p> : null}
    </div>
  );
}

function Line({ line }: { readonly line: OrderLine }) {
  const { quantity, name, additionals, comments } = line;
  return (
    <li>
      <span className={styles['line']}>
        <b>{quantity}</b> {name}
      </span>
      {additionals.length > 0 || comments ? (
        <ul className={styles['notes']}>
          {additionals.map((a) => (
            <li key={a.id}>{a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name}</li>
          ))}
          {comments ? <li>{comments}</li> : null}
        </ul>
      ) : null}
    </li>
  );
}

const keepFromDrag = (event: SyntheticEvent): void => event.stopPropagation();

/** The next step in one tap, all other actions behind ⋮. Pressing a button must not start a drag. */
function Actions({
  actions,
  order,
  store,
  onAction,
}: Pick<OrderCardProps, 'actions' | 'store' | 'onAction'> & { readonly order: Order }) {
  const { step, moves, others } = actionsAt(actions, 'card', order, store);
  const more = moves.some((action) => action !== step) || others.length > 0;
  const items = (): readonly MenuItem[] => [
    ...moves.map((action) => ({
      id: action.id,
      label: action.destination?.column ?? action.label(order),
      group: boardTexts.moveTo,
      onSelect: () => void onAction(action, order),
    })),
    ...others.map((action) => ({
      id: action.id,
      label: action.label(order),
      danger: action.danger === true,
      onSelect: () => void onAction(action, order),
    })),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only blocks the drag sensors
    <div
      className={cx(styles['actions'], !more && styles['alone'])}
      onMouseDown={keepFromDrag}
      onTouchStart={keepFromDrag}
    >
      {step ? (
        <Button
          fullWidth
          icon={step.icon}
          variant={step.to === 'COMPLETE' ? 'success' : 'primary'}
          onClick={() => void onAction(step, order)}
        >
          {step.label(order)}
        </Button>
      ) : null}
      {more ? <Menu items={items()} label={boardTexts.moreActions(order.number)} /> : null}
    </div>
  );
}
