import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { pesos } from '#testing/builders.ts';
import { items as itemsTable } from '#server/db/schema/catalog.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const send = (body: OrderSubmission, headers: Record<string, string> = { 'x-taken-offline': '1' }): Promise<Answer> =>
  server.ask('diego', '/store/1/orders', { method: 'POST', body, headers: { ...command(), ...headers } });

/** Runs `work` with an order that was priced before the price changed. */
async function soldBefore(pesosNow: number, work: (body: OrderSubmission) => Promise<void>): Promise<void> {
  const body = await buildSubmission(server, { items: [['Fainá', 2]] });
  const price = (amount: number) =>
    server.db.direct
      .update(itemsTable)
      .set({ price: pesos(amount) })
      .where(eq(itemsTable.name, 'Fainá'));
  const [line] = body.items;
  await price(pesosNow);
  await work(body);
  await price(line?.unit_price ?? 0);
}

describe('a sale made offline is stored as it was sold (N-15)', () => {
  it.each([
    [1500, 'dearer then'],
    [2500, 'cheaper then'],
  ])('at a price of %i now (%s): sold amounts and the signed difference, also in the audit', (now) =>
    soldBefore(now, async (body) => {
      const difference = body.total - now * 2;
      expect(difference).not.toBe(0);
      const order = readCreated(await send(body));
      expect(order).toMatchObject({
        subtotal: body.subtotal,
        total: body.total,
        price_difference: difference,
        items: [{ name: 'Fainá', unit_price: body.items[0]?.unit_price, price: body.total }],
      });
      expect(order.order_detail[0]).toMatchObject({ unit_price: body.items[0]?.unit_price, quantity: 2 });
      const read = readOneOrder(await server.ask('ana', `/store/1/orders/${order.id}`));
      expect(read.price_difference).toBe(difference);
      const [entry] = await server.db.direct
        .select()
        .from(audit)
        .where(and(eq(audit.entity_id, String(order.id)), eq(audit.action, 'order.create')));
      expect(entry?.after).toEqual({ total: pesos(body.total), price_difference: pesos(difference) });
    }),
  );

  it('without a difference there is none to note', async () => {
    expect(readCreated(await send(await buildSubmission(server))).price_difference).toBeNull();
  });

  it('the same sale with the server in reach is refused: 422 total_mismatch', () =>
    soldBefore(9_999, async (body) => {
      for (const headers of [command(), { 'x-taken-offline': '0' }]) {
        const answer = await send(body, headers);
        expect([answer.status, readError(answer).code]).toEqual([422, 'total_mismatch']);
      }
    }));

  it('keeps the prices of additionals and the discounts of lines as sold', async () => {
    const body = await buildSubmission(server, {
      items: [['Hamburguesa clásica', 2, { 'A punto': 1, Panceta: 2, Barbacoa: 1 }]],
    });
    const [line] = body.items;
    if (!line) throw new Error('no line');
    const additionals = line.additionals.map((a) => ({ ...a, price: 100 }));
    const unit = 1_000 + additionals.reduce((sum, a) => sum + a.price * a.quantity, 0);
    const price = unit * 2 - 50.5;
    const sold = { ...line, unit_price: 1_000, additionals, discount: 50.5, price };
    const order = readCreated(await send({ ...body, items: [sold], subtotal: price, total: price }));
    expect(order).toMatchObject({ total: price, price_difference: price - body.total });
    expect(order.items[0]).toMatchObject({ unit_price: 1_000, discount: 50.5, price, additionals });
  });

  it.each<[string, (body: OrderSubmission) => Partial<OrderSubmission>]>([
    ['a total that is not subtotal − discount', () => ({ total: 1 })],
    ['a subtotal that is not the sum of the lines', () => ({ subtotal: 1, total: 1 })],
    ['a delivery that was not asked for', (b) => ({ delivery_amount: 100, total: b.total + 100 })],
    ['a line that does not add up', (b) => ({ items: b.items.map((i) => ({ ...i, unit_price: 1 })) })],
    [
      'a line with a discount beyond its price',
      (b) => ({ items: b.items.map((i) => ({ ...i, discount: 9_999, price: 0 })) }),
    ],
    [
      'amounts beyond every sum',
      (b) => ({ items: b.items.map((i) => ({ ...i, unit_price: 10_000_000_000, quantity: 999 })) }),
    ],
  ])('refuses %s: 422 total_mismatch, nothing stored', async (_name, wrong) => {
    const body = await buildSubmission(server);
    const before = await server.db.direct.$count(orders);
    const answer = await send({ ...body, ...wrong(body) });
    expect([answer.status, readError(answer).code]).toEqual([422, 'total_mismatch']);
    expect(await server.db.direct.$count(orders)).toBe(before);
  });

  it('refuses a third decimal at the field (N-14)', async () => {
    const body = await buildSubmission(server);
    const answer = await send({ ...body, items: body.items.map((i) => ({ ...i, unit_price: 0.005 })) });
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, ['items.0.unit_price']]);
  });

  it('refuses what cannot be made any more, and discounts of those who may not give one', async () => {
    const body = await buildSubmission(server);
    const gone = await send({ ...body, items: body.items.map((i) => ({ ...i, id: 999_999 })) });
    expect([gone.status, readError(gone).code]).toEqual([422, 'item_unavailable']);
    const off = await send({ ...body, uid: randomUUID(), discount: 200, total: body.total - 200 });
    expect([off.status, readError(off).code]).toEqual([403, 'forbidden']);
  });
});
