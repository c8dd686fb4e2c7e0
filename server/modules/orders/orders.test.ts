import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { instant } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { readManyOrders, readOneOrder } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const list = async (query = '') => readManyOrders(await server.ask('ana', `/store/1/orders${query}`));

describe('GET /store/{id}/orders (B-64)', () => {
  it("lists the store's orders, newest first, and no other's", async () => {
    expect((await list()).map((o) => o.number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(readManyOrders(await server.ask('ana', '/store/2/orders'))).toEqual([]);
  });

  it('filters by status', async () => {
    expect((await list('?status=DELIVER')).map((o) => o.number)).toEqual([5, 4]);
    expect((await server.ask('ana', '/store/1/orders?status=X')).status).toBe(422);
  });

  it("filters by dates of the store's own zone, both ends included (N-08)", async () => {
    // 23:30 of the 18th in Buenos Aires is the 19th in UTC.
    await server.db.direct
      .update(orders)
      .set({ created_at: instant(Date.parse('2026-11-19T02:30:00Z')) })
      .where(eq(orders.number, 1));
    expect((await list('?from=2026-11-18&to=2026-11-18')).map((o) => o.number)).toEqual([1]);
    expect((await list('?from=2026-11-19&to=2026-11-19')).map((o) => o.number)).toEqual([]);
    expect((await list('?from=2026-11-19')).map((o) => o.number)).toHaveLength(8);
    expect((await server.ask('ana', '/store/1/orders?from=2026-02-30')).status).toBe(422);
    expect((await server.ask('ana', '/store/1/orders?from=0000-01-01')).status).toBe(200);
  });

  it('answers 100 a page', async () => {
    expect(await list('?page=2')).toEqual([]);
    expect((await server.ask('ana', '/store/1/orders?page=0')).status).toBe(422);
  });
});

describe('GET /store/{id}/orders/{id} (B-64, B-19)', () => {
  it('answers every field of the order, nested and flat, and what the customer ordered before (B-19, B-54, B-79, D-22, Z-13)', async () => {
    const [delivery] = (await list('?status=DELIVER')).filter((o) => o.type === 'DELIVERY');
    const answer = await server.ask('ana', `/store/1/orders/${delivery?.id}`);
    const order = readOneOrder(answer);
    expect(order).toMatchObject({
      user: {
        fullname: 'Federico Molina',
        confidence: 8.5,
        orders_resume: { success: { count: 12 }, false_order: { count: 1 } },
      },
      address: { address_line_1: 'Bulnes 1040', address_line_2: '3.º B' },
      coordinates: { lat: -34.5987, lng: -58.4166 },
      shipping: { status: 'SENDING', rider: { name: 'Hernán' } },
      promocodes: [],
      origin: 'customer',
    });
    expect(answer.body).not.toHaveProperty('synchronizing');
    const additionals = order.items.flatMap((i) => i.additionals);
    expect(order.order_detail.filter((r) => r.ref !== null)).toHaveLength(additionals.length);
    expect(order.total).toBe(order.subtotal - order.discount + order.delivery_amount);
  });

  it('keeps the ids of its rows (D-22)', async () => {
    const ids = async () => (await list()).flatMap((o) => o.order_detail.map((r) => r.id));
    const first = await ids();
    expect(await ids()).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  });

  it('shows a seller only what they sold, without the customer', async () => {
    const all = await list();
    const own = all.find((o) => o.seller?.id === 4);
    const others = all.find((o) => o.seller?.id !== 4);
    expect(readOneOrder(await server.ask('diego', `/store/1/orders/${own?.id}`)).user).toBeNull();
    const hidden = await server.ask('diego', `/store/1/orders/${others?.id}`);
    const missing = await server.ask('diego', '/store/1/orders/999999');
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
  });

  it('answers the same 404 for the order of another store, a missing one and an id that is none (T2)', async () => {
    const texts = await Promise.all(
      [
        '/store/2/orders/1',
        '/store/1/orders/99999',
        '/store/1/orders/abc',
        '/store/1/orders/0',
        '/store/1/orders/-1',
        '/store/1/orders/1.0',
        '/store/1/orders/99999999999',
        '/store/1/orders/%00',
        '/store/1/orders/1e1',
      ].map(async (path) => {
        const answer = await server.ask('ana', path);
        return `${answer.status} ${answer.text}`;
      }),
    );
    expect(new Set(texts)).toEqual(
      new Set(['404 {"message":"No se encontró la información que buscaba.","code":"not_found"}']),
    );
  });
});
