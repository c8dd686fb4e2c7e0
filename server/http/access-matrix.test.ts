import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { money } from '#domain/money.ts';
import { abilityRules, refusalFor } from '#domain/permissions.ts';
import { customerRole, type Role } from '#domain/roles.ts';
import { catalogs } from '#server/db/schema/catalog.ts';
import { invitations, memberships, sessions, users } from '#server/db/schema/accounts.ts';
import { floorMaps } from '#server/db/schema/stores.ts';
import { payouts, tickets } from '#server/db/schema/support.ts';
import { panelCalls } from '#server/modules/panel/panel-routes.ts';
import type { Person } from '#server/seed/people.ts';
import { newcomer } from '#server/testing/access/accounts.ts';
import { openedCashbox } from '#server/testing/cashboxes.ts';
import { waitingRequest } from '#server/testing/guests.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { panelKey } from '#server/testing/panel.ts';
import { rememberPeople } from '#server/testing/people.ts';
import { printJobId, printPointId, printPointIn, printSlipId } from '#server/testing/printing.ts';
import { type Endpoint, endpoints, exampleBody } from '#server/testing/procedures.ts';
import { readCreated } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { openedGroup } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/*
 * Every call of the contract, by 13 callers, to La Esquina, Otra Tienda and a store that does not exist. The calls come
 * from the contract, so a new one is in the matrix by itself; one with a new kind of id in its path fails until the
 * table of ids knows it.
 */

const ours = 1;
const others = 5;
const missing = 4_242;
const storeIds = [ours, others, missing];

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** false: the token opens nothing. */
  readonly signedIn: boolean;
  /** Role by store. */
  readonly roles: Readonly<Record<number, Role>>;
}

/** Ids that the caller may not read, and one that does not exist, by the word before them in the path. */
interface Ids {
  readonly own: string;
  readonly foreign: string;
  readonly missing: string;
}

let server: TestServer;
let callers: Caller[];
let ids: Readonly<Record<string, Ids>>;
let restore: () => Promise<void>;
let submission: unknown;
let asked = 0;

const tokenOf = async (who: Person) => ({ authorization: `Bearer ${await server.token(who)}` });

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { partnerPanelKey: panelKey, supportDeskKey: panelKey });
  const { direct } = server.db;
  const staff: readonly (readonly [Person, Role])[] = [
    ['ana', 'owner'],
    ['bruno', 'manager'],
    ['carla', 'operator'],
    ['diego', 'seller'],
    ['elena', 'consultant'],
  ];
  const former = await newcomer(server);
  const membership = {
    store_id: ours,
    user_id: former.user.id,
    role: 'owner' as const,
    created_at: server.clock.now(),
  };
  await direct.insert(memberships).values(membership);
  const left = and(eq(memberships.store_id, ours), eq(memberships.user_id, former.user.id));
  await direct.delete(memberships).where(left);
  const revoked = await newcomer(server);
  await server.ask(null, '/tokens/current', { method: 'DELETE', headers: revoked.headers });
  const [kitchen, otherKitchen] = [
    await pairedScreen(server),
    await pairedScreen(server, { who: 'gabi', store: others }),
  ];
  const dead = { signedIn: false, roles: {} };
  const stranger = { signedIn: true, roles: {} };
  callers = [
    ...(await Promise.all(
      staff.map(async ([who, role]) => ({
        name: role,
        headers: await tokenOf(who),
        signedIn: true,
        roles: { [ours]: role },
      })),
    )),
    { name: 'kitchen', headers: kitchen.headers, signedIn: true, roles: { [ours]: 'kitchen' } },
    { name: "another store's owner", headers: await tokenOf('gabi'), signedIn: true, roles: { [others]: 'owner' } },
    { name: "another store's kitchen", headers: otherKitchen.headers, signedIn: true, roles: { [others]: 'kitchen' } },
    { name: 'no store', headers: await tokenOf('fede'), ...stranger },
    { name: 'a former member', headers: former.headers, ...stranger },
    { name: 'no token', headers: {}, ...dead },
    { name: 'an invented token', headers: { authorization: `Bearer ${'x'.repeat(43)}` }, ...dead },
    { name: 'a revoked token', headers: revoked.headers, ...dead },
  ];

  const order = readCreated(await sendOrder(server));
  const foreign = readCreated(
    await sendOrder(server, { who: 'gabi', wanted: { storeId: others, place: 'none', items: [['Baguette', 1]] } }),
  );
  const [foreignCatalog] = await direct.select().from(catalogs).where(eq(catalogs.store_id, others));
  const [ownCatalog] = await direct.select().from(catalogs).where(eq(catalogs.store_id, ours));
  const [invitation] = await direct.select().from(invitations);
  const [session] = await direct
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(eq(users.email, 'bruno@demo.marche'));
  const at = server.clock.now();
  const about = { store_id: others, order_id: foreign.id, reason: 'delay', status: 'open' } as const;
  const times = { created_at: at, updated_at: at };
  const [ticket] = await direct
    .insert(tickets)
    .values({ ...about, ...times, opened_by: 1 })
    .returning();
  const owed = { amount: money(1), code: '4821', status: 'PENDING' } as const;
  const [payout] = await direct
    .insert(payouts)
    .values({ ...owed, store_id: others, provider: 'x', reference: 'x', created_at: at })
    .returning();
  const [foreignMap] = await direct
    .insert(floorMaps)
    .values({ store_id: others, name: 'Patio', draw: '{}' })
    .returning();
  await printPointIn(server, ours);
  await printPointIn(server, others);
  const numbers = (own: number, other: number): Ids => ({
    own: String(own),
    foreign: String(other),
    missing: '987654',
  });
  const uuid = { own: randomUUID(), foreign: session?.id ?? '', missing: randomUUID() };
  const nothing = { own: 'x', foreign: 'y', missing: 'z' };
  ids = {
    orders: numbers(order.id, foreign.id),
    item: numbers(order.order_detail[0]?.id ?? 0, foreign.order_detail[0]?.id ?? 0),
    catalog: numbers(ownCatalog?.id ?? 0, foreignCatalog?.id ?? 0),
    kiosks: numbers(kitchen.id, otherKitchen.id),
    // The demo's ids: La Esquina has one of each.
    tickets: numbers(1, ticket?.id ?? 0),
    payouts: numbers(1, payout?.id ?? 0),
    'sale-reviews': numbers(order.id, foreign.id),
    invitation: numbers(invitation?.id ?? 0, invitation?.id ?? 0),
    orderGroups: numbers(await openedGroup(server, ours), await openedGroup(server, others)),
    guestRequests: numbers(await waitingRequest(server, ours), await waitingRequest(server, others)),
    // A guest's words for their own request: nobody else's are asked for.
    requests: uuid,
    codes: nothing,
    pins: numbers(4, 7),
    map: numbers(1, foreignMap?.id ?? 0),
    cashbox: numbers(await openedCashbox(server, ours), await openedCashbox(server, others, 'gabi')),
    printpoint: numbers(printPointId(ours), printPointId(others)),
    jobs: { own: printJobId(ours), foreign: printJobId(others), missing: randomUUID() },
    slips: numbers(printSlipId(ours), printSlipId(others)),
    print: { own: 'summary', foreign: 'summary', missing: 'summary' },
    // A day is nobody's.
    days: { own: '2026-11-20', foreign: '2026-11-20', missing: '2026-11-20' },
    devices: uuid,
    pairings: uuid,
    otp: uuid,
    social: nothing,
    phone_verification: nothing,
  };
  submission = await buildSubmission(server);
  restore = await rememberPeople(server);
});
afterAll(async () => {
  const matrix = `${endpoints.length} calls × ${callers.length} callers × ${storeIds.length} stores`;
  process.stdout.write(`access matrix: ${matrix}: ${asked} requests\n`);
  await server.close();
});

/** The path with its ids; throws for a kind of id that the table does not know. */
function pathOf({ path, name }: Endpoint, store: number, which: keyof Ids): string {
  return path.replace('{store_id}', String(store)).replaceAll(/([\w-]+)\/\{\w+\}/g, (_all, word: string) => {
    const known = ids[word];
    if (!known) throw new Error(`${name}: the table of ids does not know ${word}`);
    return `${word}/${known[which]}`;
  });
}

async function ask(endpoint: Endpoint, { headers }: Caller, store: number, which: keyof Ids = 'own'): Promise<Answer> {
  asked += 1;
  const body = exampleBody(endpoint.name, { submission, order: Number(ids['orders']?.[which]), store });
  return server.ask(null, pathOf(endpoint, store, which), {
    method: endpoint.method,
    ...(body !== undefined && { body }),
    headers: { ...(endpoint.method !== 'GET' && command({ rev: 1 })), ...headers },
  });
}

/** Who has no role in a store is its customer, where the call is for customers; a kitchen screen is nobody's. */
const customerIn = ({ ability }: Endpoint, { name }: Caller, store: number): Role | undefined =>
  store !== missing &&
  !name.endsWith('kitchen') &&
  refusalFor(ability, { pivot: { role: customerRole }, plan: 'free' }) === null
    ? customerRole
    : undefined;

/** Whatever a caller can tell two refusals apart by. */
const seen = ({ status, text, headers }: Answer): string =>
  JSON.stringify([status, text, Object.keys(headers).toSorted(), headers['content-type']]);

const codeOf = ({ body }: Answer): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : null;

describe('the access matrix (T2, Q-09)', () => {
  it('has every call of the contract and 13 callers', () => {
    expect([callers.length, new Set(callers.map((c) => c.name)).size]).toEqual([13, 13]);
    expect(endpoints.length).toBeGreaterThanOrEqual(65);
  });

  it.each(endpoints.map((e) => [e.name, e] as const))('%s', async (_name, endpoint) => {
    const { scope } = abilityRules[endpoint.ability];
    const hidden = new Set<string>();
    for (const caller of callers)
      for (const store of scope === 'store' ? storeIds : [ours]) {
        const answer = await ask(endpoint, caller, store);
        if (endpoint.method !== 'GET') await restore();
        const what = `${caller.name}, store ${store}: ${answer.text.slice(0, 200)}`;
        const role = caller.roles[store] ?? customerIn(endpoint, caller, store);
        if (scope === 'public') {
          expect(codeOf(answer), what).not.toBe('forbidden');
          expect(answer.status, what).toBeLessThan(500);
        } else if (!caller.signedIn || scope === 'guest')
          expect([answer.status, codeOf(answer)], what).toEqual([401, 'unauthenticated']);
        else if (scope === 'user') expect(answer.status, what).not.toBe(401);
        else if (role === undefined) {
          expect(answer.status, what).toBe(404);
          hidden.add(seen(answer));
        } else {
          const refused = refusalFor(endpoint.ability, { pivot: { role }, plan: 'premium' });
          if (refused) expect([answer.status, codeOf(answer)], what).toEqual([403, refused]);
          else expect([401, 403], what).not.toContain(answer.status);
        }
      }
    // A store that the caller has no role in and one that does not exist answer the same bytes.
    if (scope === 'store') expect([...hidden]).toHaveLength(1);
  });

  const ofObjects = endpoints.filter(
    (e) => abilityRules[e.ability].scope !== 'public' && /\/\w+\/\{(?!store_id|code)\w+\}/.test(e.path),
  );

  it.each(ofObjects.map((e) => [e.name, e] as const))(
    '%s: what belongs to somebody else and what does not exist answer the same bytes, to everybody',
    async (_name, endpoint) => {
      const isStore = abilityRules[endpoint.ability].scope === 'store';
      // The invitation is that of the person without a store, the device the manager's.
      const owns = (name: string) => !isStore && ['manager', 'no store'].includes(name);
      for (const caller of callers.filter((c) => c.signedIn && !owns(c.name))) {
        const store = caller.roles[others] === undefined ? ours : others;
        const about = async (which: keyof Ids) => seen(await ask(endpoint, caller, store, which));
        expect([caller.name, await about(store === ours ? 'foreign' : 'own')]).toEqual([
          caller.name,
          await about('missing'),
        ]);
        await restore();
      }
    },
  );

  it('an order of somebody else is a missing one to a seller and a consultant', async () => {
    const [get] = endpoints.filter((e) => e.name === 'orders.get');
    for (const caller of callers.filter((c) => ['seller', 'consultant'].includes(c.name)))
      if (get) expect(seen(await ask(get, caller, ours))).toBe(seen(await ask(get, caller, ours, 'missing')));
  });

  it("no token of a person opens a call of another program's key", async () => {
    const calls = [
      ...panelCalls.map(({ method, path }) => ({ method, path: path.replace(':id', '1').replace(':entity', '1') })),
      { method: 'POST' as const, path: '/core/store/1/message' },
      { method: 'POST' as const, path: '/core/tickets/1/message' },
      { method: 'PATCH' as const, path: '/core/tickets/1' },
    ];
    for (const { method, path } of calls)
      for (const { name, headers } of callers) {
        asked += 1;
        const answer = await server.ask(null, path, { method, headers, ...(method !== 'DELETE' && { body: {} }) });
        expect([path, name, answer.status, codeOf(answer)]).toEqual([path, name, 401, 'unauthenticated']);
      }
  });

  it('none of it was a failure of ours', () => {
    expect(server.errors).toEqual([]);
  });
});
