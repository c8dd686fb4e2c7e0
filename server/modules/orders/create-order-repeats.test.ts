import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { pesos } from '#testing/builders.ts';
import { items as itemsTable } from '#server/db/schema/catalog.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { buildSubmission, sendOrder, type Sent } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const send = (sent?: Sent): Promise<Answer> => sendOrder(server, sent);

describe('sent twice (N-16, T8)', () => {
  it('needs an Idempotency-Key', async () => {
    const body = await buildSubmission(server);
    const without = await server.ask('ana', '/store/1/orders', { method: 'POST', body });
    expect([without.status, readError(without).errors]).toEqual([
      422,
      { 'Idempotency-Key': ['Este campo es obligatorio'] },
    ]);
    const bad = await server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body,
      headers: { 'idempotency-key': 'x' },
    });
    expect([bad.status, readError(bad).errors]).toEqual([422, { 'Idempotency-Key': ['Es inválido'] }]);
  });

  it('answers the first answer again, with Idempotent-Replayed, and makes one order', async () => {
    const key = randomUUID();
    const body = await buildSubmission(server);
    const ask = () => server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command(null, key) });
    const before = await server.db.direct.$count(orders);
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await server.db.direct.$count(orders)).toBe(before + 1);
  });

  it('answers a refusal again too, even when it would be accepted by now', async () => {
    const key = randomUUID();
    const body = await buildSubmission(server, { items: [['Aceitunas', 1]] });
    const ask = () => server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command(null, key) });
    const price = (pesosNow: number) =>
      server.db.direct
        .update(itemsTable)
        .set({ price: pesos(pesosNow) })
        .where(eq(itemsTable.name, 'Aceitunas'));
    await price(9900);
    const first = await ask();
    await price(3100);
    const second = await ask();
    expect([first.status, second.status, second.text]).toEqual([422, 422, first.text]);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('refuses the key with another body or by another person: 422 idempotency_mismatch', async () => {
    const key = randomUUID();
    expect((await send({ key })).status).toBe(201);
    expect(readError(await send({ key })).code).toBe('idempotency_mismatch');
    const body = await buildSubmission(server);
    const other = randomUUID();
    await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command(null, other) });
    const byBruno = await server.ask('bruno', '/store/1/orders', {
      method: 'POST',
      body,
      headers: command(null, other),
    });
    expect([byBruno.status, readError(byBruno).code]).toEqual([422, 'idempotency_mismatch']);
  });

  it('recognises the order by its uid under another command id; another order under it is a conflict', async () => {
    const body = await buildSubmission(server);
    const ask = (more: object = {}) =>
      server.ask('ana', '/store/1/orders', { method: 'POST', body: { ...body, ...more }, headers: command() });
    const first = await ask();
    const before = await server.db.direct.$count(orders);
    const second = await ask();
    expect([second.status, readCreated(second).id]).toEqual([201, readCreated(first).id]);
    const third = await ask({ comments: 'Otra cosa' });
    expect([third.status, readError(third).current?.id]).toEqual([409, readCreated(first).id]);
    expect(await server.db.direct.$count(orders)).toBe(before);
  });

  it('does not show the order of a uid to those who may not read it: it is answered like a missing one (T2)', async () => {
    const body = await buildSubmission(server);
    const ask = (who: 'ana' | 'diego' | 'elena' | 'gabi', more: object = {}) =>
      server.ask(who, `/store/${who === 'gabi' ? 5 : 1}/orders`, {
        method: 'POST',
        body: { ...body, ...more },
        headers: command(),
      });
    expect((await ask('ana')).status).toBe(201);
    const missing = await server.ask('diego', '/store/1/orders/987654');
    for (const who of ['diego', 'elena'] as const)
      for (const more of [{}, { comments: 'Otra cosa' }]) {
        const answer = await ask(who, more);
        expect([answer.status, answer.text]).toEqual([404, missing.text]);
      }
    // In another store the uid is free.
    expect(readError(await ask('gabi')).code).not.toBe('conflict');
    // One's own order is recognised, as by an admin.
    const own = await buildSubmission(server);
    const again = () => server.ask('diego', '/store/1/orders', { method: 'POST', body: own, headers: command() });
    expect(readCreated(await again()).id).toBe(readCreated(await again()).id);
  });

  it('makes one order of ten requests at once: one decides, the others replay or hear 409 in_progress', async () => {
    const key = randomUUID();
    const body = await buildSubmission(server);
    const before = await server.db.direct.$count(orders);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command(null, key) }),
      ),
    );
    expect(await server.db.direct.$count(orders)).toBe(before + 1);
    for (const a of answers)
      if (a.status !== 201)
        expect([a.status, readError(a).code, a.headers['retry-after']]).toEqual([409, 'in_progress', '1']);
    expect(answers.some((a) => a.status === 201)).toBe(true);
  });

  it('makes one order of ten commands with its uid at once, which all hear of it', async () => {
    const body = await buildSubmission(server);
    const before = await server.db.direct.$count(orders);
    const ask = () => server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
    const answers = (await Promise.all(Array.from({ length: 10 }, ask))).map(readCreated);
    expect(await server.db.direct.$count(orders)).toBe(before + 1);
    expect(new Set(answers.map(({ id, number }) => `${id} ${number}`)).size).toBe(1);
  });

  it('waits for whoever creates the order of its uid, and creates it itself when they do not', async () => {
    const body = await buildSubmission(server);
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    const answer = await server.db.system(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order:1:${body.uid}`}, 0))`);
      const sent = server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
      await vi.waitFor(async () => expect((await server.db.direct.execute(waiting)).rows).toHaveLength(1), {
        timeout: 10_000,
      });
      // Not awaited inside: it is answered after this transaction.
      return { sent };
    });
    expect(readCreated(await answer.sent).uid).toBe(body.uid);
  });

  it('writes who did it on which device (T7)', async () => {
    const order = readCreated(await send({ who: 'diego' }));
    const rows = await server.db.direct
      .select()
      .from(audit)
      .where(eq(audit.entity_id, String(order.id)));
    expect(rows).toEqual([
      expect.objectContaining({ actor_id: 4, action: 'order.create', entity: 'order', device: 'lightMyRequest' }),
    ]);
  });
});
