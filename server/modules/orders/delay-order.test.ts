import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { delayChoices } from '#domain/order-delay.ts';
import { orderStatuses } from '#domain/order.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const create = async () => readCreated(await sendOrder(server));

const ask = (id: number, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> =>
  server.ask('carla', `/store/1/orders/${id}${path}`, { method: 'PATCH', body, headers });
const delay = (id: number, minutes: unknown, key: string = randomUUID()): Promise<Answer> =>
  ask(id, '/delay', { minutes }, command(null, key));
const minutesAfter = (ms: number, minutes: number): string => new Date(ms + minutes * 60_000).toISOString();

describe('PATCH /store/{id}/orders/{id}/delay (B-60, B-61)', () => {
  it('adds to ready_by; an order that nobody promised is ready that many minutes from now (N-04)', async () => {
    const { id } = await create();
    const now = server.clock.now();
    expect(readOneOrder(await delay(id, 10)).ready_by).toBe(minutesAfter(now, 10));
    server.clock.advance(60_000);
    for (const [index, minutes] of delayChoices.entries()) {
      const sum = delayChoices.slice(0, index + 1).reduce<number>((all, m) => all + m, 10);
      expect(readOneOrder(await delay(id, minutes)).ready_by).toBe(minutesAfter(now, sum));
    }
  });

  it.each([7, 0, -5, 5.5, '5', null, 60])('refuses %j minutes: 422 (B-61)', async (minutes) => {
    const { id } = await create();
    const answer = await delay(id, minutes);
    expect([answer.status, readError(answer).code]).toEqual([422, 'validation']);
  });

  it('refuses finished orders: 422 invalid_transition', async () => {
    const { id } = await create();
    for (const status of orderStatuses) {
      await server.db.direct.update(orders).set({ status }).where(eq(orders.id, id));
      const answer = await delay(id, 5);
      const finished = status === 'COMPLETE' || status === 'REJECTED';
      expect([status, answer.status]).toEqual([status, finished ? 422 : 200]);
      if (finished) expect(readError(answer).code).toBe('invalid_transition');
    }
  });

  it('raises ver alone: a status made on what was seen before it is no conflict', async () => {
    const { id } = await create();
    expect(readOneOrder(await delay(id, 5))).toMatchObject({ ver: 2, status_rev: 1, money_rev: 1 });
    expect((await ask(id, '', { status: 'ACCEPTED' }, command({ rev: 1 }))).status).toBe(200);
  });

  it('adds up when two delay together, and adds once what is sent twice (N-16)', async () => {
    const { id } = await create();
    const key = randomUUID();
    const now = server.clock.now();
    const both = await Promise.all([delay(id, 5), delay(id, 30)]);
    expect(both.map((a) => a.status)).toEqual([200, 200]);
    const [first, again] = [await delay(id, 15, key), await delay(id, 15, key)];
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(readOneOrder(again).ready_by).toBe(minutesAfter(now, 50));
    expect(readError(await delay(id, 30, key)).code).toBe('idempotency_mismatch');
  });

  it('needs a key', async () => {
    const { id } = await create();
    const answer = await ask(id, '/delay', { minutes: 5 }, {});
    expect(readError(answer).errors).toEqual({ 'Idempotency-Key': ['Este campo es obligatorio'] });
  });

  it('announces the order and not its code, and writes the audit (T7)', async () => {
    const { id } = await create();
    const heads = async () =>
      Promise.all(
        ['admin', 'store'].map(
          async (a) => readFeed(await server.ask('ana', `/store/1/changes?audience=${a}&since=0`)).head,
        ),
      );
    const [admin = 0, store = 0] = await heads();
    await delay(id, 5);
    expect(await heads()).toEqual([admin + 1, store]);
    const [entry] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.entity_id, String(id)), eq(audit.action, 'order.delay')));
    expect(entry).toMatchObject({
      actor_id: 3,
      before: { ready_by: null },
      after: { ready_by: server.clock.now() + 300_000 },
    });
  });
});
