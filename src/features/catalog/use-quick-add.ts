import type { KeyboardEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { Item } from '#domain/catalog.ts';
import { takeUnit, unitsOfItem } from './cart-changes.ts';
import type { CatalogSearch } from './catalog-search.ts';
import { useScanner } from './scanner.ts';

/** A text whose first hit is to be added; `alone`: only when it is the single hit. */
interface Wanted {
  readonly text: string;
  readonly alone: boolean;
}

interface QuickAddOptions {
  readonly storeId: number;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly search: CatalogSearch;
  /** True until all products have loaded. */
  readonly loading: boolean;
  readonly locked: boolean;
  readonly onAdd: (item: Item) => void;
  readonly onQuery: (text: string) => void;
}

/** Adds and removes products without a tap: by a scanner, and by the keys of the search box, which it returns. */
export function useQuickAdd({ storeId, box, search, loading, locked, onAdd, onQuery }: QuickAddOptions) {
  /** Requests made before all products had loaded. */
  const early = useRef<Wanted[]>([]);
  const addFound = (wanted: Wanted): void => {
    if (loading) {
      early.current.push(wanted);
      return;
    }
    const hits = search.find(wanted.text);
    const [hit] = hits;
    if (hit && (hits.length === 1 || !wanted.alone)) onAdd(hit);
  };
  useEffect(() => {
    if (!loading) for (const wanted of early.current.splice(0)) addFound(wanted);
  });
  useScanner((text) => {
    onQuery(text);
    addFound({ text, alone: true });
  }, box);

  return (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const text = event.currentTarget.value;
    if (event.key === 'Escape') {
      onQuery('');
      event.currentTarget.blur();
    } else if (event.key === 'Enter' || event.key === 'PageUp') {
      addFound({ text, alone: false });
    } else if (event.key === 'PageDown') {
      const [first] = search.find(text);
      if (first && !locked && unitsOfItem(storeId, first.id) > 0) takeUnit(storeId, first);
    } else return;
    event.preventDefault();
  };
}
