import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { storeStatus } from '#contract/stores.ts';
import type { WireStatus } from '#contract/wire/stores.ts';
import { after, instantFromIso, minutes } from '#domain/time.ts';
import { stores } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { readError, readFeed, parseProfile } from '#server/testing/read.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { resetStoreStatus } from '#server/testing/store-status.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => server.close());
beforeEach(() => resetStoreStatus(server));

const whole = (more: Partial<WireStatus> = {}) => ({
  open: true,
  type: { inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } }, preorder: true },
  delay: 20,
  ...more,
});

const forEver = { LOCAL: null, TAKEAWAY: null, DELIVERY: null };
const save = (body: unknown, who: Person = 'ana'): Promise<Answer> =>
  server.ask(who, '/store/1/status', { method: 'PATCH', body });

const answerClosing = (minutesMore: unknown, key: string = randomUUID(), who: Person = 'ana'): Promise<Answer> =>
  server.ask(who, '/store/1/autoclose', {
    method: 'PATCH',
    body: { minutes: minutesMore },
    headers: command(null, key),
  });

const read = (answer: Answer): WireStatus => z.parse(storeStatus, answer.body);
const stored = async (): Promise<WireStatus> => parseProfile(await server.ask('diego', '/store/1')).status;
const feed = async (audience: 'store' | 'admin', since?: number) =>
  readFeed(
    await server.ask('ana', `/store/1/changes?audience=${audience}${since === undefined ? '' : `&since=${since}`}`),
  );

const heads = async () => ({ store: (await feed('store')).head, admin: (await feed('admin')).head });
const namesSince = async (audience: 'store' | 'admin', since: number): Promise<string[]> =>
  (await feed(audience, since)).changes.map((c) => c.name);

const inTen = () => after(server.clock.now(), minutes(10));
const announce = (more: Partial<typeof stores.$inferInsert> = {}) =>
  server.db.direct
    .update(stores)
    .set({ autoclose: inTen(), autoclose_asked: true, autoclose_accepted: false, ...more })
    .where(eq(stores.id, 1));

describe('PATCH /store/{id}/status', () => {
  it('saves the whole object, answers it, tells everybody, and notes who did it (T-03, T-08, T-30, R-04)', async () => {
    const before = await heads();
    const wanted = whole({
      delay: 35,
      type: { inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: false } }, preorder: false },
    });
    const answer = await save(wanted, 'carla');
    expect(answer.status).toBe(200);
    const expected = {
      ...wanted,
      autoclose: null,
      autoclose_asked: false,
      autoclose_accepted: false,
      paused_until: forEver,
    };
    expect(read(answer)).toEqual(expected);
    expect(await stored()).toEqual(expected);
    const { changes } = await feed('store', before.store);
    const { hours, ...store } = parseProfile(await server.ask('diego', '/store/1')).store;
    expect(hours.length).toBeGreaterThan(0);
    expect(store).toMatchObject({ allowImmediateRequests: true, allowScheduledRequests: false });
    expect(changes).toEqual([
      expect.objectContaining({ name: 'store-status-updated', payload: { ...expected, hours } }),
    ]);
    expect(await namesSince('admin', before.admin)).toEqual([]);
    const [row] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(row).toMatchObject({ actor_id: 3, action: 'store.status', entity: 'store', after: expected });
  });

  it('saving what is already so changes nothing and tells nobody', async () => {
    const before = await heads();
    const rows = await server.db.direct.$count(audit);
    expect((await save(whole())).status).toBe(200);
    expect([await heads(), await server.db.direct.$count(audit)]).toEqual([before, rows]);
  });

  it('ignores what is announced, and leaves it as it is', async () => {
    await announce();
    const { autoclose } = await stored();
    const answer = await save({
      ...whole({ delay: 25 }),
      autoclose: '2030-01-01T00:00:00.000Z',
      autoclose_accepted: true,
    });
    expect(read(answer)).toMatchObject({ delay: 25, autoclose, autoclose_accepted: false });
  });

  it('closing by hand takes back what was announced and dismisses the question; opening too (N-06, T-24)', async () => {
    await announce();
    const before = await heads();
    expect(read(await save(whole({ open: false })))).toMatchObject({ open: false, autoclose: null });
    expect(await namesSince('admin', before.admin)).toEqual(['store-autoclose-close']);
    expect(await namesSince('store', before.store)).toEqual(['store-status-updated']);
    expect(parseProfile(await server.ask('ana', '/store/1')).store.allowImmediateRequests).toBe(false);
    const closed = await heads();
    expect(read(await save(whole()))).toMatchObject({ open: true, autoclose: null });
    expect(await namesSince('admin', closed.admin)).toEqual([]);
  });

  it.each([
    [
      'a service',
      'type.inmediate.services.DELIVERY',
      'Este campo es obligatorio',
      (b: ReturnType<typeof whole>) => ({
        ...b,
        type: { ...b.type, inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true } } },
      }),
    ],
    ['open', 'open', 'Este campo es obligatorio', (b: ReturnType<typeof whole>) => ({ ...b, open: undefined })],
    [
      'preorder',
      'type.preorder',
      'Este campo es obligatorio',
      (b: ReturnType<typeof whole>) => ({ ...b, type: { inmediate: b.type.inmediate } }),
    ],
    ['the type', 'type', 'Este campo es obligatorio', (b: ReturnType<typeof whole>) => ({ ...b, type: undefined })],
    ['a delay of 7', 'delay', 'Es inválido', (b: ReturnType<typeof whole>) => ({ ...b, delay: 7 })],
    [
      'a delay below 0',
      'delay',
      'Este campo debe tener un valor mínimo de 0',
      (b: ReturnType<typeof whole>) => ({ ...b, delay: -5 }),
    ],
    [
      'a delay of days',
      'delay',
      'Este campo debe tener un valor máximo de 240',
      (b: ReturnType<typeof whole>) => ({ ...b, delay: 2_880 }),
    ],
    [
      'a pause of a service that is on',
      'pauses.DELIVERY',
      'Es inválido',
      (b: ReturnType<typeof whole>) => ({ ...b, pauses: { DELIVERY: 'half_hour' } }),
    ],
    [
      'a pause of an hour',
      'pauses.LOCAL',
      'Es inválido',
      (b: ReturnType<typeof whole>) => ({ ...b, pauses: { LOCAL: 'hour' } }),
    ],
    ['text for a switch', 'open', 'Es inválido', (b: ReturnType<typeof whole>) => ({ ...b, open: 'sí' })],
  ] as const)('refuses %s at its field, and changes nothing (T-06, T-08, Q-07)', async (_, field, sentence, spoil) => {
    const before = await stored();
    const answer = await save(spoil(whole({ delay: 60 })));
    expect([answer.status, readError(answer).errors]).toEqual([422, { [field]: [sentence] }]);
    expect(await stored()).toEqual(before);
  });

  it.each(['diego', 'elena'] as const)('refuses %s, who is no admin (T-10, T-09)', async (who) => {
    const answer = await save(whole({ open: false }), who);
    expect([answer.status, readError(answer).code]).toEqual([403, 'forbidden']);
    expect((await stored()).open).toBe(true);
  });

  it('does not exist for strangers (T2)', async () => {
    expect((await save(whole({ open: false }), 'gabi')).status).toBe(404);
  });

  it('reaches a seller at once, without the admins’ events (R-04, R-27)', async () => {
    const device = await openDevice(server, portOf(server), await server.token('diego'));
    expect(await device.join('private-store.1')).toBe('ok');
    await announce();
    await save(whole({ open: false }));
    const heard = await device.heard.next(({ event }) => event.startsWith('store-'));
    expect(heard.data).toMatchObject({ payload: { open: false, autoclose: null, hours: expect.any(Array) } });
    expect(heard.event).toBe('store-status-updated');
    device.close();
  });
});

describe('PATCH /store/{id}/autoclose', () => {
  it.each([15, 60])(
    '+%i minutes: the announced time moves and the question goes everywhere (T-25, T-26)',
    async (more) => {
      await announce();
      const before = await heads();
      const announced = instantFromIso(String((await stored()).autoclose)) ?? server.clock.now();
      const answer = await answerClosing(more);
      expect(answer.status).toBe(200);
      expect(read(answer)).toMatchObject({
        open: true,
        autoclose: new Date(announced + minutes(more)).toISOString(),
        autoclose_asked: false,
        autoclose_accepted: false,
      });
      expect(await namesSince('admin', before.admin)).toEqual(['store-autoclose-close']);
      expect(await namesSince('store', before.store)).toEqual(['store-status-updated']);
    },
  );

  it('the same key adds once, another adds again', async () => {
    await announce();
    const announced = instantFromIso(String((await stored()).autoclose)) ?? server.clock.now();
    const key = randomUUID();
    const first = await answerClosing(15, key);
    const again = await answerClosing(15, key);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await stored()).autoclose).toBe(new Date(announced + minutes(15)).toISOString());
    await answerClosing(15);
    expect((await stored()).autoclose).toBe(new Date(announced + minutes(30)).toISOString());
  });

  it('0 lets it close at the announced time; from two devices it is said once', async () => {
    await announce();
    const before = await heads();
    expect(read(await answerClosing(0))).toMatchObject({ open: true, autoclose_accepted: true });
    expect((await answerClosing(0, randomUUID(), 'bruno')).status).toBe(200);
    expect(await namesSince('admin', before.admin)).toEqual(['store-autoclose-close']);
    expect((await heads()).admin).toBe(before.admin + 1);
  });

  it('is a conflict when nothing is announced, or the store is closed', async () => {
    for (const change of [{ autoclose: null }, { open: false }]) {
      await announce(change);
      const answer = await answerClosing(15);
      expect([answer.status, readError(answer)]).toEqual([
        409,
        { code: 'conflict', message: 'La tienda no está por cerrar: otra persona ya respondió o la cerró.' },
      ]);
    }
  });

  it.each([30, -15, '15', null, undefined])('refuses %s minutes at the field (T-26)', async (wrong) => {
    await announce();
    const answer = await answerClosing(wrong);
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, ['minutes']]);
  });

  it('needs a key, and an admin (T-10)', async () => {
    await announce();
    const bare = await server.ask('ana', '/store/1/autoclose', { method: 'PATCH', body: { minutes: 15 } });
    expect([bare.status, Object.keys(readError(bare).errors ?? {})]).toEqual([422, ['Idempotency-Key']]);
    expect((await answerClosing(15, randomUUID(), 'diego')).status).toBe(403);
  });
});
