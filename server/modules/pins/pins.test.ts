import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { pinGrant, pinPerson } from '#contract/pins.ts';
import { allowableAbilities } from '#domain/pin.ts';
import { minutes } from '#domain/time.ts';
import { audit } from '#server/db/schema/sync.ts';
import { pinGrants, pins } from '#server/db/schema/pins.ts';
import { guessLimits } from '#server/db/schema/access.ts';
import type { Tx } from '#server/db/database.ts';
import type { Person } from '#server/seed/people.ts';
import { lockWaits } from '#server/testing/lock-waits.ts';
import { rememberPeople } from '#server/testing/people.ts';
import { endpoints } from '#server/testing/procedures.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let ids: Readonly<Record<string, number>>;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  const { body } = await server.ask('ana', '/store/1/pins');
  ids = Object.fromEntries(readPeople(body).map(({ id, fullname }) => [fullname.split(' ')[0]?.toLowerCase(), id]));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.direct.delete(pins);
  await server.db.direct.delete(guessLimits);
});

const readPeople = (body: unknown) => z.parse(z.array(pinPerson), body);
const readGrant = ({ body }: Answer) => z.parse(pinGrant, body);

const setPin = (who: Person, pin: string, headers = {}) =>
  server.ask(who, '/store/1/pins', { method: 'PATCH', body: { pin }, headers });
const type = (device: Person, body: object) => server.ask(device, '/store/1/pins/grants', { method: 'POST', body });
const act = async (device: Person, person: string, pin: string): Promise<{ 'x-acting': string }> => ({
  'x-acting': readGrant(await type(device, { user_id: ids[person], pin })).id,
});

const lastAudit = async () =>
  (await server.db.direct.select().from(audit).where(eq(audit.store_id, 1)).orderBy(desc(audit.id)).limit(1))[0];

describe('the own PIN', () => {
  it('is 4 to 6 digits, not an easy one, and stored as a hash', async () => {
    for (const [pin, sentence] of [
      ['', 'Este campo es obligatorio'],
      ['482', 'El PIN tiene de 4 a 6 números'],
      ['1234', 'Es un PIN fácil de adivinar, elegí otro'],
    ] as const) {
      const answer = await setPin('diego', pin);
      expect([answer.status, readError(answer).errors]).toEqual([422, { pin: [sentence] }]);
    }
    expect((await setPin('diego', '4821')).status).toBe(204);
    const [row] = await server.db.direct.select().from(pins);
    expect(row?.hash).toMatch(/^\$argon2id\$/);
    expect(await lastAudit()).toMatchObject({ action: 'pin.set', actor_id: ids['diego'], after: null });
    const people = readPeople((await server.ask('elena', '/store/1/pins')).body);
    expect(people.filter((p) => p.has_pin).map((p) => [p.fullname, p.role])).toEqual([['Diego Benítez', 'seller']]);
  });

  it('is one, also when it is set on several devices at once', async () => {
    const { answer } = await server.db.store(1, 'write', async (tx) => {
      const row = { store_id: 1, user_id: ids['diego'] ?? 0, hash: 'first', set_at: server.clock.now() };
      await tx.insert(pins).values(row);
      const second = setPin('diego', '4821');
      await expect.poll(() => lockWaits(server.db)).toBe(1);
      return { answer: second };
    });
    expect((await answer).status).toBe(204);
    expect(await server.db.direct.select().from(pins)).toMatchObject([{ hash: expect.stringMatching(/^\$argon2id/) }]);
    expect(server.errors).toEqual([]);
  });

  it('is removed by its person or by an admin, with all that it allowed', async () => {
    await setPin('diego', '4821');
    await setPin('elena', '5930');
    const diego = await act('ana', 'diego', '4821');
    const remove = (who: Person, person: string) =>
      server.ask(who, `/store/1/pins/${ids[person]}`, { method: 'DELETE' });
    const drop = () => server.ask('elena', '/store/1/pins', { method: 'DELETE' });
    expect(readError(await remove('elena', 'diego')).code).toBe('forbidden');
    expect([(await drop()).status, (await drop()).status]).toEqual([204, 404]);
    expect((await remove('bruno', 'diego')).status).toBe(204);
    expect((await remove('bruno', 'diego')).status).toBe(404);
    expect(await server.db.direct.$count(pinGrants)).toBe(0);
    const refused = await sendOrder(server, { who: 'ana', headers: diego });
    expect([refused.status, readError(refused).message]).toEqual([403, 'Volvé a ingresar tu PIN.']);
  });

  it.each([
    ['removed', (tx: Tx): Promise<unknown> => tx.delete(pins)],
    ['changed', (tx: Tx): Promise<unknown> => tx.update(pins).set({ hash: 'another' })],
  ] as const)('allows nothing more when it is %s while it is being checked', async (_, change) => {
    await setPin('diego', '4821');
    const { answer } = await server.db.system(async (tx) => {
      await change(tx);
      const typed = type('ana', { user_id: ids['diego'], pin: '4821' });
      await expect.poll(() => lockWaits(server.db)).toBe(1);
      return { answer: typed };
    });
    const refused = await answer;
    expect([refused.status, readError(refused).code]).toEqual([422, 'otp_invalid']);
    expect(await server.db.direct.$count(pinGrants)).toBe(0);
    expect(server.errors).toEqual([]);
  });

  it('ends with the membership', async () => {
    const restore = await rememberPeople(server);
    await setPin('elena', '5930');
    expect((await server.ask('elena', '/store/1/leave', { method: 'DELETE' })).status).toBe(204);
    expect(await server.db.direct.$count(pins)).toBe(0);
    await restore();
  });
});

describe('a change of person on one device', () => {
  it('what is done is of the person, with the rights that both have; the session says which device it was', async () => {
    await setPin('diego', '4821');
    const diego = await act('ana', 'diego', '4821');
    const order = readCreated(
      await sendOrder(server, { who: 'ana', headers: diego, more: { seller_id: ids['diego'] } }),
    );
    expect(order.seller).toMatchObject({ id: ids['diego'] });
    const [created] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.store_id, 1), eq(audit.entity_id, String(order.id)), eq(audit.action, 'order.create')));
    const [own] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.store_id, 1), eq(audit.action, 'pin.act')));
    expect(created).toMatchObject({ actor_id: ids['diego'], session_id: own?.session_id });
    expect(own?.actor_id).toBe(ids['ana']);
    const change = { method: 'PATCH', body: { status: 'ACCEPTED' } } as const;
    const path = `/store/1/orders/${order.id}`;
    const refused = await server.ask('ana', path, { ...change, headers: { ...command({ rev: 1 }), ...diego } });
    expect([refused.status, readError(refused).code]).toEqual([403, 'forbidden']);
    // The device reads as itself, and its own person still may.
    expect((await server.ask('ana', '/store/1/orders', { headers: diego })).status).toBe(200);
    expect((await server.ask('ana', path, { ...change, headers: command({ rev: 1 }) })).status).toBe(200);
  });

  it('the PIN of an admin gives a seller’s device no rights', async () => {
    await setPin('bruno', '5930');
    const bruno = await act('diego', 'bruno', '5930');
    const order = readCreated(await sendOrder(server));
    const path = `/store/1/orders/${order.id}`;
    const headers = { ...command({ rev: 1 }), ...bruno };
    const answer = await server.ask('diego', path, { method: 'PATCH', body: { status: 'ACCEPTED' }, headers });
    expect(answer.status).toBe(403);
  });

  it('counts on the session that typed it, and for 16 hours', async () => {
    await setPin('diego', '4821');
    const diego = await act('ana', 'diego', '4821');
    for (const headers of [diego, { 'x-acting': randomUUID() }, { 'x-acting': 'yo' }])
      expect((await sendOrder(server, { who: headers === diego ? 'bruno' : 'ana', headers })).status).toBe(403);
    // A grant for an action is none to act.
    await setPin('bruno', '5930');
    const { id } = readGrant(
      await type('ana', { user_id: ids['bruno'], pin: '5930', ability: 'order.reject', entity_id: 1 }),
    );
    expect((await sendOrder(server, { who: 'ana', headers: { 'x-acting': id } })).status).toBe(403);
    await server.db.direct.update(pinGrants).set({ expires_at: server.clock.now() });
    expect((await sendOrder(server, { who: 'ana', headers: diego })).status).toBe(403);
  });
});

describe('guessing', () => {
  it('a wrong PIN and a person without one look the same; each is audited', async () => {
    await setPin('diego', '4821');
    for (const person of ['diego', 'carla']) {
      const answer = await type('elena', { user_id: ids[person], pin: '9999' });
      expect([answer.status, readError(answer)]).toEqual([
        422,
        {
          code: 'otp_invalid',
          message: 'El PIN ingresado es incorrecto.',
          errors: { pin: ['El PIN ingresado es incorrecto.'] },
        },
      ]);
      expect(await lastAudit()).toMatchObject({ action: 'pin.wrong', entity_id: String(ids[person]) });
    }
    expect((await type('elena', { user_id: 7, pin: '9999' })).status).toBe(422);
  });

  it('tried 10 times from two servers at once: 5 are looked at, and then the right one waits 15 minutes, too', async () => {
    await setPin('diego', '4821');
    const second = await server.another();
    const ask = async (app: TestServer['app'], pin: string): Promise<number> => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/store/1/pins/grants',
        headers: { authorization: `Bearer ${await server.token('elena')}` },
        payload: { user_id: ids['diego'], pin },
      });
      return answer.statusCode;
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => ask(i % 2 === 0 ? server.app : second.app, `90${i}7`)),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429]);
    expect(await ask(second.app, '4821')).toBe(429);
    server.clock.advance(minutes(14));
    expect(await ask(server.app, '4821')).toBe(429);
    await server.db.direct.update(guessLimits).set({ ends_at: server.clock.now() });
    expect(await ask(second.app, '4821')).toBe(201);
    await second.close();
  });

  it('right PINs are no guesses', async () => {
    await setPin('diego', '4821');
    for (let i = 0; i < 12; i += 1) await act('ana', 'diego', '4821');
  });
});

describe('allowing an action on the spot', () => {
  const reject = (id: number, headers: Record<string, string>, who: Person = 'diego') =>
    server.ask(who, `/store/1/orders/${id}/reject`, { method: 'PATCH', body: { reject_reason: 'by_store' }, headers });
  const allow = async (entity: number, person = 'bruno', ability = 'order.reject', device: Person = 'diego') =>
    type(device, { user_id: ids[person], pin: '5930', ability, entity_id: entity });

  it('the manager’s PIN lets a seller reject that order, once; the audit names both', async () => {
    await setPin('bruno', '5930');
    const order = readCreated(await sendOrder(server, { who: 'diego', more: { seller_id: ids['diego'] } }));
    const other = readCreated(await sendOrder(server));
    expect((await reject(order.id, command({ rev: 1 }))).status).toBe(403);
    const authorised = { 'x-authorised': readGrant(await allow(order.id)).id };
    // Neither another order, nor another device.
    expect((await reject(other.id, { ...command({ rev: 1 }), ...authorised })).status).toBe(403);
    expect((await reject(order.id, { ...command({ rev: 1 }), ...authorised }, 'elena')).status).toBe(403);
    const once = { ...command({ rev: 1 }), ...authorised };
    const done = await reject(order.id, once);
    expect([done.status, readOneOrder(done).status]).toEqual([200, 'REJECTED']);
    const again = await reject(order.id, once);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect((await reject(order.id, { ...command({ rev: 2 }), ...authorised })).status).toBe(403);
    const [entry] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.store_id, 1), eq(audit.entity_id, String(order.id)), eq(audit.action, 'order.reject')));
    expect(entry).toMatchObject({ actor_id: ids['diego'], authorised_by: ids['bruno'] });
    const { body } = await server.ask('ana', `/store/1/orders/${order.id}/history`);
    expect(body).toMatchObject({
      entries: [{}, { action: 'reject', actor: { fullname: 'Diego Benítez' }, authorised_by: 'Bruno Acosta' }],
    });
  });

  it('only a person with the right can allow it, at the time of the action as well', async () => {
    await setPin('bruno', '5930');
    await setPin('elena', '5930');
    const order = readCreated(await sendOrder(server, { who: 'diego', more: { seller_id: ids['diego'] } }));
    const refused = await allow(order.id, 'elena');
    expect([refused.status, readError(refused).message]).toEqual([403, 'Esa persona no puede autorizarlo.']);
    const authorised = { 'x-authorised': readGrant(await allow(order.id)).id };
    const restore = await rememberPeople(server);
    expect((await server.ask('bruno', '/store/1/leave', { method: 'DELETE' })).status).toBe(204);
    expect((await reject(order.id, { ...command({ rev: 1 }), ...authorised })).status).toBe(403);
    await restore();
  });

  it('each right that a PIN can give is about one kind of object, which an id alone then names', () => {
    for (const ability of allowableAbilities) {
      const calls = endpoints.filter((e) => e.ability === ability && e.path.includes('/{id}'));
      expect(new Set(calls.map(({ path }) => path.split('/{id}')[0])).size, ability).toBeLessThanOrEqual(1);
    }
  });

  it('what no PIN can allow is refused', async () => {
    expect((await allow(1, 'bruno', 'store.manage')).status).toBe(422);
  });
});
