import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { audit, storeEvents } from '#server/db/schema/sync.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { askToOpen, sendOrder } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
beforeEach(() => endAllTables(server));

const { read, get, codeId, cardOf, order, save, reject } = tableCalls(() => server);

describe('POST /store/{id}/orderGroups', () => {
  it('opens a table with its people, children and seller, and tells it (G-29, G-44, G-49)', async () => {
    const answer = await askToOpen(server, 'Mesa 1', { more: { seller_id: 4, data: { people: 5, childrens: true } } });
    expect(answer.status).toBe(201);
    const group = read(answer);
    expect(group).toMatchObject({
      code_id: await codeId('Mesa 1'),
      code: { id: await codeId('Mesa 1'), description: 'Mesa 1', group: true },
      status: 'OPENED',
      seller: { id: 4, fullname: 'Diego Benítez' },
      data: { people: 5, childrens: true },
      items: [],
      orders: [],
      payments: [],
      type: 'LOCAL',
      subtotal: 0,
      discount: 0,
      delivery_amount: 0,
      total: 0,
      billings_count: 0,
      waiting_count: 0,
      created_at: new Date(server.clock.now()).toISOString(),
    });
    expect(await get(group.id)).toEqual(group);
    const { items: _items, orders: _orders, payments: _payments, tip: _tip, last_move: _move, ...card } = group;
    expect(await cardOf(group.id)).toEqual({ ...card, ver: expect.any(Number) });
    const [opened] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.entity, 'group'), eq(audit.entity_id, String(group.id))));
    expect(opened).toMatchObject({ action: 'group.open', actor_id: 1 });
  });

  it('refuses a second group on the same code, also of two devices at once: one wins (G-49)', async () => {
    await askToOpen(server, 'Mesa 1');
    const second = await askToOpen(server, 'Mesa 1', { who: 'diego' });
    expect([second.status, readError(second)]).toEqual([
      409,
      { code: 'code_busy', message: 'El código ya tiene una mesa abierta.' },
    ]);
    const both = await Promise.all([askToOpen(server, 'Mesa 2'), askToOpen(server, 'Mesa 2', { who: 'diego' })]);
    expect(both.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('answers a repeat with the same group, under the same key and under another one', async () => {
    const more = { uid: randomUUID() };
    const first = read(await askToOpen(server, 'Mesa 1', { more }));
    const again = await askToOpen(server, 'Mesa 1', { more });
    expect([again.status, read(again).id]).toEqual([201, first.id]);
    const other = await askToOpen(server, 'Mesa 3', { more });
    expect([other.status, readError(other).code]).toEqual([409, 'conflict']);
  });

  it.each([
    ['nobody at the table', { data: { people: 0, childrens: false } }, ['data.people']],
    ['a place without groups', { code_id: 'Barra 1' }, ['code_id']],
    ['a code of nobody', { code_id: 2_000_000_000 }, ['code_id']],
    ['a seller who does not work there', { seller_id: 7 }, ['seller_id']],
  ])('refuses %s (G-45)', async (_what, more, fields) => {
    const code = 'code_id' in more && typeof more.code_id === 'string' ? { code_id: await codeId(more.code_id) } : {};
    const answer = await askToOpen(server, 'Mesa 1', { more: { ...more, ...code } });
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, fields]);
  });

  it('a seller opens for themselves, and for nobody else (G-47)', async () => {
    expect(read(await askToOpen(server, 'Mesa 1', { who: 'diego' })).seller).toMatchObject({ id: 4 });
    const other = await askToOpen(server, 'Mesa 2', { who: 'diego', more: { seller_id: 5 } });
    expect([other.status, readError(other).code]).toEqual([403, 'forbidden']);
  });
});

describe('orders of a table', () => {
  it('belong to its group, whose total and waiting orders travel in its event (G-29, N-11, N-50)', async () => {
    const group = read(await askToOpen(server, 'Mesa 1', { more: { seller_id: 4 } }));
    const first = await order('Mesa 1', 2);
    const second = await order('Mesa 1', 1);
    expect([first.order_group_id, second.order_group_id]).toEqual([group.id, group.id]);
    const now = await get(group.id);
    expect(now).toMatchObject({ waiting_count: 2, subtotal: 3_300, total: 3_300, rev: group.rev });
    expect(now.orders.map((o) => [o.id, o.number, o.status, o.total])).toEqual([
      [first.id, first.number, 'PENDING', 2_200],
      [second.id, second.number, 'PENDING', 1_100],
    ]);
    expect(now.items.map((r) => [r.order_id, r.name, r.quantity])).toEqual([
      [first.id, 'Medialuna de manteca', 2],
      [second.id, 'Medialuna de manteca', 1],
    ]);
    const [stored] = await server.db.direct
      .select()
      .from(storeEvents)
      .where(and(eq(storeEvents.type, 'order-group'), eq(storeEvents.entity_id, String(group.id))));
    expect(stored).toMatchObject({ name: 'order-group-created', audience: 'store' });
    await reject(first.id);
    expect(await cardOf(group.id)).toMatchObject({ waiting_count: 1, subtotal: 1_100, total: 1_100 });
    expect((await get(group.id)).items.map((r) => r.order_id)).toEqual([second.id]);
  });

  it('are of its seller, else of who opened the table, when nobody is chosen (K-72, N-52)', async () => {
    await askToOpen(server, 'Mesa 2', { who: 'bruno' });
    const opened = readCreated(await sendOrder(server, { wanted: { place: 'Mesa 2' } }));
    expect(opened.seller).toEqual({ id: 2, fullname: 'Bruno Acosta' });
    await askToOpen(server, 'Mesa 1', { more: { seller_id: 4 } });
    const nobody = readCreated(await sendOrder(server, { wanted: { place: 'Mesa 1' } }));
    expect(nobody.seller).toEqual({ id: 4, fullname: 'Diego Benítez' });
    const chosen = readCreated(await sendOrder(server, { wanted: { place: 'Mesa 1' }, more: { seller_id: 5 } }));
    expect(chosen.seller).toMatchObject({ id: 5 });
    const waiter = readCreated(await sendOrder(server, { who: 'elena', wanted: { place: 'Mesa 1' } }));
    expect(waiter.seller).toMatchObject({ id: 4 });
  });

  it('are refused while the table is not open, or when it is another group than the one meant', async () => {
    const free = await sendOrder(server, { wanted: { place: 'Mesa 1' } });
    expect([free.status, readError(free)]).toEqual([
      409,
      { code: 'group_closed', message: 'Esta mesa no está abierta. Abrila y volvé a enviar el pedido.' },
    ]);
    const group = read(await askToOpen(server, 'Mesa 1'));
    const meant = (uid: string) => sendOrder(server, { wanted: { place: 'Mesa 1' }, more: { order_group: uid } });
    expect((await meant(group.uid)).status).toBe(201);
    expect(readError(await meant(randomUUID())).code).toBe('group_closed');
    await server.db.direct.update(orderGroups).set({ status: 'PAYING' }).where(eq(orderGroups.id, group.id));
    const paying = await meant(group.uid);
    expect(readError(paying)).toMatchObject({ code: 'invalid_transition', message: 'Esta mesa está pagando.' });
  });

  it('that come while the table is finished are in it, or refused: none is left behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const group = read(await askToOpen(server, 'Mesa 6'));
      const [finished, ...sent] = await Promise.all([
        save(group.id, group.rev, { status: 'COMPLETE' }),
        ...Array.from({ length: 4 }, () => sendOrder(server, { wanted: { place: 'Mesa 6' } })),
      ]);
      expect(finished.status).toBe(200);
      for (const answer of sent)
        if (answer.status === 409) expect(readError(answer).code).toBe('group_closed');
        else expect(readCreated(answer).order_group_id).toBe(group.id);
      const left = await server.db.direct.select().from(orders).where(eq(orders.order_group_id, group.id));
      expect(left.every((o) => o.status === 'COMPLETE')).toBe(true);
    }
  });
});
