import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { abilityRules, refusalFor } from '#domain/permissions.ts';
import { isAdmin, plans, type Plan, type Role } from '#domain/store.ts';
import { pesos } from '#testing/builders.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { orders, saleReviews } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { commands } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { pairedScreen, waitingScreen } from '#server/testing/kiosks.ts';
import { startedPayment } from '#server/testing/payments.ts';
import { type Endpoint, endpoints, exampleBody } from '#server/testing/procedures.ts';
import { readCreated } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { freeTables, openedGroup } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
/** An order that Ana created in La Esquina, and one of Otra Tienda. */
let own: number;
let foreign: number;
let catalogId: string;

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  const make = async (who: Person, storeId: number, wanted: object) =>
    readCreated(
      await server.ask(who, `/store/${storeId}/orders`, {
        method: 'POST',
        body: await buildSubmission(server, { storeId, ...wanted }),
        headers: command(),
      }),
    ).id;
  own = await make('ana', 1, {});
  foreign = await make('gabi', 5, { place: 'none', items: [['Baguette', 1]] });
  const review = { order_id: own, store_id: 1, sold_total: pesos(1), own_total: pesos(2) };
  await server.db.direct.insert(saleReviews).values({ ...review, requested_at: server.clock.now() });
  const { body } = await server.ask('ana', '/store/1/catalog');
  catalogId = String(typeof body === 'object' && body !== null && 'id' in body ? body.id : '');
});
afterAll(() => server.close());

const people: readonly (readonly [who: Person, role: Role])[] = [
  ['ana', 'owner'],
  ['bruno', 'manager'],
  ['carla', 'operator'],
  ['diego', 'seller'],
  ['elena', 'consultant'],
];
const planList: readonly Plan[] = plans;
const storeEndpoints = endpoints.filter((e) => abilityRules[e.ability].scope === 'store');

/** The first row of the order. Adds a second row, so that removing one leaves one. */
async function rowToRemove({ path }: Endpoint, id: number): Promise<number> {
  if (!path.includes('{item_id}')) return 0;
  const [order] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
  const [line] = order?.lines ?? [];
  if (!line) throw new Error(`order ${id} has no rows`);
  const lines = [line, { ...line, row: line.row + 1_000_000 }];
  await server.db.direct.update(orders).set({ lines }).where(eq(orders.id, id));
  return line.row;
}

/**
 * Who has the right gets this refusal: the example names tables and a move that there are not. The moves themselves are
 * tested in modules/groups.
 */
const withoutObject: Readonly<Record<string, string>> = {
  'groups.moveItems': 'not_found',
  'groups.merge': 'not_found',
  'groups.undoMove': 'conflict',
};

/** With "order.read" roles other than admin see only the orders that they sold; `own` is not one of them. */
const hiddenOrders: readonly string[] = ['orders.get', 'orders.paying', 'orders.cancelPaying', 'orders.payments'];

const isAboutPaying = ({ path }: Endpoint): boolean => path.endsWith('/paying');

/** The object that the endpoint is called with, in the state that it needs. */
async function objectOf(endpoint: Endpoint): Promise<number> {
  const { name } = endpoint;
  if (name === 'kiosks.revoke') return (await pairedScreen(server)).id;
  if (!name.startsWith('groups.')) {
    if (isAboutPaying(endpoint)) await startedPayment(server, { type: 'order', id: own });
    return own;
  }
  if (name !== 'groups.open') {
    const group = await openedGroup(server, 1);
    if (isAboutPaying(endpoint)) await startedPayment(server, { type: 'orderGroup', id: group });
    return group;
  }
  await freeTables(server, 1);
  return own;
}

/** Calls the endpoint with a request that is valid in everything except the rights. */
async function call(
  endpoint: Endpoint,
  who: Person | null,
  more: { store?: number; id?: number; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { store = 1 } = more;
  const { id = await objectOf(endpoint) } = more;
  const { code } = endpoint.name.startsWith('kiosks.') ? await waitingScreen(server) : { code: '' };
  const path = `${endpoint.path}${endpoint.name === 'kiosks.pairing' ? `?code=${code}` : ''}`
    .replace('{store_id}', String(store))
    .replace('{id}', endpoint.path.includes('/catalog/') ? catalogId : String(id))
    // The demo's ids: La Esquina has one of each.
    .replace(/\{(ticket|payout|map)_id\}/, '1')
    .replace('{item_id}', String(await rowToRemove(endpoint, id)));
  const submission = endpoint.name === 'orders.create' ? await buildSubmission(server) : null;
  const body = exampleBody(endpoint.name, { submission, order: id, store, code });
  if (endpoint.name.startsWith('orders.') && endpoint.method !== 'GET' && !isAboutPaying(endpoint))
    await server.db.direct.update(orders).set({ status: 'PENDING', status_rev: 1 }).where(eq(orders.id, id));
  if (endpoint.name === 'stores.answerAutoclose')
    await server.db.direct.update(stores).set({ open: true, autoclose: server.clock.now() });
  const members = endpoint.name === 'stores.leave' ? await server.db.direct.select().from(memberships) : [];
  const answer = await server.ask(who, path, {
    method: endpoint.method,
    ...(body !== undefined && { body }),
    headers: { ...(endpoint.method !== 'GET' && command({ rev: 1 })), ...more.headers },
  });
  // Restores the members who left, for the next endpoint.
  if (members.length > 0) await server.db.direct.insert(memberships).values(members).onConflictDoNothing();
  return answer;
}

/** The code of a refusal; null for a success, whose body may have its own `code`. */
const codeOf = ({ status, body }: Answer): string | null =>
  status >= 400 && typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : null;

describe('the access table, endpoint by endpoint (T2, Q-09)', () => {
  it('knows every endpoint of the contract', () => {
    expect(endpoints.length).toBeGreaterThanOrEqual(19);
    expect(storeEndpoints.length).toBeGreaterThanOrEqual(12);
  });

  it('a store is left by one call only (Q-06)', async () => {
    const leaving = endpoints.filter(({ path, name }) => /leave|member/i.test(`${path} ${name}`));
    expect(leaving.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /store/{store_id}/leave']);
    const [endpoint] = leaving;
    if (!endpoint) throw new Error('no call');
    expect((await call(endpoint, 'elena')).status).toBe(204);
    expect((await server.ask('elena', '/stores/1/leave', { method: 'DELETE' })).status).toBe(404);
  });

  describe.each(planList)('on the plan %s', (plan) => {
    beforeAll(() => server.db.direct.update(stores).set({ plan }).where(eq(stores.id, 1)));
    afterAll(() => server.db.direct.update(stores).set({ plan: 'premium' }).where(eq(stores.id, 1)));

    it.each(people)('%s (%s) gets what domain/permissions says', async (who, role) => {
      for (const endpoint of storeEndpoints) {
        const answer = await call(endpoint, who);
        const refused = refusalFor(endpoint.ability, { pivot: { role }, plan });
        const hidden = hiddenOrders.includes(endpoint.name) && !isAdmin(role);
        const expected = refused ?? (hidden ? 'not_found' : (withoutObject[endpoint.name] ?? null));
        expect([endpoint.name, answer.status < 300, codeOf(answer)]).toEqual([
          endpoint.name,
          expected === null,
          expected,
        ]);
        if (refused) expect(answer.status).toBe(403);
      }
    });

    it('a kitchen screen gets what domain/permissions says', async () => {
      const { headers } = await pairedScreen(server);
      for (const endpoint of storeEndpoints) {
        const answer = await call(endpoint, null, { headers });
        const expected = refusalFor(endpoint.ability, { pivot: { role: 'kitchen' }, plan });
        expect([endpoint.name, answer.status < 300, codeOf(answer)]).toEqual([
          endpoint.name,
          expected === null,
          expected,
        ]);
      }
    });

    it('strangers, users without a store and members of another one get the same 404, byte for byte', async () => {
      for (const endpoint of storeEndpoints) {
        const missing = await call(endpoint, 'ana', { store: 4_242 });
        for (const who of ['fede', 'gabi'] as const) {
          const answer = await call(endpoint, who);
          expect([endpoint.name, answer.status, answer.text]).toEqual([endpoint.name, 404, missing.text]);
        }
      }
    });

    it('nobody gets anything without a token', async () => {
      for (const endpoint of storeEndpoints) {
        const answer = await call(endpoint, null);
        expect([endpoint.name, answer.status, codeOf(answer)]).toEqual([endpoint.name, 401, 'unauthenticated']);
      }
    });
  });

  it("an account is nobody else's: without a token every call of it answers 401 (T2, A-52)", async () => {
    const ofAccounts = endpoints.filter((e) => abilityRules[e.ability].scope === 'user');
    expect(ofAccounts.length).toBeGreaterThanOrEqual(9);
    for (const endpoint of ofAccounts) {
      const answer = await call(endpoint, null);
      expect([endpoint.name, answer.status, codeOf(answer)]).toEqual([endpoint.name, 401, 'unauthenticated']);
    }
  });

  it('a revoked token opens nothing that needs one (A-51)', async () => {
    const { body } = await server.ask(null, '/tokens', {
      method: 'POST',
      body: { email: 'ana@demo.marche', password: 'marche2026' },
    });
    const token = typeof body === 'object' && body !== null && 'access_token' in body ? String(body.access_token) : '';
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.ask(null, '/me', { headers })).status).toBe(200);
    await server.ask(null, '/tokens/current', { method: 'DELETE', headers });
    const guarded = endpoints.filter((e) => abilityRules[e.ability].scope !== 'public');
    expect(guarded.length).toBeGreaterThan(storeEndpoints.length);
    for (const endpoint of guarded) {
      const answer = await call(endpoint, null, { headers });
      expect([endpoint.name, answer.status, codeOf(answer)]).toEqual([endpoint.name, 401, 'unauthenticated']);
    }
  });

  it("another store's order under one's own path does not exist", async () => {
    const ofOrders = storeEndpoints.filter((e) => e.path.includes('/orders/'));
    expect(ofOrders.length).toBeGreaterThanOrEqual(5);
    for (const endpoint of ofOrders) {
      const answer = await call(endpoint, 'ana', { id: foreign });
      expect([endpoint.name, answer.status]).toEqual([endpoint.name, 404]);
    }
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, foreign));
    expect(row).toMatchObject({ status: 'PENDING', ver: 1 });
  });

  it('malformed store ids answer as missing ones do', async () => {
    const texts = new Set<string>();
    for (const id of [
      '0',
      '-1',
      'abc',
      '1.0',
      '01',
      '1e0',
      '0x1',
      '99999999999',
      '%20',
      '1%00',
      '__proto__',
      '..%2f1',
      '1%2e',
    ])
      for (const suffix of ['', '/orders', '/changes']) {
        const answer = await server.ask('ana', `/store/${id}${suffix}`);
        texts.add(`${answer.status} ${answer.text}`);
      }
    expect([...texts]).toEqual(['404 {"message":"No se encontró la información que buscaba.","code":"not_found"}']);
  });

  it('a stranger leaves no trace in the commands of a store', async () => {
    const key = randomUUID();
    const body = await buildSubmission(server);
    expect(
      (await server.ask('fede', '/store/1/orders', { method: 'POST', body, headers: command(null, key) })).status,
    ).toBe(404);
    expect(await server.db.direct.$count(commands, eq(commands.cmd_id, key))).toBe(0);
  });
});

describe('mass assignment', () => {
  it('PATCH changes the status and nothing else that the body names', async () => {
    const [before] = await server.db.direct.select().from(orders).where(eq(orders.id, own));
    await server.db.direct.update(orders).set({ status: 'PENDING', status_rev: 1 }).where(eq(orders.id, own));
    const body = {
      status: 'ACCEPTED',
      id: foreign,
      store_id: 5,
      billings_count: 9,
      number: 1,
      ver: 99,
      status_rev: 99,
      seller_id: 7,
      uid: randomUUID(),
      created_at: '2000-01-01T00:00:00.000Z',
    };
    const answer = await server.ask('ana', `/store/1/orders/${own}`, {
      method: 'PATCH',
      body,
      headers: command({ rev: 1 }),
    });
    expect(answer.status).toBe(200);
    const [after] = await server.db.direct.select().from(orders).where(eq(orders.id, own));
    expect(after).toMatchObject({
      id: own,
      store_id: 1,
      total: before?.total,
      billings_count: 0,
      number: before?.number,
      uid: before?.uid,
      seller_id: null,
      status_rev: 2,
    });
    expect(after?.created_at).toBe(before?.created_at);
  });
});
