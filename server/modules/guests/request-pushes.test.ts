import { and, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { NewOrderPush } from '#domain/account.ts';
import { guestRequestMs, unseenPushMs } from '#domain/limits.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import { memberships, users } from '#server/db/schema/accounts.ts';
import { guestRequests, guestVisits } from '#server/db/schema/guests.ts';
import { orderGroups } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import { watchQueries, type SentQuery } from '#server/testing/counted-queries.ts';
import { guestCalls, setGuests, waitingRequest } from '#server/testing/guests.ts';
import { replay } from '#server/testing/query-plans.ts';
import { recordingPush } from '#server/testing/recording-push.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { pushGuestRequests, watchGuestRequests } from './request-pushes.ts';

let server: TestServer;
const service = recordingPush();
const { pushed } = service;
const guests = guestCalls(() => server);
const tables = tableCalls(() => server);

/** A waiter of La Esquina, one of its admins, and the owner of another store. */
const [diego, carla, gabi] = [4, 3, 7];

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { makePush: service.makePush });
});
afterAll(() => server.close());

const set = (id: number, change: Partial<typeof users.$inferInsert>) =>
  server.db.direct.update(users).set(change).where(eq(users.id, id));
const wants = (id: number, new_order_push: NewOrderPush) =>
  set(id, { notification_types: ['OrderNew'], notification_channels: ['push'], new_order_push });
const pass = () => pushGuestRequests(server.deps);

beforeEach(async () => {
  pushed.length = 0;
  service.fails = false;
  server.errors.length = 0;
  await server.db.direct.delete(guestVisits);
  await endAllTables(server);
  server.clock.jump(1_000);
  await setGuests(server);
  // Each test names the people who want pushes.
  await server.db.direct.update(users).set({ notification_channels: [] });
});

/** What a table asked for. */
const asked = async (place: string, wish: Parameters<typeof guests.ask>[1] = { kind: 'waiter' }) => {
  const token = await guests.visit(place);
  return { token, ...guests.readOwn(await guests.ask(token, wish)) };
};

describe('what a guest at a table asks for', () => {
  it('wakes at once the phone of a waiter who wants every order, and after 15 s that of who wants what waits; each once (D-44, R-42)', async () => {
    await wants(diego, 'always');
    await wants(carla, 'unattended');
    const { id } = await asked('Mesa 2', { items: [['Medialuna de manteca', 2]] });
    const notice = {
      title: 'Mesa 2: quiere pedir',
      body: '2 Medialuna de manteca · $\u00A02.200,00',
      data: { store_id: 1, request_id: id, kind: 'guest' },
    };
    await Promise.all([pass(), pass()]);
    expect(pushed).toEqual([{ ...notice, to: [diego] }]);
    server.clock.jump(unseenPushMs - 1);
    await pass();
    expect(pushed).toHaveLength(1);
    server.clock.jump(1);
    await Promise.all([pass(), pass()]);
    await pass();
    expect(pushed.slice(1)).toEqual([{ ...notice, to: [carla] }]);
    const written = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.entity, 'guest-request'), eq(audit.entity_id, String(id))))
      .orderBy(audit.id);
    const timer = { actor_kind: 'timer', actor_id: null, actor_name: 'guest-requests', store_id: 1 };
    expect(written).toMatchObject([
      { ...timer, action: 'guest.pushNew', after: { people: [diego] } },
      { ...timer, action: 'guest.pushWaiting', after: { people: [carla] } },
    ]);
  });

  it('a call says the table and the store', async () => {
    await wants(diego, 'always');
    for (const kind of ['waiter', 'bill'] as const) await asked('Mesa 4', { kind });
    await pass();
    expect(pushed.map(({ title, body }) => [title, body])).toEqual([
      ['Mesa 4: llama al mozo', 'La Esquina'],
      ['Mesa 4: pide la cuenta', 'La Esquina'],
    ]);
  });

  it('reaches those alone who may answer it and want pushes of new orders', async () => {
    const members = await server.db.direct.select().from(memberships).where(eq(memberships.store_id, 1));
    for (const { user_id } of members) await wants(user_id, 'always');
    const roleOf = async (role: 'kitchen' | 'seller') =>
      server.db.direct
        .update(memberships)
        .set({ role })
        .where(and(eq(memberships.store_id, 1), eq(memberships.user_id, diego)));
    const may = members.filter(({ role }) => role !== 'kitchen').map((m) => m.user_id);
    const to = (out: readonly number[]) => may.filter((id) => !out.includes(id)).toSorted((a, b) => a - b);
    await asked('Mesa 2');
    await pass();
    expect(pushed.at(-1)?.to).toEqual(to([]));
    expect(to([])).toContain(diego);
    await roleOf('kitchen');
    await asked('Mesa 3');
    await pass();
    expect(pushed.at(-1)?.to).toEqual(to([diego]));
    await roleOf('seller');
    await set(diego, { notification_channels: ['database'] });
    await set(carla, { notification_types: [] });
    await asked('Mesa 4');
    await pass();
    expect(pushed.map((p) => p.to).slice(2)).toEqual([to([diego, carla])]);
  });

  it('of another store is told to the people of that store', async () => {
    const [{ store_id: hers } = { store_id: 0 }] = await server.db.direct
      .select()
      .from(memberships)
      .where(eq(memberships.user_id, gabi));
    await server.db.direct.update(stores).set({ plan: 'standard' }).where(eq(stores.id, hers));
    await setGuests(server, { store: hers });
    for (const id of [diego, gabi]) await wants(id, 'always');
    const [here, there] = [(await asked('Mesa 2')).id, await waitingRequest(server, hers)];
    await pass();
    expect(pushed.map(({ to, data }) => ({ to, data }))).toEqual([
      { to: [diego], data: { store_id: 1, request_id: here, kind: 'guest' } },
      { to: [gabi], data: { store_id: hers, request_id: there, kind: 'guest' } },
    ]);
  });
});

describe('what does not wait is not pushed:', () => {
  beforeEach(() => wants(diego, 'unattended'));
  const waits = (): Promise<number> => {
    server.clock.jump(unseenPushMs);
    return pass();
  };

  it('one that was accepted, rejected or withdrawn', async () => {
    const [accepted, rejected, withdrawn] = [await asked('Mesa 1'), await asked('Mesa 2'), await asked('Mesa 3')];
    await guests.accept(accepted.id);
    await guests.reject(rejected.id);
    await guests.withdraw(withdrawn.token, withdrawn.key);
    expect(await waits()).toBe(0);
    await asked('Mesa 4');
    expect(await waits()).toBe(1);
  });

  it('one that was answered between the look and its turn', async () => {
    const [first, second] = [await asked('Mesa 1'), await asked('Mesa 2')];
    const push = {
      ...server.deps.push,
      publish: async (...sent: Parameters<typeof server.deps.push.publish>) => {
        await guests.accept(second.id);
        await server.deps.push.publish(...sent);
      },
    };
    server.clock.jump(unseenPushMs);
    await pushGuestRequests({ ...server.deps, push });
    expect(pushed.map((p) => p.data)).toMatchObject([{ request_id: first.id }]);
  });

  it('one that is half an hour old', async () => {
    const { id } = await asked('Mesa 1');
    const wasAsked = (created_at: Instant) =>
      server.db.direct.update(guestRequests).set({ created_at }).where(eq(guestRequests.id, id));
    await wasAsked(after(server.clock.now(), -guestRequestMs));
    expect(await pass()).toBe(0);
    await wasAsked(after(server.clock.now(), 1 - guestRequestMs));
    expect(await pass()).toBe(1);
  });

  it('one whose table has ended, which is looked at once', async () => {
    const group = await tables.table('Mesa 2');
    const { id } = await asked('Mesa 2');
    const end = { status: 'COMPLETE', status_at: server.clock.now() } as const;
    await server.db.direct.update(orderGroups).set(end).where(eq(orderGroups.id, group.id));
    expect(await waits()).toBe(0);
    const [row] = await server.db.direct.select().from(guestRequests).where(eq(guestRequests.id, id));
    expect(row).toMatchObject({
      state: 'waiting',
      pushed_at: null,
      held_until: after(row?.created_at ?? end.status_at, guestRequestMs),
    });
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['lets no guests in any more', () => setGuests(server, { guests: false })],
    ['has no paid plan any more', () => server.db.direct.update(stores).set({ plan: 'free' }).where(eq(stores.id, 1))],
    [
      'has no such table any more',
      (id) =>
        server.db.direct
          .update(codes)
          .set({ removed_at: server.clock.now() })
          .where(sql`${codes.id} = (select code_id from guest_requests where id = ${id})`),
    ],
  ])('one of a store that %s', async (_, change) => {
    const { id } = await asked('Mesa 6');
    await change(id);
    expect(await waits()).toBe(0);
    expect(pushed).toEqual([]);
    await server.db.direct.update(stores).set({ plan: 'premium' }).where(eq(stores.id, 1));
  });
});

describe('a push', () => {
  beforeEach(() => wants(diego, 'always'));

  it('that failed is tried again, and is sent once', async () => {
    const { id } = await asked('Mesa 2');
    service.fails = true;
    await pass();
    expect(server.errors.join()).toContain('no push today');
    service.fails = false;
    server.clock.jump(9_999);
    await pass();
    expect(pushed).toEqual([]);
    server.clock.jump(1);
    await pass();
    server.clock.jump(minutes(1));
    await pass();
    expect(pushed.map((p) => p.data)).toEqual([{ store_id: 1, request_id: id, kind: 'guest' }]);
    server.errors.length = 0;
  });

  it('that failed is not sent once its request is answered', async () => {
    const { id } = await asked('Mesa 2');
    service.fails = true;
    await pass();
    service.fails = false;
    await guests.accept(id);
    server.clock.jump(10_000);
    expect(await pass()).toBe(0);
    expect(pushed).toEqual([]);
    server.errors.length = 0;
  });

  it('is sent by one of four server processes', async () => {
    const made: number[] = [];
    for (const place of ['Mesa 1', 'Mesa 2', 'Mesa 3', 'Mesa 4']) made.push((await asked(place)).id);
    await Promise.all([1, 2, 3, 4].map(() => pass()));
    const told = pushed.map(({ data }) => ('request_id' in data ? data.request_id : 0));
    expect(told.toSorted((a, b) => a - b)).toEqual(made);
    expect(server.errors).toEqual([]);
  });

  it('is looked for every five seconds until the server stops, and old requests are not read', async () => {
    const { id } = await asked('Mesa 2');
    // Requests of many evenings that nobody answered.
    await server.db.direct.execute(sql`
      insert into guest_requests (store_id, visit_id, key, code_id, kind, state, lines, total, created_at)
      select store_id, visit_id, gen_random_uuid(), code_id, kind, state, lines, total, created_at - interval '1 hour'
      from guest_requests, generate_series(1, 5000) where id = ${id}`);
    await server.db.direct.execute(sql`analyze guest_requests`);
    const sent: SentQuery[] = [];
    const unwatch = watchQueries((query) => sent.push(query));
    const stop = watchGuestRequests(server.deps);
    server.clock.advance(5_000);
    await expect.poll(() => pushed.map((p) => p.data)).toMatchObject([{ request_id: id }]);
    await stop();
    unwatch();
    server.clock.advance(minutes(1));
    expect(pushed).toHaveLength(1);
    const looks = sent.filter(({ text }) => text.includes('announced_at" is null'));
    expect(looks).toHaveLength(1);
    const client = new pg.Client(server.url);
    await client.connect();
    for (const mode of ['custom', 'generic'] as const) {
      const [plan] = await replay(client, looks, mode, new Set(['guest_requests']));
      expect(plan?.scanned).toEqual([]);
      expect(plan?.rows).toBeLessThan(10);
    }
    await client.end();
  });
});
