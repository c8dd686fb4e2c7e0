import type { OrderAction } from '#data/orders/order-action.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { isOnBoard } from '#domain/order.ts';
import { mayDelay } from '#domain/order-delay.ts';
import { mayReject } from '#domain/order-rejection.ts';
import { nextStatus, statusTargets } from '#domain/order-status.ts';
import type { Store } from '#domain/store.ts';
import { nextStepLabels, orderActionLabels, orderStatusLabels } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { SplitButton } from '#ui/action/split-button.tsx';
import { IconArrowRight, IconCheck, IconChevronDown, IconClock, IconClose } from '#ui/icons.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import styles from './order-detail.module.css';
import { detailTexts } from './texts.ts';

interface ActionsProps {
  readonly order: Order;
  readonly onMove: (order: Order, to: OrderStatus) => void;
  readonly onAsk: (uid: string, what: 'reject' | 'delay') => void;
}

/** What the status table allows from here (B-57, B-58, B-60, D-19). */
export function Actions({ order, onMove, onAsk }: ActionsProps) {
  const { uid, status } = order;
  return (
    <div className={styles['actions']}>
      {mayReject(status) ? (
        <Button
          className={styles['reject']}
          icon={<IconClose size={22} />}
          variant="secondary"
          onClick={() => onAsk(uid, 'reject')}
        >
          {orderActionLabels.reject}
        </Button>
      ) : null}
      {mayDelay(status) ? (
        <Button icon={<IconClock size={22} />} variant="secondary" onClick={() => onAsk(uid, 'delay')}>
          {orderActionLabels.delay}
        </Button>
      ) : null}
      <Steps order={order} onMove={onMove} />
    </div>
  );
}

interface OptionsProps {
  readonly options: readonly OrderAction[];
  readonly order: Order;
  readonly store: Store;
}

/** What other features do with an order, behind one button; none when there is nothing (B-59). */
export function Options({ options, order, store }: OptionsProps) {
  const items = options
    .filter((o) => o.when(order, store))
    .map((o): MenuItem => ({ id: o.id, icon: o.icon, label: o.label(order, store), onSelect: () => o.run(order) }));
  return items.length === 0 ? null : <Menu items={items} label={detailTexts.options} />;
}

/** The next step in one tap; every other status behind the arrow (B-57, D-19). */
function Steps({ order, onMove }: Pick<ActionsProps, 'order' | 'onMove'>) {
  const { status } = order;
  const next = nextStatus(status);
  const items = statusTargets[status].map((to): MenuItem => ({
    id: to,
    label: orderStatusLabels[to],
    group: detailTexts.moveTo,
    onSelect: () => onMove(order, to),
  }));
  if (items.length === 0) return null;
  return (
    <div className={styles['step']}>
      {next === null || !isOnBoard(status) ? (
        <Menu
          items={items}
          label={detailTexts.otherStatus}
          renderTrigger={(props) => (
            <Button {...props} fullWidth iconAfter={<IconChevronDown />} variant="secondary">
              {detailTexts.moveTo}
            </Button>
          )}
        />
      ) : (
        <SplitButton
          icon={next === 'DELIVER' ? <IconArrowRight size={22} /> : <IconCheck size={22} />}
          items={items}
          menuLabel={detailTexts.otherStatus}
          variant={next === 'COMPLETE' ? 'success' : 'primary'}
          onClick={() => onMove(order, next)}
        >
          {nextStepLabels[status]}
        </SplitButton>
      )}
    </div>
  );
}
