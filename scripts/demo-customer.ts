/** The customers of `npm run demo:customers`: who they are, and one order of one of them. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { storeProfile } from '#contract/stores.ts';
import { readMoney, writeMoney } from '#contract/wire/amounts.ts';
import { readProfile } from '#contract/wire/stores.ts';
import { withItem } from '#domain/cart-lines.ts';
import { cartTotals } from '#domain/cart-pricing.ts';
import { isInCatalog } from '#domain/catalog.ts';
import { customerCart } from '#domain/customer-cart.ts';
import { customerImmediateServices } from '#domain/store.ts';
import type { Geolocation } from '#domain/shipping.ts';
import { instant, wallTime } from '#domain/time.ts';

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

/** Where the customers order, until the signal. */
export interface DemoShop {
  readonly url: string;
  readonly storeId: number;
  readonly signal: AbortSignal;
  /** The server has had enough calls, and is asked again after these seconds. */
  readonly onWait: (seconds: number) => void;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A call of the API. After 429 it waits as long as the server asks for, and tries again. */
async function call(
  shop: DemoShop,
  customer: DemoCustomer,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered> {
  const { url, signal, onWait } = shop;
  const response = await fetch(`${url}/api${path}`, {
    method,
    signal,
    headers: {
      ...(customer.token !== null && { authorization: `Bearer ${customer.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 429) return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  const seconds = Number(response.headers.get('retry-after') ?? '5');
  onWait(seconds);
  await wait(seconds * 1_000, null, { signal });
  return call(shop, customer, method, path, body);
}

/** Signs the person in; who is not known yet signs up first. */
async function signIn(shop: DemoShop, customer: DemoCustomer): Promise<void> {
  const { email, fullname, phone } = customer;
  customer.token = null;
  const ask = () => call(shop, customer, 'POST', '/tokens', { email, password });
  let answer = await ask();
  if (answer.status === 401) {
    const made = await call(shop, customer, 'POST', '/users', { fullname, email, phone, password });
    if (made.status !== 201) throw new Error(`${email} could not sign up: ${JSON.stringify(made.body)}`);
    answer = await ask();
  }
  customer.token = z.parse(z.object({ access_token: z.string() }), answer.body).access_token;
}

/** The calls of one customer. A token that has ended is replaced. */
const callsOf =
  (shop: DemoShop, customer: DemoCustomer) =>
  async (method: string, path: string, body?: unknown): Promise<Answered> => {
    if (customer.token === null) await signIn(shop, customer);
    const answer = await call(shop, customer, method, path, body);
    if (answer.status !== 401) return answer;
    await signIn(shop, customer);
    return call(shop, customer, method, path, body);
  };

/** An address of the demo town around La Esquina. */
const somewhere = (): { readonly line: string; readonly at: Geolocation } => ({
  line: `Av. Corrientes ${3_450 + randomInt(100)}`,
  at: { lat: -34.6037, lng: -58.4145 + (randomInt(200) - 100) / 100_000 },
});

/** A customer orders one to three products of the menu, paid in cash. Returns what became of it, without their name. */
export async function orderOnce(shop: DemoShop, customer: DemoCustomer): Promise<string> {
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
  let cart = customerCart(store, type, customer.phone);
  for (let lines = 1 + randomInt(3); lines > 0; lines -= 1) {
    const item = pick(simple);
    if (item) cart = withItem(cart, item, 1 + randomInt(3));
  }
  const to = somewhere();
  const address = { address_line_1: to.line, address_line_2: null, geolocation: to.at };
  if (type === 'DELIVERY') {
    const cost = await ask('POST', `/store/${storeId}/shipping/cost`, address);
    if (cost.status !== 200) return 'is too far away';
    const { fee_base, fee_free, order_minimum } = z.parse(
      z.object({ fee_base: z.number(), fee_free: z.nullable(z.number()), order_minimum: z.nullable(z.number()) }),
      cost.body,
    );
    const amount = (n: number) => readMoney(n, store.currency);
    const known_at = instant(Date.now());
    const shippingCost = {
      fee_base: amount(fee_base),
      fee_free: fee_free === null ? null : amount(fee_free),
      order_minimum: order_minimum === null ? null : amount(order_minimum),
      raining: false,
      high_wait: false,
      known_at,
    };
    cart = { ...cart, address, shippingCost };
  }
  const wall = wallTime(instant(Date.now()), store.timezone);
  const totals = cartTotals(cart, catalog, discounts, { type, catalogType: 'ONLINE', wall }, store.abilities);
  const money = (value: typeof totals.total): number => writeMoney(value, store.currency);
  const sent = await ask('POST', `/store/${storeId}/orders`, {
    uid: randomUUID(),
    type,
    when: { option: 'immediate' },
    payments: [{ method: 'cash', amount: money(totals.total), option: 'cash', type: 'exact', value: null }],
    items: totals.lines.map((line) => ({
      ...line,
      unit_price: money(line.unit_price),
      discount: money(line.discount),
      price: money(line.price),
      additionals: [],
    })),
    subtotal: money(totals.subtotal),
    discount: money(totals.discount),
    delivery_amount: money(totals.delivery_amount),
    total: money(totals.total),
    seller_id: null,
    description: null,
    phone: customer.phone,
    comments: null,
    ...(type === 'DELIVERY' && { address }),
  });
  const taken = z.safeParse(z.object({ order: z.object({ number: z.int(), type: z.string() }) }), sent.body);
  if (taken.success) return `ordered ${taken.data.order.number}, ${taken.data.order.type}`;
  return `was refused: ${z.parse(z.object({ message: z.string() }), sent.body).message}`;
}
