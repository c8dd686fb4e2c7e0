import { randomUUID } from 'node:crypto';
import type { TransitionRefusal } from '#domain/errors.ts';
import { transitionTexts } from '#texts/refusals.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { bulkChanged } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/order.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit, storeEvents } from '#server/db/schema/sync.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const create = async (status: OrderStatus = 'PENDING') => {
  const order = readCreated(await sendOrder(server));
  await server.db.direct.update(orders).set({ status }).where(eq(orders.id, order.id));
  return order;
};

const many = (body: unknown, key: string = randomUUID()): Promise<Answer> =>
  server.ask('carla', '/store/1/orders/massive', { method: 'PATCH', body, headers: command(null, key) });
const readMany = (answer: Answer) => z.parse(bulkChanged, answer.body);

const statusesOf = async (ids: readonly number[]) =>
  (
    await server.db.direct
      .select()
      .from(orders)
      .where(inArray(orders.id, [...ids]))
      .orderBy(orders.id)
  ).map((o) => [o.status, o.ver]);

describe('PATCH /store/{id}/orders/massive (B-65, D-36)', () => {
  it('accepts every pending order of the list (B-34)', async () => {
    const made = [await create(), await create(), await create()];
    const ids = made.map((o) => o.id);
    expect(readMany(await many({ status: 'ACCEPTED', ids }))).toEqual({ ids, refused: [] });
    expect(await statusesOf(ids)).toEqual(ids.map(() => ['ACCEPTED', 2]));
  });

  it('finishes what is accepted or to be delivered (B-36)', async () => {
    const ids = [(await create('ACCEPTED')).id, (await create('DELIVER')).id];
    expect(readMany(await many({ status: 'COMPLETE', ids })).ids).toEqual(ids);
  });

  it('judges each order on its own: some change, the others say why not', async () => {
    const [good, paying, done] = [await create(), await create('PAYING'), await create('ACCEPTED')];
    const foreign = readCreated(
      await sendOrder(server, { who: 'gabi', wanted: { storeId: 5, place: 'none', items: [['Baguette', 1]] } }),
    );
    const ids = [999_999, done.id, foreign.id, good.id, paying.id, good.id];
    const { ids: changed, refused } = readMany(await many({ status: 'ACCEPTED', ids }));
    const because = (refusal: TransitionRefusal) => ({
      code: 'invalid_transition',
      message: transitionTexts[refusal],
    });
    const missing = { number: null, code: 'not_found', message: 'No se encontró la información que buscaba.' };
    expect(changed).toEqual([good.id]);
    expect(refused.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: paying.id, number: paying.number, ...because('paying') },
      { id: done.id, number: done.number, ...because('unchanged') },
      { id: foreign.id, ...missing },
      { id: 999_999, ...missing },
    ]);
    expect(await statusesOf([good.id, paying.id, done.id, foreign.id])).toEqual([
      ['ACCEPTED', 2],
      ['PAYING', 1],
      ['ACCEPTED', 1],
      ['PENDING', 1],
    ]);
  });

  it('answers 404 when the store has none of them', async () => {
    const answer = await many({ status: 'ACCEPTED', ids: [999_998, 999_999] });
    expect([answer.status, readError(answer).code]).toEqual([404, 'not_found']);
  });

  it.each([
    ['no ids', { status: 'ACCEPTED', ids: [] }, 'ids'],
    ['more than 200', { status: 'ACCEPTED', ids: Array.from({ length: 201 }, (_, i) => i + 1) }, 'ids'],
    ['an id that is none', { status: 'ACCEPTED', ids: [0] }, 'ids.0'],
    ['a status that is none', { status: 'X', ids: [1] }, 'status'],
  ])('refuses %s: 422', async (_name, body, field) => {
    const answer = await many(body);
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, [field]]);
  });

  it('needs a key, and applies once what is sent twice (N-16)', async () => {
    const { id } = await create();
    const body = { status: 'ACCEPTED', ids: [id] };
    const without = await server.ask('carla', '/store/1/orders/massive', { method: 'PATCH', body });
    expect(readError(without).errors).toEqual({ 'Idempotency-Key': ['Este campo es obligatorio'] });
    const key = randomUUID();
    const [first, again] = [await many(body, key), await many(body, key)];
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect(await statusesOf([id])).toEqual([['ACCEPTED', 2]]);
  });

  it('announces and audits each order that changed (T7)', async () => {
    const ids = [(await create()).id, (await create()).id];
    await many({ status: 'ACCEPTED', ids: [...ids, 999_999] });
    const names = ids.map(String);
    const events = await server.db.direct
      .select()
      .from(storeEvents)
      .where(and(inArray(storeEvents.entity_id, names), eq(storeEvents.name, 'order-updated')));
    const entries = await server.db.direct
      .select()
      .from(audit)
      .where(and(inArray(audit.entity_id, names), eq(audit.action, 'order.changeStatus')));
    expect([events.map((e) => e.entity_id), entries.map((e) => e.entity_id)]).toEqual([names, names]);
  });

  it('never waits for another one in a circle: opposite lists at once both end', async () => {
    const ids = [];
    for (let i = 0; i < 12; i += 1) ids.push((await create()).id);
    const lists = [ids, ids.toReversed(), [...ids.slice(6), ...ids.slice(0, 6)]];
    const rounds = await Promise.all(
      (['ACCEPTED', 'DELIVER', 'PENDING', 'COMPLETE'] as const).flatMap((status) =>
        lists.map((list) => many({ status, ids: list })),
      ),
    );
    expect(rounds.map((a) => a.status)).toEqual(rounds.map(() => 200));
    const applied = rounds.flatMap((a) => readMany(a).ids).length;
    const vers = (await statusesOf(ids)).reduce((sum, [, ver]) => sum + Number(ver) - 1, 0);
    expect(vers).toBe(applied);
    expect(server.errors).toEqual([]);
  });
});
