import type { Catalog, Item, Selection } from './catalog.ts';
import { emptySelection, firstUnmetGroup } from './catalog.ts';
import type { DiscountRule } from './discounts.ts';
import { lineQuantityMax } from './limits.ts';
import type { OrderWhen } from './order.ts';
import type { PricedLineInput, Totals } from './pricing.ts';
import { priceOrder } from './pricing.ts';
import type { CatalogType, Code, PaymentMethod, ServiceType, Store } from './store.ts';
import { catalogTypeOf, immediateServices } from './store.ts';
import type { Instant } from './time.ts';
import { wallTime } from './time.ts';

export interface CartLine {
  /** Told apart by what is in it, so the same choice twice is one line. */
  readonly key: string;
  readonly item_id: number;
  readonly quantity: number;
  readonly selection: Selection;
  readonly comments: string | null;
}

/** What a device remembers of an order being taken; prices are always computed from the catalog (K-06, K-07). */
export interface Cart {
  readonly store_id: number;
  readonly type: ServiceType;
  readonly catalogType: CatalogType;
  readonly code: Pick<Code, 'id' | 'code' | 'description' | 'type' | 'group'> | null;
  readonly when: OrderWhen | null;
  readonly payment: PaymentMethod | null;
  readonly seller_id: number | null;
  readonly description: string;
  readonly phone: string;
  readonly comments: string;
  readonly lines: readonly CartLine[];
}

/** Choosing a type starts over: no items, payments or address; immediate if the store offers it (K-01 to K-03). */
export function newCart(store: Pick<Store, 'id' | 'services' | 'status'>, type: ServiceType, code: Cart['code']): Cart {
  return {
    store_id: store.id,
    type,
    catalogType: catalogTypeOf(type, code),
    code: type === 'LOCAL' ? code : null,
    when: immediateServices(store).includes(type) ? { option: 'immediate' } : null,
    payment: null,
    seller_id: null,
    description: '',
    phone: '',
    comments: '',
    lines: [],
  };
}

const keyOf = (itemId: number, selection: Selection, comments: string | null): string => {
  const chosen = Object.entries(selection)
    .filter(([, n]) => n > 0)
    .map(([id, n]) => `${id}x${n}`)
    .toSorted((a, b) => (a < b ? -1 : 1));
  return [itemId, chosen.join('+'), comments ?? ''].join('|');
};

const clampQuantity = (n: number): number => Math.min(Math.max(Math.trunc(n), 0), lineQuantityMax);

/** Adds units; refused (same cart) while a group is not satisfied (C-42). */
export function withItem(
  cart: Cart,
  item: Item,
  units = 1,
  selection: Selection = emptySelection,
  comments: string | null = null,
): Cart {
  if (firstUnmetGroup(item.groups, selection)) return cart;
  const text = comments?.trim() || null;
  const key = keyOf(item.id, selection, text);
  const known = cart.lines.find((l) => l.key === key);
  const lines = known
    ? cart.lines.map((l) => (l.key === key ? { ...l, quantity: clampQuantity(l.quantity + units) } : l))
    : [...cart.lines, { key, item_id: item.id, quantity: clampQuantity(units), selection, comments: text }];
  return { ...cart, lines: lines.filter((l) => l.quantity > 0) };
}

/** Sets a line's quantity; 0 removes it. */
export const withQuantity = (cart: Cart, key: string, quantity: number): Cart => ({
  ...cart,
  lines: cart.lines
    .map((l) => (l.key === key ? { ...l, quantity: clampQuantity(quantity) } : l))
    .filter((l) => l.quantity > 0),
});

/** A line edited in the detail: the old choice leaves, the new one takes its place or joins an equal line. */
export function withLineReplaced(
  cart: Cart,
  key: string,
  item: Item,
  to: { readonly quantity: number; readonly selection: Selection; readonly comments: string | null },
): Cart {
  if (firstUnmetGroup(item.groups, to.selection)) return cart;
  const at = cart.lines.findIndex((l) => l.key === key);
  const others = { ...cart, lines: cart.lines.filter((l) => l.key !== key) };
  const next = withItem(others, item, to.quantity, to.selection, to.comments);
  const made = next.lines.at(-1);
  // Joined to an equal line, or nothing left of it.
  if (!made || next.lines.length === others.lines.length || at < 0) return next;
  return { ...next, lines: others.lines.toSpliced(at, 0, made) };
}

/** Undo of a removal: the lines come back where they were; what was added meanwhile stays. */
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

/** Takes one unit of the item from its last line; never below 0 (C-12). */
export function withoutUnit(cart: Cart, itemId: number): Cart {
  const last = cart.lines.findLast((l) => l.item_id === itemId);
  return last ? withQuantity(cart, last.key, last.quantity - 1) : cart;
}

export const unitsOf = (cart: Cart, itemId: number): number =>
  cart.lines.reduce((sum, l) => (l.item_id === itemId ? sum + l.quantity : sum), 0);

export const unitsIn = (cart: Cart): number => cart.lines.reduce((sum, l) => sum + l.quantity, 0);

const itemMaps = new WeakMap<Catalog, ReadonlyMap<number, Item>>();

/** The items of a catalog by id; made once per catalog, because every tap prices the cart anew. */
export function itemsById(catalog: Catalog): ReadonlyMap<number, Item> {
  const known = itemMaps.get(catalog);
  if (known) return known;
  const made = new Map(catalog.items.map((i) => [i.id, i]));
  itemMaps.set(catalog, made);
  return made;
}

/** Lines joined with the catalog; lines whose item is gone are told apart, never silently dropped. */
export function pricedInputs(cart: Cart, catalog: Catalog): { inputs: PricedLineInput[]; gone: CartLine[] } {
  const items = itemsById(catalog);
  const inputs: PricedLineInput[] = [];
  const gone: CartLine[] = [];
  for (const line of cart.lines) {
    const item = items.get(line.item_id);
    if (item) inputs.push({ item, quantity: line.quantity, selection: line.selection, comments: line.comments });
    else gone.push(line);
  }
  return { inputs, gone };
}

export const cartTotals = (
  cart: Cart,
  catalog: Catalog,
  rules: readonly DiscountRule[],
  at: { readonly now: Instant; readonly zone: string },
): Totals =>
  priceOrder(pricedInputs(cart, catalog).inputs, rules, {
    type: cart.type,
    catalogType: cart.catalogType,
    wall: wallTime(at.now, at.zone),
  });

export type MissingPart = 'type' | 'when' | 'items' | 'payment' | 'phone' | 'address';

/** Payment is unavailable for a LOCAL order with a group code (Y-10). */
export const takesPayment = (cart: Pick<Cart, 'type' | 'code'>): boolean =>
  !(cart.type === 'LOCAL' && cart.code?.group === true);

/** What keeps an order from being finished; empty = it can be (K-66). */
export function missingParts(cart: Cart): MissingPart[] {
  const missing: MissingPart[] = [];
  if (cart.when === null) missing.push('when');
  if (cart.lines.length === 0) missing.push('items');
  if (cart.type === 'DELIVERY' && cart.payment === null) missing.push('payment');
  return missing;
}

export const canFinish = (cart: Cart): boolean => missingParts(cart).length === 0;
