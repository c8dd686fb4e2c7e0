import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { orderReceipts } from '#server/db/schema/alerts.ts';
import { sweep } from '#server/maintenance.ts';
import { createSandboxPush } from '#server/push/sandbox.ts';
import { recordingPush } from '#server/testing/recording-push.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
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

describe('who saw an order', () => {
  it('keeps the first of each stage per device, and tells it in order', async () => {
    const order = await takePlainOrder(server);
    const made = server.clock.now();
    const at = (later: number): string => new Date(made + later).toISOString();
    server.clock.jump(5_000);
    const first = await reportReceipts(server, 'carla', [
      // A clock that runs behind: no receipt may be older than its order.
      [order.id, 'received', -9_000],
      [order.id, 'displayed', -2_000],
    ]);
    const second = await reportReceipts(server, 'bruno', [
      [order.id, 'received', -1_000],
      [order.id, 'sounded', -500],
    ]);
    // A batch that is sent twice changes nothing.
    server.clock.jump(5_000);
    const again = await reportReceipts(server, 'carla', [
      [order.id, 'displayed'],
      [order.id, 'acknowledged'],
    ]);
    expect([first.status, second.status, again.status]).toEqual([204, 204, 204]);
    const { devices, pushed_at, owner_told_at, push } = await receiptsAnswer(server, order.id);
    expect(devices).toEqual([
      expect.objectContaining({ received: at(0), displayed: at(3_000), sounded: null, acknowledged: at(10_000) }),
      expect.objectContaining({ received: at(4_000), displayed: null, sounded: at(4_500), acknowledged: null }),
    ]);
    expect(devices.map((d) => d.user.fullname)).toEqual(['Carla Domínguez', 'Bruno Acosta']);
    expect([pushed_at, owner_told_at, push]).toEqual([null, null, 'beams']);
  });

  it('believes no clock: nothing is seen in the future', async () => {
    const order = await takePlainOrder(server);
    await reportReceipts(server, 'carla', [[order.id, 'displayed', 3_600_000]]);
    expect((await receiptsAnswer(server, order.id)).devices[0]).toMatchObject({ displayed: isoAt(server) });
  });

  it('leaves out what is not of this store, 404 when nothing is (T2)', async () => {
    const order = await takePlainOrder(server);
    const foreign = readCreated(
      await server.ask('gabi', '/store/5/orders', {
        method: 'POST',
        body: await buildSubmission(server, { storeId: 5, place: 'none', items: [['Baguette', 1]] }),
        headers: command(),
      }),
    );
    expect((await reportReceipts(server, 'ana', [[foreign.id, 'displayed']])).status).toBe(404);
    expect(
      (
        await reportReceipts(server, 'ana', [
          [foreign.id, 'displayed'],
          [order.id, 'displayed'],
        ])
      ).status,
    ).toBe(204);
    expect(await server.db.direct.$count(orderReceipts, eq(orderReceipts.order_id, foreign.id))).toBe(0);
    expect((await receiptsAnswer(server, order.id)).devices).toHaveLength(1);
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
    const order = await takePlainOrder(server);
    for (const who of ['diego', 'elena'] as const) {
      expect((await reportReceipts(server, who, [[order.id, 'displayed']])).status).toBe(403);
      expect((await server.ask(who, `/store/1/orders/${order.id}/receipts`)).status).toBe(403);
    }
    expect((await server.ask('ana', '/store/1/orders/999999/receipts')).status).toBe(404);
  });

  it('two devices that tell of the same orders at once do not wait for each other', async () => {
    const made = [await takePlainOrder(server), await takePlainOrder(server), await takePlainOrder(server)];
    const both = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        reportReceipts(
          server,
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
    const order = await takePlainOrder(server);
    await reportReceipts(server, 'carla', [[order.id, 'displayed']]);
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
