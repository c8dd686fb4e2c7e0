import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { receiptsOfOrder } from '#contract/alerts.ts';
import type { ReceiptStage } from '#domain/alerts.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orderAlerts, orderReceipts } from '#server/db/schema/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit, storeEvents } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { sweep } from '#server/maintenance.ts';
import { createSandboxPush } from '#server/push/sandbox.ts';
import { recordingPush } from '#server/testing/recording-push.ts';
import { readCreated, readError, readFeed } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { alertUnseen, watchUnseenOrders } from './unseen-orders.ts';

let server: TestServer;
const service = recordingPush();
const { pushed } = service;

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { makePush: service.makePush });
});
afterAll(() => server.close());
beforeEach(async () => {
  pushed.length = 0;
  service.fails = false;
  server.errors.length = 0;
  // Completes the orders that earlier tests left pending.
  await server.db.direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.status, 'PENDING'));
});

const take = async (who: Person = 'diego') =>
  readCreated(
    await server.ask(who, '/store/1/orders', {
      method: 'POST',
      body: await buildSubmission(server, { items: [['Medialuna de manteca', 2]] }),
      headers: command(),
    }),
  );

const iso = (later = 0): string => new Date(server.clock.now() + later).toISOString();

const report = (
  who: Person,
  seen: readonly (readonly [orderId: number, stage: ReceiptStage, later?: number])[],
  storeId = 1,
) =>
  server.ask(who, `/store/${storeId}/orders/receipts`, {
    method: 'POST',
    body: { receipts: seen.map(([order_id, stage, later]) => ({ order_id, stage, at: iso(later) })) },
  });

const seenBy = async (id: number) =>
  z.parse(receiptsOfOrder, (await server.ask('ana', `/store/1/orders/${id}/receipts`)).body);

describe('who saw an order', () => {
  it('keeps the first of each stage per device, and tells it in order', async () => {
    const order = await take();
    const made = server.clock.now();
    const at = (later: number): string => new Date(made + later).toISOString();
    server.clock.jump(5_000);
    const first = await report('carla', [
      // A clock that runs behind: no receipt may be older than its order.
      [order.id, 'received', -9_000],
      [order.id, 'displayed', -2_000],
    ]);
    const second = await report('bruno', [
      [order.id, 'received', -1_000],
      [order.id, 'sounded', -500],
    ]);
    // A batch that is sent twice changes nothing.
    server.clock.jump(5_000);
    const again = await report('carla', [
      [order.id, 'displayed'],
      [order.id, 'acknowledged'],
    ]);
    expect([first.status, second.status, again.status]).toEqual([204, 204, 204]);
    const { devices, pushed_at, owner_told_at, push } = await seenBy(order.id);
    expect(devices).toEqual([
      expect.objectContaining({ received: at(0), displayed: at(3_000), sounded: null, acknowledged: at(10_000) }),
      expect.objectContaining({ received: at(4_000), displayed: null, sounded: at(4_500), acknowledged: null }),
    ]);
    expect(devices.map((d) => d.user.fullname)).toEqual(['Carla Domínguez', 'Bruno Acosta']);
    expect([pushed_at, owner_told_at, push]).toEqual([null, null, 'beams']);
  });

  it('believes no clock: nothing is seen in the future', async () => {
    const order = await take();
    await report('carla', [[order.id, 'displayed', 3_600_000]]);
    expect((await seenBy(order.id)).devices[0]).toMatchObject({ displayed: iso() });
  });

  it('leaves out what is not of this store, 404 when nothing is (T2)', async () => {
    const order = await take();
    const foreign = readCreated(
      await server.ask('gabi', '/store/5/orders', {
        method: 'POST',
        body: await buildSubmission(server, { storeId: 5, place: 'none', items: [['Baguette', 1]] }),
        headers: command(),
      }),
    );
    expect((await report('ana', [[foreign.id, 'displayed']])).status).toBe(404);
    expect(
      (
        await report('ana', [
          [foreign.id, 'displayed'],
          [order.id, 'displayed'],
        ])
      ).status,
    ).toBe(204);
    expect(await server.db.direct.$count(orderReceipts, eq(orderReceipts.order_id, foreign.id))).toBe(0);
    expect((await seenBy(order.id)).devices).toHaveLength(1);
  });

  it.each([
    ['nothing', { receipts: [] }],
    ['an unknown stage', { receipts: [{ order_id: 1, stage: 'smelled', at: '2026-11-20T23:00:00.000Z' }] }],
    ['no moment', { receipts: [{ order_id: 1, stage: 'sounded', at: 'yesterday' }] }],
    [
      'more than 200',
      {
        receipts: Array.from({ length: 201 }, () => ({
          order_id: 1,
          stage: 'sounded',
          at: '2026-11-20T23:00:00.000Z',
        })),
      },
    ],
  ])('refuses %s', async (_what, body) => {
    const answer = await server.ask('ana', '/store/1/orders/receipts', { method: 'POST', body });
    expect([answer.status, readError(answer).code]).toEqual([422, 'validation']);
  });

  it('is told by admins only', async () => {
    const order = await take();
    for (const who of ['diego', 'elena'] as const) {
      expect((await report(who, [[order.id, 'displayed']])).status).toBe(403);
      expect((await server.ask(who, `/store/1/orders/${order.id}/receipts`)).status).toBe(403);
    }
    expect((await server.ask('ana', '/store/1/orders/999999/receipts')).status).toBe(404);
  });

  it('two devices that tell of the same orders at once do not wait for each other', async () => {
    const made = [await take(), await take(), await take()];
    const both = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        report(
          i % 2 === 0 ? 'carla' : 'bruno',
          (i % 3 === 0 ? made : made.toReversed()).map((o) => [o.id, 'displayed'] as const),
        ),
      ),
    );
    expect(both.map((a) => a.status)).toEqual(Array.from({ length: 10 }, () => 204));
    expect(await server.db.direct.$count(orderReceipts)).toBeGreaterThanOrEqual(6);
    expect(server.errors).toEqual([]);
  });

  it('is forgotten after 90 days', async () => {
    const order = await take();
    await report('carla', [[order.id, 'displayed']]);
    const later = { ...server.deps, clock: { ...server.clock, now: () => server.clock.now() } };
    await sweep(later);
    expect(await server.db.direct.$count(orderReceipts, eq(orderReceipts.order_id, order.id))).toBe(1);
    await server.db.direct
      .update(orderReceipts)
      .set({ received_at: sql`${orderReceipts.received_at} - interval '91 days'` })
      .where(eq(orderReceipts.order_id, order.id));
    await sweep(later);
    expect(await server.db.direct.$count(orderReceipts, eq(orderReceipts.order_id, order.id))).toBe(0);
  });
});

const adminsOfLaEsquina = async (): Promise<number[]> => {
  const { rows } = await server.db.direct.execute<{ id: number }>(
    sql`select user_id as id from memberships where store_id = 1 and role in ('owner', 'manager', 'operator') order by 1`,
  );
  return rows.map((r) => r.id);
};
const messages = () =>
  server.db.direct.select().from(storeEvents).where(eq(storeEvents.name, 'message')).orderBy(storeEvents.store_seq);

describe('an order that rings nowhere', () => {
  it('is pushed after 15 s to every admin, and after 60 s its owner is told; each once (R-42)', async () => {
    const order = await take();
    server.clock.jump(14_999);
    await alertUnseen(server.deps);
    expect(pushed).toEqual([]);
    server.clock.jump(1);
    await alertUnseen(server.deps);
    await alertUnseen(server.deps);
    const [total] = (await server.db.direct.select().from(orders).where(eq(orders.id, order.id))).map((o) => o.total);
    expect(total).toBeGreaterThan(0);
    expect(pushed).toEqual([
      {
        to: await adminsOfLaEsquina(),
        title: `Pedido recibido Nro. ${order.number}`,
        body: expect.stringContaining('2 Medialuna de manteca · $\u00A0'),
        data: { store_id: 1, order_id: order.id, kind: 'pending' },
      },
    ]);
    expect(await seenBy(order.id)).toMatchObject({ devices: [], pushed_at: iso(), owner_told_at: null });
    const before = (await messages()).length;
    server.clock.jump(44_999);
    await alertUnseen(server.deps);
    expect(pushed).toHaveLength(1);
    server.clock.jump(1);
    await alertUnseen(server.deps);
    await alertUnseen(server.deps);
    expect(pushed).toHaveLength(2);
    expect(pushed[1]).toMatchObject({
      to: [1],
      title: `Nadie vio el pedido ${order.number}`,
      data: { store_id: 1, order_id: order.id, kind: 'unseen' },
    });
    expect(await seenBy(order.id)).toMatchObject({ owner_told_at: iso() });
    const entries = await server.db.direct
      .select()
      .from(audit)
      .where(eq(audit.entity, 'order-alert'))
      .orderBy(audit.id);
    const timer = { actor_kind: 'timer', actor_id: null, actor_name: 'unseen-orders', entity_id: String(order.id) };
    expect(entries).toMatchObject([
      { ...timer, action: 'order.pushUnseen', after: { people: await adminsOfLaEsquina() } },
      { ...timer, action: 'order.tellOwner', after: { people: [1] } },
    ]);
    expect(await messages()).toHaveLength(before + 1);
  });

  it('says it to every admin whose app is open, also to those who come back a little later (R-03)', async () => {
    const { head } = readFeed(await server.ask('carla', '/store/1/changes?audience=admin'));
    await take();
    server.clock.jump(60_000);
    await alertUnseen(server.deps);
    const { changes } = readFeed(await server.ask('carla', `/store/1/changes?audience=admin&since=${head}`));
    expect(changes.find((c) => c.name === 'message')?.payload).toMatchObject({
      title: expect.stringMatching(/^Nadie vio el pedido \d+$/),
      text: expect.stringContaining('La Esquina'),
      level: 'warning',
      at: iso(),
    });
  });

  it.each(['sounded', 'acknowledged'] as const)('is left alone once it %s somewhere', async (stage) => {
    const order = await take();
    await report('carla', [[order.id, stage]]);
    server.clock.jump(61_000);
    await alertUnseen(server.deps);
    expect(pushed).toEqual([]);
  });

  it.each(['received', 'displayed'] as const)(
    'is not saved by being %s on a screen that nobody looks at',
    async (stage) => {
      const order = await take();
      await report('carla', [[order.id, stage]]);
      server.clock.jump(15_000);
      await alertUnseen(server.deps);
      expect(pushed.map((p) => p.data.order_id)).toEqual([order.id]);
    },
  );

  it('is left alone when it was accepted meanwhile, and when it waits since yesterday', async () => {
    const order = await take();
    const old = await take();
    await server.ask('ana', `/store/1/orders/${order.id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: 1 }),
    });
    server.clock.jump(60_000);
    await server.db.direct
      .update(orders)
      .set({ status_at: sql`${orders.status_at} - interval '13 hours'` })
      .where(eq(orders.id, old.id));
    await alertUnseen(server.deps);
    expect(pushed).toEqual([]);
  });

  it('is pushed to those alone who want pushes of new orders; the owner is told in any case', async () => {
    await server.db.direct
      .update(users)
      .set({ notification_channels: ['database'] })
      .where(eq(users.email, 'ana@demo.marche'));
    await server.db.direct.update(users).set({ notification_types: [] }).where(eq(users.email, 'bruno@demo.marche'));
    await take();
    server.clock.jump(15_000);
    await alertUnseen(server.deps);
    const [, , carla] = await adminsOfLaEsquina();
    expect(pushed.map((p) => p.to)).toEqual([[carla]]);
    await server.db.direct.update(users).set({ notification_channels: [] }).where(eq(users.email, 'carla@demo.marche'));
    await take();
    server.clock.jump(15_000);
    await alertUnseen(server.deps);
    expect(pushed).toHaveLength(1);
    server.clock.jump(45_000);
    await alertUnseen(server.deps);
    expect(pushed.slice(1).map((p) => p.to)).toEqual([[1], [1]]);
    await server.db.direct
      .update(users)
      .set({ notification_types: ['OrderNew'], notification_channels: ['database', 'push'] });
  });

  it('an unseen order is written to every admin who wants e-mails of new orders, once (A-43, A-44)', async () => {
    const mails = () => (server.deps.messages.outbox?.list() ?? []).filter((m) => m.kind === 'mail');
    const about = (number: number) => mails().filter((m) => m.subject === `Nadie vio el pedido ${number}`);
    const set = (email: string, change: Partial<typeof users.$inferInsert>) =>
      server.db.direct.update(users).set(change).where(eq(users.email, email));
    await set('bruno@demo.marche', { notification_channels: ['push'] });
    const order = await take();
    server.clock.jump(59_999);
    await alertUnseen(server.deps);
    expect(about(order.number ?? 0)).toEqual([]);
    server.clock.jump(1);
    await Promise.all([alertUnseen(server.deps), alertUnseen(server.deps)]);
    server.clock.jump(60_000);
    await alertUnseen(server.deps);
    // Neither Bruno, who wants pushes only, nor members who do not handle orders.
    expect(
      about(order.number ?? 0)
        .map((m) => m.to)
        .toSorted(),
    ).toEqual(['ana@demo.marche', 'carla@demo.marche']);
    expect(about(order.number ?? 0)[0]?.text).toContain('2 Medialuna de manteca · $\u00A0');
    await set('carla@demo.marche', { notification_types: [] });
    const next = await take();
    server.clock.jump(60_000);
    await alertUnseen(server.deps);
    expect(about(next.number ?? 0).map((m) => m.to)).toEqual(['ana@demo.marche']);
    await server.db.direct
      .update(users)
      .set({ notification_types: ['OrderNew'], notification_channels: ['database', 'push'] });
  });

  it('an e-mail that fails is logged, and the owner is told all the same', async () => {
    const order = await take();
    server.clock.jump(60_000);
    const broken = { ...server.deps.messages, mail: () => Promise.reject(new Error('no mail today')) };
    await alertUnseen({ ...server.deps, messages: broken });
    expect(server.errors.join()).toContain(`an e-mail about order ${order.id} failed`);
    expect((await seenBy(order.id)).owner_told_at).toBe(iso());
    server.errors.length = 0;
  });

  it('a push that fails is tried again, and never keeps the owner waiting', async () => {
    const order = await take();
    service.fails = true;
    server.clock.jump(15_000);
    await alertUnseen(server.deps);
    expect(server.errors.join()).toContain('no push today');
    expect((await seenBy(order.id)).pushed_at).toBeNull();
    service.fails = false;
    server.clock.jump(10_000);
    await alertUnseen(server.deps);
    expect(pushed).toHaveLength(1);
    const second = await take();
    service.fails = true;
    for (let waited = 0; waited < 75_000; waited += 5_000) {
      server.clock.jump(5_000);
      await alertUnseen(server.deps);
    }
    expect((await seenBy(second.id)).owner_told_at).not.toBeNull();
    expect((await seenBy(second.id)).pushed_at).toBeNull();
    const told = await server.db.direct.select().from(orderAlerts).where(eq(orderAlerts.order_id, second.id));
    expect(told).toHaveLength(1);
    server.errors.length = 0;
  });

  it('two server processes never push twice', async () => {
    const made = [await take(), await take(), await take(), await take()];
    server.clock.jump(15_000);
    await Promise.all([1, 2, 3, 4].map(() => alertUnseen(server.deps)));
    expect(pushed.map((p) => p.data.order_id).toSorted((a, b) => a - b)).toEqual(made.map((o) => o.id));
    server.clock.jump(45_000);
    await Promise.all([1, 2, 3, 4].map(() => alertUnseen(server.deps)));
    expect(pushed).toHaveLength(8);
    expect(server.errors).toEqual([]);
  });

  it('is looked for every five seconds until the server stops', async () => {
    const order = await take();
    const stop = watchUnseenOrders(server.deps);
    server.clock.advance(20_000);
    await expect.poll(() => pushed.map((p) => p.data.order_id)).toEqual([order.id]);
    stop();
    server.clock.advance(60_000);
    expect(pushed).toHaveLength(1);
  });
});

describe('the token of a push registration', () => {
  it('is given for one’s own user id alone, by POST and by GET (R-41, D-17)', async () => {
    const path = '/me/pusher/beams-auth';
    const own = await server.ask('ana', path, { method: 'POST', body: { user_id: '1' } });
    expect([own.status, own.body]).toEqual([200, { token: 'token of 1' }]);
    expect((await server.ask('ana', `${path}?user_id=1`)).body).toEqual({ token: 'token of 1' });
    for (const user_id of ['2', '01', '1 ', ''])
      expect((await server.ask('ana', path, { method: 'POST', body: { user_id } })).status).toBe(403);
    expect((await server.ask('ana', `${path}?user_id=2`)).status).toBe(403);
    expect((await server.ask('ana', path, { method: 'POST', body: {} })).status).toBe(422);
    expect((await server.ask(null, path, { method: 'POST', body: { user_id: '1' } })).status).toBe(401);
  });

  it('comes with the place to register at, which the page may talk to', async () => {
    const answer = await server.ask(null, '/config');
    expect(answer.body).toMatchObject({ push: { instance_id: 'inst-1', endpoint: null } });
    expect(answer.headers['content-security-policy']).toContain('https://inst-1.pushnotifications.pusher.com');
  });

  it('without Beams nobody is asked, and a push is a line of the log', async () => {
    const plain = await startTestServer(inject('postgresUrl'));
    expect((await plain.ask(null, '/config')).body).toMatchObject({ push: null });
    expect((await plain.ask('ana', '/me/pusher/beams-auth', { method: 'POST', body: { user_id: '1' } })).status).toBe(
      200,
    );
    const lines: string[] = [];
    const log = { ...plain.deps.log, info: (line: string) => lines.push(line) };
    const data = { store_id: 1, order_id: 7, kind: 'pending' } as const;
    await createSandboxPush({ ...plain.deps, log }).publish([1, 2], { title: 'Hola', body: '', data });
    expect(lines).toEqual(['push (not sent, no Beams): "Hola" to users 1, 2, store 1']);
    await plain.close();
  });
});
