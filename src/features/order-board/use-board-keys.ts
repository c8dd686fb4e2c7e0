import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { usePreferences } from '#data/device/preferences.ts';
import type { BoardStatus, Order, OrderStatus } from '#domain/order.ts';
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
  /** Returns the action of a letter key for an order; null without one. */
  readonly onLetter: (letter: string, order: Order) => (() => void) | null;
  /** True on the phone, with one column at a time: a removed card must not switch the tab. */
  readonly phone: boolean;
  /** Called before focusing a card, which may be in another tab (phone). */
  readonly onReveal: (uid: string) => void;
}

interface BoardKeys {
  /** uid of the only card in the tab order. */
  readonly tabStop: string | null;
  /** Makes the focus follow this card when it moves, instead of going to the next one. */
  readonly follow: (uid: string) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * One tab stop for all cards; arrow keys move between them. When the focused card leaves its column, the focus follows
 * it (Alt+arrow, drag) or goes to the card in its place. When the card comes back, because its change was refused or
 * undone, and the person has not moved on, it gets the focus again: the next key must not meet another order.
 */
export function useBoardKeys({ columns, board, phone, onMove, onLetter, onReveal }: BoardKeysOptions): BoardKeys {
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setWanted] = useState<{ readonly uid: string } | null>(null);
  const following = useRef<string | null>(null);
  const letter = useRef<() => void>(() => {});
  /** The card whose focus went to another one, and its column. */
  const left = useRef<{ readonly uid: string; readonly column: BoardStatus; readonly to: string } | null>(null);
  const before = useRef({ columns, focused: null as string | null });
  const tabStop = chosen !== null && columnOf(columns, chosen) !== null ? chosen : firstCard(columns);

  const focusCard = (uid: string): void => {
    onReveal(uid);
    setChosen(uid);
    setWanted({ uid });
  };

  // Read during render, while the DOM still has the old cards: the commit may remove the focused one.
  const focusedNow = cardOf(document.activeElement);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { columns, focused: focusedNow };
    if (last.columns === columns || focusedNow === null) return;
    const gone = left.current;
    if (gone !== null && gone.to === focusedNow && columnOf(columns, gone.uid) === gone.column) {
      left.current = null;
      focusCard(gone.uid);
      return;
    }
    if (document.activeElement && document.activeElement !== document.body) return;
    const followed = following.current === focusedNow && columnOf(columns, focusedNow) !== null;
    following.current = null;
    const next = followed ? focusedNow : cardInPlaceOf(last.columns, columns, focusedNow, phone ? 'column' : 'board');
    const column = columnOf(last.columns, focusedNow);
    left.current = next === null || followed || column === null ? null : { uid: focusedNow, column, to: next };
    if (next !== null) focusCard(next);
    // Runs only when the columns change: nothing else can remove the focused card.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [columns]);

  // Runs after the commit, when the card is mounted: virtual lists keep the chosen card mounted.
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
      // Alt+← and Alt+→ are the browser's history shortcuts.
      event.preventDefault();
      const to = neighbourStatus(card.body.status, sideways);
      if (to === null) return;
      following.current = uid;
      onMove(card.body, to);
      return;
    }
    const target = cardTarget(columns, uid, event.key);
    if (target !== null) {
      event.preventDefault();
      focusCard(target);
      return;
    }
    const run = onLetter(event.key, card.body);
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
      if (uid !== left.current?.to) left.current = null;
    },
    onKeyDown,
  };
}
