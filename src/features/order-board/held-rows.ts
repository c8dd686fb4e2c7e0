import { useEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { Folded } from '#data/orders/orders.ts';
import { settleMs } from '#domain/limits.ts';
import type { Order } from '#domain/order.ts';
import { wakeIn } from '#platform/clock.ts';

/** A place in a column: a card, or the gap (null) that a card left while a hand was near. */
export interface BoardRow {
  readonly uid: string;
  readonly shown: Folded<Order> | null;
}

type Cards = readonly Folded<Order>[];

const rowsOf = (cards: Cards): readonly BoardRow[] => cards.map((shown) => ({ uid: shown.body.uid, shown }));

/**
 * The rows of a column that nothing may move: each keeps its place, a card that left leaves a gap, and new cards join
 * only below the last row. `waiting`: the cards that wait for a place between others.
 */
export function heldRows(before: readonly BoardRow[], cards: Cards): { rows: readonly BoardRow[]; waiting: number } {
  const places = new Set(before.map((row) => row.uid));
  const now = new Map(cards.map((shown) => [shown.body.uid, shown]));
  const lastKnown = cards.findLastIndex((c) => places.has(c.body.uid));
  const below = cards.slice(lastKnown + 1);
  return {
    rows: [...before.map(({ uid }) => ({ uid, shown: now.get(uid) ?? null })), ...rowsOf(below)],
    waiting: cards.slice(0, lastKnown + 1).filter((c) => !places.has(c.body.uid)).length,
  };
}

/** How long a hand is near: with a finger down, after it went up, after the mouse came to rest over the column. */
const nearMs = { down: 10_000, up: 2_000, mouse: 4_000 } as const;

interface HeldColumn {
  readonly rows: readonly BoardRow[];
  /** How many cards wait for a place between others. */
  readonly waiting: number;
  /** True just after the rows moved: a tap was meant for what stood there before. */
  readonly unsettled: boolean;
  /** For the element around the cards. */
  readonly hand: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
}

/** Keeps the cards of a column in place while a finger or the mouse is near. `free`: a card is being dragged. */
export function useHeldRows(cards: Cards, free: boolean): HeldColumn {
  const [near, setNear] = useState(false);
  const held = near && !free;
  const [last, setLast] = useState({ cards, held, rows: rowsOf(cards), waiting: 0, moved: 0 });
  if (last.cards !== cards || last.held !== held) {
    const { rows, waiting } = held ? heldRows(last.rows, cards) : { rows: rowsOf(cards), waiting: 0 };
    const released = last.held && !held && (last.waiting > 0 || last.rows.some((row) => row.shown === null));
    setLast({ cards, held, rows, waiting, moved: released ? last.moved + 1 : last.moved });
  }
  const [settled, setSettled] = useState(0);
  const { moved } = last;
  useEffect(() => (moved === 0 ? undefined : wakeIn(settleMs, () => setSettled(moved))), [moved]);

  const cancel = useRef<() => void>(() => {});
  const at = useRef('');
  const stay = (ms: number): void => {
    setNear(true);
    cancel.current();
    cancel.current = wakeIn(ms, () => setNear(false));
  };
  const leave = (): void => {
    cancel.current();
    setNear(false);
  };
  useEffect(() => () => cancel.current(), []);
  // A key is not near any card, and the focus must find the card that it moved.
  useEffect(() => {
    if (!near) return undefined;
    const onKey = (): void => setNear(false);
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [near]);

  return {
    rows: last.rows,
    waiting: last.waiting,
    unsettled: moved !== settled,
    hand: {
      onPointerDown: ({ pointerType }) => stay(pointerType === 'mouse' ? nearMs.mouse : nearMs.down),
      onPointerUp: ({ pointerType }) => stay(pointerType === 'mouse' ? nearMs.mouse : nearMs.up),
      // A scroll has begun.
      onPointerCancel: () => stay(nearMs.up),
      onPointerMove(event) {
        // The browser also tells a mouse at rest when something moved below it.
        const place = `${event.clientX} ${event.clientY}`;
        if (place !== at.current) stay(event.pointerType === 'mouse' ? nearMs.mouse : nearMs.down);
        at.current = place;
      },
      onPointerLeave: ({ pointerType }) => (pointerType === 'mouse' ? leave() : undefined),
    },
  };
}
