import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { actionsAt } from '#data/orders/order-action.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { SplitButton } from '#ui/action/split-button.tsx';
import { IconChevronDown } from '#ui/icons.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import styles from './order-detail.module.css';
import { detailTexts } from './texts.ts';

interface ActionsProps {
  readonly actions: readonly OrderAction[];
  readonly order: Order;
  readonly store: Store;
  readonly onAction: OnAction;
}

/** This member's actions on the order: buttons, and the next step with the other statuses in a menu. */
export function OrderActionBar({ actions, order, store, onAction }: ActionsProps) {
  const { step, moves, others } = actionsAt(actions, 'card', order, store);
  if (moves.length === 0 && others.length === 0) return null;
  return (
    <div className={styles['actions']}>
      {others.toSorted(dangerFirst).map((action) => (
        <Button
          key={action.id}
          className={action.danger ? styles['reject'] : undefined}
          icon={action.icon}
          variant="secondary"
          onClick={() => void onAction(action, order)}
        >
          {action.label(order)}
        </Button>
      ))}
      <Steps moves={moves} order={order} step={step} onAction={onAction} />
    </div>
  );
}

const dangerFirst = (a: OrderAction, b: OrderAction): number => Number(b.danger ?? false) - Number(a.danger ?? false);

/** The menu of the detail; renders nothing when empty (B-59). */
export function Options({ actions, order, store, onAction }: ActionsProps) {
  const { others } = actionsAt(actions, 'options', order, store);
  const items = others.map((action): MenuItem => ({
    ...itemOf(action, action.label(order), order, onAction),
    icon: action.icon,
  }));
  return items.length === 0 ? null : <Menu items={items} label={detailTexts.options} />;
}

const itemOf = (action: OrderAction, label: string, order: Order, onAction: OnAction): MenuItem => ({
  id: action.id,
  label,
  onSelect: () => void onAction(action, order),
});

interface StepsProps extends Pick<ActionsProps, 'order' | 'onAction'> {
  readonly step: OrderAction | null;
  readonly moves: readonly OrderAction[];
}

/** The next step in one tap; all other statuses in the menu (B-57, D-19). */
function Steps({ step, moves, order, onAction }: StepsProps) {
  const items = moves.map((action): MenuItem => ({
    ...itemOf(action, action.destination?.status ?? action.label(order), order, onAction),
    group: detailTexts.moveTo,
  }));
  if (items.length === 0) return null;
  return (
    <div className={styles['step']}>
      {step === null ? (
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
          icon={step.icon}
          items={items}
          menuLabel={detailTexts.otherStatus}
          variant={step.to === 'COMPLETE' ? 'success' : 'primary'}
          onClick={() => void onAction(step, order)}
        >
          {step.label(order)}
        </SplitButton>
      )}
    </div>
  );
}
