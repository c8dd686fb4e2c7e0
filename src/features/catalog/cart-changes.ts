/** What the catalog does with the cart. It reads the store, not the rendered props: two quick taps may come before a render. */
import { cartOf, tapCart } from '#data/cart/cart-store.ts';
import type { CartLine } from '#domain/cart.ts';
import { unitsOf } from '#domain/cart.ts';
import { withItem, withoutUnit } from '#domain/cart-lines.ts';
import type { Item } from '#domain/catalog.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { catalogTexts } from './texts.ts';

export const linesIn = (storeId: number): readonly CartLine[] => cartOf(storeId)?.lines ?? [];

/** The units of an item in the cart, of all its lines. */
export function unitsOfItem(storeId: number, itemId: number): number {
  const cart = cartOf(storeId);
  return cart ? unitsOf(cart, itemId) : 0;
}

const announceUnits = (storeId: number, { id, name }: Item): void =>
  announce(catalogTexts.inCart(name, unitsOfItem(storeId, id)));

/** Adds one unit of an item that has no option to choose. */
export function addUnit(storeId: number, item: Item): void {
  tapCart((c) => withItem(c, item));
  announceUnits(storeId, item);
}

/** Removes one unit of the item from its last line. */
export function takeUnit(storeId: number, item: Item): void {
  tapCart((c) => withoutUnit(c, item.id));
  announceUnits(storeId, item);
}
