import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { closeAtActivity } from './close-at-activity.ts';
import { useNow } from '#data/device/device.ts';
import { useOrders } from '#data/orders/orders.ts';
import { isOnBoard } from '#domain/order.ts';
import { cardTimer } from '#domain/order-timer.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { wallTime } from '#domain/time.ts';
import { orderNumberLabel } from '#texts/order.ts';
import { IconLate } from '#ui/icons.tsx';
import { useLayer } from '#ui/overlay/use-layer.ts';
import { driftClass } from './drift.ts';
import styles from './screensaver.module.css';
import { pendingOrdersText, screensaverTexts as texts } from './texts.ts';

const clockMs = 1_000;

interface ScreensaverProps {
  readonly store: Store;
  readonly onClose: () => void;
}

/**
 * A dark screen with the hour, the orders that wait and those that are late (B10, O-08). The first touch or key closes
 * it and does nothing else; a new order closes it too (O-09).
 */
export function Screensaver({ store, onClose }: ScreensaverProps) {
  const now = useNow(clockMs);
  const orders = useOrders().map((o) => o.body);
  const pending = orders.filter((order) => order.status === 'PENDING');
  const late = orders.filter((order) => isOnBoard(order.status) && cardTimer(order, now).kind === 'late');
  const worksOrders = can('board.view', store);
  const close = useEffectEvent(onClose);
  const root = useLayer({ requestClose: onClose, close: onClose, focusFirst: (element) => element.focus() });

  const count = pending.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) close();
    before.current = count;
  }, [count]);
  useEffect(() => closeAtActivity(() => close()), []);

  return createPortal(
    <div
      ref={root}
      aria-label={texts.name}
      aria-modal="true"
      className={styles['screen']}
      data-layer="screensaver"
      role="dialog"
      tabIndex={-1}
    >
      <div className={styles[driftClass(now)]}>
        <p className={styles['store']}>{store.name}</p>
        <p className={styles['clock']}>{wallTime(now, store.timezone).hour}</p>
        {worksOrders ? (
          <>
            <p className={styles['pending']} data-waiting={count > 0}>
              {pendingOrdersText(count)}
            </p>
            {count > 0 ? <p className={styles['oldest']}>{texts.oldest(oldestMinutes(pending, now))}</p> : null}
            {late.length > 0 ? (
              <p className={styles['late']}>
                <IconLate size={36} />
                {texts.late(late.map((order) => orderNumberLabel(order.number)))}
              </p>
            ) : null}
          </>
        ) : null}
      </div>
    </div>,
    document.body,
  );
}

const oldestMinutes = (pending: readonly { readonly created_at: number }[], now: number): number =>
  Math.max(0, Math.floor((now - Math.min(...pending.map((order) => order.created_at))) / 60_000));
