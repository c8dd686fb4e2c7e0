import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCart, groupTable, plainItem, smallCatalog } from '#testing/builders-cart.ts';
import type { Cart } from './cart.ts';
import { withDiscount, withPromocode } from './cart.ts';
import { withItem } from './cart-lines.ts';
import {
  allowsDiscount,
  cartTotals,
  hasBrokenLines,
  itemsById,
  lineState,
  needsDiscountPin,
  pricedInputs,
  repricedBy,
  withPricesSeen,
} from './cart-pricing.ts';
import type { Catalog } from './catalog.ts';
import type { DiscountRule } from './discounts.ts';
import { money } from './money.ts';
import { instant, wallTime } from './time.ts';

const wednesday = instant(Date.UTC(2025, 5, 18, 15));
const may = { canDiscount: true };

function priced(
  cart: Cart,
  catalog: Catalog = smallCatalog,
  rules: readonly DiscountRule[] = [],
  { now = wednesday, zone = 'America/Argentina/Buenos_Aires', abilities = may } = {},
) {
  const { type, catalogType } = cart;
  return cartTotals(cart, catalog, rules, { type, catalogType, wall: wallTime(now, zone) }, abilities);
}

const dearer = (cents: number): Catalog => ({
  ...smallCatalog,
  items: smallCatalog.items.map((i) => ({ ...i, price: money(cents) })),
});

describe('prices', () => {
  it('come from the catalog of now, not from the cart (K-06, K-07)', () => {
    const cart = withItem(emptyCart, plainItem(2), 3, { 210: 1 });
    expect(priced(cart).total).toBe((200 + 10) * 3);
    expect(priced(cart, dearer(900)).total).toBe((900 + 10) * 3);
  });

  it('leave out a line whose item is gone, and say so', () => {
    const cart = withItem(withItem(emptyCart, plainItem(1)), plainItem(2));
    const less: Catalog = { ...smallCatalog, items: [plainItem(2)] };
    expect(pricedInputs(cart, less)).toMatchObject({ inputs: [{ item: { id: 2 } }], gone: [{ item_id: 1 }] });
    expect(itemsById(less)).toBe(itemsById(less));
  });

  it("judge the discounts by the day on the store's wall (M-07, N-08)", () => {
    const rule = {
      id: 1,
      name: 'Viernes',
      catalogs: ['LOCAL'],
      from: null,
      to: null,
      days: [5],
      target: null,
      type: 'PERCENTAGE',
      value: 50,
    } as const;
    const cart = withItem(emptyCart, plainItem(2));
    // Saturday 01:30 in UTC is Friday evening in Buenos Aires.
    const now = instant(Date.UTC(2025, 5, 21, 1, 30));
    expect(priced(cart, smallCatalog, [rule], { now }).total).toBe(100);
    expect(priced(cart, smallCatalog, [rule], { now, zone: 'UTC' }).total).toBe(200);
  });
});

describe('the general discount', () => {
  const full = withItem(emptyCart, plainItem(2), 5);

  it('needs the ability, and never a table with a group (K-13, K-16, K-17)', () => {
    expect(allowsDiscount(full, may)).toBe(true);
    expect(allowsDiscount(full, { canDiscount: false })).toBe(false);
    expect(allowsDiscount({ code: groupTable }, may)).toBe(false);
    const ten = withDiscount(full, { type: 'PERCENTAGE', value: 10 });
    expect(priced(ten).discount).toBe(100);
    expect(priced({ ...ten, code: groupTable }).discount).toBe(0);
  });

  it('without the ability a manual discount needs a PIN, and a promo code does not count', () => {
    const seller = { canDiscount: false };
    const ten = withDiscount(full, { type: 'PERCENTAGE', value: 10 });
    expect(priced(ten, smallCatalog, [], { abilities: seller }).discount).toBe(100);
    expect([ten, full, { ...ten, code: groupTable }].map((cart) => needsDiscountPin(cart, seller))).toEqual([
      true,
      false,
      false,
    ]);
    expect(needsDiscountPin(ten, may)).toBe(false);
    const code = withPromocode(full, { code: 'CINCO', type: 'AMOUNT', value: money(500) });
    expect(priced(code, smallCatalog, [], { abilities: seller }).discount).toBe(0);
    expect(needsDiscountPin(code, seller)).toBe(false);
  });

  it('by percentage follows the items, by amount stays and is capped (K-23, K-24, K-32)', () => {
    const ten = { type: 'PERCENTAGE', value: 10 } as const;
    const five = { code: 'CINCO', type: 'AMOUNT', value: money(500) } as const;
    expect(priced(withDiscount(withItem(full, plainItem(1)), ten)).discount).toBe(110);
    expect(priced(withPromocode(full, five))).toMatchObject({ subtotal: 1_000, discount: 500, total: 500 });
    expect(priced(withPromocode(withItem(emptyCart, plainItem(1)), five))).toMatchObject({ discount: 100, total: 0 });
  });

  it('never makes a total negative nor touches the delivery (M-03)', () => {
    const cost = { fee_base: money(250), fee_free: null, order_minimum: null, raining: false, high_wait: false };
    fc.assert(
      fc.property(fc.nat(100), fc.nat(50), (percent, units) => {
        const cart: Cart = {
          ...withItem(emptyCart, plainItem(2), units),
          type: 'DELIVERY',
          discount: { type: 'PERCENTAGE', value: percent },
          shippingCost: { ...cost, known_at: wednesday },
        };
        const totals = priced(cart);
        expect(totals.total).toBe(totals.subtotal - totals.discount + 250);
        expect(totals.discount).toBeLessThanOrEqual(totals.subtotal);
      }),
    );
  });

  it('comes after the delivery is judged free: by the subtotal before it (K-53, N-40)', () => {
    const cost = {
      fee_base: money(250),
      fee_free: money(1_000),
      order_minimum: null,
      raining: false,
      high_wait: false,
    };
    const cart: Cart = { ...full, type: 'DELIVERY', shippingCost: { ...cost, known_at: wednesday } };
    expect(priced(withDiscount(cart, { type: 'PERCENTAGE', value: 50 }))).toMatchObject({
      delivery_amount: 0,
      total: 500,
    });
    const less: Cart = { ...withItem(emptyCart, plainItem(2), 4), type: 'DELIVERY', shippingCost: cart.shippingCost };
    expect(priced(less)).toMatchObject({ delivery_amount: 250, total: 1_050 });
    expect(priced({ ...less, type: 'TAKEAWAY' }).delivery_amount).toBe(0);
  });
});

describe('what became of a line meanwhile', () => {
  const cart = withItem(emptyCart, plainItem(2), 3, { 210: 1 });
  const [line] = cart.lines;
  if (!line) throw new Error('no line');

  it('is told: nothing, repriced with before and now, gone, or other options', () => {
    expect(lineState(line, smallCatalog, 'LOCAL')).toEqual({ kind: 'fine' });
    expect(lineState(line, dearer(900), 'LOCAL')).toEqual({ kind: 'repriced', before: 210, now: 910 });
    expect(lineState(line, { ...smallCatalog, items: [] }, 'LOCAL')).toEqual({ kind: 'gone' });
    const elsewhere: Catalog = { ...smallCatalog, items: [{ ...plainItem(2), catalogs: ['ONLINE'] }] };
    expect(lineState(line, elsewhere, 'LOCAL')).toEqual({ kind: 'gone' });
    expect(pricedInputs(cart, elsewhere).gone).toHaveLength(1);
    const without: Catalog = { ...smallCatalog, items: [{ ...plainItem(2), groups: [] }] };
    expect(lineState(line, without, 'LOCAL')).toEqual({ kind: 'options' });
    const asking: Catalog = { ...smallCatalog, items: [plainItem(2, 2)] };
    expect(lineState(line, asking, 'LOCAL')).toEqual({ kind: 'options' });
    expect(lineState({ ...line, selection: { 210: 3 } }, smallCatalog, 'LOCAL')).toEqual({ kind: 'options' });
    expect(hasBrokenLines(cart, asking)).toBe(true);
    expect(hasBrokenLines(cart, dearer(900))).toBe(false);
  });

  it('a line of a cart from before counts as seen', () => {
    expect(lineState({ ...line, unit: null }, dearer(900), 'LOCAL')).toEqual({ kind: 'fine' });
  });

  it('the difference counts every unit, and is gone once it was seen', () => {
    expect(repricedBy(cart, dearer(900))).toEqual({ lines: 1, amount: 2_100 });
    expect(repricedBy(cart, smallCatalog)).toEqual({ lines: 0, amount: 0 });
    const seen = withPricesSeen(cart, dearer(900));
    expect(repricedBy(seen, dearer(900)).lines).toBe(0);
    expect(seen.lines.map((l) => [l.key, l.quantity])).toEqual(cart.lines.map((l) => [l.key, l.quantity]));
  });
});
