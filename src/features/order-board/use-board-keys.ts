import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { usePreferences } from '#data/device/preferences.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { letterGapMs } from '#domain/order-actions.ts';
import { wakeIn } from '#platform/clock.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { toast } from '#ui/toast/toast.ts';
import type { Columns } from './board-columns.ts';
import { cardInPlaceOf, cardTarget, columnOf, findCard, firstCard, neighbourStatus } from './board-columns.ts';

const cardOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-card]')?.dataset['card'] ?? null) : null;

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

interface BoardKeysOptions {
  readonly columns: Columns;
  readonly board: RefObject<HTMLElement | null>;
  readonly onMove: (order: Order, to: OrderStatus) => void;
  /** Runs what a letter does to an order; null when it does nothing to it. */
  readonly onLetter: (letter: string, order: Order) => (() => void) | null;
  /** One column at a time: losing a card must not open another tab by itself. */
  readonly phone: boolean;
  /** The card to focus may stand behind another tab (phone). */
  readonly onReveal: (uid: string) => void;
}

interface BoardKeys {
  /** The one card in the tab order. */
  readonly tabStop: string | null;
  /** After the card has moved, the focus goes with it instead of to the next one. */
  readonly follow: (uid: string) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * One tab stop for all cards; arrows go between them. When the card that has the focus leaves its column, the focus
 * goes with it (Alt+arrow, drag) or to the card that takes its place.
 */
export function useBoardKeys({ columns, board, phone, onMove, onLetter, onReveal }: BoardKeysOptions): BoardKeys {
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setWanted] = useState<{ readonly uid: string } | null>(null);
  const following = useRef<string | null>(null);
  const letter = useRef<() => void>(() => {});
  const before = useRef({ columns, focused: null as string | null });
  const tabStop = chosen !== null && columnOf(columns, chosen) !== null ? chosen : firstCard(columns);

  const focusCard = (uid: string): void => {
    onReveal(uid);
    setChosen(uid);
    setWanted({ uid });
  };

  // While rendering the old cards still stand: the one with the focus may be gone after the commit.
  const focusedNow = cardOf(document.activeElement);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { columns, focused: focusedNow };
    if (last.columns === columns || focusedNow === null) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const followed = following.current === focusedNow && columnOf(columns, focusedNow) !== null;
    following.current = null;
    const next = followed ? focusedNow : cardInPlaceOf(last.columns, columns, focusedNow, phone ? 'column' : 'board');
    if (next !== null) focusCard(next);
    // Only a change of the columns can take the focused card away.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [columns]);

  // After the commit, so that the card is there: virtual lists keep the chosen one mounted.
  useEffect(() => {
    if (wanted === null) return;
    board.current?.querySelector<HTMLElement>(`[data-card="${wanted.uid}"] [data-open]`)?.focus();
  }, [wanted, board]);

  useEffect(() => {
    const onDocumentKey = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || isField(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') {
        if (toast.undoLatest()) event.preventDefault();
        return;
      }
      const nobody = document.activeElement === null || document.activeElement === document.body;
      if (nobody && !hasOpenOverlay() && !event.altKey && event.key.startsWith('Arrow') && tabStop !== null) {
        event.preventDefault();
        focusCard(tabStop);
      }
    };
    document.addEventListener('keydown', onDocumentKey);
    return () => document.removeEventListener('keydown', onDocumentKey);
  });

  useEffect(() => () => letter.current(), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    letter.current();
    const uid = cardOf(event.target);
    const card = uid === null ? null : findCard(columns, uid);
    if (uid === null || card === null || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (event.altKey) {
      if (sideways === null) return;
      // Otherwise the browser goes back.
      event.preventDefault();
      const to = neighbourStatus(card.order.status, sideways);
      if (to === null) return;
      following.current = uid;
      onMove(card.order, to);
      return;
    }
    const target = cardTarget(columns, uid, event.key);
    if (target !== null) {
      event.preventDefault();
      focusCard(target);
      return;
    }
    const run = onLetter(event.key, card.order);
    if (run === null || !usePreferences.getState().singleKeys) return;
    letter.current = wakeIn(letterGapMs, run);
  };

  return {
    tabStop,
    follow: (uid) => {
      following.current = uid;
    },
    onFocus: (event) => {
      const uid = cardOf(event.target);
      if (uid !== null) setChosen(uid);
    },
    onKeyDown,
  };
}
