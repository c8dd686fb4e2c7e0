import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { change } from '#contract/stores.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import type { Person } from '#server/seed/people.ts';
import { readCreated } from '#server/testing/read.ts';
import {
  appKey,
  closedAfterEach,
  type HeardEvent,
  openBareSocket,
  openDevice,
  portOf,
} from '#server/testing/sockets.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { changesChannel } from './feed-store.ts';

let server: TestServer;
let second: Awaited<ReturnType<TestServer['another']>>;
let key: string;
const open = closedAfterEach();

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  second = await server.another();
  await second.app.listen({ host: '127.0.0.1', port: 0 });
  key = await appKey(server);
});
afterAll(() => server.close());

const signIn = async (who: Person): Promise<string> => {
  const { body } = await server.ask(null, '/tokens', {
    method: 'POST',
    body: { email: `${who}@demo.marche`, password: 'marche2026' },
  });
  return z.parse(z.object({ access_token: z.string() }), body).access_token;
};

async function device(who: Person | null, port = portOf(server)) {
  const made = await openDevice(server, port, who && (await signIn(who)));
  open.push(made);
  return made;
}

function bare(path = `/app/${key}?protocol=7&client=test&version=1`, headers: Record<string, string> = {}) {
  const made = openBareSocket(portOf(server), path, headers);
  open.push({ close: () => made.socket.terminate() });
  return made;
}

const create = async (
  items: NonNullable<Parameters<typeof buildSubmission>[1]>['items'] = [['Medialuna de manteca', 2]],
) =>
  readCreated(
    await server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body: await buildSubmission(server, { items }),
      headers: command(),
    }),
  );

const named = (event: string) => (h: HeardEvent) => h.event === event;
const about = (id: number) => (h: HeardEvent) =>
  h.event.startsWith('order-') && z.parse(change, h.data).id === String(id);

describe('channels (R-01, R-02, D-30)', () => {
  it('joins both private channels of the own store as an admin (R-01)', async () => {
    const ana = await device('ana');
    expect([await ana.join('private-store.1'), await ana.join('private-store.1.admin')]).toEqual(['ok', 'ok']);
  });

  it("refuses another store's channels with 403, and everything without a token (R-01)", async () => {
    const ana = await device('ana');
    expect([
      await ana.join('private-store.5'),
      await ana.join('private-store.5.admin'),
      await ana.join('private-store.99'),
    ]).toEqual([403, 403, 403]);
    const nobody = await device(null);
    expect(await nobody.join('private-store.1')).toBe(401);
  });

  it('keeps sellers and consultants off the admin channel (R-27)', async () => {
    for (const who of ['diego', 'elena'] as const) {
      const staff = await device(who);
      expect([await staff.join('private-store.1'), await staff.join('private-store.1.admin')]).toEqual(['ok', 403]);
    }
  });

  it('everybody joins the public channel without a token (R-02)', async () => {
    const nobody = await device(null);
    expect(await nobody.join('stores')).toBe('ok');
  });

  it('refuses a private channel without or with a forged signature, with 401 (R-01, T12)', async () => {
    const { frames, send } = bare();
    await frames.next((f) => f.event === 'pusher:connection_established');
    for (const auth of [undefined, '', `${key}:${'0'.repeat(64)}`, 'x'])
      send({ event: 'pusher:subscribe', data: { channel: 'private-store.1', auth } });
    send({ event: 'pusher:subscribe', data: { channel: 'presence-store.1' } });
    send({ event: 'pusher:subscribe', data: { channel: 'no spaces allowed' } });
    await frames.next((f) => f.channel === 'no spaces allowed');
    expect(frames.items.map((f) => [f.event, z.safeParse(z.object({ status: z.int() }), f.data).data?.status])).toEqual(
      [
        ['pusher:connection_established', undefined],
        ...Array.from({ length: 4 }, () => ['pusher:subscription_error', 401]),
        ['pusher:subscription_error', 400],
        ['pusher:subscription_error', 400],
      ],
    );
  });

  it('a signature is good for one socket only (T12)', async () => {
    const { frames, send } = bare();
    await frames.next((f) => f.event === 'pusher:connection_established');
    const body = { socket_id: '1.1', channel_name: 'private-store.1' };
    const { body: stolen } = await server.ask('ana', '/broadcasting/auth', { method: 'POST', body });
    send({
      event: 'pusher:subscribe',
      data: {
        channel: 'private-store.1',
        ...z.parse(z.object({ auth: z.string(), channel_data: z.string() }), stolen),
      },
    });
    expect((await frames.next((f) => f.channel === 'private-store.1')).event).toBe('pusher:subscription_error');
  });
});

describe('what happens reaches the devices', () => {
  it('order-created and order-updated carry the order to admins (R-20, R-21, R-28)', async () => {
    const carla = await device('carla');
    await carla.join('private-store.1.admin');
    const order = await create();
    const created = await carla.heard.next(named('order-created'));
    expect(z.parse(change, created.data)).toMatchObject({
      type: 'order',
      id: String(order.id),
      ver: 1,
      order: { number: order.number, status: 'PENDING' },
    });
    await server.ask('ana', `/store/1/orders/${order.id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: 1 }),
    });
    const updated = z.parse(change, (await carla.heard.next(named('order-updated'))).data);
    expect(updated).toMatchObject({ id: String(order.id), ver: 2, order: { status: 'ACCEPTED' } });
    expect(updated.store_seq).toBe(z.parse(change, created.data).store_seq + 1);
  });

  it('staff hear the waiting count of a code and nothing of orders (R-27, N-50)', async () => {
    const diego = await device('diego');
    await diego.join('private-store.1');
    await create();
    const { data } = await diego.heard.next(named('code-updated'));
    expect(z.parse(change, data)).toMatchObject({ type: 'code', payload: { description: 'Barra 1' } });
    expect(JSON.stringify(diego.heard.items)).not.toMatch(/order-|subtotal|phone/);
  });

  it('two servers on one database both deliver, whichever took the order', async () => {
    const here = await device('carla');
    const there = await device('bruno', portOf(second));
    await Promise.all([here.join('private-store.1.admin'), there.join('private-store.1.admin')]);
    const one = await create();
    const body = await buildSubmission(server);
    const answer = await second.app.inject({
      method: 'POST',
      url: '/api/store/1/orders',
      payload: body,
      headers: { authorization: `Bearer ${await server.token('ana')}`, ...command() },
    });
    const two = z.parse(z.object({ order: z.object({ id: z.int() }) }), answer.json()).order;
    for (const { heard } of [here, there])
      for (const { id } of [one, two]) {
        await heard.next(about(id));
        expect(heard.items.filter(about(id))).toHaveLength(1);
      }
  });

  it('a refused command announces nothing', async () => {
    const carla = await device('carla');
    await carla.join('private-store.1.admin');
    const body = { ...(await buildSubmission(server)), total: 1 };
    expect((await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() })).status).toBe(422);
    const next = await create();
    await carla.heard.next(about(next.id));
    expect(carla.heard.items.filter((h) => h.event.startsWith('order-'))).toHaveLength(1);
  });

  it('an order too long for a notice travels as a hint without the order', async () => {
    const carla = await device('carla');
    await carla.join('private-store.1.admin');
    const long = await create(
      Array.from({ length: 60 }, () => ['Hamburguesa clásica', 1, { 'A punto': 1, Barbacoa: 1 }] as const),
    );
    const { data } = await carla.heard.next(about(long.id));
    expect(z.parse(change, data)).toMatchObject({ id: String(long.id), ver: 1 });
    expect(z.parse(change, data).order).toBeUndefined();
  });

  it('a head goes out every 30 s on each joined channel', async () => {
    const ana = await device('ana');
    await Promise.all([ana.join('private-store.1'), ana.join('private-store.1.admin')]);
    server.clock.advance(30_000);
    const heads = await Promise.all(
      ['private-store.1', 'private-store.1.admin'].map((c) =>
        ana.heard.next((h) => h.event === 'head' && h.channel === c),
      ),
    );
    for (const head of heads) {
      const audience = head.channel.endsWith('admin') ? 'admin' : 'store';
      const { body } = await server.ask('ana', `/store/1/changes?audience=${audience}`);
      expect(head.data).toMatchObject({ store_seq: z.parse(z.object({ head: z.int() }), body).head });
    }
  });

  it('listens again after its database connection was cut, and sends heads at once', async () => {
    const ana = await device('ana');
    await ana.join('private-store.1.admin');
    await server.db.direct.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like ${`listen ${changesChannel}%`}`,
    );
    await ana.heard.next(named('head'));
    const order = await create();
    await ana.heard.next(about(order.id));
  });
});

describe('ending subscriptions (T12)', () => {
  it('logging out closes the socket with 4009 within 5 s', async () => {
    const token = await signIn('ana');
    const ana = await openDevice(server, portOf(server), token);
    open.push(ana);
    await ana.join('private-store.1.admin');
    const closed = new Promise<number>((resolve) => {
      ana.pusher.connection.bind('error', (error: { data?: { code?: number } }) => resolve(error.data?.code ?? 0));
      ana.pusher.connection.bind('closed', () => resolve(-1));
      ana.pusher.connection.bind('disconnected', () => resolve(0));
    });
    await server.ask(null, '/tokens/current', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    server.clock.advance(5_000);
    expect(await closed).toBe(4009);
  });

  it('a lost membership ends its channels within 5 s and leaves the others', async () => {
    const carla = await device('carla');
    await Promise.all(['private-store.1', 'private-store.1.admin', 'private-store.2'].map((c) => carla.join(c)));
    const mine = and(eq(memberships.store_id, 1), eq(memberships.user_id, 3));
    await server.db.direct.update(memberships).set({ role: 'seller' }).where(mine);
    server.clock.advance(5_000);
    await carla.heard.next((h) => h.event === 'pusher:subscription_error' && h.channel === 'private-store.1.admin');
    await server.db.direct.delete(memberships).where(mine);
    server.clock.advance(5_000);
    await carla.heard.next((h) => h.event === 'pusher:subscription_error' && h.channel === 'private-store.1');
    expect(carla.heard.items.filter((h) => h.event === 'pusher:subscription_error').map((h) => h.channel)).toEqual([
      'private-store.1.admin',
      'private-store.1',
    ]);
    await server.db.direct
      .insert(memberships)
      .values({ store_id: 1, user_id: 3, role: 'operator', created_at: server.clock.now() });
  });

  it('a sixth socket of one session closes the oldest', async () => {
    const token = await signIn('bruno');
    const devices = [];
    for (let i = 0; i < 6; i += 1) {
      const made = await openDevice(server, portOf(server), token);
      open.push(made);
      devices.push(made);
      await made.join('private-store.1');
    }
    await devices[0]?.states.next((s) => s !== 'connected' && s !== 'connecting');
    expect(devices.slice(1).map((d) => d.pusher.connection.state)).toEqual(
      Array.from({ length: 5 }, () => 'connected'),
    );
  });
});
