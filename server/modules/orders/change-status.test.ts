import { randomUUID } from 'node:crypto';
import { transitionTexts } from '#texts/refusals.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { orderStatuses } from '#domain/order.ts';
import { statusTargets, transitionRefusal } from '#domain/order-status.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit, commands, storeEvents } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

type Base = { rev: number } | { after: string };

const create = async (key: string = randomUUID()) =>
  readCreated(
    await server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body: await buildSubmission(server),
      headers: command(null, key),
    }),
  );

const patch = (
  id: number | string,
  status: string,
  base: Base,
  key: string = randomUUID(),
  who: Person = 'carla',
): Promise<Answer> =>
  server.ask(who, `/store/1/orders/${id}`, { method: 'PATCH', body: { status }, headers: command(base, key) });

const rowOf = async (id: number) => {
  const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
  if (!row) throw new Error(`no order ${id}`);
  return row;
};

describe('PATCH /store/{id}/orders/{id} (B-66)', () => {
  it('moves the order, raises ver and status_rev, leaves money_rev', async () => {
    const order = await create();
    const answer = await patch(order.id, 'ACCEPTED', { rev: 1 });
    expect(answer.status).toBe(200);
    expect(readOneOrder(answer)).toMatchObject({
      id: order.id,
      status: 'ACCEPTED',
      ver: 2,
      status_rev: 2,
      money_rev: 1,
    });
  });

  it('sets ready_by at the first acceptance to now + the delay of the store, once (N-04)', async () => {
    const order = await create();
    const accepted = readOneOrder(await patch(order.id, 'ACCEPTED', { rev: 1 }));
    expect(accepted.ready_by).toBe(new Date(server.clock.now() + 20 * 60_000).toISOString());
    server.clock.advance(60_000);
    await patch(order.id, 'PENDING', { rev: 2 });
    expect(readOneOrder(await patch(order.id, 'ACCEPTED', { rev: 3 })).ready_by).toBe(accepted.ready_by);
  });

  it('follows the table of transitions for every pair of statuses (D-19)', async () => {
    const { id } = await create();
    for (const from of orderStatuses)
      for (const to of orderStatuses) {
        await server.db.direct.update(orders).set({ status: from, status_rev: 7 }).where(eq(orders.id, id));
        const answer = await patch(id, to, { rev: 7 });
        const allowed = statusTargets[from].includes(to);
        expect([from, to, answer.status]).toEqual([from, to, allowed ? 200 : 422]);
        const refusal = transitionRefusal(from, to);
        if (refusal === null) continue;
        const message = transitionTexts[refusal];
        expect(answer.body).toEqual({ message, code: 'invalid_transition', errors: { status: [message] } });
      }
  });

  it('clears the reason when the order leaves REJECTED', async () => {
    const { id } = await create();
    const rejected = {
      status: 'REJECTED' as const,
      reject_reason: 'closed' as const,
      rejected_reason_message: 'x',
    };
    await server.db.direct.update(orders).set(rejected).where(eq(orders.id, id));
    expect(readOneOrder(await patch(id, 'PENDING', { rev: 1 }))).toMatchObject({
      reject_reason: null,
      rejected_reason_message: null,
    });
  });

  it('refuses a word that is no status: 422 validation, nothing written', async () => {
    const { id } = await create();
    const answer = await patch(id, 'COCINANDO', { rev: 1 });
    expect([answer.status, readError(answer).errors]).toEqual([422, { status: ['Es inválido'] }]);
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING', ver: 1 });
  });

  it('answers 404 for an order of another store and one that does not exist', async () => {
    const other = await server.ask('gabi', '/store/5/orders', {
      method: 'POST',
      body: await buildSubmission(server, { storeId: 5, place: 'none', items: [['Baguette', 1]] }),
      headers: command(),
    });
    const foreign = await patch(readCreated(other).id, 'ACCEPTED', { rev: 1 });
    const missing = await patch(999_999, 'ACCEPTED', { rev: 1 });
    expect([foreign.status, missing.status, foreign.text]).toEqual([404, 404, missing.text]);
  });

  it('writes event and audit in the same transaction (T7, Q-10)', async () => {
    const { id } = await create();
    await patch(id, 'DELIVER', { rev: 1 }, undefined, 'bruno');
    const [entry] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.entity_id, String(id)), eq(audit.action, 'order.changeStatus')));
    expect(entry).toMatchObject({
      actor_id: 2,
      before: { status: 'PENDING', status_rev: 1 },
      after: { status: 'DELIVER', status_rev: 2 },
    });
    const events = await server.db.direct
      .select()
      .from(storeEvents)
      .where(and(eq(storeEvents.entity_id, String(id)), eq(storeEvents.type, 'order')));
    expect(events.map((e) => [e.audience, e.name, e.ver])).toEqual([
      ['admin', 'order-created', 1],
      ['admin', 'order-updated', 2],
    ]);
  });
});

describe('compare and set (N-16)', () => {
  it('needs If-Match or X-After: a blind change could undo another one', async () => {
    const { id } = await create();
    const blind = await server.ask('ana', `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command(),
    });
    expect([blind.status, readError(blind).errors]).toEqual([422, { 'If-Match': ['Este campo es obligatorio'] }]);
    const unusable: Record<string, string>[] = [{ 'if-match': '1' }, { 'if-match': '"x"' }, { 'x-after': 'x' }];
    for (const headers of unusable)
      expect(
        (
          await server.ask('ana', `/store/1/orders/${id}`, {
            method: 'PATCH',
            body: { status: 'ACCEPTED' },
            headers: { ...command(), ...headers },
          })
        ).status,
      ).toBe(422);
  });

  it('answers 409 with the current order, who moved it and when; nothing changes', async () => {
    const { id } = await create();
    await patch(id, 'COMPLETE', { rev: 1 }, undefined, 'ana');
    const at = new Date(server.clock.now()).toISOString();
    server.clock.advance(5_000);
    const late = await patch(id, 'ACCEPTED', { rev: 1 });
    expect(late.status).toBe(409);
    expect(readError(late)).toMatchObject({
      code: 'conflict',
      message: 'El pedido fue modificado desde otro dispositivo.',
      current: { id, status: 'COMPLETE', status_rev: 2 },
      by: { fullname: 'Ana Ferreyra' },
      at,
    });
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETE', ver: 2 });
  });

  it('lets exactly one of ten devices win from the same revision (I6)', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(id, i % 2 ? 'ACCEPTED' : 'DELIVER', { rev: 1 })),
    );
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect((await rowOf(id)).ver).toBe(2);
  });

  it("takes X-After: on top of one's own command, whatever revision that gave", async () => {
    const made = randomUUID();
    const first = randomUUID();
    const { id } = await create(made);
    expect((await patch(id, 'ACCEPTED', { after: made }, first)).status).toBe(200);
    expect(readOneOrder(await patch(id, 'DELIVER', { after: first })).status_rev).toBe(3);
  });

  it('refuses X-After when another device came between, the command was refused, is unknown, or was of another order', async () => {
    const { id } = await create();
    const other = await create();
    const own = randomUUID();
    const refused = randomUUID();
    await patch(id, 'ACCEPTED', { rev: 1 }, own);
    await patch(id, 'PAYING', { rev: 2 }, refused);
    for (const after of [refused, randomUUID()]) expect((await patch(id, 'DELIVER', { after })).status).toBe(409);
    expect((await patch(other.id, 'DELIVER', { after: own })).status).toBe(409);
    await patch(id, 'DELIVER', { rev: 2 }, undefined, 'bruno');
    expect((await patch(id, 'COMPLETE', { after: own })).status).toBe(409);
  });
});

describe('sent twice (N-16, T8)', () => {
  it('applies once and answers the same bytes again', async () => {
    const { id } = await create();
    const key = randomUUID();
    const first = await patch(id, 'ACCEPTED', { rev: 1 }, key);
    await patch(id, 'DELIVER', { rev: 2 });
    const again = await patch(id, 'ACCEPTED', { rev: 1 }, key);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect((await rowOf(id)).status).toBe('DELIVER');
  });

  it('repeats a conflict as it was, also when the revision fits by now', async () => {
    const { id } = await create();
    const key = randomUUID();
    const first = await patch(id, 'ACCEPTED', { rev: 2 }, key);
    await patch(id, 'DELIVER', { rev: 1 });
    const again = await patch(id, 'ACCEPTED', { rev: 2 }, key);
    expect([first.status, again.status, again.text]).toEqual([409, 409, first.text]);
  });

  it('refuses the key for another status or order: 422 idempotency_mismatch', async () => {
    const { id } = await create();
    const other = await create();
    const key = randomUUID();
    await patch(id, 'ACCEPTED', { rev: 1 }, key);
    expect(readError(await patch(id, 'DELIVER', { rev: 2 }, key)).code).toBe('idempotency_mismatch');
    expect(readError(await patch(other.id, 'ACCEPTED', { rev: 1 }, key)).code).toBe('idempotency_mismatch');
  });

  it('checks the rights as they are now and keeps that refusal (T8)', async () => {
    const { id } = await create();
    const key = randomUUID();
    const roleOf = (role: 'operator' | 'seller') =>
      server.db.direct
        .update(memberships)
        .set({ role })
        .where(and(eq(memberships.store_id, 1), eq(memberships.user_id, 3)));
    await roleOf('seller');
    const refused = await patch(id, 'ACCEPTED', { rev: 1 }, key);
    expect([refused.status, readError(refused).code]).toEqual([403, 'forbidden']);
    await roleOf('operator');
    const again = await patch(id, 'ACCEPTED', { rev: 1 }, key);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([403, refused.text, 'true']);
    expect((await rowOf(id)).status).toBe('PENDING');
  });

  it('stores nothing for 401, unusable bodies and strangers', async () => {
    const { id } = await create();
    const before = await server.db.direct.$count(commands);
    const headers = command({ rev: 1 });
    await server.ask(null, `/store/1/orders/${id}`, { method: 'PATCH', body: { status: 'ACCEPTED' }, headers });
    await server.ask('ana', `/store/1/orders/${id}`, { method: 'PATCH', body: '{', headers });
    await server.ask('gabi', `/store/1/orders/${id}`, { method: 'PATCH', body: { status: 'ACCEPTED' }, headers });
    expect(await server.db.direct.$count(commands)).toBe(before);
  });
});

describe('20 writers at once (I3)', () => {
  it('numbers the events of each feed without gaps and keeps the waiting count right', async () => {
    const before = await server.db.direct.select().from(storeEvents).where(eq(storeEvents.store_id, 1));
    const made = await Promise.all(Array.from({ length: 20 }, () => create()));
    await Promise.all(made.map((o, i) => (i % 2 ? patch(o.id, 'ACCEPTED', { rev: 1 }) : create())));
    const after = await server.db.direct.select().from(storeEvents).where(eq(storeEvents.store_id, 1));
    expect(after.length - before.length).toBe(80);
    for (const audience of ['admin', 'store'] as const) {
      const seqs = after
        .filter((e) => e.audience === audience)
        .map((e) => e.store_seq)
        .toSorted((a, b) => a - b);
      expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    }
    const waiting = await server.db.direct.$count(
      orders,
      and(eq(orders.store_id, 1), eq(orders.status, 'PENDING'), eq(orders.code_id, 1)),
    );
    const profile = await server.ask('ana', '/store/1/changes?audience=store');
    expect(profile.text).toContain(
      `"description":"Barra 1","type":"LOCAL","group":false,"default":true,"waiting_count":${waiting}`,
    );
  });

  it('gives numbers without gaps to orders made at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create()));
    const numbers = made.map((o) => o.number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
  });
});
