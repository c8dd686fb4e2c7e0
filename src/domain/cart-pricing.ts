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
import type { Abilities } from './roles.ts';

const itemMaps = new WeakMap<Catalog, ReadonlyMap<number, Item>>();

/** The items of a catalog by id. Cached per catalog, because every tap prices the cart again. */
export function itemsById(catalog: Catalog): ReadonlyMap<number, Item> {
  const known = itemMaps.get(catalog);
  if (known) return known;
  const made = new Map(catalog.items.map((i) => [i.id, i]));
  itemMaps.set(catalog, made);
  return made;
}

/** Joins the lines with the catalog. Returns lines without an item separately, so that no line is dropped silently. */
export function pricedInputs(cart: Cart, catalog: Catalog): { inputs: PricedLineInput[]; gone: CartLine[] } {
  const items = itemsById(catalog);
  const inputs: PricedLineInput[] = [];
  const gone: CartLine[] = [];
  for (const line of cart.lines) {
    const item = items.get(line.item_id);
    if (item && isInCatalog(item, cart.catalogType))
      inputs.push({
        item,
        quantity: line.quantity,
        selection: line.selection,
        comments: line.comments,
        seat: line.seat,
      });
    else gone.push(line);
  }
  return { inputs, gone };
}

export type LineState =
  | { readonly kind: 'fine' }
  /** The catalog no longer has the item. */
  | { readonly kind: 'gone' }
  /** The catalog no longer offers the selection, or an option group is not satisfied. */
  | { readonly kind: 'options' }
  /** One unit with its options cost `before`. */
  | { readonly kind: 'repriced'; readonly before: Money; readonly now: Money };

const fine: LineState = { kind: 'fine' };

/** How a line has changed since the person added it. */
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

/** True if the cart has lines that the server would refuse. */
export const hasBrokenLines = (cart: Cart, catalog: Catalog): boolean =>
  cart.lines.some((l) => {
    const { kind } = lineState(l, catalog, cart.catalogType);
    return kind === 'gone' || kind === 'options';
  });

/** How much more (or less) the repriced lines cost than when the person added them, before any discount. */
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

/** «Entendido»: stores the current prices as the ones that the person has seen. */
export const withPricesSeen = (cart: Cart, catalog: Catalog): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const state = lineState(line, catalog, cart.catalogType);
    return state.kind === 'repriced' ? { ...line, unit: state.now } : line;
  }),
});

/**
 * A general discount needs the ability `canDiscount`, and is never allowed on a table's order (K-13, K-16, K-17, D-24).
 */
export const allowsDiscount = (cart: Pick<Cart, 'code'>, abilities: Pick<Abilities, 'canDiscount'>): boolean =>
  abilities.canDiscount && cart.code?.group !== true;

/** A promo code is also a customer's own. */
export const allowsPromocode = (
  cart: Pick<Cart, 'code' | 'byCustomer'>,
  abilities: Pick<Abilities, 'canDiscount'>,
): boolean => cart.byCustomer === true || allowsDiscount(cart, abilities);

/**
 * The one discount that applies: the promo code's, else the manual one. Somebody's PIN can allow a manual discount to a
 * person of the staff without the ability, but not a promo code.
 */
export function discountOf(cart: Cart, abilities: Pick<Abilities, 'canDiscount'>): GeneralDiscount | null {
  if (cart.promocode && allowsPromocode(cart, abilities)) return cart.promocode;
  return cart.byCustomer === true || cart.code?.group === true ? null : cart.discount;
}

/** Whether somebody has to allow the cart's discount by their PIN before the order is taken. */
export function needsDiscountPin(cart: Cart, abilities: Pick<Abilities, 'canDiscount'>): boolean {
  const discount = discountOf(cart, abilities);
  return !abilities.canDiscount && discount !== null && discount !== cart.promocode;
}

/** The current totals: items, discount and, for a delivery with a known cost, the delivery fee (M-03, K-53). */
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
  // The fee depends on the subtotal, so compute it last.
  const fee = cart.type === 'DELIVERY' && cart.shippingCost ? deliveryFee(cart.shippingCost, totals.subtotal) : zero;
  return { ...totals, delivery_amount: fee, total: add(totals.total, fee) };
}
