import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { abilityRules, refusalFor } from '#domain/permissions.ts';
import { customerRole, isAdmin, type Role } from '#domain/roles.ts';
import { plans, type Plan } from '#domain/store.ts';
import { orders } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { commands } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { type AccessWorld, accessWorld } from '#server/testing/access/every-endpoint.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { endpoints } from '#server/testing/procedures.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let world: AccessWorld;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  world = await accessWorld(server);
});
afterAll(() => server.close());

const call: AccessWorld['call'] = (...args) => world.call(...args);

const people: readonly (readonly [who: Person, role: Role])[] = [
  ['ana', 'owner'],
  ['bruno', 'manager'],
  ['carla', 'operator'],
  ['diego', 'seller'],
  ['elena', 'consultant'],
];
const planList: readonly Plan[] = plans;
const storeEndpoints = endpoints.filter((e) => abilityRules[e.ability].scope === 'store');

/**
 * Who has the right gets this refusal: the example names tables and a move that there are not, and the print point of
 * another device. The calls themselves are tested in modules/groups and modules/printing.
 */
const withoutObject: Readonly<Record<string, string>> = {
  'groups.moveItems': 'not_found',
  'groups.merge': 'not_found',
  'groups.undoMove': 'conflict',
  'printing.claim': 'not_found',
};

/** With "order.read" roles other than admin see only the orders that they sold; `world.own` is not one of them. */
const hiddenOrders: readonly string[] = [
  'orders.get',
  'orders.paying',
  'orders.cancelPaying',
  'orders.payments',
  'printing.order',
  'printing.orderInvoice',
  'printing.settle',
  'billing.order',
  'billing.invoiceOrder',
];

/** The calls that are also for customers. */
const forCustomers = storeEndpoints.filter(
  ({ ability }) => refusalFor(ability, { pivot: { role: customerRole }, plan: 'free' }) === null,
);

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

  describe.each(planList)('on the plan %s (H-13)', (plan) => {
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

    it('a person without a role in the store is its customer, on any plan', async () => {
      expect(forCustomers.length).toBeGreaterThanOrEqual(8);
      for (const endpoint of forCustomers)
        for (const who of ['fede', 'gabi'] as const) {
          const answer = await call(endpoint, who);
          // The example is an order in the venue.
          const refused = endpoint.name === 'orders.create' ? 'service_unavailable' : null;
          const expected = hiddenOrders.includes(endpoint.name) ? 'not_found' : refused;
          expect([endpoint.name, who, codeOf(answer)]).toEqual([endpoint.name, who, expected]);
          const missing = await call(endpoint, who, { store: 4_242 });
          expect([endpoint.name, missing.status, codeOf(missing)]).toEqual([endpoint.name, 404, 'not_found']);
        }
    });

    it('strangers, users without a store and members of another one get the same 404, byte for byte', async () => {
      for (const endpoint of storeEndpoints.filter((e) => !forCustomers.includes(e))) {
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
      const answer = await call(endpoint, 'ana', { id: world.foreign });
      expect([endpoint.name, answer.status]).toEqual([endpoint.name, 404]);
    }
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, world.foreign));
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
    const body = { order_id: world.own, reason: 'delay' };
    expect(
      (await server.ask('fede', '/store/1/tickets', { method: 'POST', body, headers: command(null, key) })).status,
    ).toBe(404);
    expect(await server.db.direct.$count(commands, eq(commands.cmd_id, key))).toBe(0);
  });
});

it('plans are enforced by the server: no register on free, no invoice on standard (H-13)', async () => {
  const register = { method: 'POST', body: { amount: 1 }, headers: command(null) } as const;
  const free = await server.ask('ana', '/store/3/cashbox', register);
  const invoice = await server.ask('ana', '/store/2/orders/1/billing/invoice', { ...register, body: {} });
  expect([free, invoice].map((answer) => [answer.status, codeOf(answer)])).toEqual([
    [403, 'plan_required'],
    [403, 'plan_required'],
  ]);
});

describe('mass assignment', () => {
  it('PATCH changes the status and nothing else that the body names', async () => {
    const [before] = await server.db.direct.select().from(orders).where(eq(orders.id, world.own));
    await server.db.direct.update(orders).set({ status: 'PENDING', status_rev: 1 }).where(eq(orders.id, world.own));
    const body = {
      status: 'ACCEPTED',
      id: world.foreign,
      store_id: 5,
      billings_count: 9,
      number: 1,
      ver: 99,
      status_rev: 99,
      seller_id: 7,
      uid: randomUUID(),
      created_at: '2000-01-01T00:00:00.000Z',
    };
    const answer = await server.ask('ana', `/store/1/orders/${world.own}`, {
      method: 'PATCH',
      body,
      headers: command({ rev: 1 }),
    });
    expect(answer.status).toBe(200);
    const [after] = await server.db.direct.select().from(orders).where(eq(orders.id, world.own));
    expect(after).toMatchObject({
      id: world.own,
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
