import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { saleReview } from '#contract/sale-reviews.ts';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { longestAwayMs } from '#domain/limits.ts';
import { after } from '#domain/time.ts';
import { pesos } from '#testing/builders.ts';
import { additionals, discounts, formerPrices, items } from '#server/db/schema/catalog.ts';
import { saleReviews } from '#server/db/schema/orders.ts';
import { deliveryZones } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import { sweep } from '#server/maintenance.ts';
import type { Person } from '#server/seed/people.ts';
import { readCreated } from '#server/testing/read.ts';
import { buildSubmission, type Wanted } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
afterEach(async () => {
  await server.db.direct.delete(saleReviews);
  await server.db.direct.delete(formerPrices);
});

const listed = async (who: Person = 'ana') =>
  z.parse(z.array(saleReview), (await server.ask(who, '/store/1/sale-reviews')).body);

/** Sends an offline sale; Diego has no right to discounts. */
async function sell(body: OrderSubmission, who: Person = 'diego') {
  const headers = { ...command(), 'x-taken-offline': '1' };
  const answer = await server.ask(who, '/store/1/orders', { method: 'POST', body, headers });
  expect([answer.status, answer.status < 300 || answer.text]).toEqual([201, true]);
  return readCreated(answer);
}

/** The submission with other amounts of its only line. */
function withLine(body: OrderSubmission, unit_price: number, discount: number): OrderSubmission {
  const [line] = body.items;
  if (!line) throw new Error('no line');
  const price = unit_price * line.quantity - discount;
  return { ...body, items: [{ ...line, unit_price, discount, price }], subtotal: price, total: price };
}

const faina: Wanted = { items: [['Fainá', 2]] };
/** Changes a price. Changes of one millisecond count as one change, so the earlier ones are put a second back. */
async function changePrice(name: string, amount: number): Promise<void> {
  await server.db.direct.update(formerPrices).set({ until: sql`until - interval '1 second'` });
  await server.db.direct
    .update(items)
    .set({ price: pesos(amount) })
    .where(eq(items.name, name));
}

describe('an offline sale at prices that the store never had is reviewed by an admin (N-15, T7)', () => {
  it.each<[string, (body: OrderSubmission) => OrderSubmission]>([
    ['a unit price of 0', (b) => withLine(b, 0, 0)],
    ['a line discount of 100 %', (b) => withLine(b, b.items[0]?.unit_price ?? 0, b.subtotal)],
    ['a higher price', (b) => withLine(b, (b.items[0]?.unit_price ?? 0) + 1, 0)],
  ])('%s: stored as sold, listed with both totals until it was reviewed', async (_name, wrong) => {
    const body = await buildSubmission(server, faina);
    const order = await sell(wrong(body));
    expect(order.total).toBe(wrong(body).total);
    expect(await listed()).toEqual([
      {
        order_id: order.id,
        uid: order.uid,
        number: order.number,
        seller: 'Diego Benítez',
        sold_total: order.total,
        own_total: body.total,
        requested_at: expect.any(String),
      },
    ]);
    for (let twice = 0; twice < 2; twice += 1) {
      const closed = await server.ask('ana', `/store/1/sale-reviews/${order.id}/close`, { method: 'PATCH' });
      expect([closed.status, closed.body]).toEqual([200, { order_id: order.id }]);
    }
    expect(await listed()).toEqual([]);
    const noted = await server.db.direct
      .select({ by: audit.actor_id })
      .from(audit)
      .where(and(eq(audit.action, 'sale.review'), eq(audit.entity_id, String(order.id))));
    expect(noted).toEqual([{ by: 1 }]);
  });

  it('an additional for nothing is reviewed', async () => {
    const body = await buildSubmission(server, {
      items: [['Hamburguesa clásica', 1, { 'A punto': 1, Panceta: 2, Barbacoa: 1 }]],
    });
    const [line] = body.items;
    if (!line) throw new Error('no line');
    const free = line.additionals.map((a) => ({ ...a, price: 0 }));
    const total = line.unit_price - line.discount;
    await sell({ ...body, items: [{ ...line, additionals: free, price: total }], subtotal: total, total });
    expect(await listed()).toHaveLength(1);
  });

  it('whoever may give discounts is not reviewed, nor is a sale at the prices of now', async () => {
    await sell(withLine(await buildSubmission(server, faina), 0, 0), 'ana');
    await sell(await buildSubmission(server, faina));
    expect(await listed()).toEqual([]);
  });

  it('a price that the catalog had while the device was away is not reviewed; older than 72 hours it is', async () => {
    const [before] = (await buildSubmission(server, faina)).items;
    if (!before) throw new Error('no line');
    const now = server.clock.now();
    await changePrice('Fainá', 9_000);
    await changePrice('Fainá', 9_500);
    await sell(withLine(await buildSubmission(server, faina), 9_000, 0));
    await sell(withLine(await buildSubmission(server, faina), before.unit_price, 0));
    expect(await listed()).toEqual([]);
    await server.db.direct.update(formerPrices).set({ until: after(now, -longestAwayMs - 1) });
    await sell(withLine(await buildSubmission(server, faina), before.unit_price, 0));
    expect(await listed()).toHaveLength(1);
    await changePrice('Fainá', before.unit_price);
  });

  it('an additional, a discount and a delivery fee count as they were', async () => {
    const burger: Wanted = { items: [['Hamburguesa clásica', 1, { 'A punto': 1, Panceta: 2, Barbacoa: 1 }]] };
    const sold = [
      await buildSubmission(server, burger),
      await buildSubmission(server, { type: 'DELIVERY', items: [['Fainá', 9]] }),
      await buildSubmission(server, faina),
    ];
    await server.db.direct
      .update(additionals)
      .set({ price: pesos(7_777) })
      .where(eq(additionals.name, 'Panceta'));
    await server.db.direct.update(deliveryZones).set({ fee_base: pesos(5), fee_free: null });
    await server.db.direct.insert(discounts).values({
      store_id: 1,
      name: 'Todo a mitad',
      catalogs: ['LOCAL', 'TAKEAWAY', 'DELIVERY'],
      type: 'PERCENTAGE',
      value: 50,
    });
    const halved = await buildSubmission(server, faina);
    expect(halved.total).toBe((sold[2]?.total ?? 0) / 2);
    await server.db.direct.delete(discounts).where(eq(discounts.name, 'Todo a mitad'));
    for (const body of [...sold, halved]) await sell(body);
    expect(await listed()).toEqual([]);
    // Without its history each of the first two and the last is unexplained.
    await server.db.direct.delete(formerPrices);
    for (const body of [sold[0], sold[1], halved]) if (body) await sell({ ...body, uid: crypto.randomUUID() });
    expect(await listed()).toHaveLength(3);
  });
});

it('the list belongs to the admins of the store', async () => {
  const order = await sell(withLine(await buildSubmission(server, faina), 0, 0));
  for (const who of ['bruno', 'carla'] as const) expect(await listed(who)).toHaveLength(1);
  for (const who of ['diego', 'elena'] as const)
    expect((await server.ask(who, '/store/1/sale-reviews')).status).toBe(403);
  const elsewhere = await server.ask('gabi', `/store/5/sale-reviews/${order.id}/close`, { method: 'PATCH' });
  expect(elsewhere.status).toBe(404);
  expect(await listed()).toHaveLength(1);
});

it('former prices are deleted once no sale can refer to them', async () => {
  await changePrice('Fainá', 4_321);
  await changePrice('Fainá', 4_322);
  const [first] = await server.db.direct.select().from(formerPrices);
  if (!first) throw new Error('no former price');
  const old = after(server.clock.now(), -longestAwayMs - 1);
  await server.db.direct.update(formerPrices).set({ until: old }).where(eq(formerPrices.id, first.id));
  await sweep(server.deps);
  expect((await server.db.direct.select().from(formerPrices)).map((p) => p.before)).toEqual([
    expect.objectContaining({ price: pesos(4_321) }),
  ]);
});
