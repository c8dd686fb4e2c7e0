import { useEffect, useMemo, useRef } from 'react';
import { cartOf, tapCart } from '#data/cart/cart-store.ts';
import type { CartLine } from '#domain/cart.ts';
import { unitsOf } from '#domain/cart.ts';
import { withItem, withoutUnit } from '#domain/cart-lines.ts';
import type { Item } from '#domain/catalog.ts';
import { needsChoice } from '#domain/catalog.ts';
import { announce } from '#ui/toast/announcer.tsx';
import type { CardActions } from './product-card.tsx';
import { catalogTexts } from './texts.ts';

/** Reads the store, not the rendered props: two quick taps may come before a render. */
export const linesIn = (storeId: number): readonly CartLine[] => cartOf(storeId)?.lines ?? [];

/** The units of an item in the cart, of all its lines. */
export function unitsOfItem(storeId: number, itemId: number): number {
  const cart = cartOf(storeId);
  return cart ? unitsOf(cart, itemId) : 0;
}

const announceUnits = (storeId: number, { id, name }: Item): void =>
  announce(catalogTexts.inCart(name, unitsOfItem(storeId, id)));

/** Removes one unit of the item from its last line. */
export function takeUnit(storeId: number, item: Item): void {
  tapCart((c) => withoutUnit(c, item.id));
  announceUnits(storeId, item);
}

interface CardActionsOptions {
  /** While the order is being sent its cart is about to be cleared: an added product would be lost. */
  readonly locked: boolean;
  readonly onOpenCart: (itemId: number) => void;
  /** Opens the detail; `like` is the last line of the same item. */
  readonly onDetail: (item: Item, like: CartLine | null) => void;
}

/** What the buttons of a product card do. The object stays the same, so that a memoised card does not repaint. */
export function useCardActions(storeId: number, options: CardActionsOptions): CardActions {
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
      open,
      add: (item) => {
        if (latest.current.locked) return;
        if (needsChoice(item) || (unitsOfItem(storeId, item.id) > 0 && item.groups.length > 0)) return open(item);
        tapCart((c) => withItem(c, item));
        announceUnits(storeId, item);
      },
      take: (item) => {
        if (latest.current.locked) return;
        const lines = linesOf(item);
        // Several lines have this item with different options; only the user knows which one to reduce.
        if (lines.length > 1) return latest.current.onOpenCart(item.id);
        if (lines.length > 0) takeUnit(storeId, item);
      },
    };
  }, [storeId]);
}
