import type { DndContextProps } from '@dnd-kit/core';
import { MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useState } from 'react';
import { acknowledgeOrder } from '#data/alerts/unacknowledged.ts';
import type { Folded } from '#data/orders/orders.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { boardStatuses } from '#domain/order.ts';
import type { Columns } from './board-columns.ts';
import { findCard } from './board-columns.ts';

const dropTargets: readonly OrderStatus[] = [...boardStatuses, 'COMPLETE'];

interface CardDragOptions {
  readonly columns: Columns;
  /** Resolves once the command of the change is on disk, or nothing was changed. */
  readonly move: (order: Order, to: OrderStatus) => Promise<boolean>;
  /** Called with the card's uid before it moves. */
  readonly onDrop: (uid: string) => void;
}

interface CardDrag {
  /** uid of the card in the air. */
  readonly dragged: string | null;
  /** uid of the dropped card while its command is being written to disk. */
  readonly landing: string | null;
  /** The card to draw under the pointer. */
  readonly copy: Folded<Order> | null;
  readonly handlers: DndContextProps;
}

/** Drags a card to another column or to the finish zone, with the mouse or a finger (B-27). */
export function useCardDrag({ columns, move, onDrop }: CardDragOptions): CardDrag {
  const [dragged, setDragged] = useState<string | null>(null);
  const [landing, setLanding] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  return {
    dragged,
    landing,
    copy: dragged === null ? null : findCard(columns, dragged),
    handlers: {
      accessibility: silent,
      collisionDetection: pointerWithin,
      sensors,
      onDragStart: ({ active }) => {
        setDragged(String(active.id));
        acknowledgeOrder(String(active.id));
      },
      onDragCancel: () => setDragged(null),
      onDragEnd: ({ active, over }) => {
        const uid = String(active.id);
        setDragged(null);
        const order = findCard(columns, uid)?.body;
        const to = dropTargets.find((status) => status === over?.id);
        // A drop on its own column, or outside every column, does nothing (B-27).
        if (!order || to === undefined || to === order.status) return;
        setLanding(uid);
        onDrop(uid);
        void move(order, to).finally(() => setLanding((now) => (now === uid ? null : now)));
      },
    },
  };
}

const say = (): undefined => undefined;

/** Disables the drag library's announcements and instructions: the app has its own live regions and keys. */
const silent = {
  announcements: { onDragStart: say, onDragOver: say, onDragEnd: say, onDragCancel: say },
  screenReaderInstructions: { draggable: '' },
};
