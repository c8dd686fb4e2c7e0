import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { guestRequestMs, guestVisitMs } from '#domain/limits.ts';
import { after, minutes } from '#domain/time.ts';
import { items } from '#server/db/schema/catalog.ts';
import { guestRequests, guestVisits } from '#server/db/schema/guests.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import { sweep } from '#server/maintenance.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { guestCalls, setGuests } from '#server/testing/guests.ts';
import { readError, readFeed } from '#server/testing/read.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const guests = guestCalls(() => server);
const tables = tableCalls(() => server);

beforeEach(async () => {
  await server.db.direct.delete(guestVisits);
  await endAllTables(server);
  // The visits of a test begin after the tables of the one before it have ended.
  server.clock.advance(1_000);
  await setGuests(server);
});

const refused = (answer: Answer) => [answer.status, readError(answer).code, readError(answer).message];
const lastGroup = async (place: string) => {
  const { id } = await guests.codeOf(place);
  const rows = await server.db.direct
    .select()
    .from(orderGroups)
    .where(eq(orderGroups.code_id, id))
    .orderBy(orderGroups.id);
  return rows.at(-1);
};

describe('the table that a code names', () => {
  it('is found without an account, in the stores that let guests in', async () => {
    const { code } = await guests.codeOf('Mesa 1');
    const places = async () => (await server.ask(null, `/guest/codes/${code}`)).body;
    expect(await places()).toEqual({
      places: [{ store_id: 1, store_name: 'La Esquina', logo_url: expect.anything(), description: 'Mesa 1' }],
    });
    const twin = { store_id: 2, code, description: 'Terraza 1', type: 'LOCAL', group: true, default: false } as const;
    await server.db.direct.insert(codes).values(twin);
    await setGuests(server, { store: 2 });
    expect(await places()).toMatchObject({ places: [{ store_id: 1 }, { store_id: 2, description: 'Terraza 1' }] });
    await server.db.direct.update(stores).set({ plan: 'free' }).where(eq(stores.id, 2));
    expect(await places()).toMatchObject({ places: [{ store_id: 1 }] });
    await setGuests(server, { guests: false });
    expect(await places()).toEqual({ places: [] });
    expect((await server.ask(null, '/guest/codes/nada')).body).toEqual({ places: [] });
  });

  it('has the menu of its kind of place, and nothing of who works there', async () => {
    const menu = await guests.menu('Mesa 1');
    expect(menu).toMatchObject({
      store: { id: 1, name: 'La Esquina', currency: { decimals: 2 } },
      code: { description: 'Mesa 1', type: 'LOCAL' },
      can_order: true,
      units_max: 20,
      status: { open: true, autoclose: null },
    });
    expect(menu.catalog.items.length).toBeGreaterThan(20);
    expect(menu.catalog.items.every((i) => i.catalogs === null || i.catalogs.includes('LOCAL'))).toBe(true);
    expect(JSON.stringify(menu)).not.toMatch(/fullname|seller_id|pivot/);
  });

  it.each([
    ['a place at the bar, which has no bill', 'Barra 1'],
    ['a code that the store lacks', null],
  ])('%s: 404', async (_, place) => {
    const code = place === null ? 'nada' : (await guests.codeOf(place)).code;
    expect((await server.ask(null, `/guest/stores/1/codes/${code}`)).status).toBe(404);
    expect((await server.ask(null, `/guest/stores/1/codes/${code}/visits`, { method: 'POST' })).status).toBe(404);
  });

  it('a store that lets no guests in, and one that does not exist: 404', async () => {
    const { code } = await guests.codeOf('Mesa 1');
    await setGuests(server, { guests: false });
    for (const store of [1, 4_242])
      expect((await server.ask(null, `/guest/stores/${store}/codes/${code}`)).status).toBe(404);
  });
});

describe('an order of a table', () => {
  it('waits for the staff; accepted, it is an order like any other, in a group that was opened for it', async () => {
    const token = await guests.visit('Mesa 2');
    expect((await guests.state(token)).bill).toBeNull();
    const asked = await guests.ask(token, { note: ' Sin azúcar ' });
    expect(asked.status).toBe(201);
    const own = guests.readOwn(asked);
    expect(own).toMatchObject({
      kind: 'order',
      state: 'waiting',
      total: 2_200,
      note: 'Sin azúcar',
      lines: [{ name: 'Medialuna de manteca', quantity: 2, price: 2_200 }],
      order_number: null,
    });
    const before = await server.db.direct.$count(orders);
    const [listed] = await guests.list('diego');
    expect(listed).toMatchObject({ id: own.id, description: 'Mesa 2', group_id: null, order_id: null });
    expect(await server.db.direct.$count(orders)).toBe(before);

    const accepted = guests.readStaff(await guests.accept(own.id, 'diego'));
    const group = await lastGroup('Mesa 2');
    expect(group).toMatchObject({ status: 'OPENED', seller_id: 4 });
    const [order] = await server.db.direct
      .select()
      .from(orders)
      .where(eq(orders.id, accepted.order_id ?? 0));
    expect(order).toMatchObject({
      order_group_id: group?.id,
      seller_id: 4,
      created_by: 4,
      comments: 'Sin azúcar',
      total: 220_000,
      type: 'LOCAL',
      origin: 'store',
    });
    expect(accepted).toMatchObject({ state: 'accepted', order_number: order?.number, group_id: group?.id });

    const { requests, bill } = await guests.state(token);
    expect(requests).toMatchObject([{ id: own.id, state: 'accepted', order_number: order?.number }]);
    expect(bill).toEqual({
      status: 'OPENED',
      lines: [{ name: 'Medialuna de manteca', quantity: 2, price: 2_200 }],
      subtotal: 2_200,
      discount: 0,
      tip: 0,
      total: 2_200,
    });
    const written = await server.db.direct
      .select()
      .from(audit)
      .where(eq(audit.entity_id, String(own.id)));
    expect(written.filter((a) => a.entity === 'guest-request')).toMatchObject([
      { action: 'guest.accept', actor_id: 4, after: { state: 'accepted', order_id: accepted.order_id } },
    ]);
  });

  it('joins the group that the table has, whoever opened it', async () => {
    const group = await tables.table('Mesa 2');
    const token = await guests.visit('Mesa 2');
    const { id } = guests.readOwn(await guests.ask(token));
    expect(guests.readStaff(await guests.accept(id, 'carla'))).toMatchObject({ group_id: group.id });
    expect((await tables.get(group.id)).orders).toHaveLength(1);
  });

  it('goes with a group that moved to another table', async () => {
    const group = await tables.table('Mesa 2');
    const token = await guests.visit('Mesa 2');
    const { id } = guests.readOwn(await guests.ask(token));
    await tables.patch(group.id, '/change', { code_id: await tables.codeId('Mesa 3') }, group.rev);
    expect((await guests.list())[0]).toMatchObject({ id, description: 'Mesa 3', group_id: group.id });
    expect(guests.readStaff(await guests.accept(id))).toMatchObject({ group_id: group.id });
  });

  it('is sold at the prices of the moment when it is accepted (N-15)', async () => {
    const token = await guests.visit('Mesa 2');
    const { id, total } = guests.readOwn(await guests.ask(token));
    const price = (amount: number) =>
      server.db.direct
        .update(items)
        .set({ price: amount as never })
        .where(and(eq(items.store_id, 1), eq(items.name, 'Medialuna de manteca')));
    await price(150_000);
    const { order_id } = guests.readStaff(await guests.accept(id));
    const [order] = await server.db.direct
      .select()
      .from(orders)
      .where(eq(orders.id, order_id ?? 0));
    expect([total, order?.total]).toEqual([2_200, 300_000]);
    await price(110_000);
  });

  it('two people accept it at once, twice each: one order, one group', async () => {
    const token = await guests.visit('Mesa 3');
    const { id } = guests.readOwn(await guests.ask(token));
    const before = [await server.db.direct.$count(orders), await guests.groupsAt('Mesa 3')];
    const answers = await Promise.all((['ana', 'diego', 'ana', 'diego'] as const).map((who) => guests.accept(id, who)));
    const numbers = answers.map((a) => guests.readStaff(a).order_number);
    expect(new Set(numbers).size).toBe(1);
    expect([await server.db.direct.$count(orders), await guests.groupsAt('Mesa 3')]).toEqual(
      before.map((count) => count + 1),
    );
  });

  it('two orders of a free table are accepted at once: both are in one group', async () => {
    const token = await guests.visit('Mesa 3');
    const ids = [guests.readOwn(await guests.ask(token)).id, guests.readOwn(await guests.ask(token)).id];
    const groupsBefore = await guests.groupsAt('Mesa 3');
    const answers = await Promise.all(ids.map((id) => guests.accept(id)));
    expect(answers.map((a) => a.status)).toEqual([200, 200]);
    expect(await guests.groupsAt('Mesa 3')).toBe(groupsBefore + 1);
    expect((await guests.state(token)).bill).toMatchObject({ total: 4_400 });
  });

  it('many tables and the staff order at once: none waits forever for another', async () => {
    const places = ['Mesa 1', 'Mesa 2', 'Mesa 3', 'Mesa 4'];
    await tables.table('Mesa 5');
    const asked = await Promise.all(
      places.map(async (place) => guests.readOwn(await guests.ask(await guests.visit(place))).id),
    );
    const answers = await Promise.all([
      ...asked.map((id) => guests.accept(id)),
      ...places.map(() => tables.order('Mesa 5')),
    ]);
    expect(answers.map((a) => ('status' in a && typeof a.status === 'number' ? a.status : 200))).toEqual(
      answers.map(() => 200),
    );
  });

  it('the same key again is the same request, also at the same moment', async () => {
    const token = await guests.visit('Mesa 2');
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => guests.ask(token, { key })));
    expect(new Set(answers.map((a) => guests.readOwn(a).id)).size).toBe(1);
    const { id } = guests.readOwn(answers[0] as Answer);
    await guests.accept(id);
    expect(guests.readOwn(await guests.ask(token, { key }))).toMatchObject({ id, state: 'accepted' });
    expect(await server.db.direct.$count(guestRequests, eq(guestRequests.key, key))).toBe(1);
  });

  it('is told to all devices of the staff, as a hint', async () => {
    const token = await guests.visit('Mesa 2');
    const { head } = readFeed(await server.ask('diego', '/store/1/changes'));
    const { id } = guests.readOwn(await guests.ask(token));
    const { changes } = readFeed(await server.ask('diego', `/store/1/changes?since=${head}`));
    expect(changes.map((c) => [c.name, c.id, c.payload])).toEqual([['guest-requests-updated', String(id), undefined]]);
  });
});

describe('what is refused, with a sentence', () => {
  it('500 beers, and more units in many lines than the store lets one order have', async () => {
    const token = await guests.visit('Mesa 2');
    const sentence = 'Podés pedir hasta 20 unidades por pedido. Para pedir más, llamá al mozo.';
    for (const wanted of [
      [['Medialuna de manteca', 500]],
      [
        ['Medialuna de manteca', 19],
        ['Fainá', 2],
      ],
    ] as const) {
      const answer = await guests.ask(token, { items: wanted });
      expect(refused(answer)).toEqual([422, 'service_unavailable', sentence]);
      expect(readError(answer).errors).toEqual({ lines: [sentence] });
    }
    expect((await guests.ask(token, { items: [['Medialuna de manteca', 1_000]] })).status).toBe(422);
    await setGuests(server, { guest_units_max: 3 });
    expect(refused(await guests.ask(token, { items: [['Medialuna de manteca', 4]] }))[1]).toBe('service_unavailable');
    expect((await guests.ask(token, { items: [['Medialuna de manteca', 3]] })).status).toBe(201);
    expect(await guests.list()).toHaveLength(1);
  });

  it('a fourth request that waits, and a second call of one kind, from whichever device of the table', async () => {
    const [one, two] = [await guests.visit('Mesa 2'), await guests.visit('Mesa 2')];
    expect((await guests.ask(one, { kind: 'waiter' })).status).toBe(201);
    expect(refused(await guests.ask(two, { kind: 'waiter' }))).toEqual([
      422,
      'service_unavailable',
      'Ya avisamos al mozo. En un momento se acerca.',
    ]);
    expect((await guests.ask(two, { kind: 'bill' })).status).toBe(201);
    const many = await Promise.all([1, 2, 3].map((n) => guests.ask(n === 2 ? two : one)));
    expect(many.filter((a) => a.status === 201)).toHaveLength(1);
    expect(many.filter((a) => a.status === 422)).toHaveLength(2);
    // Another table is not concerned, and an answer makes room.
    expect((await guests.ask(await guests.visit('Mesa 3'))).status).toBe(201);
    const [oldest] = await guests.list();
    await guests.accept(oldest?.id ?? 0);
    expect((await guests.ask(two)).status).toBe(201);
  });

  it('an unknown product, one of another store, and one that the menu lost meanwhile, at its line (N-15)', async () => {
    const token = await guests.visit('Mesa 2');
    const [foreign] = await server.db.direct.select().from(items).where(eq(items.store_id, 5));
    const menu = await guests.menu('Mesa 2');
    const good = { id: menu.catalog.items[0]?.id, quantity: 1, comments: null, additionals: [] };
    for (const id of [987_654, foreign?.id]) {
      const answer = await guests.ask(token, { lines: [{ ...good, id }] });
      expect([answer.status, readError(answer).code, Object.keys(readError(answer).errors ?? {})]).toEqual([
        422,
        'item_unavailable',
        ['items.0'],
      ]);
    }
    const { id } = guests.readOwn(await guests.ask(token));
    const sold = (catalogs: ['DELIVERY'] | null) =>
      server.db.direct
        .update(items)
        .set({ catalogs })
        .where(and(eq(items.store_id, 1), eq(items.name, 'Medialuna de manteca')));
    await sold(['DELIVERY']);
    expect(refused(await guests.accept(id))).toEqual([422, 'item_unavailable', 'Un producto ya no está disponible.']);
    expect(await lastGroup('Mesa 2')).not.toMatchObject({ status: 'OPENED' });
    // Nothing is lost: it waits, and the staff says why not.
    expect((await guests.state(token)).requests).toMatchObject([{ id, state: 'waiting' }]);
    await guests.reject(id, 'No quedan medialunas');
    expect((await guests.state(token)).requests).toMatchObject([{ state: 'rejected', reason: 'No quedan medialunas' }]);
    await sold(null);
  });

  it('an order when the store closed meanwhile; waiter and bill are still called', async () => {
    const token = await guests.visit('Mesa 2');
    const open = (isOpen: boolean) => server.db.direct.update(stores).set({ open: isOpen }).where(eq(stores.id, 1));
    await open(false);
    expect((await guests.menu('Mesa 2')).can_order).toBe(false);
    const sentence = 'El local no está tomando pedidos desde la mesa en este momento. Lo que elegiste sigue acá.';
    expect(refused(await guests.ask(token))).toEqual([422, 'service_unavailable', sentence]);
    expect((await guests.ask(token, { kind: 'bill' })).status).toBe(201);
    await open(true);
    await setGuests(server, { guest_orders: false });
    expect(refused(await guests.ask(token))).toEqual([422, 'service_unavailable', sentence]);
  });

  it('everything, when the store lets no guests in any more or lost its plan', async () => {
    const token = await guests.visit('Mesa 2');
    const sentence = 'El local ya no atiende con el código de la mesa. Pedile a un mozo.';
    const all = async () => [
      refused(await guests.ask(token)),
      refused(await guests.asGuest(token, '/visit')),
      refused(await guests.withdraw(token, randomUUID())),
    ];
    const off = [422, 'service_unavailable', sentence];
    await setGuests(server, { guests: false });
    expect(await all()).toEqual([off, off, off]);
    await setGuests(server);
    await server.db.direct.update(stores).set({ plan: 'free' }).where(eq(stores.id, 1));
    expect(await all()).toEqual([off, off, off]);
    await server.db.direct.update(stores).set({ plan: 'premium' }).where(eq(stores.id, 1));
  });
});

describe('a visit', () => {
  const ended = async (token: string | null) => {
    const headers: Record<string, string> = token === null ? {} : { 'x-guest': token };
    return (await server.ask(null, '/guest/visit', { headers })).status;
  };

  it('ends after four hours, and an unknown token opens nothing', async () => {
    const token = await guests.visit('Mesa 2');
    server.clock.advance(guestVisitMs - 1);
    expect(await ended(token)).toBe(200);
    server.clock.advance(1);
    expect([await ended(token), await ended('x'.repeat(43)), await ended(null), await ended('')]).toEqual([
      401, 401, 401, 401,
    ]);
    server.clock.advance(-guestVisitMs);
  });

  it('ends with the group of its table; what waited has expired, and goes on no other bill', async () => {
    const group = await tables.table('Mesa 2');
    const token = await guests.visit('Mesa 2');
    const { id } = guests.readOwn(await guests.ask(token));
    server.clock.advance(1_000);
    expect((await tables.save(group.id, group.rev, { status: 'COMPLETE' })).status).toBe(200);
    expect(await ended(token)).toBe(401);
    expect((await guests.list())[0]).toMatchObject({ id, state: 'expired' });
    await tables.table('Mesa 2');
    expect(refused(await guests.accept(id))).toEqual([
      409,
      'conflict',
      'Venció: nadie lo respondió a tiempo o la mesa terminó.',
    ]);
    // The next guests scan the code again.
    expect((await guests.state(await guests.visit('Mesa 2'))).requests).toEqual([]);
  });

  it('ends when its table gets another code, and when it is removed', async () => {
    const token = await guests.visit('Mesa 2');
    const { id, code } = await guests.codeOf('Mesa 2');
    const request = guests.readOwn(await guests.ask(token));
    const change = (more: Partial<typeof codes.$inferInsert>) =>
      server.db.direct.update(codes).set(more).where(eq(codes.id, id));
    await change({ code: 'otro' });
    expect(await ended(token)).toBe(401);
    expect((await server.ask(null, `/guest/codes/${code}`)).body).toEqual({ places: [] });
    await change({ code });
    expect(await ended(token)).toBe(200);
    await change({ removed_at: server.clock.now() });
    expect(await ended(token)).toBe(401);
    expect(refused(await guests.accept(request.id))[1]).toBe('conflict');
    await change({ removed_at: null });
  });

  it('sees its own requests only, and withdraws no other', async () => {
    const [mine, other] = [await guests.visit('Mesa 2'), await guests.visit('Mesa 3')];
    const { key, id } = guests.readOwn(await guests.ask(mine));
    expect((await guests.state(other)).requests).toEqual([]);
    expect((await guests.withdraw(other, key)).status).toBe(404);
    expect(guests.readOwn(await guests.withdraw(mine, key))).toMatchObject({ id, state: 'withdrawn' });
    expect(guests.readOwn(await guests.withdraw(mine, key))).toMatchObject({ id, state: 'withdrawn' });
    expect(refused(await guests.accept(id))).toEqual([409, 'conflict', 'El cliente lo retiró.']);
  });

  it('is deleted a day after its end, with what it asked for', async () => {
    const token = await guests.visit('Mesa 2');
    await guests.ask(token);
    const endedAgo = (ms: number) =>
      server.db.direct.update(guestVisits).set({ expires_at: after(server.clock.now(), -ms) });
    const day = minutes(24 * 60);
    await endedAgo(day);
    await sweep(server.deps);
    expect(await server.db.direct.$count(guestVisits)).toBe(1);
    await endedAgo(day + 1);
    await sweep(server.deps);
    expect([await server.db.direct.$count(guestVisits), await server.db.direct.$count(guestRequests)]).toEqual([0, 0]);
  });
});

describe('what the staff answers', () => {
  it('a rejection tells its reason; nobody answers otherwise afterwards', async () => {
    const token = await guests.visit('Mesa 2');
    const { id, key } = guests.readOwn(await guests.ask(token));
    expect(guests.readStaff(await guests.reject(id, 'Cerró la cocina', 'elena'))).toMatchObject({ state: 'rejected' });
    expect(guests.readStaff(await guests.reject(id, 'Otra cosa'))).toMatchObject({ reason: 'Cerró la cocina' });
    expect(refused(await guests.accept(id))).toEqual([409, 'conflict', 'Ya lo rechazaron.']);
    expect(refused(await guests.withdraw(token, key))).toEqual([409, 'conflict', 'Ya lo rechazaron.']);
    expect((await guests.reject(id, '  ')).status).toBe(422);
  });

  it('waiter and bill are attended without an order', async () => {
    const token = await guests.visit('Mesa 2');
    const before = await server.db.direct.$count(orders);
    for (const kind of ['waiter', 'bill'] as const) {
      const { id } = guests.readOwn(await guests.ask(token, { kind }));
      expect(guests.readStaff(await guests.accept(id))).toMatchObject({ kind, state: 'accepted', order_number: null });
    }
    expect(await server.db.direct.$count(orders)).toBe(before);
    expect(await lastGroup('Mesa 2')).not.toMatchObject({ status: 'OPENED' });
  });

  it('a request that nobody answered has expired after half an hour, and an hour later it is not listed', async () => {
    const token = await guests.visit('Mesa 2');
    const { id } = guests.readOwn(await guests.ask(token));
    const askedAgo = (ms: number) =>
      server.db.direct.update(guestRequests).set({ created_at: after(server.clock.now(), -ms) });
    await askedAgo(guestRequestMs);
    expect(await guests.list()).toMatchObject([{ id, state: 'expired' }]);
    expect(refused(await guests.accept(id))[1]).toBe('conflict');
    expect((await guests.ask(token)).status).toBe(201);
    await askedAgo(guestRequestMs + minutes(60));
    expect(await guests.list()).toEqual([]);
  });

  it('those that wait come first, the oldest first; then those that ended, the newest first', async () => {
    const tokens = [await guests.visit('Mesa 1'), await guests.visit('Mesa 2')];
    const ids: number[] = [];
    for (const token of [...tokens, ...tokens]) {
      ids.push(guests.readOwn(await guests.ask(token)).id);
      server.clock.advance(1_000);
    }
    await guests.reject(ids[0] ?? 0);
    server.clock.advance(1_000);
    await guests.reject(ids[2] ?? 0);
    expect((await guests.list()).map((r) => r.id)).toEqual([ids[1], ids[3], ids[2], ids[0]]);
  });

  it('one of another store is none: 404', async () => {
    const { id } = guests.readOwn(await guests.ask(await guests.visit('Mesa 2')));
    expect([(await guests.accept(id, 'gabi', 5)).status, (await guests.reject(id, 'x', 'gabi', 5)).status]).toEqual([
      404, 404,
    ]);
    expect((await guests.list())[0]).toMatchObject({ id, state: 'waiting' });
  });

  it('a store whose register must be open takes no order; it waits', async () => {
    const { id } = guests.readOwn(await guests.ask(await guests.visit('Mesa 2')));
    const register = cashboxCalls(() => server);
    await register.configure({ block: true });
    const answer = await guests.accept(id);
    expect([answer.status, (await guests.list())[0]?.state]).toEqual([409, 'waiting']);
    expect(readError(answer).code).toBe('cashbox_closed');
    await register.forget();
  });
});

describe('the settings', () => {
  const save = (who: 'ana' | 'diego', body: object) => server.ask(who, '/store/1/guests', { method: 'PATCH', body });
  const wanted = { guests: true, guest_orders: false, guest_units_max: 5 };

  it('are saved by an admin, audited, told, and in the profile', async () => {
    const { head } = readFeed(await server.ask('diego', '/store/1/changes'));
    expect((await save('ana', wanted)).body).toEqual(wanted);
    expect((await save('ana', wanted)).body).toEqual(wanted);
    const { changes } = readFeed(await server.ask('diego', `/store/1/changes?since=${head}`));
    expect(changes.map((c) => c.name)).toEqual(['guest-settings-updated']);
    expect((await server.ask('diego', '/store/1')).body).toMatchObject({ store: { guests: wanted } });
    const written = await server.db.direct.select().from(audit).where(eq(audit.action, 'store.saveGuests'));
    expect(written).toMatchObject([{ actor_id: 1, after: wanted }]);
    expect((await guests.menu('Mesa 1')).units_max).toBe(5);
  });

  it.each([0, 201, 1.5])('a limit of %d units is refused', async (guest_units_max) => {
    expect((await save('ana', { ...wanted, guest_units_max })).status).toBe(422);
  });

  it('nobody else changes them', async () => {
    expect((await save('diego', wanted)).status).toBe(403);
  });
});

it('none of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
