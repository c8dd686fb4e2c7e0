import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orderAlerts } from '#server/db/schema/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit, storeEvents } from '#server/db/schema/sync.ts';
import { pushedOrder, recordingPush } from '#server/testing/recording-push.ts';
import { insertFinishedOrders } from '#server/testing/many-orders.ts';
import { readCreated, readFeed } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { alertUnseen, watchUnseenOrders } from './unseen-orders.ts';
import { completePending, takePlainOrder, isoAt, reportReceipts, receiptsAnswer } from '#server/testing/receipts.ts';

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
  await completePending(server);
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
    const order = await takePlainOrder(server);
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
    expect(await receiptsAnswer(server, order.id)).toMatchObject({
      devices: [],
      pushed_at: isoAt(server),
      owner_told_at: null,
    });
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
    expect(await receiptsAnswer(server, order.id)).toMatchObject({ owner_told_at: isoAt(server) });
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
    await takePlainOrder(server);
    server.clock.jump(60_000);
    await alertUnseen(server.deps);
    const { changes } = readFeed(await server.ask('carla', `/store/1/changes?audience=admin&since=${head}`));
    expect(changes.find((c) => c.name === 'message')?.payload).toMatchObject({
      title: expect.stringMatching(/^Nadie vio el pedido \d+$/),
      text: expect.stringContaining('La Esquina'),
      level: 'warning',
      at: isoAt(server),
    });
  });

  it.each(['sounded', 'acknowledged'] as const)('is left alone once it %s somewhere', async (stage) => {
    const order = await takePlainOrder(server);
    await reportReceipts(server, 'carla', [[order.id, stage]]);
    server.clock.jump(61_000);
    await alertUnseen(server.deps);
    expect(pushed).toEqual([]);
  });

  it.each(['received', 'displayed'] as const)(
    'is not saved by being %s on a screen that nobody looks at',
    async (stage) => {
      const order = await takePlainOrder(server);
      await reportReceipts(server, 'carla', [[order.id, stage]]);
      server.clock.jump(15_000);
      await alertUnseen(server.deps);
      expect(pushed.map(pushedOrder)).toEqual([order.id]);
    },
  );

  it('is left alone when it was accepted meanwhile, and when it waits since yesterday', async () => {
    const order = await takePlainOrder(server);
    const old = await takePlainOrder(server);
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
    await takePlainOrder(server);
    server.clock.jump(15_000);
    await alertUnseen(server.deps);
    const [, , carla] = await adminsOfLaEsquina();
    expect(pushed.map((p) => p.to)).toEqual([[carla]]);
    await server.db.direct.update(users).set({ notification_channels: [] }).where(eq(users.email, 'carla@demo.marche'));
    await takePlainOrder(server);
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
    const order = await takePlainOrder(server);
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
    const next = await takePlainOrder(server);
    server.clock.jump(60_000);
    await alertUnseen(server.deps);
    expect(about(next.number ?? 0).map((m) => m.to)).toEqual(['ana@demo.marche']);
    await server.db.direct
      .update(users)
      .set({ notification_types: ['OrderNew'], notification_channels: ['database', 'push'] });
  });

  it('an e-mail that fails is logged, and the owner is told all the same', async () => {
    const order = await takePlainOrder(server);
    server.clock.jump(60_000);
    const broken = { ...server.deps.messages, mail: () => Promise.reject(new Error('no mail today')) };
    await alertUnseen({ ...server.deps, messages: broken });
    expect(server.errors.join()).toContain(`an e-mail about order ${order.id} failed`);
    expect((await receiptsAnswer(server, order.id)).owner_told_at).toBe(isoAt(server));
    server.errors.length = 0;
  });

  it('a push that fails is tried again, and never keeps the owner waiting', async () => {
    const order = await takePlainOrder(server);
    service.fails = true;
    server.clock.jump(15_000);
    await alertUnseen(server.deps);
    expect(server.errors.join()).toContain('no push today');
    expect((await receiptsAnswer(server, order.id)).pushed_at).toBeNull();
    service.fails = false;
    server.clock.jump(10_000);
    await alertUnseen(server.deps);
    expect(pushed).toHaveLength(1);
    const second = await takePlainOrder(server);
    service.fails = true;
    for (let waited = 0; waited < 75_000; waited += 5_000) {
      server.clock.jump(5_000);
      await alertUnseen(server.deps);
    }
    expect((await receiptsAnswer(server, second.id)).owner_told_at).not.toBeNull();
    expect((await receiptsAnswer(server, second.id)).pushed_at).toBeNull();
    const told = await server.db.direct.select().from(orderAlerts).where(eq(orderAlerts.order_id, second.id));
    expect(told).toHaveLength(1);
    server.errors.length = 0;
  });

  it('two server processes never push twice', async () => {
    const made = [
      await takePlainOrder(server),
      await takePlainOrder(server),
      await takePlainOrder(server),
      await takePlainOrder(server),
    ];
    server.clock.jump(15_000);
    await Promise.all([1, 2, 3, 4].map(() => alertUnseen(server.deps)));
    expect(pushed.map(pushedOrder).toSorted((a, b) => a - b)).toEqual(made.map((o) => o.id));
    server.clock.jump(45_000);
    await Promise.all([1, 2, 3, 4].map(() => alertUnseen(server.deps)));
    expect(pushed).toHaveLength(8);
    expect(server.errors).toEqual([]);
  });

  it('is looked for every five seconds until the server stops', async () => {
    const order = await takePlainOrder(server);
    const stop = watchUnseenOrders(server.deps);
    server.clock.advance(20_000);
    await expect.poll(() => pushed.map(pushedOrder)).toEqual([order.id]);
    await stop();
    server.clock.advance(60_000);
    expect(pushed).toHaveLength(1);
  });

  it('a server that stops stores the push under way and begins no other, so the next start repeats none', async () => {
    const made = [await takePlainOrder(server), await takePlainOrder(server)];
    server.clock.jump(15_000);
    const { push } = server.deps;
    await new Promise<void>((resolve) => {
      const stop = watchUnseenOrders({
        ...server.deps,
        push: {
          ...push,
          publish(...notice) {
            resolve(stop());
            return push.publish(...notice);
          },
        },
      });
      server.clock.advance(5_000);
    });
    expect(pushed.map(pushedOrder)).toEqual([made[0]?.id]);
    // Longer than a claim is held.
    server.clock.jump(31_000);
    await alertUnseen(server.deps);
    expect(pushed.map(pushedOrder)).toEqual(made.map((o) => o.id));
    expect(server.errors).toEqual([]);
  });

  it('is pushed also while fifty older ones of another store wait of which nobody wants the push', async () => {
    const inThreeDays = server.clock.now() + minutes(3 * 24 * 60);
    await insertFinishedOrders(server.db, [1], 50, new Date(inThreeDays));
    await server.db.direct.update(orders).set({ status: 'PENDING' }).where(eq(orders.submission, 'many'));
    const set = (notification_channels: ('database' | 'push')[]) =>
      server.db.direct
        .update(users)
        .set({ notification_channels })
        .where(inArray(users.id, sql`(select user_id from memberships where store_id = 1)`));
    await set(['database']);
    const wanted = { storeId: 5, place: 'none', items: [['Baguette', 1]] } as const;
    const { id } = readCreated(await sendOrder(server, { who: 'gabi', wanted }));
    server.clock.jump(15_000);
    await alertUnseen(server.deps);
    expect(pushed.filter(({ data }) => data.kind === 'pending').map(pushedOrder)).toEqual([id]);
    await set(['database', 'push']);
  });
});
