import { useEffect, useRef } from 'react';
import { useOrders } from '#data/orders/orders.ts';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { Order } from '#domain/order.ts';
import { wakeIn } from '#platform/clock.ts';
import type { OpenOrder } from '#platform/notifications.ts';
import { onOpenOrder } from '#platform/notifications.ts';
import { orderStatusLabels } from '#texts/order.ts';
import { toast } from '#ui/toast/toast.ts';
import { alertTexts } from './texts.ts';

export interface OrderWish {
  readonly orderId: number;
  readonly accept: boolean;
}

/** '#aceptar-12' or '#ver-12': how the worker tells a window that it opens what its notification was about. */
export function orderWish(hash: string): OrderWish | null {
  const [, what, id] = /^#?(aceptar|ver)-([1-9]\d{0,9})$/.exec(hash) ?? [];
  return what === undefined ? null : { orderId: Number(id), accept: what === 'aceptar' };
}

export const wishHash = ({ orderId, accept }: OrderWish): string => `${accept ? 'aceptar' : 'ver'}-${orderId}`;

/** The order may still be on its way to a window that has just been opened. */
const patienceMs = 15_000;

interface AddressWishProps {
  readonly wish: OrderWish;
  readonly onAccept: (order: Order) => void;
  readonly onSee: (uid: string) => void;
  /** Answered, one way or the other: the address forgets it. */
  readonly onDone: () => void;
}

/** Does what a tapped notification asked for, as soon as the order is known here. */
export function AddressWish({ wish: { orderId, accept }, onAccept, onSee, onDone }: AddressWishProps) {
  const order = useOrders().find((o) => o.order.id === orderId)?.order;
  const done = useRef(false);
  const latest = useRef({ onAccept, onSee, onDone });
  useEffect(() => {
    latest.current = { onAccept, onSee, onDone };
  });

  useEffect(() => {
    if (!order || done.current) return;
    done.current = true;
    acknowledgeOrder(order.uid);
    if (!accept) latest.current.onSee(order.uid);
    else if (order.status === 'PENDING') latest.current.onAccept(order);
    else {
      const status = orderStatusLabels[order.status].toLowerCase();
      toast.show({ kind: 'info', text: alertTexts.notPending(order.number, status) });
    }
    latest.current.onDone();
  }, [order, accept]);

  useEffect(
    () =>
      wakeIn(patienceMs, () => {
        if (done.current) return;
        done.current = true;
        toast.show({ kind: 'warning', text: alertTexts.gone });
        latest.current.onDone();
      }),
    [],
  );
  return null;
}

/** Calls when a notification was tapped while this window is open, whatever it shows. */
export function useTappedNotification(open: (order: OpenOrder) => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => onOpenOrder((order) => latest.current(order)), []);
}
