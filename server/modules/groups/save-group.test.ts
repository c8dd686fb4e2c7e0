import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { orderGroups, orders, payments } from '#server/db/schema/orders.ts';
import { readError, readFeed } from '#server/testing/read.ts';
import { askToOpen, cashOf } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
beforeEach(() => endAllTables(server));

const { read, get, cardOf, order, save, reject } = tableCalls(() => server);

describe('PATCH /store/{id}/orderGroups/{id}', () => {
  it('finishes the group with payments and discount, and its orders with it (G-50, N-11)', async () => {
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    const made = [await order('Mesa 1', 2), await order('Mesa 1'), await order('Mesa 1')];
    await reject(made[2]?.id ?? 0, 'wrong_order');
    const money = { subtotal: 3_300, discount: 300, delivery_amount: 0, total: 3_000 };
    const saved = read(await save(id, rev, { status: 'COMPLETE', payments: [cashOf(3_000)], ...money }));
    expect(saved).toMatchObject({ id, status: 'COMPLETE', ...money, rev: rev + 1, waiting_count: 0 });
    expect(saved.payments).toMatchObject([{ ...cashOf(3_000), status: 'APPROVED', can_modify: true }]);
    expect(saved.orders.map((o) => o.status)).toEqual(['COMPLETE', 'COMPLETE', 'REJECTED']);
    expect(await server.db.direct.$count(payments, eq(payments.order_group_id, id))).toBe(1);
    const feed = readFeed(await server.ask('carla', '/store/1/changes?audience=admin&since=0'));
    for (const { id: orderId } of made.slice(0, 2))
      expect(feed.changes.find((c) => c.id === String(orderId) && c.type === 'order')?.order?.status).toBe('COMPLETE');
    expect((await askToOpen(server, 'Mesa 1')).status).toBe(201);
  });

  it('rejects the group with its orders by_store, and a rejected group can be finished after all (N-11)', async () => {
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    const [kept, wrong] = [await order('Mesa 1', 2), await order('Mesa 1')];
    await reject(wrong.id);
    server.clock.advance(60_000);
    const rejected = read(await save(id, rev, { status: 'REJECTED' }));
    expect(rejected).toMatchObject({ status: 'REJECTED', items: [], total: 0 });
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, kept.id));
    expect(row).toMatchObject({ status: 'REJECTED', reject_reason: 'by_store' });
    const back = read(await save(id, rev + 1, { status: 'COMPLETE' }));
    expect(back).toMatchObject({ status: 'COMPLETE', total: 2_200 });
    expect(back.orders.map((o) => [o.id, o.status])).toEqual([
      [kept.id, 'COMPLETE'],
      [wrong.id, 'REJECTED'],
    ]);
  });

  it.each([
    ['OPENED', 'OPENED', true],
    ['OPENED', 'PAYING', false],
    ['COMPLETE', 'OPENED', false],
    ['REJECTED', 'OPENED', false],
    ['PAYING', 'COMPLETE', false],
    ['PAYING', 'REJECTED', true],
  ] as const)('from %s to %s: %s (G-27)', async (from, status, allowed) => {
    const { id, rev } = read(await askToOpen(server, 'Mesa 2'));
    await server.db.direct.update(orderGroups).set({ status: from }).where(eq(orderGroups.id, id));
    const answer = await save(id, rev, { status });
    expect(answer.status).toBe(allowed ? 200 : 422);
    if (!allowed) expect(readError(answer).code).toBe('invalid_transition');
  });

  it('refuses an old revision and a subtotal that moved: 409 with the current group and who changed it', async () => {
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    await order('Mesa 1', 2);
    const late = await save(id, rev, { status: 'COMPLETE', subtotal: 0, total: 0 });
    expect([late.status, late.body]).toMatchObject([409, { code: 'conflict', current: { total: 2_200 } }]);
    expect((await get(id)).status).toBe('OPENED');
    await save(id, rev, { payments: [cashOf(100)] }, { who: 'ana' });
    const old = await save(id, rev, { status: 'REJECTED' });
    expect(old.body).toMatchObject({
      code: 'conflict',
      current: { rev: rev + 1 },
      by: { fullname: 'Ana Ferreyra' },
    });
  });

  it.each([
    ['a total that does not follow', { discount: 100, total: 2_200 }, 'total_mismatch'],
    ['a delivery fee', { delivery_amount: 5 }, 'total_mismatch'],
    ['more discount than there is', { discount: 2_200.01 }, 'validation'],
    [
      'a method that the store does not take',
      { payments: [{ ...cashOf(1), method: 'bancard', type: null }] },
      'validation',
    ],
  ])('refuses %s, and nothing is written', async (_what, body, code) => {
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    await order('Mesa 1', 2);
    const answer = await save(id, rev, { status: 'COMPLETE', ...body });
    expect([answer.status, readError(answer).code]).toEqual([422, code]);
    expect(await get(id)).toMatchObject({ status: 'OPENED', rev, payments: [] });
  });

  it('a discount counts up to what is left when an order goes', async () => {
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    const big = await order('Mesa 1', 4);
    await order('Mesa 1', 1);
    await save(id, rev, { discount: 2_000, total: 3_500 });
    await reject(big.id);
    expect(await get(id)).toMatchObject({ subtotal: 1_100, discount: 1_100, total: 0 });
    expect(await cardOf(id)).toMatchObject({ subtotal: 1_100, discount: 1_100, total: 0 });
  });

  it('is for admins, applies once, and goes on from one’s own command', async () => {
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    expect((await save(id, rev, { status: 'REJECTED' }, { who: 'diego' })).status).toBe(403);
    const key = randomUUID();
    const first = await save(id, rev, { payments: [cashOf(10)] }, { who: 'ana', key });
    const again = await save(id, rev, { payments: [cashOf(10)] }, { who: 'ana', key });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    const after = await server.ask('ana', `/store/1/orderGroups/${id}`, {
      method: 'PATCH',
      body: { status: 'COMPLETE' },
      headers: command({ after: key }),
    });
    expect(read(after)).toMatchObject({ status: 'COMPLETE', rev: rev + 2 });
  });
});
