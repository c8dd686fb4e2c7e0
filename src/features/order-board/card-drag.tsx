import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { UniqueIdentifier } from '@dnd-kit/core';
import type { CSSProperties, ReactNode } from 'react';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { OrderStatus } from '#domain/order.ts';
import { boardStatuses } from '#domain/order.ts';
import type { CardPress, DragPorts } from './use-card-drag.ts';

const targets: readonly OrderStatus[] = [...boardStatuses, 'COMPLETE'];
const targetOf = (id: UniqueIdentifier | undefined): OrderStatus | null =>
  targets.find((status) => status === id) ?? null;

/** The id of the one draggable: the pressed card. */
const pressed = 'card';

interface CardDragProps {
  readonly ports: DragPorts;
  readonly className: string | undefined;
  readonly style: CSSProperties;
  /** The copy of the card under the pointer; null while nothing is dragged. */
  readonly children: ReactNode;
}

/**
 * The dragging of cards, beside the board instead of around it, so that the board does not wait for its code. The pressed
 * card is the only draggable; elements with `data-drop` are the targets.
 */
export function CardDrag({ ports, className, style, children }: CardDragProps) {
  const uid = useRef('');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  return (
    <DndContext
      accessibility={silent}
      collisionDetection={pointerWithin}
      sensors={sensors}
      onDragCancel={ports.onCancel}
      onDragEnd={({ over }) => ports.onEnd(uid.current, targetOf(over?.id))}
      onDragOver={({ over }) => ports.onOver(targetOf(over?.id))}
      onDragStart={() => ports.onStart(uid.current)}
    >
      <Grab
        connect={ports.connect}
        onGrab={(now) => {
          uid.current = now;
        }}
      />
      <DragOverlay className={className} dropAnimation={null} style={style}>
        {children}
      </DragOverlay>
    </DndContext>
  );
}

/** Hands presses to the library. The elements are looked up with each press: columns and zone come and go. */
function Grab({ connect, onGrab }: Pick<DragPorts, 'connect'> & { readonly onGrab: (uid: string) => void }) {
  const { listeners, setNodeRef } = useDraggable({ id: pressed });
  const setters = useTargets();
  const grab = useEffectEvent((press: CardPress) => {
    onGrab(press.uid);
    setNodeRef(press.card);
    for (const [status, setTarget] of setters)
      setTarget(document.querySelector<HTMLElement>(`[data-drop="${status}"]`));
    listeners?.[press.event.nativeEvent instanceof MouseEvent ? 'onMouseDown' : 'onTouchStart']?.(press.event);
  });
  const joined = useEffectEvent(connect);
  useLayoutEffect(() => {
    joined(grab);
    return () => joined(null);
  }, []);
  return null;
}

/** Registers the drop targets. Returns the setter of each one's element. */
function useTargets(): readonly (readonly [OrderStatus, (element: HTMLElement | null) => void])[] {
  const [pending, accepted, deliver, complete] = [
    useDroppable({ id: 'PENDING' }),
    useDroppable({ id: 'ACCEPTED' }),
    useDroppable({ id: 'DELIVER' }),
    useDroppable({ id: 'COMPLETE' }),
  ];
  return [
    ['PENDING', pending.setNodeRef],
    ['ACCEPTED', accepted.setNodeRef],
    ['DELIVER', deliver.setNodeRef],
    ['COMPLETE', complete.setNodeRef],
  ];
}

const say = (): undefined => undefined;

/** Disables the drag library's announcements and instructions: the app has its own live regions and keys. */
const silent = {
  announcements: { onDragStart: say, onDragOver: say, onDragEnd: say, onDragCancel: say },
  screenReaderInstructions: { draggable: '' },
};
