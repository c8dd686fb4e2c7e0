import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { orderStatuses, rejectReasons } from '#domain/order.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { rejectReasonMessages } from '#texts/order-details.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const create = async (key?: string) => readCreated(await sendOrder(server, { key }));

const reject = (
  id: number,
  reason: string,
  base: Parameters<typeof command>[0] = { rev: 1 },
  key: string = randomUUID(),
): Promise<Answer> =>
  server.ask('carla', `/store/1/orders/${id}/reject`, {
    method: 'PATCH',
    body: { reject_reason: reason },
    headers: command(base, key),
  });

const feed = async (audience: string, since: number) =>
  readFeed(await server.ask('ana', `/store/1/changes?audience=${audience}&since=${since}`));

const rowOf = async (id: number) => {
  const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
  if (!row) throw new Error(`no order ${id}`);
  return row;
};

describe('PATCH /store/{id}/orders/{id}/reject (B-62)', () => {
  it('stores each reason with what the customer reads of it, raises ver and status_rev (B-63, N-21)', async () => {
    for (const reason of rejectReasons) {
      const { id } = await create();
      expect(readOneOrder(await reject(id, reason))).toMatchObject({
        status: 'REJECTED',
        reject_reason: reason,
        rejected_reason_message: rejectReasonMessages[reason],
        ver: 2,
        status_rev: 2,
        money_rev: 1,
      });
    }
  });

  it('is possible from every status but REJECTED (B-58)', async () => {
    const { id } = await create();
    for (const from of orderStatuses) {
      await server.db.direct.update(orders).set({ status: from }).where(eq(orders.id, id));
      const answer = await reject(id, 'closed', { rev: (await rowOf(id)).status_rev });
      expect([from, answer.status]).toEqual([from, from === 'REJECTED' ? 422 : 200]);
      if (from === 'REJECTED') expect(readError(answer).code).toBe('invalid_transition');
    }
  });

  it('refuses a reason that is none: 422, nothing written (B-62)', async () => {
    const { id } = await create();
    const answer = await reject(id, 'bored');
    expect([answer.status, readError(answer).errors]).toEqual([422, { reject_reason: ['Es inválido'] }]);
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING', ver: 1 });
  });

  it('announces the order, and the waiting count of its code when it was pending (N-50)', async () => {
    const { id } = await create();
    const accepted = await create();
    await server.db.direct.update(orders).set({ status: 'ACCEPTED' }).where(eq(orders.id, accepted.id));
    const before = [(await feed('admin', 0)).head, (await feed('store', 0)).head] as const;
    await reject(id, 'closed');
    await reject(accepted.id, 'closed');
    const [admin, store] = [await feed('admin', before[0]), await feed('store', before[1])];
    expect(admin.changes.map((c) => [c.name, c.id, c.order?.status])).toEqual([
      ['order-updated', String(id), 'REJECTED'],
      ['order-updated', String(accepted.id), 'REJECTED'],
    ]);
    expect([store.head - before[1], store.changes.map((c) => c.name)]).toEqual([1, ['code-updated']]);
  });

  it('writes the audit in the same transaction (T7)', async () => {
    const { id } = await create();
    await reject(id, 'much_demand');
    const entries = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.entity_id, String(id)), eq(audit.action, 'order.reject')));
    expect(entries).toEqual([
      expect.objectContaining({
        actor_id: 3,
        before: { status: 'PENDING', status_rev: 1, ready_by: null, reject_reason: null },
        after: { status: 'REJECTED', status_rev: 2, ready_by: null, reject_reason: 'much_demand' },
      }),
    ]);
  });

  it('compares with the state that the person saw: 409 with the current order; 422 without a base (N-16)', async () => {
    const made = randomUUID();
    const { id } = await create(made);
    await server.ask('ana', `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: 1 }),
    });
    for (const base of [{ rev: 1 }, { after: made }]) {
      const late = await reject(id, 'closed', base);
      expect([late.status, readError(late)]).toMatchObject([
        409,
        { code: 'conflict', current: { status: 'ACCEPTED' }, by: { fullname: 'Ana Ferreyra' } },
      ]);
    }
    const blind = await reject(id, 'closed', null);
    expect([blind.status, readError(blind).errors]).toEqual([422, { 'If-Match': ['Este campo es obligatorio'] }]);
    expect((await rowOf(id)).status).toBe('ACCEPTED');
    expect((await reject(id, 'closed', { rev: 2 })).status).toBe(200);
  });

  it('refuses a base that cannot be read, and a command without key', async () => {
    const { id } = await create();
    const ask = (headers: Record<string, string>) =>
      server.ask('ana', `/store/1/orders/${id}/reject`, {
        method: 'PATCH',
        body: { reject_reason: 'closed' },
        headers,
      });
    expect(readError(await ask({ ...command(), 'if-match': 'x' })).errors).toEqual({ 'If-Match': ['Es inválido'] });
    expect(readError(await ask({ ...command(), 'x-after': 'x' })).errors).toEqual({ 'X-After': ['Es inválido'] });
    expect(readError(await ask({ 'if-match': '"1"' })).errors).toEqual({
      'Idempotency-Key': ['Este campo es obligatorio'],
    });
    expect((await rowOf(id)).status).toBe('PENDING');
  });

  it('applies once and answers the same bytes again; another reason under the key is refused (N-16)', async () => {
    const { id } = await create();
    const key = randomUUID();
    const [first, again] = [await reject(id, 'closed', { rev: 1 }, key), await reject(id, 'closed', { rev: 1 }, key)];
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect(readError(await reject(id, 'by_user', { rev: 1 }, key)).code).toBe('idempotency_mismatch');
    expect((await rowOf(id)).ver).toBe(2);
  });

  it('lets one of five win that reject together, and the next status is made on top of it', async () => {
    const { id } = await create();
    const keys = Array.from({ length: 5 }, () => randomUUID());
    const answers = await Promise.all(keys.map((key) => reject(id, 'closed', { rev: 1 }, key)));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    const won = keys[answers.findIndex((a) => a.status === 200)] ?? '';
    const back = await server.ask('carla', `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'PENDING' },
      headers: command({ after: won }),
    });
    expect(readOneOrder(back)).toMatchObject({ status: 'PENDING', reject_reason: null, status_rev: 3 });
  });
});
