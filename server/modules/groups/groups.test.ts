import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { orderGroup } from '#contract/groups.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import { orderGroups, orders, payments } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import { audit, storeEvents } from '#server/db/schema/sync.ts';
import { readCreated, readError, readFeed } from '#server/testing/read.ts';
import { askToOpen, sendOrder } from '#server/testing/submissions.ts';
import { endAllTables } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const read = ({ body }: Answer): WireGroup => z.parse(orderGroup, body);
const codeId = async (place: string): Promise<number> => {
  const [row] = await server.db.direct
    .select()
    .from(codes)
    .where(and(eq(codes.store_id, 1), eq(codes.description, place)));
  return row?.id ?? 0;
};
const get = async (id: number): Promise<WireGroup> => read(await server.ask('ana', `/store/1/orderGroups/${id}`));
const patch = (id: number, rev: number, body: object, who: 'ana' | 'carla' | 'diego' = 'carla', key = randomUUID()) =>
  server.ask(who, `/store/1/orderGroups/${id}`, { method: 'PATCH', body, headers: command({ rev }, key) });
const change = (id: number, code_id: number) =>
  server.ask('carla', `/store/1/orderGroups/${id}/change`, {
    method: 'PATCH',
    body: { code_id },
    headers: command(null),
  });
const remove = (id: number) => server.ask('carla', `/store/1/orderGroups/${id}`, { method: 'DELETE' });
const order = async (place: string, quantity = 1) =>
  readCreated(await sendOrder(server, { wanted: { place, items: [['Medialuna de manteca', quantity]] } }));
const cash = (amount: number) => ({ method: 'cash', amount, option: 'cash', type: 'exact', value: null });

/** The events of a group since a position, as the socket sends them: with their payload. */
const cardOf = async (id: number) => {
  const { changes } = readFeed(await server.ask('diego', '/store/1/changes'));
  return changes.find((c) => c.type === 'order-group' && c.id === String(id))?.payload;
};

describe('POST /store/{id}/orderGroups', () => {
  it('opens a table with its people, children and seller, and tells it (G-29, G-44, G-49)', async () => {
    await endAllTables(server);
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
    await endAllTables(server);
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
    await endAllTables(server);
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
    await endAllTables(server);
    const code = 'code_id' in more && typeof more.code_id === 'string' ? { code_id: await codeId(more.code_id) } : {};
    const answer = await askToOpen(server, 'Mesa 1', { more: { ...more, ...code } });
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, fields]);
  });

  it('a seller opens for themselves, and for nobody else (G-47)', async () => {
    await endAllTables(server);
    expect(read(await askToOpen(server, 'Mesa 1', { who: 'diego' })).seller).toMatchObject({ id: 4 });
    const other = await askToOpen(server, 'Mesa 2', { who: 'diego', more: { seller_id: 5 } });
    expect([other.status, readError(other).code]).toEqual([403, 'forbidden']);
  });
});

describe('orders of a table', () => {
  it('belong to its group, whose total and waiting orders travel in its event (G-29, N-11, N-50)', async () => {
    await endAllTables(server);
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
    await server.ask('carla', `/store/1/orders/${first.id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev: 1 }),
    });
    expect(await cardOf(group.id)).toMatchObject({ waiting_count: 1, subtotal: 1_100, total: 1_100 });
    expect((await get(group.id)).items.map((r) => r.order_id)).toEqual([second.id]);
  });

  it('are of who opened the table when nobody is chosen (K-72, N-52)', async () => {
    await endAllTables(server);
    await askToOpen(server, 'Mesa 1', { more: { seller_id: 4 } });
    const nobody = readCreated(await sendOrder(server, { wanted: { place: 'Mesa 1' } }));
    expect(nobody.seller).toEqual({ id: 4, fullname: 'Diego Benítez' });
    const chosen = readCreated(await sendOrder(server, { wanted: { place: 'Mesa 1' }, more: { seller_id: 5 } }));
    expect(chosen.seller).toMatchObject({ id: 5 });
    const waiter = readCreated(await sendOrder(server, { who: 'elena', wanted: { place: 'Mesa 1' } }));
    expect(waiter.seller).toMatchObject({ id: 4 });
  });

  it('are refused while the table is not open, or when it is another group than the one meant', async () => {
    await endAllTables(server);
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
    await endAllTables(server);
    for (let round = 0; round < 5; round += 1) {
      const group = read(await askToOpen(server, 'Mesa 6'));
      const [finished, ...sent] = await Promise.all([
        patch(group.id, group.rev, { status: 'COMPLETE' }),
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

describe('PATCH /store/{id}/orderGroups/{id}', () => {
  it('finishes the group with payments and discount, and its orders with it (G-50, N-11)', async () => {
    await endAllTables(server);
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    const made = [await order('Mesa 1', 2), await order('Mesa 1'), await order('Mesa 1')];
    await server.ask('carla', `/store/1/orders/${made[2]?.id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'wrong_order' },
      headers: command({ rev: 1 }),
    });
    const money = { subtotal: 3_300, discount: 300, delivery_amount: 0, total: 3_000 };
    const saved = read(await patch(id, rev, { status: 'COMPLETE', payments: [cash(3_000)], ...money }));
    expect(saved).toMatchObject({ id, status: 'COMPLETE', ...money, rev: rev + 1, waiting_count: 0 });
    expect(saved.payments).toMatchObject([{ ...cash(3_000), status: 'APPROVED', can_modify: true }]);
    expect(saved.orders.map((o) => o.status)).toEqual(['COMPLETE', 'COMPLETE', 'REJECTED']);
    expect(await server.db.direct.$count(payments, eq(payments.order_group_id, id))).toBe(1);
    const feed = readFeed(await server.ask('carla', '/store/1/changes?audience=admin&since=0'));
    for (const { id: orderId } of made.slice(0, 2))
      expect(feed.changes.find((c) => c.id === String(orderId) && c.type === 'order')?.order?.status).toBe('COMPLETE');
    expect((await askToOpen(server, 'Mesa 1')).status).toBe(201);
  });

  it('rejects the group with its orders by_store, and a rejected group can be finished after all (N-11)', async () => {
    await endAllTables(server);
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    const [kept, wrong] = [await order('Mesa 1', 2), await order('Mesa 1')];
    await server.ask('carla', `/store/1/orders/${wrong.id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev: 1 }),
    });
    server.clock.advance(60_000);
    const rejected = read(await patch(id, rev, { status: 'REJECTED' }));
    expect(rejected).toMatchObject({ status: 'REJECTED', items: [], total: 0 });
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, kept.id));
    expect(row).toMatchObject({ status: 'REJECTED', reject_reason: 'by_store' });
    const back = read(await patch(id, rev + 1, { status: 'COMPLETE' }));
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
    await endAllTables(server);
    const { id, rev } = read(await askToOpen(server, 'Mesa 2'));
    await server.db.direct.update(orderGroups).set({ status: from }).where(eq(orderGroups.id, id));
    const answer = await patch(id, rev, { status });
    expect(answer.status).toBe(allowed ? 200 : 422);
    if (!allowed) expect(readError(answer).code).toBe('invalid_transition');
  });

  it('refuses an old revision and a subtotal that moved: 409 with the current group and who changed it', async () => {
    await endAllTables(server);
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    await order('Mesa 1', 2);
    const late = await patch(id, rev, { status: 'COMPLETE', subtotal: 0, total: 0 });
    expect([late.status, late.body]).toMatchObject([409, { code: 'conflict', current: { total: 2_200 } }]);
    expect((await get(id)).status).toBe('OPENED');
    await patch(id, rev, { payments: [cash(100)] }, 'ana');
    const old = await patch(id, rev, { status: 'REJECTED' });
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
      { payments: [{ ...cash(1), method: 'bancard', type: null }] },
      'validation',
    ],
  ])('refuses %s, and nothing is written', async (_what, body, code) => {
    await endAllTables(server);
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    await order('Mesa 1', 2);
    const answer = await patch(id, rev, { status: 'COMPLETE', ...body });
    expect([answer.status, readError(answer).code]).toEqual([422, code]);
    expect(await get(id)).toMatchObject({ status: 'OPENED', rev, payments: [] });
  });

  it('a discount counts up to what is left when an order goes', async () => {
    await endAllTables(server);
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    const big = await order('Mesa 1', 4);
    await order('Mesa 1', 1);
    await patch(id, rev, { discount: 2_000, total: 3_500 });
    await server.ask('carla', `/store/1/orders/${big.id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev: 1 }),
    });
    expect(await get(id)).toMatchObject({ subtotal: 1_100, discount: 1_100, total: 0 });
    expect(await cardOf(id)).toMatchObject({ subtotal: 1_100, discount: 1_100, total: 0 });
  });

  it('is for admins, applies once, and goes on from one’s own command', async () => {
    await endAllTables(server);
    const { id, rev } = read(await askToOpen(server, 'Mesa 1'));
    expect((await patch(id, rev, { status: 'REJECTED' }, 'diego')).status).toBe(403);
    const key = randomUUID();
    const first = await patch(id, rev, { payments: [cash(10)] }, 'ana', key);
    const again = await patch(id, rev, { payments: [cash(10)] }, 'ana', key);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    const after = await server.ask('ana', `/store/1/orderGroups/${id}`, {
      method: 'PATCH',
      body: { status: 'COMPLETE' },
      headers: command({ after: key }),
    });
    expect(read(after)).toMatchObject({ status: 'COMPLETE', rev: rev + 2 });
  });
});

describe('PATCH /store/{id}/orderGroups/{id}/change', () => {
  it('moves the group with its orders to a free table, and tells both codes and every order (G-51)', async () => {
    await endAllTables(server);
    const { id } = read(await askToOpen(server, 'Mesa 1'));
    const made = await order('Mesa 1');
    const moved = read(await change(id, await codeId('Mesa 9')));
    expect(moved).toMatchObject({ code: { description: 'Mesa 9' }, waiting_count: 1 });
    const feed = readFeed(await server.ask('carla', '/store/1/changes?audience=admin&since=0'));
    expect(feed.changes.find((c) => c.id === String(made.id))?.order?.code?.description).toBe('Mesa 9');
    const staff = readFeed(await server.ask('diego', '/store/1/changes'));
    const waiting = async (place: string) => {
      const wanted = String(await codeId(place));
      return staff.changes.find((c) => c.type === 'code' && c.id === wanted)?.payload;
    };
    expect([await waiting('Mesa 1'), await waiting('Mesa 9')]).toMatchObject([
      { waiting_count: 0 },
      { waiting_count: 1 },
    ]);
    expect((await askToOpen(server, 'Mesa 1')).status).toBe(201);
  });

  it('refuses a table with a group, a bar place, and a group that ended; its own table changes nothing (G-51)', async () => {
    await endAllTables(server);
    const { id } = read(await askToOpen(server, 'Mesa 1'));
    await askToOpen(server, 'Mesa 2');
    expect(readError(await change(id, await codeId('Mesa 2'))).code).toBe('code_busy');
    expect(readError(await change(id, await codeId('Barra 1'))).errors).toHaveProperty('code_id');
    const own = read(await change(id, await codeId('Mesa 1')));
    await server.db.direct.update(orderGroups).set({ status: 'COMPLETE' }).where(eq(orderGroups.id, id));
    expect(own.code.description).toBe('Mesa 1');
    expect(readError(await change(id, await codeId('Mesa 3')))).toMatchObject({
      code: 'invalid_transition',
      message: 'Esta mesa ya terminó: no se puede cambiar.',
    });
  });
});

describe('GET and DELETE /store/{id}/orderGroups/{id}', () => {
  it('404 for a group that the store does not have (G-48)', async () => {
    const { id } = read(await askToOpen(server, 'Mesa 11'));
    expect((await server.ask('diego', `/store/1/orderGroups/${id}`)).status).toBe(200);
    expect((await server.ask('ana', '/store/1/orderGroups/999999')).status).toBe(404);
    expect((await server.ask('gabi', `/store/5/orderGroups/${id}`)).status).toBe(404);
  });

  it('deletes an open group and its orders, tells it, and answers 404 the second time (G-52)', async () => {
    await endAllTables(server);
    const { id, uid } = read(await askToOpen(server, 'Mesa 1'));
    const made = await order('Mesa 1');
    const since = readFeed(await server.ask('diego', '/store/1/changes')).head;
    const adminSince = readFeed(await server.ask('carla', '/store/1/changes?audience=admin')).head;
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect((await server.ask('ana', `/store/1/orders/${made.id}`)).status).toBe(404);
    const admin = readFeed(await server.ask('carla', `/store/1/changes?audience=admin&since=${adminSince}`));
    expect(admin.changes).toMatchObject([{ name: 'order-removed', payload: { id: made.id, uid: made.uid } }]);
    const staff = readFeed(await server.ask('diego', `/store/1/changes?since=${since}`));
    expect(staff.changes.find((c) => c.type === 'order-group')).toMatchObject({
      name: 'order-group-updated',
      payload: { id, uid, status: 'REJECTED', removed: true },
    });
    expect(staff.changes.find((c) => c.type === 'code')).toMatchObject({ payload: { waiting_count: 0 } });
    const [kept] = await server.db.direct.select().from(audit).where(eq(audit.action, 'group.remove'));
    expect(kept).toMatchObject({ entity_id: String(id), before: { id, uid } });
  });

  it('refuses a group that is finished or being paid (G-52)', async () => {
    await endAllTables(server);
    const { id } = read(await askToOpen(server, 'Mesa 1'));
    for (const status of ['COMPLETE', 'REJECTED', 'PAYING'] as const) {
      await server.db.direct.update(orderGroups).set({ status }).where(eq(orderGroups.id, id));
      const answer = await remove(id);
      expect([status, answer.status, readError(answer).code]).toEqual([status, 422, 'invalid_transition']);
    }
  });
});

it('the profile lists the tables that are occupied, for the staff of a paid plan', async () => {
  await endAllTables(server);
  const { id } = read(await askToOpen(server, 'Mesa 1'));
  const profile = (await server.ask('diego', '/store/1')).body;
  expect(profile).toMatchObject({ orderGroups: [{ id, status: 'OPENED', code: { description: 'Mesa 1' } }] });
});
