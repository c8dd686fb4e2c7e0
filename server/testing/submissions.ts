import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { writeSubmittedTotals } from '#contract/wire/submission.ts';
import type { Item, Selection } from '#domain/catalog.ts';
import { deliveryFee, type PricedLineInput, priceOrder } from '#domain/pricing.ts';
import { zero } from '#domain/money.ts';
import type { Address } from '#domain/order.ts';
import { zoneAt } from '#domain/shipping.ts';
import { catalogTypeOf, countryRules, type ServiceType } from '#domain/store.ts';
import { wallTime } from '#domain/time.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import { loadCatalog, readDiscounts } from '#server/modules/catalog/catalog-store.ts';
import { loadPromocode, readZones } from '#server/modules/ordering/ordering-store.ts';
import type { Person } from '#server/seed/people.ts';
import { type Answer, command, type TestServer } from './test-server.ts';

export interface Wanted {
  readonly storeId?: number;
  readonly type?: ServiceType;
  /** Description of a code, for example 'Barra 1'. */
  readonly place?: string;
  /** Item name, quantity, additionals by name. */
  readonly items?: readonly (readonly [
    name: string,
    quantity: number,
    additionals?: Readonly<Record<string, number>>,
  ])[];
  /** A promo code of the store, valid or not. */
  readonly promocode?: string;
  /** Address of a delivery; by default a place in the middle of the first zone. */
  readonly address?: Address;
}

export const customerPhones = { AR: '+5491145550199', PY: '+595981555019' } as const;

/** On La Esquina's street, two doors away. */
export const nearLaEsquina: Address = {
  address_line_1: 'Av. Corrientes 3510',
  address_line_2: '2 B',
  geolocation: { lat: -34.6037, lng: -58.4144 },
};

function selectionOf(item: Item, chosen: Readonly<Record<string, number>>): Selection {
  const all = item.groups.flatMap((g) => g.additionals);
  return Object.fromEntries(
    Object.entries(chosen).map(([name, quantity]) => {
      const additional = all.find((a) => a.name === name);
      if (!additional) throw new Error(`${item.name} has no ${name}`);
      return [additional.id, quantity];
    }),
  );
}

/** The submission that a device would send, priced with the store's current catalog. */
export async function buildSubmission(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  wanted: Wanted = {},
): Promise<OrderSubmission> {
  const { storeId = 1, type = 'LOCAL', place = type === 'LOCAL' ? 'Barra 1' : undefined } = wanted;
  const { items = [['Medialuna de manteca', 2]], promocode, address = nearLaEsquina } = wanted;
  return db.store(storeId, 'snapshot', async (tx) => {
    const catalog = await loadCatalog(tx, storeId);
    const [store] = await tx.select().from(stores).where(eq(stores.id, storeId));
    const code =
      (await tx.select().from(codes).where(eq(codes.store_id, storeId))).find((c) => c.description === place) ?? null;
    const inputs = items.map(([name, quantity, additionals = {}]): PricedLineInput => {
      const item = catalog.items.find((i) => i.name === name);
      if (!item) throw new Error(`the menu has no ${name}`);
      return { item, quantity, selection: selectionOf(item, additionals), comments: null };
    });
    const zone = store?.timezone ?? '';
    const { currency } = countryRules[store?.country ?? 'AR'];
    const rules = await readDiscounts(tx, storeId);
    const at = { type, catalogType: catalogTypeOf(type, code), wall: wallTime(clock.now(), zone) };
    const delivered = type === 'DELIVERY' ? address : null;
    const cost = delivered && zoneAt(await readZones(tx, storeId), delivered.geolocation);
    const { subtotal } = priceOrder(inputs, rules, at);
    const totals = priceOrder(inputs, rules, at, {
      discount: promocode === undefined ? null : ((await loadPromocode(tx, storeId, promocode))?.promocode ?? null),
      delivery: cost ? deliveryFee(cost, subtotal) : zero,
    });
    const amount = writeMoney(totals.total, currency);
    return {
      uid: randomUUID(),
      type,
      when: { option: 'immediate' },
      payments: delivered ? [{ method: 'cash', amount, option: 'cash', type: 'exact', value: null }] : [],
      ...writeSubmittedTotals(totals, currency),
      seller_id: null,
      description: null,
      phone: delivered ? customerPhones[store?.country ?? 'AR'] : null,
      comments: null,
      ...(delivered && { address: delivered }),
      ...(promocode !== undefined && { promocode }),
      ...(code && { code: code.id }),
    };
  });
}

/** A payment in cash of an amount in pesos. */
export const cashOf = (amount: number) =>
  ({ method: 'cash', amount, option: 'cash', type: 'exact', value: null }) as const;

/** A creation in a test: the person, the submission and the key. */
export interface Sent {
  readonly who?: Person;
  readonly wanted?: Wanted;
  readonly more?: Partial<OrderSubmission>;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly store?: number;
}

/** Opens a table by its description and returns the answer; `more` replaces fields of the body. */
export async function askToOpen(
  server: TestServer,
  place: string,
  { who = 'ana', more = {}, key, store = 1 }: { who?: Person; more?: object; key?: string; store?: number } = {},
): Promise<Answer> {
  const [code] = await server.db.direct
    .select()
    .from(codes)
    .where(and(eq(codes.store_id, store), eq(codes.description, place)));
  const body = {
    uid: randomUUID(),
    code_id: code?.id,
    seller_id: null,
    data: { people: 2, childrens: false },
    ...more,
  };
  return server.ask(who, `/store/${store}/orderGroups`, {
    method: 'POST',
    body,
    headers: command(null, key),
  });
}

/** POST /store/{id}/orders with a submission built from the store's catalog. */
export async function sendOrder(
  server: TestServer,
  { who = 'ana', wanted = {}, more = {}, key, headers = {}, store = wanted.storeId ?? 1 }: Sent = {},
): Promise<Answer> {
  const body = { ...(await buildSubmission(server, wanted)), ...more };
  return server.ask(who, `/store/${store}/orders`, {
    method: 'POST',
    body,
    headers: { ...command(null, key), ...headers },
  });
}
