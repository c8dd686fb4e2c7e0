import { useEffect, useEffectEvent, useRef } from 'react';
import { useOrders } from '#data/orders/orders.ts';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { Order } from '#domain/order.ts';
import { wakeIn } from '#platform/clock.ts';
import { onOpenPage } from '#platform/notifications.ts';
import { orderStatusLabels } from '#texts/order.ts';
import { toast } from '#ui/toast/toast.ts';
import { alertTexts } from './texts.ts';

export interface OrderWish {
  readonly orderId: number;
  readonly accept: boolean;
}

/**
 * Parses '#aceptar-12' or '#ver-12'. The service worker opens the board with this hash when the user taps a
 * notification.
 */
export function orderWish(hash: string): OrderWish | null {
  const [, what, id] = /^#?(aceptar|ver)-([1-9]\d{0,9})$/.exec(hash) ?? [];
  return what === undefined ? null : { orderId: Number(id), accept: what === 'aceptar' };
}

/** How long a newly opened window waits for the order to load. */
const patienceMs = 15_000;

interface AddressWishProps {
  readonly wish: OrderWish;
  readonly onAccept: (order: Order) => void;
  readonly onSee: (uid: string) => void;
  /** Called when the request is done or has failed; the caller removes the hash. */
  readonly onDone: () => void;
}

/** Runs the action of a tapped notification as soon as this device has the order. */
export function AddressWish({ wish: { orderId, accept }, onAccept, onSee, onDone }: AddressWishProps) {
  const order = useOrders().find((o) => o.body.id === orderId)?.body;
  const done = useRef(false);
  const run = useEffectEvent((found: Order): void => {
    acknowledgeOrder(found.uid);
    if (!accept) onSee(found.uid);
    else if (found.status === 'PENDING') onAccept(found);
    else {
      const status = orderStatusLabels[found.status].toLowerCase();
      toast.show({ kind: 'info', text: alertTexts.notPending(found.number, status) });
    }
    onDone();
  });
  const giveUp = useEffectEvent((): void => {
    toast.show({ kind: 'warning', text: alertTexts.gone });
    onDone();
  });

  useEffect(() => {
    if (!order || done.current) return;
    done.current = true;
    run(order);
  }, [order]);

  useEffect(
    () =>
      wakeIn(patienceMs, () => {
        if (done.current) return;
        done.current = true;
        giveUp();
      }),
    [],
  );
  return null;
}

/** Calls `open` with the page, by its path, when the user taps a notification while this window is open. */
export function useTappedNotification(open: (path: string) => void): void {
  const tapped = useEffectEvent(open);
  useEffect(() => onOpenPage((path) => tapped(path)), []);
}
