import type { Cart, CartLine } from './cart.ts';
import type { Item, Selection } from './catalog.ts';
import { emptySelection, firstUnmetGroup } from './catalog.ts';
import { clarificationMaxChars, lineQuantityMax } from './limits.ts';
import type { Money } from './money.ts';
import { add, times } from './money.ts';
import { chosenAdditionals } from './pricing.ts';

/** The price of one unit with its options, before any discount (money rule 1). */
export const unitPrice = (item: Item, selection: Selection): Money =>
  add(item.price, ...chosenAdditionals(item, selection).map((a) => times(a.price, a.quantity)));

/** The same choice twice is one line. */
export const cartLineKey = (
  itemId: number,
  selection: Selection,
  comments: string | null,
  seat: number | undefined,
): string => {
  const chosen = Object.entries(selection)
    .filter(([, n]) => n > 0)
    .map(([id, n]) => `${id}x${n}`)
    .toSorted((a, b) => (a < b ? -1 : 1));
  return [itemId, chosen.join('+'), comments ?? '', ...(seat === undefined ? [] : [seat])].join('|');
};

const clampQuantity = (n: number): number => Math.min(Math.max(Math.trunc(n), 0), lineQuantityMax);

/** Adds units, for the person whose turn it is. Returns the same cart while an option group is not satisfied (C-42). */
export function withItem(
  cart: Cart,
  item: Item,
  units = 1,
  selection: Selection = emptySelection,
  comments: string | null = null,
): Cart {
  if (firstUnmetGroup(item.groups, selection)) return cart;
  const text = comments?.trim().slice(0, clarificationMaxChars) || null;
  const { seat } = cart;
  const key = cartLineKey(item.id, selection, text, seat);
  const known = cart.lines.find((l) => l.key === key);
  const unit = unitPrice(item, selection);
  const lines = known
    ? cart.lines.map((l) => (l.key === key ? { ...l, unit, quantity: clampQuantity(l.quantity + units) } : l))
    : [
        ...cart.lines,
        {
          key,
          item_id: item.id,
          quantity: clampQuantity(units),
          selection,
          comments: text,
          unit,
          ...(seat !== undefined && { seat }),
        },
      ];
  return { ...cart, lines: lines.filter((l) => l.quantity > 0) };
}

/** Sets a line's quantity; 0 removes it. */
export const withQuantity = (cart: Cart, key: string, quantity: number): Cart => ({
  ...cart,
  lines: cart.lines
    .map((l) => (l.key === key ? { ...l, quantity: clampQuantity(quantity) } : l))
    .filter((l) => l.quantity > 0),
});

/** Replaces a line that the person edited in the detail. The new line takes its place or joins an equal line. */
export function withLineReplaced(
  cart: Cart,
  key: string,
  item: Item,
  to: {
    readonly quantity: number;
    readonly selection: Selection;
    readonly comments: string | null;
    readonly seat?: number | undefined;
  },
): Cart {
  if (firstUnmetGroup(item.groups, to.selection)) return cart;
  const at = cart.lines.findIndex((l) => l.key === key);
  const others = { ...cart, lines: cart.lines.filter((l) => l.key !== key) };
  const added = withItem({ ...others, seat: to.seat }, item, to.quantity, to.selection, to.comments);
  const next = { ...added, seat: cart.seat };
  const made = next.lines.at(-1);
  // The line joined an equal line, or its quantity is 0.
  if (!made || next.lines.length === others.lines.length || at < 0) return next;
  return { ...next, lines: others.lines.toSpliced(at, 0, made) };
}

/** Undoes a removal: the lines return to their places; lines added since then stay. */
export function withLinesBack(cart: Cart, removed: readonly CartLine[], before: readonly CartLine[]): Cart {
  const lines = new Map(cart.lines.map((l) => [l.key, l]));
  for (const line of removed) {
    const known = lines.get(line.key);
    lines.set(line.key, known ? { ...known, quantity: clampQuantity(known.quantity + line.quantity) } : line);
  }
  const places = new Map(before.map((l, index) => [l.key, index]));
  const place = (l: CartLine): number => places.get(l.key) ?? before.length;
  return { ...cart, lines: [...lines.values()].toSorted((a, b) => place(a) - place(b)) };
}

/** Removes one unit of the item from its last line; never below 0 (C-12). */
export function withoutUnit(cart: Cart, itemId: number): Cart {
  const last = cart.lines.findLast((l) => l.item_id === itemId);
  return last ? withQuantity(cart, last.key, last.quantity - 1) : cart;
}
