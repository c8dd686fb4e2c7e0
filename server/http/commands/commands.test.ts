import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { commands } from '#server/db/schema/sync.ts';
import { lockWaits } from '#server/testing/lock-waits.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const settleOnly = { 'x-settle-only': '1' };

/** A creation that a test can send repeatedly under one key. */
async function creation(key: string = randomUUID()) {
  const body = await buildSubmission(server);
  return (headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: { ...command(null, key), ...headers } });
}

const stored = async (key: string) => {
  const [row] = await server.db.direct.select().from(commands).where(eq(commands.cmd_id, key));
  return row;
};

describe('X-Settle-Only: what became of it, and never again', () => {
  it('answers 410 expired for a command that never came, and keeps that answer', async () => {
    const key = randomUUID();
    const send = await creation(key);
    const before = await server.db.direct.$count(orders);
    const settled = await send(settleOnly);
    expect([settled.status, readError(settled)]).toEqual([
      410,
      { code: 'expired', message: 'Pasó demasiado tiempo y no se envió.' },
    ]);
    expect(await stored(key)).toMatchObject({ status: 410 });
    const late = await send();
    expect([late.status, late.text, late.headers['idempotent-replayed']]).toEqual([410, settled.text, 'true']);
    expect(await server.db.direct.$count(orders)).toBe(before);
  });

  it('answers what was stored for a command that came, applied or refused', async () => {
    const send = await creation();
    const first = await send();
    const settled = await send(settleOnly);
    expect([settled.status, settled.text, settled.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    const key = randomUUID();
    const patch = (headers: Record<string, string> = {}) =>
      server.ask('ana', `/store/1/orders/${readCreated(first).id}`, {
        method: 'PATCH',
        body: { status: 'ACCEPTED' },
        headers: { ...command({ rev: 9 }, key), ...headers },
      });
    expect([(await patch()).status, (await patch(settleOnly)).status]).toEqual([409, 409]);
  });

  it('refuses another content or person under the key, as ever', async () => {
    const key = randomUUID();
    await (
      await creation(key)
    )();
    expect(readError(await (await creation(key))(settleOnly)).code).toBe('idempotency_mismatch');
  });

  it('is only meant by the value 1', async () => {
    expect((await (await creation())({ 'x-settle-only': '0' })).status).toBe(201);
    expect((await (await creation())({ 'x-settle-only': 'true' })).status).toBe(201);
  });

  it('two at once, or one beside the original: one decides, everybody hears the same in the end', async () => {
    for (const others of [settleOnly, {}])
      for (let round = 0; round < 5; round += 1) {
        const send = await creation();
        const before = await server.db.direct.$count(orders);
        const answers = await Promise.all([send(settleOnly), send(others), send(settleOnly), send(others)]);
        for (const answer of answers.filter((a) => a.status === 409))
          expect(readError(answer).code).toBe('in_progress');
        const ends = [await send(), await send(settleOnly)];
        expect(ends[0]?.text).toBe(ends[1]?.text);
        const made = (await server.db.direct.$count(orders)) - before;
        expect(ends.map((a) => a.status)).toEqual(made === 1 ? [201, 201] : [410, 410]);
        if (others === settleOnly) expect(made).toBe(0);
      }
  });

  it('works for somebody who lost the right, and tells strangers nothing', async () => {
    const { id } = readCreated(await (await creation())());
    const ask = (who: 'diego' | 'fede', key: string) =>
      server.ask(who, `/store/1/orders/${id}`, {
        method: 'PATCH',
        body: { status: 'ACCEPTED' },
        headers: { ...command({ rev: 1 }, key), ...settleOnly },
      });
    expect((await ask('diego', randomUUID())).status).toBe(410);
    const key = randomUUID();
    expect([(await ask('fede', key)).status, await stored(key)]).toEqual([404, undefined]);
  });
});

describe('who sent it', () => {
  it('keeps the device and its sequence number', async () => {
    const [key, device] = [randomUUID(), randomUUID()];
    await (
      await creation(key)
    )({ 'x-device': device.toUpperCase(), 'x-seq': '41' });
    expect(await stored(key)).toMatchObject({ device_id: device, seq: 41, actor_id: 1 });
  });

  it.each(['', 'x', '-1', '1.5', '99999999999', '1e3'])(
    'falls back to the session, and to no number, on %j',
    async (odd) => {
      const key = randomUUID();
      expect((await (await creation(key))({ 'x-device': odd, 'x-seq': odd })).status).toBe(201);
      const row = await stored(key);
      expect(row?.seq).toBeNull();
      expect(await server.db.direct.$count(sessions, eq(sessions.id, row?.device_id ?? ''))).toBe(1);
    },
  );
});

describe('many commands of one store', () => {
  it('take four connections at once: another store is answered while they wait, and then all are decided', async () => {
    const sends = await Promise.all(Array.from({ length: 12 }, () => creation()));
    const { answers } = await server.db.direct.transaction(async (tx) => {
      // The row that order numbers are taken from.
      await tx.select().from(stores).where(eq(stores.id, 1)).for('update');
      const sent = Promise.all(sends.map((send) => send()));
      await expect.poll(() => lockWaits(server.db), { timeout: 10_000 }).toBe(4);
      expect((await server.ask('ana', '/store/2')).status).toBe(200);
      expect(await lockWaits(server.db)).toBe(4);
      return { answers: sent };
    });
    expect((await answers).map(({ status }) => status)).toEqual(sends.map(() => 201));
  });
});
