import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { customerChannelOf } from '#contract/events.ts';
import { nearMetres } from '#domain/customer.ts';
import { stores } from '#server/db/schema/stores.ts';
import { laEsquinaTown } from '#server/modules/geo/demo-streets.ts';
import { movedBy } from '#server/modules/geo/demo-town.ts';
import { orderAsCustomer } from '#server/testing/customers.ts';
import { endpoints } from '#server/testing/procedures.ts';
import { parseProfile, readOneOrder } from '#server/testing/read.ts';
import { closedAfterEach, openDevice, portOf } from '#server/testing/sockets.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const nearbyAnswer = z.object({
  stores: z.array(
    z.object({ id: z.int(), name: z.string(), distance: z.int(), delivers: z.boolean(), status: z.unknown() }),
  ),
  expires_in: z.int(),
});

describe('GET /stores/search (Z-05)', () => {
  const search = async ({ lat, lng }: { lat: number; lng: number }) =>
    z.parse(nearbyAnswer, (await server.ask('fede', `/stores/search?type=by_coordinates&lat=${lat}&lng=${lng}`)).body);

  it('answers the stores near the coordinates, the nearest first, with how long the list may be kept (Z-05)', async () => {
    const { stores: found, expires_in } = await search(movedBy(laEsquinaTown.centre, 100, 0));
    expect(expires_in).toBe(20);
    expect(found.map((s) => [s.name, s.delivers])).toEqual([
      ['La Esquina', true],
      ['Otra Tienda', false],
      ['Kiosco Sol', false],
    ]);
    expect(found[0]?.distance).toBeGreaterThan(90);
    expect(found[0]?.distance).toBeLessThan(110);
  });

  it('finds nothing far away, at a pole or in another country; a store without a place is nowhere', async () => {
    for (const at of [movedBy(laEsquinaTown.centre, 0, nearMetres * 5), { lat: 90, lng: 0 }, { lat: 0, lng: 180 }])
      expect((await search(at)).stores).toEqual([]);
    await server.db.direct.update(stores).set({ lat: null }).where(eq(stores.id, 5));
    expect((await search(laEsquinaTown.centre)).stores.map((s) => s.id)).not.toContain(5);
  });

  it('tells nobody of the public when a store closes (R-27)', async () => {
    await server.db.direct.update(stores).set({ autoclose: server.clock.now() }).where(eq(stores.id, 1));
    const { stores: found } = await search(laEsquinaTown.centre);
    expect(found[0]?.status).toMatchObject({ autoclose: null, autoclose_asked: false });
    await server.db.direct.update(stores).set({ autoclose: null }).where(eq(stores.id, 1));
  });

  it.each(['', '?type=by_name&lat=1&lng=1', '?type=by_coordinates&lat=91&lng=0', '?type=by_coordinates&lat=x&lng=0'])(
    'refuses %s',
    async (query) => {
      expect((await server.ask('fede', `/stores/search${query}`)).status).toBe(422);
    },
  );
});

describe('the paths that the specifications do not give', () => {
  /** Call -> its address, and what it answers to a stranger without a body. */
  const resolved = [
    ['storefront.search', 'GET', '/stores/search', 401],
    ['stores.statuses', 'GET', '/stores/status', 401],
    ['payouts.list', 'GET', '/store/{store_id}/payouts', 401],
    ['payouts.confirm', 'PATCH', '/store/{store_id}/payouts/{payout_id}/confirm', 401],
    ['account.signUp', 'POST', '/users', 422],
    ['account.signIn', 'POST', '/tokens', 422],
    ['account.socialSignIn', 'POST', '/tokens/social/{provider}', 422],
    ['account.signOut', 'DELETE', '/tokens/current', 401],
    ['account.me', 'GET', '/me', 401],
    ['account.saveProfile', 'PATCH', '/me', 401],
    ['printing.sign', 'POST', '/store/{store_id}/printing/signature', 401],
    ['printing.certificate', 'GET', '/printing/certificate', 401],
    ['account.authorizeChannel', 'POST', '/broadcasting/auth', 401],
  ] as const;

  it('have one documented path each, and each of them answers (Q-12)', async () => {
    const documented = z.parse(
      z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }),
      (await server.ask(null, '/openapi.json')).body,
    ).paths;
    for (const [name, method, path, status] of resolved) {
      const here = endpoints.filter((e) => e.method === method && e.path === path).map((e) => e.name);
      expect([path, here]).toEqual([path, [name]]);
      expect([name, Object.keys(documented[path] ?? {})]).toEqual([
        name,
        expect.arrayContaining([method.toLowerCase()]),
      ]);
      const answer = await server.ask(null, path.replaceAll(/\{\w+\}/g, '1'), { method });
      expect([name, answer.status]).toEqual([name, status]);
    }
  });
});

describe('the profile of a store for a customer', () => {
  it('has no role, no codes, maps, sellers and groups, and of the orders the own ones', async () => {
    const order = await orderAsCustomer(server);
    const profile = parseProfile(await server.ask('fede', '/store/1'));
    expect(profile.store.pivot).toBeNull();
    expect(profile.store.abilities).toEqual({
      canDiscount: false,
      canChooseSeller: false,
      canManageOrders: false,
      canManageStore: false,
    });
    const { codes, maps, sellers, orderGroups, tickets, payouts, orders } = profile;
    expect({ codes, maps, sellers, orderGroups, tickets, payouts }).toEqual({
      codes: [],
      maps: [],
      sellers: [],
      orderGroups: [],
      tickets: [],
      payouts: [],
    });
    expect(orders.map((o) => o.id)).toContain(order.id);
    expect(new Set(orders.map((o) => o.origin))).toEqual(new Set(['customer']));
    expect(profile.gateways.map((g) => g.type)).not.toContain('billing');
    expect(profile.store.cashbox).toBeUndefined();
    const first = parseProfile(await server.ask('fede', '/store/1?parts=store,orders'));
    expect([first.feed, first.head]).toEqual([undefined, undefined]);
    expect((await server.ask('fede', '/store/1/changes')).status).toBe(404);
  });
});

describe('the channel of a customer (docs/threats.md T12)', () => {
  const open = closedAfterEach();
  const device = async (who: 'fede' | 'gabi') => {
    const made = await openDevice(server, portOf(server), await server.token(who));
    open.push(made);
    return made;
  };
  const idOf = async (who: 'fede' | 'gabi') =>
    z.parse(z.object({ id: z.int() }), (await server.ask(who, '/me')).body).id;

  it('is heard by that person alone, and names their order, never what is in it', async () => {
    const fede = await device('fede');
    const gabi = await device('gabi');
    const channel = customerChannelOf(await idOf('fede'));
    expect([await fede.join(channel), await gabi.join(channel)]).toEqual(['ok', 403]);
    expect([await fede.join('private-store.1'), await fede.join('private-store.1.admin')]).toEqual([403, 403]);
    const order = await orderAsCustomer(server);
    const created = await fede.heard.next((e) => e.event === 'order-created');
    expect(created).toEqual({ channel, event: 'order-created', data: { store_id: 1, id: order.id } });
    await server.ask('ana', `/store/1/orders/${order.id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: order.status_rev }),
    });
    const updated = await fede.heard.next((e) => e.event === 'order-updated');
    expect(updated.data).toEqual({ store_id: 1, id: order.id });
    expect(readOneOrder(await server.ask('fede', `/store/1/orders/${order.id}`)).status).toBe('ACCEPTED');
    await orderAsCustomer(server, { who: 'gabi' });
    expect(fede.heard.items.filter((e) => e.event.startsWith('order-'))).toHaveLength(2);
    expect(gabi.heard.items.filter((e) => e.event.startsWith('order-'))).toEqual([]);
  });
});
