import { useEffect, useMemo, useRef } from 'react';
import type { CartLine } from '#domain/cart.ts';
import type { Item } from '#domain/catalog.ts';
import { needsChoice } from '#domain/catalog.ts';
import { addUnit, linesIn, takeUnit } from './cart-changes.ts';
import type { CardActions } from './product-card.tsx';

interface CardActionsOptions {
  /** While the order is being sent its cart is about to be cleared: an added product would be lost. */
  readonly locked: boolean;
  readonly readOnly: boolean;
  readonly onOpenCart: (itemId: number) => void;
  /** Opens the detail; `like` is the last line of the same item. */
  readonly onDetail: (item: Item, like: CartLine | null) => void;
}

/** What the buttons of a product card do. The object stays the same, so that a memoised card does not repaint. */
export function useCardActions(storeId: number, options: CardActionsOptions): CardActions {
  const { readOnly } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return useMemo(() => {
    const linesOf = (item: Item): CartLine[] => linesIn(storeId).filter((l) => l.item_id === item.id);
    const open = (item: Item): void => {
      if (!latest.current.locked) latest.current.onDetail(item, linesOf(item).at(-1) ?? null);
    };
    return {
      readOnly,
      open,
      add: (item) => {
        if (latest.current.locked) return;
        if (readOnly || needsChoice(item)) open(item);
        else addUnit(storeId, item);
      },
      take: (item) => {
        if (latest.current.locked || readOnly) return;
        const lines = linesOf(item);
        // Several lines have this item with different options; only the user knows which one to reduce.
        if (lines.length > 1) latest.current.onOpenCart(item.id);
        else if (lines.length > 0) takeUnit(storeId, item);
      },
    };
  }, [storeId, readOnly]);
}
