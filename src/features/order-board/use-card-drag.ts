import type { MouseEvent, TouchEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { Folded } from '#data/orders/orders.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import type { Columns } from './board-columns.ts';
import { columnOf, findCard } from './board-columns.ts';

/** A mouse button or finger that went down on a card. */
export interface CardPress {
  readonly uid: string;
  readonly card: HTMLElement;
  readonly event: MouseEvent | TouchEvent;
}

interface CardDragOptions {
  readonly columns: Columns;
  /** False where cards are not dragged: on the phone, and without the right to move them (B-29). */
  readonly enabled: boolean;
  /** Resolves once the command of the change is on disk, or nothing was changed. */
  readonly move: (order: Order, to: OrderStatus) => Promise<boolean>;
  /** Called with the card's uid before it moves. */
  readonly onDrop: (uid: string) => void;
}

/** What the dragging code (card-drag.tsx) reports, and how it gets the presses. */
export interface DragPorts {
  /** Sets who gets the presses, and gives it the one that waited; null: nobody. */
  readonly connect: (grab: ((press: CardPress) => void) | null) => void;
  readonly onStart: (uid: string) => void;
  /** The column or zone under the pointer; null: none. */
  readonly onOver: (status: OrderStatus | null) => void;
  readonly onCancel: () => void;
  readonly onEnd: (uid: string, to: OrderStatus | null) => void;
}

interface CardDrag {
  /** uid of the card in the air. */
  readonly dragged: string | null;
  /** uid of the dropped card while its command is being written to disk. */
  readonly landing: string | null;
  /** Where a drop would move the card; null: nowhere. */
  readonly target: OrderStatus | null;
  /** The card to draw under the pointer. */
  readonly copy: Folded<Order> | null;
  /** For the element around the cards. */
  readonly onPress: (event: MouseEvent | TouchEvent) => void;
  readonly ports: DragPorts;
}

/** A press from before the dragging code arrived. */
interface HeldPress {
  /** Starts the drag, with the pointer where it is now. */
  readonly giveTo: (grab: (press: CardPress) => void) => void;
}

/** Holds a press until it is given away or released. */
function hold(press: CardPress, onReleased: () => void): HeldPress {
  let at: globalThis.MouseEvent | null = null;
  const end = new AbortController();
  const once = { once: true, signal: end.signal };
  const released = (): void => {
    end.abort();
    onReleased();
  };
  for (const name of ['mouseup', 'touchend', 'touchcancel']) addEventListener(name, released, once);
  addEventListener('mousemove', (event) => (at = event), { signal: end.signal });
  return {
    giveTo(grab) {
      end.abort();
      grab(press);
      if (at) document.dispatchEvent(new globalThis.MouseEvent('mousemove', at));
    },
  };
}

/**
 * Drags a card to another column or to the finish zone, with the mouse or a finger (B-27). The library for it loads
 * after the first paint; a press that is still held down then starts a drag.
 */
export function useCardDrag({ columns, enabled, move, onDrop }: CardDragOptions): CardDrag {
  const [dragged, setDragged] = useState<string | null>(null);
  const [landing, setLanding] = useState<string | null>(null);
  const [over, setOver] = useState<OrderStatus | null>(null);
  const grab = useRef<((press: CardPress) => void) | null>(null);
  const held = useRef<HeldPress | null>(null);
  const now = useRef({ columns, move, onDrop });
  useLayoutEffect(() => {
    now.current = { columns, move, onDrop };
  });
  // The same object for good, so that a change of the orders does not render the dragging again.
  const [ports] = useState<DragPorts>(() => {
    const letGo = (): void => {
      setDragged(null);
      setOver(null);
    };
    return {
      connect(to) {
        grab.current = to;
        if (to) held.current?.giveTo(to);
        held.current = null;
      },
      onStart(uid) {
        setDragged(uid);
        acknowledgeOrder(uid);
      },
      onOver: setOver,
      onCancel: letGo,
      onEnd(uid, to) {
        letGo();
        const order = findCard(now.current.columns, uid)?.body;
        // A drop on its own column, or outside every column, does nothing (B-27).
        if (!order || to === null || to === order.status) return;
        setLanding(uid);
        now.current.onDrop(uid);
        void now.current.move(order, to).finally(() => setLanding((then) => (then === uid ? null : then)));
      },
    };
  });
  return {
    dragged,
    landing,
    target: dragged === null || over === columnOf(columns, dragged) ? null : over,
    copy: dragged === null ? null : findCard(columns, dragged),
    onPress(event) {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null;
      const uid = card?.dataset['card'];
      if (!enabled || !card || uid === undefined) return;
      // Not while its command is being sent (B-29).
      const shown = findCard(columns, uid);
      if (!shown || shown.sync === 'sending') return;
      const press = { uid, card, event };
      if (grab.current) return grab.current(press);
      held.current = hold(press, () => {
        held.current = null;
      });
    },
    ports,
  };
}
