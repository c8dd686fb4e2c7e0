import type { Cart, CartLine } from './cart.ts';
import { unitPrice } from './cart-lines.ts';
import type { Catalog, Item } from './catalog.ts';
import { firstUnmetGroup, isInCatalog } from './catalog.ts';
import type { DiscountContext, DiscountRule } from './discounts.ts';
import type { Money } from './money.ts';
import { add, times, zero } from './money.ts';
import type { GeneralDiscount } from './promocode.ts';
import type { PricedLineInput, Totals } from './pricing.ts';
import { deliveryFee, priceOrder } from './pricing.ts';
import type { Abilities } from './store.ts';

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
    if (item && isInCatalog(item, cart.catalogType))
      inputs.push({ item, quantity: line.quantity, selection: line.selection, comments: line.comments });
    else gone.push(line);
  }
  return { inputs, gone };
}

export type LineState =
  | { readonly kind: 'fine' }
  /** The catalog has it no more. */
  | { readonly kind: 'gone' }
  /** What was chosen is not offered any more, or a group asks for something else. */
  | { readonly kind: 'options' }
  /** One of it, with its options, cost `before`. */
  | { readonly kind: 'repriced'; readonly before: Money; readonly now: Money };

const fine: LineState = { kind: 'fine' };

/** What became of a line since the person put it there. */
export function lineState(line: CartLine, catalog: Catalog, catalogType: Cart['catalogType']): LineState {
  const item = itemsById(catalog).get(line.item_id);
  if (!item || !isInCatalog(item, catalogType)) return { kind: 'gone' };
  const offered = new Map(item.groups.flatMap((g) => g.additionals).map((a) => [a.id, a.max]));
  const chosen = Object.entries(line.selection).filter(([, n]) => n > 0);
  if (chosen.some(([id, n]) => n > (offered.get(Number(id)) ?? 0)) || firstUnmetGroup(item.groups, line.selection))
    return { kind: 'options' };
  const now = unitPrice(item, line.selection);
  return line.unit === null || line.unit === now ? fine : { kind: 'repriced', before: line.unit, now };
}

/** Lines that the server would refuse. */
export const hasBrokenLines = (cart: Cart, catalog: Catalog): boolean =>
  cart.lines.some((l) => {
    const { kind } = lineState(l, catalog, cart.catalogType);
    return kind === 'gone' || kind === 'options';
  });

/** How much more (or less) the repriced lines cost than when they were chosen; before any discount. */
export function repricedBy(cart: Cart, catalog: Catalog): { readonly lines: number; readonly amount: Money } {
  let lines = 0;
  let amount = zero;
  for (const line of cart.lines) {
    const state = lineState(line, catalog, cart.catalogType);
    if (state.kind !== 'repriced') continue;
    lines += 1;
    amount = add(amount, times(state.now, line.quantity), times(state.before, -line.quantity));
  }
  return { lines, amount };
}

/** «Entendido»: the prices of now are the ones that the person has seen. */
export const withPricesSeen = (cart: Cart, catalog: Catalog): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const state = lineState(line, catalog, cart.catalogType);
    return state.kind === 'repriced' ? { ...line, unit: state.now } : line;
  }),
});

/** A general discount: whoever may give one, and never on a table's order (K-13, K-16, K-17, D-24). */
export const allowsDiscount = (cart: Pick<Cart, 'code'>, abilities: Pick<Abilities, 'canDiscount'>): boolean =>
  abilities.canDiscount && cart.code?.group !== true;

/** The one discount that counts: the promo code's, else the one by hand. */
export const discountOf = (cart: Cart, abilities: Pick<Abilities, 'canDiscount'>): GeneralDiscount | null =>
  allowsDiscount(cart, abilities) ? (cart.promocode ?? cart.discount) : null;

/** What the cart costs now: items, discount and, for a delivery whose cost is known, the delivery (M-03, K-53). */
export function cartTotals(
  cart: Cart,
  catalog: Catalog,
  rules: readonly DiscountRule[],
  at: DiscountContext,
  abilities: Pick<Abilities, 'canDiscount'>,
): Totals {
  const totals = priceOrder(pricedInputs(cart, catalog).inputs, rules, at, {
    discount: discountOf(cart, abilities),
    delivery: zero,
  });
  // The fee depends on the subtotal, which is only known now.
  const fee = cart.type === 'DELIVERY' && cart.shippingCost ? deliveryFee(cart.shippingCost, totals.subtotal) : zero;
  return { ...totals, delivery_amount: fee, total: add(totals.total, fee) };
}
