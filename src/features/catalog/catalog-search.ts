import { useDeferredValue, useEffect, useMemo } from 'react';
import type { Item, SearchEntry } from '#domain/catalog.ts';
import { searchIndex, searchItems } from '#domain/catalog.ts';
import { wakeIn } from '#platform/clock.ts';

const afterFirstPaintMs = 300;

const indexes = new WeakMap<readonly Item[], readonly SearchEntry[]>();

function indexOf(items: readonly Item[]): readonly SearchEntry[] {
  const known = indexes.get(items);
  if (known) return known;
  const made = searchIndex(items);
  indexes.set(items, made);
  return made;
}

export interface CatalogSearch {
  /** null while nothing is searched. May lag behind the box while 20,000 items are painted. */
  readonly results: readonly Item[] | null;
  /** For Enter and the scanner: by the text as it is now. */
  find(query: string): readonly Item[];
}

/** The index is built off the first paint, or at the first key if that comes sooner (C-16 to C-18). */
export function useCatalogSearch(items: readonly Item[], query: string): CatalogSearch {
  useEffect(() => wakeIn(afterFirstPaintMs, () => indexOf(items)), [items]);
  const shown = useDeferredValue(query).trim();
  const results = useMemo(() => (shown === '' ? null : searchItems(indexOf(items), shown)), [items, shown]);
  return { results, find: (text) => (text.trim() === '' ? [] : searchItems(indexOf(items), text)) };
}
