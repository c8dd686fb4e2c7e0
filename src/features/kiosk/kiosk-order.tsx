import { useEffect } from 'react';
import { useOrder } from '#data/orders/orders.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { isOnBoard } from '#domain/order.ts';
import { nextStatus } from '#domain/order-status.ts';
import { wakeIn } from '#platform/clock.ts';
import { nextStepLabels, orderName, orderStatusLabels, placeLabel } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconArrowRight, IconCheck } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './kiosk-order.module.css';
import { kioskTexts } from './texts.ts';

/** An order that nobody looks at any more must not hide the board. */
const abandonedMs = 60_000;

interface KioskOrderProps {
  readonly uid: string;
  readonly onMove: (order: Order, to: OrderStatus) => void;
  readonly onClose: () => void;
}

/** What to cook, all of it and large: every line, option and comment. People and money are not the kitchen's. */
export function KioskOrder({ uid, onMove, onClose }: KioskOrderProps) {
  const order = useOrder(uid)?.order ?? null;
  useEffect(() => wakeIn(abandonedMs, onClose), [onClose]);
  const title = order ? `${orderName(order.number)} · ${placeLabel(order)}` : kioskTexts.gone;
  const next = order ? nextStatus(order.status) : null;
  return (
    <Overlay
      footer={
        order && next !== null && isOnBoard(order.status) ? (
          <Button
            fullWidth
            icon={next === 'DELIVER' ? <IconArrowRight size={22} /> : <IconCheck size={22} />}
            size="lg"
            variant={next === 'COMPLETE' ? 'success' : 'primary'}
            onClick={() => {
              onMove(order, next);
              onClose();
            }}
          >
            {nextStepLabels[order.status]}
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
          // A product may stand twice, with other options.
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
