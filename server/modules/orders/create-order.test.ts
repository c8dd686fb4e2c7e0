import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { pesos } from '#testing/builders.ts';
import { items as itemsTable } from '#server/db/schema/catalog.ts';
import { orders } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { askToOpen, buildSubmission, sendOrder, type Sent, type Wanted } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const send = (sent?: Sent): Promise<Answer> => sendOrder(server, sent);

const refused = async (sent: Sent) => {
  const before = await server.db.direct.$count(orders);
  const answer = await send(sent);
  expect(await server.db.direct.$count(orders)).toBe(before);
  const { code, errors } = readError(answer);
  return [answer.status, code, ...(errors ? [Object.keys(errors)] : [])];
};

describe('POST /store/{id}/orders', () => {
  it('creates the order: 201 with id, number and status (K-75, N-02)', async () => {
    const answer = await send({
      wanted: {
        items: [
          ['Hamburguesa clásica', 2, { 'A punto': 1, Panceta: 2, Barbacoa: 1 }],
          ['Papas fritas', 1],
        ],
      },
      more: {
        description: ' Marta ',
        phone: '+5491145550199',
        comments: 'Sin sal',
        payments: [{ method: 'cash', amount: 45_000, option: 'cash', type: 'other', value: 50_000 }],
      },
    });
    expect(answer.status).toBe(201);
    const order = readCreated(answer);
    expect(order).toMatchObject({
      number: 10,
      status: 'PENDING',
      type: 'LOCAL',
      origin: 'store',
      description: 'Marta',
      phone: '+5491145550199',
      subtotal: 39_100,
      total: 39_100,
      seller: null,
      ver: 1,
      status_rev: 1,
      money_rev: 1,
      created_at: '2026-11-20T23:00:00.000Z',
      payments: [{ method: 'cash', amount: 45_000, value: 50_000, status: 'APPROVED' }],
    });
    expect(order.order_detail.map((r) => [r.name, r.quantity, r.ref === null])).toEqual([
      ['Hamburguesa clásica', 2, true],
      ['A punto', 1, false],
      ['Panceta', 2, false],
      ['Barbacoa', 1, false],
      ['Papas fritas', 1, true],
    ]);
    expect(order).not.toHaveProperty('synchronizing');
  });

  it('a payment row has id, method, amount, option, type, value and can_modify (Y-01)', async () => {
    const sent = [
      { method: 'cash' as const, amount: 1000, option: 'cash', type: 'other' as const, value: 2000 },
      { method: 'bank-transfer' as const, amount: 1200, option: 'bank-transfer', type: null, value: null },
    ];
    const order = readCreated(await send({ more: { payments: sent } }));
    const kept = sent.map((payment) => ({ ...payment, id: expect.any(Number), can_modify: true, status: 'APPROVED' }));
    expect(order.payments).toEqual(kept);
    expect(readOneOrder(await server.ask('ana', `/store/1/orders/${order.id}`)).payments).toEqual(kept);
    for (const missing of ['method', 'amount', 'option'] as const) {
      const { [missing]: _gone, ...rest } = sent[1] ?? {};
      expect(await refused({ more: { payments: [rest as never] } })).toEqual([
        422,
        'validation',
        [`payments.0.${missing}`],
      ]);
    }
  });

  it('takes the type as text or as {option} (N-53)', async () => {
    const body = { ...(await buildSubmission(server)), type: { option: 'LOCAL' } };
    const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
    expect(readCreated(answer).type).toBe('LOCAL');
  });

  it('numbers the orders of each store by themselves, without gaps', async () => {
    const one = readCreated(await send());
    await refused({ more: { total: 1 } });
    const two = readCreated(await send());
    expect((two.number ?? 0) - (one.number ?? 0)).toBe(1);
    expect(readCreated(await send({ wanted: { storeId: 2, type: 'TAKEAWAY', items: [['Locro', 1]] } })).number).toBe(1);
  });

  it('prices everything itself, discount rules included: 3x2 (N-15, M-08)', async () => {
    const order = readCreated(await send({ wanted: { items: [['Cerveza artesanal', 3, { Rubia: 1 }]] } }));
    expect(order).toMatchObject({ subtotal: 11_800, items: [{ discount: 5_900, price: 11_800 }] });
  });

  it('keeps guaraníes whole (N-14)', async () => {
    const order = readCreated(await send({ wanted: { storeId: 4, place: 'none', items: [['Chipa', 3]] } }));
    expect(order.total).toBe(15_000);
    expect(
      await refused({ wanted: { storeId: 4, place: 'none', items: [['Chipa', 3]] }, more: { total: 15_000.5 } }),
    ).toEqual([422, 'validation', ['total']]);
  });

  it.each<[string, Partial<OrderSubmission>]>([
    ['subtotal', { subtotal: 2199 }],
    ['total', { total: 2200.01 }],
    ['delivery', { delivery_amount: 100, total: 2300 }],
  ])('refuses a %s that is not its own: 422 total_mismatch (N-15)', async (_name, more) => {
    expect(await refused({ more })).toEqual([422, 'total_mismatch']);
  });

  it('refuses prices that changed meanwhile (N-15)', async () => {
    const body = await buildSubmission(server, { items: [['Fainá', 1]] });
    await server.db.direct
      .update(itemsTable)
      .set({ price: pesos(2100) })
      .where(eq(itemsTable.name, 'Fainá'));
    const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
    expect(readError(answer)).toMatchObject({
      code: 'total_mismatch',
      message: 'Los precios cambiaron, revisá el pedido.',
    });
  });

  it('refuses items and additionals that are gone, of another store or of another catalog (item_unavailable)', async () => {
    const { items } = await buildSubmission(server);
    const [line] = items;
    if (!line) throw new Error('no line');
    expect(await refused({ more: { items: [{ ...line, id: 999_999 }] } })).toEqual([
      422,
      'item_unavailable',
      ['items.0'],
    ]);
    const foreign = await buildSubmission(server, { storeId: 5, place: 'none', items: [['Baguette', 1]] });
    expect(await refused({ more: { items: foreign.items } })).toEqual([422, 'item_unavailable', ['items.0']]);
    expect(await refused({ wanted: { type: 'TAKEAWAY', items: [['Gin tonic', 1]] } })).toEqual([
      422,
      'item_unavailable',
      ['items.0'],
    ]);
    expect(
      await refused({ more: { items: [{ ...line, additionals: [{ id: 1, name: 'x', quantity: 1, price: 0 }] }] } }),
    ).toEqual([422, 'item_unavailable', ['items.0.additionals.0']]);
  });

  it('refuses groups that are not satisfied and additionals beyond their maximum (C-32, C-33, C-39)', async () => {
    const burger = (extra: Record<string, number>) => ({
      wanted: { items: [['Hamburguesa clásica', 1, extra]] } satisfies Wanted,
    });
    expect(await refused(burger({ 'A punto': 1 }))).toEqual([422, 'validation', ['items.0.additionals']]);
    expect(await refused(burger({ 'A punto': 1, Barbacoa: 1, Picante: 1, 'Mostaza y miel': 1 }))).toEqual([
      422,
      'validation',
      ['items.0.additionals'],
    ]);
    expect(await refused(burger({ 'A punto': 1, Barbacoa: 1, Panceta: 3 }))).toEqual([
      422,
      'validation',
      ['items.0.additionals.1.quantity'],
    ]);
  });

  it('counts additionals that are named twice together (C-39)', async () => {
    const body = await buildSubmission(server, {
      items: [['Hamburguesa clásica', 1, { 'A punto': 1, Barbacoa: 1, Panceta: 2 }]],
    });
    const [line] = body.items;
    const bacon = line?.additionals.find((a) => a.name === 'Panceta');
    if (!line || !bacon) throw new Error('no bacon');
    expect(await refused({ more: { items: [{ ...line, additionals: [...line.additionals, bacon] }] } })).toEqual([
      422,
      'validation',
      ['items.0.additionals.3.quantity'],
    ]);
  });

  it('refuses what the store does not offer: service_unavailable', async () => {
    expect(await refused({ wanted: { storeId: 2, type: 'LOCAL', place: 'none', items: [['Locro', 1]] } })).toEqual([
      422,
      'service_unavailable',
    ]);
    await server.db.direct.update(stores).set({ immediate_takeaway: false }).where(eq(stores.id, 1));
    expect(await refused({ wanted: { type: 'TAKEAWAY', items: [['Fainá', 1]] } })).toEqual([
      422,
      'service_unavailable',
    ]);
    await server.db.direct.update(stores).set({ immediate_takeaway: true }).where(eq(stores.id, 1));
  });

  it('lets staff take an order while the store is closed (N-54)', async () => {
    await server.db.direct.update(stores).set({ open: false }).where(eq(stores.id, 1));
    expect((await send()).status).toBe(201);
    await server.db.direct.update(stores).set({ open: true }).where(eq(stores.id, 1));
  });
});

describe('who sells, where, for how much', () => {
  // Orders of a table need its group.
  beforeAll(() => askToOpen(server, 'Mesa 2'));

  it('makes a non-admin the seller of what they sell, and nobody else (N-52)', async () => {
    expect(readCreated(await send({ who: 'diego' })).seller).toEqual({ id: 4, fullname: 'Diego Benítez' });
    expect(readCreated(await send({ who: 'elena', more: { seller_id: 5 } })).seller?.id).toBe(5);
    expect(await refused({ who: 'diego', more: { seller_id: 5 } })).toEqual([403, 'forbidden']);
  });

  it('lets an admin choose a seller among the staff', async () => {
    expect(readCreated(await send({ who: 'carla', more: { seller_id: 4 } })).seller?.id).toBe(4);
    expect(await refused({ more: { seller_id: 7 } })).toEqual([422, 'validation', ['seller_id']]);
  });

  it('takes only codes of the store, for LOCAL orders', async () => {
    expect(await refused({ more: { code: 9_999 } })).toEqual([422, 'validation', ['code']]);
    expect(await refused({ wanted: { type: 'TAKEAWAY', items: [['Fainá', 1]] }, more: { code: 1 } })).toEqual([
      422,
      'validation',
      ['code'],
    ]);
    expect(readCreated(await send({ wanted: { place: 'Mesa 2' } })).code).toMatchObject({
      description: 'Mesa 2',
      group: true,
    });
  });

  it('takes no payments on a table (Y-10)', async () => {
    const payments = [{ method: 'cash' as const, amount: 2200, option: 'cash', type: null, value: null }];
    expect(await refused({ wanted: { place: 'Mesa 2' }, more: { payments } })).toEqual([
      422,
      'validation',
      ['payments'],
    ]);
  });

  it.each<[string, Partial<OrderSubmission['payments'][number]>, string]>([
    ['a method that the store does not take', { method: 'bancard' }, 'method'],
    ['a method that is charged online', { method: 'mercadopago-qr' }, 'method'],
    ['more decimals than the currency has', { amount: 1.005 }, 'amount'],
    ['a cash option on another method', { method: 'agree', type: 'exact' }, 'type'],
    ['other without the amount handed over', { type: 'other' }, 'value'],
    ['an amount handed over that does not exceed', { type: 'other', value: 2200 }, 'value'],
    ['an amount handed over with exact', { type: 'exact', value: 5000 }, 'value'],
  ])('refuses %s', async (_name, more, field) => {
    const payments = [{ method: 'cash' as const, amount: 2200, option: 'cash', type: null, value: null, ...more }];
    expect(await refused({ more: { payments } })).toEqual([422, 'validation', [`payments.0.${field}`]]);
  });

  it.each(['card', 'bank-transfer', 'agree', 'card-credit', 'card-debit', 'cuenta-dni'] as const)(
    'records %s without a provider (Y-05)',
    async (method) => {
      const [store] = await server.db.direct.select().from(stores).where(eq(stores.id, 1));
      if (!store) throw new Error('no store');
      const payment_methods = [...store.payment_methods, { type: method, title: method, description: null }];
      await server.db.direct.update(stores).set({ payment_methods }).where(eq(stores.id, 1));
      const payments = [{ method, amount: 2200, option: method, type: null, value: null }];
      const answer = await send({ more: { payments } });
      await server.db.direct.update(stores).set({ payment_methods: store.payment_methods }).where(eq(stores.id, 1));
      expect(readCreated(answer).payments).toMatchObject([{ method, amount: 2200 }]);
    },
  );

  it('does not compare the sum of the payments with the total (N-26)', async () => {
    const payments = [{ method: 'cash' as const, amount: 1, option: 'cash', type: null, value: null }];
    expect((await send({ more: { payments } })).status).toBe(201);
  });

  it('takes a manual discount from those who may give one, up to the subtotal, never on a table (N-15, N-28, D-24)', async () => {
    const off = { discount: 200, total: 2000 };
    expect(readCreated(await send({ more: off }))).toMatchObject({ discount: 200, total: 2000 });
    expect(await refused({ who: 'diego', more: off })).toEqual([403, 'forbidden']);
    expect(await refused({ more: { discount: 2201, total: 0 } })).toEqual([422, 'validation', ['discount']]);
    expect(await refused({ wanted: { place: 'Mesa 2' }, more: off })).toEqual([422, 'validation', ['discount']]);
  });

  it('refuses a phone that is not E.164 (E-16)', async () => {
    expect(await refused({ more: { phone: '11 2345' } })).toEqual([422, 'validation', ['phone']]);
    expect(readCreated(await send({ more: { phone: '' } })).phone).toBeNull();
  });
});
