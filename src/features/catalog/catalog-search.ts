import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Item } from '#domain/catalog.ts';
import { searchIndex, typedSearch } from '#domain/catalog.ts';
import { wakeIn } from '#platform/clock.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

const afterFirstPaintMs = 300;

type Search = (query: string) => readonly Item[];
const searches = new WeakMap<readonly Item[], Search>();

function searchOf(items: readonly Item[]): Search {
  const known = searches.get(items);
  if (known) return known;
  const made = typedSearch(searchIndex(items));
  searches.set(items, made);
  return made;
}

export interface CatalogSearch {
  /** null without a search. */
  readonly results: readonly Item[] | null;
  /** Searches at once, for Enter and the scanner, which cannot wait for the next render. */
  find(query: string): readonly Item[];
}

/** The search index is built after the first paint, or at the first keystroke if that is earlier (C-16 to C-18). */
export function useCatalogSearch(items: readonly Item[], query: string): CatalogSearch {
  useEffect(() => wakeIn(afterFirstPaintMs, () => searchOf(items)), [items]);
  const shown = query.trim();
  const results = useMemo(() => (shown === '' ? null : searchOf(items)(shown)), [items, shown]);
  return { results, find: (text) => (text.trim() === '' ? [] : searchOf(items)(text)) };
}

/** Ctrl/Cmd+Enter continues from anywhere: with a keyboard there are many cards to tab through. */
export function useNextKey(next: () => void): void {
  const pressed = useEffectEvent(next);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey) || hasOpenOverlay()) return;
      event.preventDefault();
      event.stopPropagation();
      pressed();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/**
 * Ctrl/Cmd+F focuses the app's search box instead of opening the browser's search (C-09). Esc calls `close` from
 * anywhere on the page: after a tap on a result the focus is no longer in the box (C-10).
 */
export function useSearchKeys(box: RefObject<HTMLInputElement | null>, close: () => void): void {
  const closed = useEffectEvent(close);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !hasOpenOverlay()) return closed();
      const find =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
      if (!find || hasOpenOverlay()) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [box]);
}
