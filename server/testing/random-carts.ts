import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { promocode, shippingCost } from '#contract/ordering.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { readPromocode, readShippingCost } from '#contract/wire/ordering.ts';
import { type Profile, readProfile } from '#contract/wire/stores.ts';
import { writeSubmittedTotals } from '#contract/wire/submission.ts';
import { type Cart, newCart, withDiscount, withPromocode } from '#domain/cart.ts';
import { withItem, withQuantity } from '#domain/cart-lines.ts';
import { cartTotals } from '#domain/cart-pricing.ts';
import { isInCatalog, type Item, type Selection } from '#domain/catalog.ts';
import { minimumOf } from '#domain/checkout.ts';
import { lineQuantityMax } from '#domain/limits.ts';
import { type Currency, money, type Money, percentOf, subtract } from '#domain/money.ts';
import type { GeneralDiscount } from '#domain/promocode.ts';
import type { Totals } from '#domain/pricing.ts';
import type { PaymentMethod, ServiceType } from '#domain/store.ts';
import { wallTime } from '#domain/time.ts';
import { additionals, discounts, items } from '#server/db/schema/catalog.ts';
import { deliveryZones, promocodes } from '#server/db/schema/stores.ts';
import { asuncionTown, laEsquinaTown } from '#server/modules/geo/demo-streets.ts';
import { movedBy } from '#server/modules/geo/demo-town.ts';
import { readCreated, readError, parseProfile } from './read.ts';
import { customerPhones } from './submissions.ts';
import { openAllTables } from './tables.ts';
import { type Answer, command, type TestServer, testStart } from './test-server.ts';

/** A cart independent of a shop: its numbers choose among the shop's offers. */
export interface CartPlan {
  readonly type: number;
  readonly place: number;
  readonly lines: readonly { readonly item: number; readonly quantity: number; readonly picks: readonly number[] }[];
  readonly discount: { readonly kind: 'none' | 'percentage' | 'amount' | 'promocode'; readonly value: number };
  /** Metres from the shop. */
  readonly east: number;
  readonly north: number;
  /** Percent of the total that the first of two payments takes; 0 = one payment. */
  readonly split: number;
}

export const cartPlan: fc.Arbitrary<CartPlan> = fc.record({
  type: fc.nat(1_000),
  place: fc.nat(1_000),
  lines: fc.array(
    fc.record({
      item: fc.nat(10_000),
      quantity: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.integer({ min: 1, max: 400 })),
      picks: fc.array(fc.nat(1_000), { maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  discount: fc.record({
    kind: fc.constantFrom('none', 'percentage', 'amount', 'promocode'),
    value: fc.integer({ min: 0, max: 10_000 }),
  }),
  east: fc.integer({ min: -300, max: 300 }),
  north: fc.integer({ min: -300, max: 300 }),
  split: fc.integer({ min: 0, max: 99 }),
});

const shopIds = [1, 4] as const;
type ShopId = (typeof shopIds)[number];
const testCodes = ['DIEZ', 'MIL', 'TERCIO', 'TODO'] as const;

/**
 * Gives the shops of both currencies odd prices, odd promo codes, and rules of every kind that hold today, some of them
 * on the same items.
 */
export async function prepareShops(server: TestServer): Promise<void> {
  const { direct } = server.db;
  for (const id of shopIds) await openAllTables(server, id);
  await direct.delete(discounts).where(inArray(discounts.store_id, [...shopIds]));
  // Few distinct prices, so that items share them (VALUE), and none that a percentage divides evenly.
  await direct
    .update(items)
    .set({ price: sql`${items.price} / 5 * 5 + 37` })
    .where(inArray(items.store_id, [...shopIds]));
  await direct
    .update(additionals)
    .set({ price: sql`case when ${additionals.price} > 0 then ${additionals.price} + 3 else 0 end` })
    .where(inArray(additionals.store_id, [...shopIds]));
  // Most carts are large; without this, delivery would be free for nearly all of them.
  await direct.update(deliveryZones).set({ fee_free: sql`${deliveryZones.fee_free} * 20` });
  for (const store_id of shopIds) {
    const own = await direct.select({ id: items.id }).from(items).where(eq(items.store_id, store_id));
    const fifth = (rest: number): number[] => own.map((i) => i.id).filter((id) => id % 5 === rest);
    const rule = { store_id, name: 'x', catalogs: ['LOCAL' as const, 'ONLINE' as const] };
    const products = { ...rule, type: 'PRODUCTS' as const, products_from: 3, products_to: 2 };
    await direct.insert(discounts).values([
      { ...rule, type: 'PERCENTAGE', value: 33, target: fifth(0) },
      { ...rule, type: 'PERCENTAGE', value: 15, target: fifth(1), days: [5] },
      { ...products, products_combination: 'SAME', target: fifth(2) },
      { ...products, products_from: 2, products_to: 1, products_combination: 'VALUE', target: fifth(3) },
      {
        ...products,
        products_from: 4,
        products_to: 3,
        products_combination: 'ANY',
        target: [...fifth(4), ...fifth(1)],
      },
      { ...rule, catalogs: ['DELIVERY'], type: 'PERCENTAGE', value: 7, target: null },
    ]);
    const minor = store_id === 1 ? 100 : 1;
    await direct
      .insert(promocodes)
      .values([
        { store_id, code: 'DIEZ', type: 'PERCENTAGE', value: 10 },
        { store_id, code: 'MIL', type: 'AMOUNT', value: money(1_000 * minor) },
        { store_id, code: 'TERCIO', type: 'PERCENTAGE', value: 33 },
        { store_id, code: 'TODO', type: 'AMOUNT', value: money(1_000_000 * minor) },
      ])
      .onConflictDoNothing();
  }
}

const towns = { 1: laEsquinaTown, 4: asuncionTown } as const;
const typesOf = { 1: ['LOCAL', 'TAKEAWAY', 'DELIVERY'], 4: ['LOCAL', 'DELIVERY'] } as const;

/** A device's data of a shop. */
export interface OpenShop {
  readonly id: ShopId;
  readonly profile: Profile;
}

async function openShop(server: TestServer, id: ShopId): Promise<OpenShop> {
  return { id, profile: readProfile(parseProfile(await server.ask('ana', `/store/${id}`))) };
}

const nth = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};

/** Selects as many options of each group as it requires, or more, chosen by `picks`. */
function selectionOf(item: Item, picks: readonly number[]): Selection {
  const selection: Record<number, number> = {};
  let used = 0;
  const next = (): number => {
    used += 1;
    return picks[(used - 1) % Math.max(picks.length, 1)] ?? 0;
  };
  for (const { constraints, additionals: options } of item.groups) {
    const { min, max } = constraints;
    const wanted = min + (next() % (max - min + 1));
    for (let chosen = 0, tries = 0; chosen < wanted && tries < 50; tries += 1) {
      const option = nth(options, next() + tries);
      const count = selection[option.id] ?? 0;
      if (count >= option.max) continue;
      selection[option.id] = count + 1;
      chosen += 1;
    }
  }
  return selection;
}

type Ask = (path: string, body: unknown) => Promise<Answer>;
const dataOf = z.object({ data: promocode });

async function withExtras(cart: Cart, plan: CartPlan, { id, profile: { store } }: OpenShop, ask: Ask): Promise<Cart> {
  let full = cart;
  if (cart.type === 'DELIVERY') {
    const at = { address_line_1: 'Av. Corrientes 3510', address_line_2: null };
    const address = { ...at, geolocation: movedBy(towns[id].centre, plan.east, plan.north) };
    const answer = await ask(`/store/${id}/shipping/cost`, address);
    const cost = readShippingCost(z.parse(shippingCost, answer.body), store.currency);
    full = { ...full, address, shippingCost: { ...cost, known_at: testStart }, phone: customerPhones[store.country] };
  }
  const { kind, value } = plan.discount;
  if (kind === 'promocode') {
    const answer = await ask(`/store/${id}/promocode/check`, { code: nth(testCodes, value) });
    return withPromocode(full, readPromocode(z.parse(dataOf, answer.body).data, store.currency));
  }
  const discount: Record<string, GeneralDiscount> = {
    percentage: { type: 'PERCENTAGE', value: value % 101 },
    amount: { type: 'AMOUNT', value: money(value * 100) },
  };
  return withDiscount(full, discount[kind] ?? null);
}

/** Builds the cart as a person would on a device; a delivery reaches its minimum. */
async function cartOf(plan: CartPlan, shop: OpenShop, ask: Ask): Promise<{ cart: Cart; totals: Totals }> {
  const { store, catalog, codes, discounts: rules } = shop.profile;
  const type: ServiceType = nth(typesOf[shop.id], plan.type);
  let cart = newCart(store, type, type === 'LOCAL' ? nth(codes, plan.place) : null);
  const sold = catalog.items.filter((i) => isInCatalog(i, cart.catalogType));
  for (const { item: index, quantity, picks } of plan.lines) {
    const item = nth(sold, index);
    cart = withItem(cart, item, quantity, selectionOf(item, picks));
  }
  cart = await withExtras(cart, plan, shop, ask);
  const price = (priced: Cart): Totals => {
    const at = { type, catalogType: priced.catalogType, wall: wallTime(testStart, store.timezone) };
    return cartTotals(priced, catalog, rules, at, store.abilities);
  };
  const [first] = cart.lines;
  if (first && minimumOf(cart, price(cart).subtotal) !== null) cart = withQuantity(cart, first.key, lineQuantityMax);
  return { cart, totals: price(cart) };
}

function paymentsOf({ type, code }: Cart, { total }: Totals, { split }: CartPlan, currency: Currency) {
  if (type === 'LOCAL' && code?.group === true) return [];
  const first = percentOf(total, split);
  const row = (method: PaymentMethod, amount: Money) => ({
    method,
    amount: writeMoney(amount, currency),
    option: method,
    type: null,
    value: null,
  });
  return [row('cash', subtract(total, first)), ...(split > 0 ? [row('agree', first)] : [])];
}

/**
 * The kinds of the cart, and the differences between the device's prices and the server's answer; none if all is well.
 */
export interface CartOutcome {
  readonly kinds: readonly string[];
  readonly differences: readonly string[];
}

const sums = ['subtotal', 'discount', 'delivery_amount', 'total'] as const;

/** Prices a cart as a device does, sends it as an order over HTTP, and compares every amount of the answer. */
export async function sellCart(server: TestServer, shop: OpenShop, plan: CartPlan): Promise<CartOutcome> {
  const ask: Ask = (path, body) => server.ask('ana', path, { method: 'POST', body, headers: command() });
  const { cart, totals } = await cartOf(plan, shop, ask);
  const { currency } = shop.profile.store;
  const wire = writeSubmittedTotals(totals, currency);
  const answer = await ask(`/store/${shop.id}/orders`, {
    uid: randomUUID(),
    type: cart.type,
    when: { option: 'immediate' },
    payments: paymentsOf(cart, totals, plan, currency),
    ...wire,
    // An order of a table takes no discount, even if the cart still holds a code (K-17).
    ...(cart.promocode && cart.code?.group !== true && { promocode: cart.promocode.code }),
    seller_id: null,
    description: null,
    phone: cart.phone || null,
    comments: null,
    ...(cart.address && { address: cart.address }),
    ...(cart.code && { code: cart.code.id }),
  });
  const kinds = [
    currency.decimals === 0 ? 'PYG' : 'ARS',
    cart.type,
    plan.discount.kind,
    ...(totals.delivery_amount > 0 ? ['delivery fee'] : []),
    ...(totals.lines.some((l) => l.discount > 0) ? ['catalog discount'] : []),
    ...(totals.lines.some((l) => l.additionals.length > 0) ? ['additionals'] : []),
  ];
  if (answer.status !== 201) return { kinds, differences: [`refused: ${JSON.stringify(readError(answer))}`] };
  const order = readCreated(answer);
  const differences = sums.flatMap((name) =>
    order[name] === wire[name] ? [] : [`${name}: ${wire[name]} here, ${order[name]} there`],
  );
  for (const [index, line] of wire.items.entries()) {
    const { price, discount } = order.items[index] ?? {};
    if (price !== line.price || discount !== line.discount)
      differences.push(`line ${index}: ${line.price} − ${line.discount} here, ${price} − ${discount} there`);
  }
  return { kinds, differences };
}

/** The two shops of the comparison. */
export const openShops = (server: TestServer): Promise<OpenShop[]> =>
  Promise.all(shopIds.map((id) => openShop(server, id)));
