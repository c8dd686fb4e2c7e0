import { useEffect } from 'react';
import type { OnAction, OrderAction } from '#data/orders/order-action.ts';
import { actionsAt } from '#data/orders/order-action.ts';
import { useOrder } from '#data/orders/orders.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { orderName, orderStatusLabels, placeLabel } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './kiosk-order.module.css';
import { kioskTexts } from './texts.ts';

/** The order closes after this time, so that an abandoned one does not hide the board. */
const abandonedMs = 60_000;

interface KioskOrderProps {
  readonly uid: string;
  readonly actions: readonly OrderAction[];
  readonly store: Store;
  readonly onAction: OnAction;
  readonly onClose: () => void;
}

/** What to cook, in large text: every line, option and comment. People and money are left out. */
export function KioskOrder({ uid, actions, store, onAction, onClose }: KioskOrderProps) {
  const order = useOrder(uid)?.body ?? null;
  useEffect(() => wakeIn(abandonedMs, onClose), [onClose]);
  const title = order ? `${orderName(order.number)} · ${placeLabel(order)}` : kioskTexts.gone;
  const step = order ? actionsAt(actions, 'card', order, store).step : null;
  return (
    <Overlay
      footer={
        order && step ? (
          <Button
            fullWidth
            icon={step.icon}
            size="lg"
            variant={step.to === 'COMPLETE' ? 'success' : 'primary'}
            onClick={() => {
              void onAction(step, order);
              onClose();
            }}
          >
            {step.label(order)}
          </Button>
        ) : null
      }
      open
      title={title}
      onClose={onClose}
    >
      {order ? <Lines order={order} /> : <EmptyState title={kioskTexts.gone} />}
    </Overlay>
  );
}

function Lines({ order }: { readonly order: Order }) {
  return (
    <div className={styles['order']}>
      <p className={styles['who']}>
        {[orderStatusLabels[order.status], order.description].filter(Boolean).join(' · ')}
      </p>
      <ul className={styles['lines']}>
        {order.items.map((line, index) => (
          // The index is part of the key: a product may occur twice, with other options.
          <li key={`${line.id} ${index}`}>
            <span className={styles['line']}>
              <b>{line.quantity}</b> {line.name}
            </span>
            {line.additionals.length > 0 || line.comments ? (
              <ul className={styles['notes']}>
                {line.additionals.map((a) => (
                  <li key={a.id}>{a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name}</li>
                ))}
                {line.comments ? <li>{line.comments}</li> : null}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      {order.comments ? <p className={styles['comments']}>{order.comments}</p> : null}
    </div>
  );
}
