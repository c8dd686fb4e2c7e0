/** The customers of `npm run demo:customers`: who they are, and one order of one of them. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { shippingCost } from '#contract/ordering.ts';
import { storeProfile } from '#contract/stores.ts';
import { readShippingCost } from '#contract/wire/ordering.ts';
import { readProfile } from '#contract/wire/stores.ts';
import { submissionOf } from '#contract/wire/submission.ts';
import type { Cart } from '#domain/cart.ts';
import { withItem } from '#domain/cart-lines.ts';
import { cartTotals } from '#domain/cart-pricing.ts';
import { isInCatalog } from '#domain/catalog.ts';
import { customerCart } from '#domain/customer-cart.ts';
import type { Address } from '#domain/order.ts';
import { withOnlyPayment } from '#domain/payments.ts';
import { missedMinimum } from '#domain/shipping.ts';
import { customerImmediateServices } from '#domain/store.ts';
import { type Instant, wallTime } from '#domain/time.ts';

const password = 'marche2026';
const names = ['Sofía', 'Mateo', 'Valentina', 'Benjamín', 'Martina', 'Thiago', 'Lucía', 'Joaquín', 'Emma', 'Bautista'];
const surnames = ['Gómez', 'Rodríguez', 'Benítez', 'Aquino', 'Sosa', 'Medina', 'Romero', 'Ayala', 'Vera', 'Ledesma'];
const pick = <T>(list: readonly T[]): T | undefined => list[randomInt(Math.max(1, list.length))];

export interface DemoCustomer {
  readonly email: string;
  readonly fullname: string;
  readonly phone: string;
  token: string | null;
}

/** The same people at every start, so that each signs up once. */
export const demoCustomers = (count: number): readonly DemoCustomer[] =>
  Array.from({ length: count }, (_, n) => {
    const number = String(n).padStart(4, '0');
    const fullname = `${names[n % names.length]} ${surnames[Math.floor(n / names.length) % surnames.length]}`;
    return { email: `cliente${number}@demo.marche`, fullname, phone: `+549115555${number}`, token: null };
  });

/** Where the customers order, until the signal; null: no one stops them. */
export interface DemoShop {
  readonly url: string;
  readonly storeId: number;
  readonly signal: AbortSignal | null;
  /** The server has too much to do, or had enough calls, and is asked again after these seconds. */
  readonly onWait: (seconds: number) => void;
  /** The shop's time: the prices of a product depend on the day and the hour. */
  readonly now: () => Instant;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A call of the API. After 429 and 503 it waits as long as the server asks for, and tries again under the same key. */
async function call(
  shop: DemoShop,
  customer: DemoCustomer,
  method: string,
  path: string,
  body?: unknown,
  key: string = randomUUID(),
): Promise<Answered> {
  const { url, signal, onWait } = shop;
  const response = await fetch(`${url}/api${path}`, {
    method,
    signal,
    headers: {
      ...(customer.token !== null && { authorization: `Bearer ${customer.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 429 && response.status !== 503)
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  const seconds = Number(response.headers.get('retry-after') ?? '5');
  onWait(seconds);
  await wait(seconds * 1_000, null, signal ? { signal } : {});
  return call(shop, customer, method, path, body, key);
}

/**
 * Signs the person up, which is refused to who is known already, and then in. The other way round the first login of a
 * hundred people would fail, and the server slows an address down after fifty such failures.
 */
export async function signInCustomer(shop: DemoShop, customer: DemoCustomer): Promise<void> {
  const { email, fullname, phone } = customer;
  customer.token = null;
  const made = await call(shop, customer, 'POST', '/users', { fullname, email, phone, password });
  const { status, body } = await call(shop, customer, 'POST', '/tokens', { email, password });
  if (status !== 201) throw new Error(`${email} cannot sign in: ${JSON.stringify([made.body, body])}`);
  customer.token = z.parse(z.object({ access_token: z.string() }), body).access_token;
}

/** The calls of one customer. A token that has ended is replaced. */
const callsOf =
  (shop: DemoShop, customer: DemoCustomer) =>
  async (method: string, path: string, body?: unknown, key?: string): Promise<Answered> => {
    if (customer.token === null) await signInCustomer(shop, customer);
    const answer = await call(shop, customer, method, path, body, key);
    if (answer.status !== 401) return answer;
    await signInCustomer(shop, customer);
    return call(shop, customer, method, path, body, key);
  };

/** An address of the demo town around La Esquina. */
const somewhere = (): Address => ({
  address_line_1: `Av. Corrientes ${3_450 + randomInt(100)}`,
  address_line_2: null,
  geolocation: { lat: -34.6037, lng: -58.4145 + (randomInt(200) - 100) / 100_000 },
});

/**
 * One to three products of the menu, more if a delivery needs them, paid in cash, as the customer's device would send
 * them. A text says why the customer orders nothing, without their name.
 */
export async function nextOrder(shop: DemoShop, customer: DemoCustomer): Promise<OrderSubmission | string> {
  const { storeId } = shop;
  const ask = callsOf(shop, customer);
  const active = await ask('GET', `/me/active_order?store_id=${storeId}`);
  if (active.body !== null) return 'waits for the last order';
  const profile = readProfile(z.parse(storeProfile, (await ask('GET', `/store/${storeId}`)).body));
  const { store, catalog, discounts } = profile;
  const type = pick(customerImmediateServices(store));
  if (type === undefined) return 'finds the store closed';
  const simple = catalog.items.filter(
    (i) => isInCatalog(i, 'ONLINE') && i.groups.every((g) => g.constraints.min === 0),
  );
  if (!simple.some((i) => i.price > 0)) return 'finds nothing to order';
  let cart: Cart = { ...customerCart(store, type, customer.phone), payments: withOnlyPayment([], 'cash') };
  const addOne = (): void => {
    const item = pick(simple);
    if (item) cart = withItem(cart, item, 1 + randomInt(3));
  };
  for (let lines = 1 + randomInt(3); lines > 0; lines -= 1) addOne();
  if (type === 'DELIVERY') {
    const address = somewhere();
    const cost = await ask('POST', `/store/${storeId}/shipping/cost`, address);
    if (cost.status !== 200) return 'is too far away';
    const known = readShippingCost(z.parse(shippingCost, cost.body), store.currency);
    cart = { ...cart, address, shippingCost: { ...known, known_at: shop.now() } };
  }
  const wall = wallTime(shop.now(), store.timezone);
  const totalsNow = () => cartTotals(cart, catalog, discounts, { type, catalogType: 'ONLINE', wall }, store.abilities);
  while (cart.shippingCost && missedMinimum(cart.shippingCost, totalsNow().subtotal) !== null) addOne();
  return submissionOf(randomUUID(), cart, totalsNow(), store.currency);
}

/** Sends an order under a key; the same key again has no second effect. Throws when the server refuses it. */
export async function submitOrder(
  shop: DemoShop,
  customer: DemoCustomer,
  submission: OrderSubmission,
  key = randomUUID(),
): Promise<{ readonly number: number; readonly type: string }> {
  const sent = await callsOf(shop, customer)('POST', `/store/${shop.storeId}/orders`, submission, key);
  const taken = z.safeParse(z.object({ order: z.object({ number: z.int(), type: z.string() }) }), sent.body);
  if (!taken.success) throw new Error(z.parse(z.object({ message: z.string() }), sent.body).message);
  return taken.data.order;
}

/** A customer orders from the menu. Returns what became of it, without their name. */
export async function orderOnce(shop: DemoShop, customer: DemoCustomer): Promise<string> {
  const wanted = await nextOrder(shop, customer);
  if (typeof wanted === 'string') return wanted;
  const { number, type } = await submitOrder(shop, customer, wanted);
  return `ordered ${number}, ${type}`;
}
