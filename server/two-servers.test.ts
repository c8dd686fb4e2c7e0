import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { WireOrder } from '#contract/wire/orders.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit, storeEvents, storeFeeds } from '#server/db/schema/sync.ts';
import { lockWaits } from '#server/testing/lock-waits.ts';
import { readCreated, readError, readFeed } from '#server/testing/read.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** Two processes on one database, each with its own pool, listener and hub. */
let server: TestServer;
let second: Awaited<ReturnType<TestServer['another']>>;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  second = await server.another();
  await server.token('ana');
});
afterAll(() => server.close());

interface Sent {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

const send = (which: 0 | 1, sent: Sent): Promise<Answer> => sendTo(which === 0 ? server : second, sent);

async function sendTo({ app }: Pick<TestServer, 'app'>, { method, path, body, headers }: Sent): Promise<Answer> {
  const response = await app.inject({
    method,
    url: `/api/store/1${path}`,
    headers: { authorization: `Bearer ${await server.token('ana')}`, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
  const text = response.body;
  return { status: response.statusCode, headers: response.headers, text, body: JSON.parse(text) };
}

const creation = async (key: string = randomUUID()): Promise<Sent> => ({
  method: 'POST',
  path: '/orders',
  body: await buildSubmission(server),
  headers: command(null, key),
});
const create = async (which: 0 | 1 = 0) => readCreated(await send(which, await creation()));
const status = (id: number, to: string, rev: number): Sent => ({
  method: 'PATCH',
  path: `/orders/${id}`,
  body: { status: to },
  headers: command({ rev }),
});

describe('two servers on one database (N-16)', () => {
  it('the same command sent to both at once is applied once: one decides, the other replays or is told to ask again (I2)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sent = await creation();
      const before = await server.db.direct.$count(orders);
      const answers = await Promise.all([send(0, sent), send(1, sent)]);
      expect(await server.db.direct.$count(orders)).toBe(before + 1);
      const decided = answers.filter((a) => a.status === 201 && a.headers['idempotent-replayed'] === undefined);
      expect(decided).toHaveLength(1);
      for (const [index, answer] of answers.entries()) {
        const which = index === 0 ? 0 : 1;
        if (answer.status === 409)
          expect([readError(answer).code, answer.headers['retry-after']]).toEqual(['in_progress', '1']);
        const again = await send(which, sent);
        expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
          201,
          decided[0]?.text,
          'true',
        ]);
      }
    }
  });

  it('the same order under two command ids at both at once is made once: its uid is the second belt', async () => {
    const { body, ...sent } = await creation();
    const before = await server.db.direct.$count(orders);
    const answers = await Promise.all([
      send(0, { ...sent, body, headers: command() }),
      send(1, { ...sent, body, headers: command() }),
    ]);
    expect(answers.map((a) => a.status)).toEqual([201, 201]);
    expect(new Set(answers.map((a) => readCreated(a).id)).size).toBe(1);
    expect(await server.db.direct.$count(orders)).toBe(before + 1);
  });

  it('ten devices race over both from one revision: exactly one wins (I6)', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(i % 2 ? 1 : 0, status(id, i % 3 ? 'ACCEPTED' : 'DELIVER', 1))),
    );
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    for (const lost of answers.filter((a) => a.status === 409)) expect(readError(lost).code).toBe('conflict');
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
    expect([row?.ver, row?.status_rev]).toEqual([2, 2]);
  });

  it('"settle only" against the command itself, on the other server: one of the two decides for ever', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sent = await creation();
      const settle = { ...sent, headers: { ...sent.headers, 'x-settle-only': '1' } };
      const before = await server.db.direct.$count(orders);
      await Promise.all([send(0, sent), send(1, settle)]);
      const [original, settled] = [await send(1, sent), await send(0, settle)];
      const made = (await server.db.direct.$count(orders)) - before;
      expect([original.status, settled.status, made]).toEqual(made === 1 ? [201, 201, 1] : [410, 410, 0]);
      expect(settled.text).toBe(original.text);
    }
  });

  it('numbers the events of each audience without gaps after 100 mixed commands over both (I3)', async () => {
    const made: WireOrder[] = [];
    for (let i = 0; i < 20; i += 1) made.push(await create(i % 2 ? 1 : 0));
    const applied = await server.db.direct.$count(audit);
    const commands = made.flatMap(({ id }, i): Sent[] => [
      status(id, 'ACCEPTED', 1),
      { method: 'PATCH', path: `/orders/${id}/delay`, body: { minutes: 5 }, headers: command() },
      {
        method: 'PATCH',
        path: `/orders/${id}/reject`,
        body: { reject_reason: 'closed' },
        headers: command({ rev: 1 }),
      },
      {
        method: 'PATCH',
        path: '/orders/massive',
        body: { status: 'DELIVER', ids: [made[(i * 7) % 20]?.id, id] },
        headers: command(),
      },
    ]);
    const creations = await Promise.all(Array.from({ length: 20 }, () => creation()));
    const all = [...commands, ...creations];
    expect(all).toHaveLength(100);
    const answers = await Promise.all(all.map((sent, i) => send(i % 2 ? 1 : 0, sent)));
    expect(answers.filter((a) => a.status >= 500)).toEqual([]);
    expect(answers.filter((a) => a.status < 300).length).toBeGreaterThan(50);

    const events = await server.db.direct
      .select()
      .from(storeEvents)
      .where(eq(storeEvents.store_id, 1))
      .orderBy(asc(storeEvents.store_seq));
    for (const audience of ['admin', 'store'] as const) {
      const seqs = events.filter((e) => e.audience === audience).map((e) => e.store_seq);
      expect(seqs).toEqual(seqs.map((_, i) => i + 1));
      const [feed] = await server.db.direct
        .select()
        .from(storeFeeds)
        .where(and(eq(storeFeeds.store_id, 1), eq(storeFeeds.audience, audience)));
      expect(feed?.head).toBe(seqs.length);
    }
    // One event per effect, and none without an effect.
    const admin = events.filter((e) => e.audience === 'admin').length;
    expect(await server.db.direct.$count(audit)).toBe(admin);
    expect(admin).toBeGreaterThan(applied);

    // Both servers deliver the same events, and these equal the stored ones.
    const feeds = await Promise.all(
      [server, second].map(async ({ app }) => {
        const response = await app.inject({
          url: '/api/store/1/changes?audience=admin',
          headers: { authorization: `Bearer ${await server.token('ana')}` },
        });
        return readFeed({ status: 200, headers: {}, text: '', body: response.json() });
      }),
    );
    expect(feeds[1]).toEqual(feeds[0]);
    expect(server.errors).toEqual([]);
  });

  it('both decide by the current prices, discounts and services, whoever changed them, whatever they sold before', async () => {
    const { direct } = server.db;
    const onBoth = async (sent: Sent) => [await send(0, sent), await send(1, { ...sent, headers: command() })];
    const codesOf = (answers: readonly Answer[]) =>
      answers.map((a) => (a.status === 201 ? 'taken' : readError(a).code));
    const own = async () => [await send(0, await creation()), await send(1, await creation())];
    // Both have the store's facts now.
    expect(codesOf(await own())).toEqual(['taken', 'taken']);
    const old = await creation();
    await direct.execute(sql`update items set price = price + 100 where store_id = 1`);
    expect(codesOf(await onBoth(old))).toEqual(['total_mismatch', 'total_mismatch']);
    expect(codesOf(await own())).toEqual(['taken', 'taken']);
    await direct.execute(sql`insert into discounts (store_id, name, catalogs, type, value)
      values (1, 'Prueba', '{LOCAL,ONLINE}', 'PERCENTAGE', 50)`);
    const cheap = await creation();
    expect(codesOf(await own())).toEqual(['taken', 'taken']);
    await direct.execute(sql`delete from discounts where name = 'Prueba'`);
    expect(codesOf(await onBoth(cheap))).toEqual(['total_mismatch', 'total_mismatch']);
    await direct.execute(sql`update stores set immediate_local = false where id = 1`);
    expect(codesOf(await own())).toEqual(['service_unavailable', 'service_unavailable']);
    await direct.execute(sql`update stores set immediate_local = true where id = 1`);
    await direct.execute(sql`update items set price = price - 100 where store_id = 1`);
  });

  it('an event that one announces reaches a socket of the other', async () => {
    await second.app.listen({ host: '127.0.0.1', port: 0 });
    const device = await openDevice(server, portOf(second), await server.token('ana'));
    expect(await device.join('private-store.1.admin')).toBe('ok');
    const order = await create(0);
    const heard = await device.heard.next(
      ({ event, data }) =>
        event === 'order-created' &&
        typeof data === 'object' &&
        data !== null &&
        'id' in data &&
        data.id === String(order.id),
    );
    expect(heard.data).toMatchObject({ ver: 1, order: { uid: order.uid, status: 'PENDING' } });
    device.close();
  });

  it('one that stops ends first what it has begun, and its answer is sent', async () => {
    const third = await server.another();
    const { id, status_rev } = await create();
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holding = server.db.direct.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, id)).for('update');
      await gate;
    });
    const done: string[] = [];
    const answer = sendTo(third, status(id, 'ACCEPTED', status_rev));
    void answer.then(() => done.push('answered'));
    await expect.poll(() => lockWaits(server.db)).toBeGreaterThan(0);
    const closed = third.app.close().then(() => done.push('closed'));
    // Without waiting, it would have closed long before.
    setTimeout(letGo, 300);
    await Promise.all([holding, closed]);
    await third.close();
    expect([(await answer).status, done]).toEqual([200, ['answered', 'closed']]);
  });
});
