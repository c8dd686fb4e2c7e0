import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import type { Audience } from '#contract/stores.ts';
import { ticket, ticketMessage, ticketNotice } from '#contract/tickets.ts';
import { type TicketReason, ticketReasons } from '#domain/tickets.ts';
import { tickets as ticketRows } from '#server/db/schema/support.ts';
import { gateways } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { readError, readFeed, readManyOrders, parseProfile } from '#server/testing/read.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const deskKey = 'a support desk key of forty characters..'.replaceAll(' ', '-');

let server: TestServer;
/** Orders and reasons of La Esquina without a ticket. */
let free: { order_id: number; reason: TicketReason }[];

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { supportDeskKey: deskKey });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const known = await list();
  free = readManyOrders(await server.ask('ana', '/store/1/orders'))
    .filter(({ id }) => known.every((t) => t.order_id !== id))
    .flatMap(({ id }) => ticketReasons.map((reason) => ({ order_id: id, reason })));
});
afterAll(() => server.close());

const readTicket = (answer: Answer) => z.parse(ticket, answer.body);
const list = async (who: Person = 'ana') => z.parse(z.array(ticket), (await server.ask(who, '/store/1/tickets')).body);
const open = (body: unknown, who: Person = 'ana', key: string = randomUUID()) =>
  server.ask(who, '/store/1/tickets', { method: 'POST', body, headers: command(null, key) });
const aboutNext = async () => readTicket(await open(free.pop()));
const send = (id: number, more: object = {}, headers: Record<string, string> = {}, who: Person = 'ana') =>
  server.ask(who, `/store/1/tickets/${id}/message`, {
    method: 'POST',
    body: { id: -1, from: 'store', read_by: [1], hash: randomUUID(), message: 'Hola', ...more },
    headers,
  });
const read = (id: number, who: Person = 'ana') =>
  server.ask(who, `/store/1/tickets/${id}/read`, { method: 'PATCH', headers: command() });
const core = (path: string, method: 'POST' | 'PATCH', body: unknown, key: string | null) =>
  server.ask(null, `/core/${path}`, {
    method,
    body,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
const desk = (path: string, method: 'POST' | 'PATCH', body: unknown, key: string | null = deskKey) =>
  core(`tickets/${path}`, method, body, key);
const tell = (body: unknown, store: number | string = 1, key: string | null = deskKey) =>
  core(`store/${store}/message`, 'POST', body, key);
const one = async (id: number, who: Person = 'ana') => readTicket(await server.ask(who, `/store/1/tickets/${id}`));
const feed = async (since: number, audience: Audience = 'admin') =>
  readFeed(await server.ask('ana', `/store/1/changes?audience=${audience}&since=${since}`));
const head = async (audience: Audience = 'admin') =>
  readFeed(await server.ask('ana', `/store/1/changes?audience=${audience}`)).head;

describe('GET /store/{id}/tickets', () => {
  it('answers tickets with everything that U-09 names, newest first, about an order (U-01, U-09, U-16)', async () => {
    const older = await aboutNext();
    server.clock.advance(60_000);
    const newer = await aboutNext();
    const all = await list();
    expect(all.map((t) => t.id).slice(0, 2)).toEqual([newer.id, older.id]);
    expect(all[0]).toEqual({
      id: newer.id,
      order_id: newer.order_id,
      order: { id: newer.order_id, number: expect.any(Number) },
      reason: newer.reason,
      status: 'open',
      members: [{ id: 1, fullname: 'Ana Ferreyra' }],
      messages: [],
      updated_at: new Date(server.clock.now()).toISOString(),
      new_messages_count: 0,
      ver: 1,
    });
    expect(await one(newer.id)).toEqual(all[0]);
  });

  it('comes with the profile for admins, and empty for the others (T-01, U-24)', async () => {
    expect(parseProfile(await server.ask('ana', '/store/1')).tickets).toEqual(await list());
    expect(parseProfile(await server.ask('diego', '/store/1')).tickets).toEqual([]);
  });

  it('counts what support wrote and each person has not read (B-07, U-13)', async () => {
    const { id } = await aboutNext();
    await desk(`${id}/message`, 'POST', { message: 'Lo estamos viendo.' });
    await desk(`${id}/message`, 'POST', { message: 'Ya sale.' });
    expect([(await one(id)).new_messages_count, (await one(id, 'bruno')).new_messages_count]).toEqual([2, 2]);
    expect((await read(id)).status).toBe(204);
    expect([(await one(id)).new_messages_count, (await one(id, 'bruno')).new_messages_count]).toEqual([0, 2]);
    expect((await one(id)).messages.map((m) => m.read_by)).toEqual([[1], [1]]);
  });

  it.each(['diego', 'elena'] as const)('refuses %s, who is no admin (U-08, U-24)', async (who) => {
    const { id } = await aboutNext();
    const answers = [
      await server.ask(who, '/store/1/tickets'),
      await server.ask(who, `/store/1/tickets/${id}`),
      await open({ order_id: 1, reason: 'delay' }, who),
      await read(id, who),
      await send(id, {}, {}, who),
    ];
    expect(answers.map((a) => [a.status, readError(a).code])).toEqual(answers.map(() => [403, 'forbidden']));
  });

  it('does not exist for strangers, nor under another store (T2)', async () => {
    const { id } = await aboutNext();
    for (const path of ['/store/1/tickets', `/store/1/tickets/${id}`])
      expect((await server.ask('gabi', path)).status).toBe(404);
    expect((await server.ask('gabi', `/store/5/tickets/${id}`)).status).toBe(404);
    expect((await send(id, {}, {}, 'gabi')).status).toBe(404);
    expect((await read(id, 'gabi')).status).toBe(404);
  });
});

describe('POST /store/{id}/tickets', () => {
  it('opens one, tells the admins, and notes who did it (U-07, U-14)', async () => {
    const before = await head();
    const wanted = free.pop();
    const answer = await open(wanted, 'carla');
    expect(answer.status).toBe(201);
    const made = readTicket(answer);
    expect(made).toMatchObject({ ...wanted, status: 'open', members: [{ id: 3 }] });
    const { changes } = await feed(before);
    expect(changes).toMatchObject([{ name: 'ticket-updated', type: 'ticket', id: String(made.id), ver: 1 }]);
    expect(z.parse(ticketNotice, changes[0]?.payload)).toEqual({
      id: made.id,
      order_id: made.order_id,
      status: 'open',
      new_messages_count: 0,
      updated_at: made.updated_at,
    });
    const [row] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(row).toMatchObject({ actor_id: 3, action: 'ticket.open', entity_id: String(made.id) });
  });

  it('an open ticket of that order and reason is answered instead of a second one', async () => {
    const body = free.pop();
    const another = free.pop();
    const both = await Promise.all([open(body, 'ana'), open(body, 'bruno')]);
    expect(both.map((a) => a.status)).toEqual([201, 201]);
    expect(new Set(both.map((a) => readTicket(a).id)).size).toBe(1);
    const { id } = readTicket(await open(another));
    expect(id).not.toBe(readTicket(await open(body)).id);
    await desk(String(id), 'PATCH', { status: 'closed' });
    expect(readTicket(await open(another)).id).not.toBe(id);
  });

  it('the same key answers the same, another body under it is refused', async () => {
    const key = randomUUID();
    const body = free.pop();
    const first = await open(body, 'ana', key);
    const again = await open(body, 'ana', key);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    const other = await open(free.pop(), 'ana', key);
    expect([other.status, readError(other).code]).toEqual([422, 'idempotency_mismatch']);
  });

  it('needs a key, a reason and an order of this store', async () => {
    const bare = await server.ask('ana', '/store/1/tickets', {
      method: 'POST',
      body: { order_id: 1, reason: 'delay' },
    });
    expect([bare.status, Object.keys(readError(bare).errors ?? {})]).toEqual([422, ['Idempotency-Key']]);
    const wrong = await open({ order_id: 1, reason: 'boredom' });
    expect([wrong.status, Object.keys(readError(wrong).errors ?? {})]).toEqual([422, ['reason']]);
    expect((await open({ order_id: 987_654, reason: 'delay' })).status).toBe(404);
  });

  it('a store whose gateways give no support has nobody to write to', async () => {
    const own = await server.db.direct.select().from(gateways).where(eq(gateways.store_id, 1));
    const silent = { support: false, order_ready: false, delay: 0, delay_display: false };
    await server.db.direct.update(gateways).set({ config: silent }).where(eq(gateways.store_id, 1));
    const answer = await open(free[0]);
    expect([answer.status, readError(answer).code]).toEqual([422, 'service_unavailable']);
    for (const { id, config } of own)
      await server.db.direct.update(gateways).set({ config }).where(eq(gateways.id, id));
  });
});

describe('POST /store/{id}/tickets/{ticketId}/message', () => {
  it('the same hash twice stores one message, with the same key, another, or none (U-15)', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    const before = await head();
    const first = await send(id, { hash, message: '  ¿Dónde está?  ' });
    expect(first.status).toBe(201);
    const made = z.parse(ticketMessage, first.body);
    expect(made).toMatchObject({ from: 'store', message: '¿Dónde está?', hash, read_by: [1] });
    const more = [
      await send(id, { hash, message: '¿Dónde está?', id: -2 }),
      await send(id, { hash, message: '¿Dónde está?' }, command()),
      await send(id, { hash, message: '¿Dónde está?' }, command(null, hash)),
    ];
    for (const again of more) expect([again.status, z.parse(ticketMessage, again.body)]).toEqual([201, made]);
    expect((await one(id)).messages).toEqual([made]);
    expect((await feed(before)).head).toBe(before + 1);
    const other = await send(id, { hash, message: 'Otra cosa' });
    expect([other.status, readError(other).code]).toEqual([422, 'idempotency_mismatch']);
  });

  it('one hash from two devices at once is one message', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    const both = await Promise.all([1, 2, 3, 4].map(() => send(id, { hash }, command())));
    expect(both.map((a) => a.status)).toEqual([201, 201, 201, 201]);
    expect((await one(id)).messages).toHaveLength(1);
  });

  it('whoever writes is a member; nobody writes as support or reads for another (U-09)', async () => {
    const { id } = await aboutNext();
    await send(id, { read_by: [1, 2, 4] }, {}, 'bruno');
    const { members, messages } = await one(id);
    expect(members.map((m) => m.id)).toEqual([1, 2]);
    expect(messages[0]?.read_by).toEqual([2]);
    const forged = await send(id, { from: 'core' });
    expect([forged.status, Object.keys(readError(forged).errors ?? {})]).toEqual([422, ['from']]);
  });

  it.each([
    ['empty', '', 'Este campo es obligatorio'],
    ['blank', '  \n ', 'Este campo es obligatorio'],
    ['too long', 'x'.repeat(1_001), 'Este campo debe tener 1000 caracteres como máximo'],
  ])('refuses a message that is %s (U-12)', async (_, message, sentence) => {
    const { id } = (await list())[0] ?? { id: 0 };
    const answer = await send(id, { message });
    expect([answer.status, readError(answer).errors]).toEqual([422, { message: [sentence] }]);
  });

  it('refuses a closed ticket, yet answers what was sent before it closed (U-05)', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    await send(id, { hash });
    expect((await desk(String(id), 'PATCH', { status: 'closed' })).body).toEqual({ id, status: 'closed' });
    const [entry] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    const desks = { actor_kind: 'provider', actor_id: null, actor_name: 'support-desk', action: 'ticket.close' };
    expect(entry).toMatchObject({ ...desks, entity_id: String(id) });
    const late = await send(id);
    expect([late.status, readError(late)]).toEqual([
      409,
      { code: 'ticket_closed', message: 'El ticket está finalizado.' },
    ]);
    expect((await send(id, { hash }, command())).status).toBe(201);
    expect(await one(id)).toMatchObject({ status: 'closed', messages: [{ hash }] });
  });

  it('is settled only once asked so: from then on it is never stored', async () => {
    const { id } = await aboutNext();
    const key = randomUUID();
    const hash = randomUUID();
    const asked = await send(id, { hash }, { ...command(null, key), 'x-settle-only': '1' });
    expect([asked.status, readError(asked).code]).toEqual([410, 'expired']);
    expect((await send(id, { hash }, command(null, key))).status).toBe(410);
    expect((await one(id)).messages).toEqual([]);
  });
});

describe('the event ticket-updated (R-23, R-27)', () => {
  it('reaches admins with numbers that have no gap, and nobody else', async () => {
    const { id } = await aboutNext();
    const [admin, seller] = [
      await openDevice(server, portOf(server), await server.token('bruno')),
      await openDevice(server, portOf(server), await server.token('diego')),
    ];
    expect(await admin.join('private-store.1.admin')).toBe('ok');
    expect(await seller.join('private-store.1')).toBe('ok');
    expect(await seller.join('private-store.1.admin')).not.toBe('ok');
    const before = await head();
    await desk(`${id}/message`, 'POST', { message: 'Hola, ¿qué pasó?' });
    const heard = await admin.heard.next(({ event }) => event === 'ticket-updated');
    expect(heard.data).toMatchObject({ store_seq: before + 1, type: 'ticket', payload: { id, new_messages_count: 1 } });
    await read(id);
    await send(id);
    const { head: after, changes } = await feed(before);
    expect([after, changes.length]).toEqual([before + 3, 1]);
    expect(changes[0]).toMatchObject({ store_seq: before + 3, payload: { id, new_messages_count: 0 } });
    expect(seller.heard.items.filter(({ event }) => event.startsWith('ticket'))).toEqual([]);
    admin.close();
    seller.close();
  });

  it('is not told when nothing was new, or when the change was refused', async () => {
    const { id } = await aboutNext();
    await desk(`${id}/message`, 'POST', { message: 'Hola' });
    await read(id);
    const before = await head();
    await read(id);
    await send(id, { message: '' });
    await desk(String(id), 'PATCH', { status: 'open' });
    expect(await head()).toBe(before);
  });
});

describe('the support desk', () => {
  it('writes and closes with its key; repeats change nothing', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    const before = await head();
    const first = await desk(`${id}/message`, 'POST', { message: 'Lo vemos.', hash });
    const again = await desk(`${id}/message`, 'POST', { message: 'Lo vemos.', hash });
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect((await one(id)).messages).toMatchObject([{ from: 'core', message: 'Lo vemos.', read_by: [] }]);
    for (let i = 0; i < 2; i += 1) expect((await desk(String(id), 'PATCH', { status: 'closed' })).status).toBe(200);
    expect(await head()).toBe(before + 2);
    const late = await desk(`${id}/message`, 'POST', { message: 'Una cosa más' });
    expect([late.status, readError(late).code]).toEqual([409, 'ticket_closed']);
  });

  it.each([null, '', 'wrong', `${deskKey}x`, deskKey.slice(1)])('refuses the key %j', async (key) => {
    const { id } = (await list())[0] ?? { id: 0 };
    const before = await head();
    const answers = [
      await desk(`${id}/message`, 'POST', { message: 'x' }, key),
      await desk(String(id), 'PATCH', { status: 'closed' }, key),
    ];
    expect(answers.map((a) => [a.status, readError(a).code])).toEqual(answers.map(() => [401, 'unauthenticated']));
    expect(await head()).toBe(before);
  });

  it('answers 404 for a ticket that is none, and 422 for what is no message or change', async () => {
    const { id } = (await list())[0] ?? { id: 0 };
    for (const none of ['0', 'x', '987654', '2147483648', '1.0'])
      expect((await desk(`${none}/message`, 'POST', { message: 'x' })).status).toBe(404);
    for (const body of [{}, { message: ' ' }, { message: 5 }, [], 'x', { message: 'x', hash: '1' }])
      expect((await desk(`${id}/message`, 'POST', body)).status).toBeGreaterThanOrEqual(400);
    expect((await desk(String(id), 'PATCH', { status: 'open' })).status).toBe(422);
    expect(server.errors).toEqual([]);
  });

  it('says something to everybody of a store, sellers too, also to those who come back a little later (R-03)', async () => {
    const seller = await openDevice(server, portOf(server), await server.token('diego'));
    expect(await seller.join('private-store.1')).toBe('ok');
    const [before, adminBefore] = [await head('store'), await head()];
    const said = { title: 'Mantenimiento', text: 'Hoy a las 23 el sistema se detiene 5 minutos.', level: 'warning' };
    const answer = await tell({ ...said, title: ' Mantenimiento ', extra: 1 });
    const announced = { ...said, at: new Date(server.clock.now()).toISOString() };
    expect([answer.status, answer.body]).toEqual([201, announced]);
    const heard = await seller.heard.next(({ event }) => event === 'message');
    expect(heard.data).toMatchObject({ store_seq: before + 1, type: 'message', payload: announced });
    expect((await feed(before, 'store')).changes).toMatchObject([{ name: 'message', payload: announced }]);
    expect(await head()).toBe(adminBefore);
    expect((await tell({ text: 'Listo.', level: 'info' })).body).toEqual({
      text: 'Listo.',
      level: 'info',
      at: announced.at,
    });
    seller.close();
  });

  it('says it once for every hash, also when asked twice at once; without one, every time', async () => {
    const said = { text: 'Volvió el servicio.', level: 'info' };
    const hash = randomUUID();
    const before = await head('store');
    const answers = await Promise.all([1, 2, 3, 4].map(() => tell({ ...said, hash })));
    server.clock.advance(60_000);
    answers.push(await tell({ ...said, hash }));
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201, 201, 201]);
    expect(answers.map((a) => a.body)).toEqual(answers.map(() => answers[0]?.body));
    expect(await head('store')).toBe(before + 1);
    for (const other of [{ text: 'Otra cosa.' }, { level: 'warning' }, { title: 'Aviso' }]) {
      const refused = await tell({ ...said, ...other, hash });
      expect([refused.status, readError(refused).code]).toEqual([422, 'idempotency_mismatch']);
    }
    // A hash is unique per store only.
    expect((await tell({ ...said, hash }, 5)).status).toBe(201);
    await tell(said);
    await tell(said);
    expect(await head('store')).toBe(before + 3);
  });

  it('the longest message still travels, whatever it is made of', async () => {
    const seller = await openDevice(server, portOf(server), await server.token('diego'));
    await seller.join('private-store.1');
    const said = { title: '\u0001'.repeat(100), text: `x${'\u0001'.repeat(998)}x`, level: 'info', hash: randomUUID() };
    expect((await tell(said)).status).toBe(201);
    const heard = await seller.heard.next(({ event }) => event === 'message');
    expect(heard.data).toMatchObject({ payload: { title: said.title, text: said.text } });
    seller.close();
  });

  it.each([
    ['no text', { level: 'info' }, { text: ['Este campo es obligatorio'] }],
    ['a blank text', { text: ' \n', level: 'info' }, { text: ['Este campo es obligatorio'] }],
    [
      'a text that is too long',
      { text: 'x'.repeat(1_001), level: 'info' },
      { text: ['Este campo debe tener 1000 caracteres como máximo'] },
    ],
    [
      'a title that is too long',
      { title: 'x'.repeat(101), text: 'x', level: 'info' },
      { title: ['Este campo debe tener 100 caracteres como máximo'] },
    ],
    ['a blank title', { title: ' ', text: 'x', level: 'info' }, { title: ['Este campo es obligatorio'] }],
    ['no level', { text: 'x' }, { level: ['Este campo es obligatorio'] }],
    ['an unknown level', { text: 'x', level: 'error' }, { level: ['Es inválido'] }],
    ['a hash that is none', { text: 'x', level: 'info', hash: '1' }, { hash: ['Es inválido'] }],
  ])('refuses to say %s', async (_what, body, errors) => {
    const before = await head('store');
    const answer = await tell(body);
    expect([answer.status, readError(answer).code, readError(answer).errors]).toEqual([422, 'validation', errors]);
    expect(await head('store')).toBe(before);
  });

  it('says nothing to a store that is none, nor with another key', async () => {
    const said = { text: 'Hola', level: 'info' };
    for (const none of ['0', 'x', '987654', '2147483648', '1.0']) expect((await tell(said, none)).status).toBe(404);
    for (const key of [null, '', 'wrong', `${deskKey}x`]) {
      const answer = await tell(said, 1, key);
      expect([answer.status, readError(answer).code]).toEqual([401, 'unauthenticated']);
    }
    expect(server.errors).toEqual([]);
  });

  it('is held to the requests a minute of its address', async () => {
    const limits = { signInPerMinute: 1_000_000, requestsPerMinute: 2, promocodesPerMinute: 1_000_000 };
    const busy = await startTestServer(inject('postgresUrl'), { supportDeskKey: deskKey, limits });
    const ask = () =>
      busy.ask(null, '/core/store/1/message', {
        method: 'POST',
        body: { text: 'Hola', level: 'info' },
        headers: { authorization: `Bearer ${deskKey}` },
      });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map((a) => a.status)).toEqual([201, 201, 429]);
    expect(answers[2]?.headers['retry-after']).toBeDefined();
    await busy.close();
  });

  it('does not exist without a key in the environment', async () => {
    const silent = await startTestServer(inject('postgresUrl'));
    const headers = { authorization: 'Bearer ' };
    const answers = [
      await silent.ask(null, '/core/store/1/message', { method: 'POST', body: { text: 'x', level: 'info' }, headers }),
      await silent.ask(null, '/core/tickets/1/message', { method: 'POST', body: { message: 'x' }, headers }),
      await silent.ask(null, '/core/tickets/1', { method: 'PATCH', body: { status: 'closed' }, headers }),
    ];
    expect(answers.map((a) => a.status)).toEqual([404, 404, 404]);
    const [row] = await silent.db.direct.select().from(ticketRows).where(eq(ticketRows.id, 1));
    expect(row?.status).toBe('open');
    await silent.close();
  });
});
