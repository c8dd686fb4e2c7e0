import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { ticketMessage, ticketNotice } from '#contract/tickets.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { gateways } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { readError, parseProfile } from '#server/testing/read.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import {
  testDeskKey,
  parseTicket,
  listTickets,
  postTicket,
  askDesk,
  oneTicket,
  ordersWithoutTicket,
  readFeedSince,
  readFeedHead,
} from '#server/testing/support.ts';

let server: TestServer;
let free: Awaited<ReturnType<typeof ordersWithoutTicket>>;

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { supportDeskKey: testDeskKey });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  free = await ordersWithoutTicket(server);
});
afterAll(() => server.close());

const aboutNext = async () => parseTicket(await postTicket(server, free.pop()));
const send = (id: number, more: object = {}, headers: Record<string, string> = {}, who: Person = 'ana') =>
  server.ask(who, `/store/1/tickets/${id}/message`, {
    method: 'POST',
    body: { id: -1, from: 'store', read_by: [1], hash: randomUUID(), message: 'Hola', ...more },
    headers,
  });
const read = (id: number, who: Person = 'ana') =>
  server.ask(who, `/store/1/tickets/${id}/read`, { method: 'PATCH', headers: command() });

describe('GET /store/{id}/tickets', () => {
  it('answers tickets with everything that U-09 names, newest first, about an order (U-01, U-09, U-16)', async () => {
    const older = await aboutNext();
    server.clock.advance(60_000);
    const newer = await aboutNext();
    const all = await listTickets(server);
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
    expect(await oneTicket(server, newer.id)).toEqual(all[0]);
  });

  it('comes with the profile for admins, and empty for the others (T-01, U-24)', async () => {
    expect(parseProfile(await server.ask('ana', '/store/1')).tickets).toEqual(await listTickets(server));
    expect(parseProfile(await server.ask('diego', '/store/1')).tickets).toEqual([]);
  });

  it('counts what support wrote and each person has not read (B-07, U-13)', async () => {
    const { id } = await aboutNext();
    await askDesk(server, `${id}/message`, 'POST', { message: 'Lo estamos viendo.' });
    await askDesk(server, `${id}/message`, 'POST', { message: 'Ya sale.' });
    expect([
      (await oneTicket(server, id)).new_messages_count,
      (await oneTicket(server, id, 'bruno')).new_messages_count,
    ]).toEqual([2, 2]);
    expect((await read(id)).status).toBe(204);
    expect([
      (await oneTicket(server, id)).new_messages_count,
      (await oneTicket(server, id, 'bruno')).new_messages_count,
    ]).toEqual([0, 2]);
    expect((await oneTicket(server, id)).messages.map((m) => m.read_by)).toEqual([[1], [1]]);
  });

  it.each(['diego', 'elena'] as const)('refuses %s, who is no admin (U-08, U-24)', async (who) => {
    const { id } = await aboutNext();
    const answers = [
      await server.ask(who, '/store/1/tickets'),
      await server.ask(who, `/store/1/tickets/${id}`),
      await postTicket(server, { order_id: 1, reason: 'delay' }, who),
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
    const before = await readFeedHead(server);
    const wanted = free.pop();
    const answer = await postTicket(server, wanted, 'carla');
    expect(answer.status).toBe(201);
    const made = parseTicket(answer);
    expect(made).toMatchObject({ ...wanted, status: 'open', members: [{ id: 3 }] });
    const { changes } = await readFeedSince(server, before);
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
    const both = await Promise.all([postTicket(server, body, 'ana'), postTicket(server, body, 'bruno')]);
    expect(both.map((a) => a.status)).toEqual([201, 201]);
    expect(new Set(both.map((a) => parseTicket(a).id)).size).toBe(1);
    const { id } = parseTicket(await postTicket(server, another));
    expect(id).not.toBe(parseTicket(await postTicket(server, body)).id);
    await askDesk(server, String(id), 'PATCH', { status: 'closed' });
    expect(parseTicket(await postTicket(server, another)).id).not.toBe(id);
  });

  it('the same key answers the same, another body under it is refused', async () => {
    const key = randomUUID();
    const body = free.pop();
    const first = await postTicket(server, body, 'ana', key);
    const again = await postTicket(server, body, 'ana', key);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    const other = await postTicket(server, free.pop(), 'ana', key);
    expect([other.status, readError(other).code]).toEqual([422, 'idempotency_mismatch']);
  });

  it('needs a key, a reason and an order of this store', async () => {
    const bare = await server.ask('ana', '/store/1/tickets', {
      method: 'POST',
      body: { order_id: 1, reason: 'delay' },
    });
    expect([bare.status, Object.keys(readError(bare).errors ?? {})]).toEqual([422, ['Idempotency-Key']]);
    const wrong = await postTicket(server, { order_id: 1, reason: 'boredom' });
    expect([wrong.status, Object.keys(readError(wrong).errors ?? {})]).toEqual([422, ['reason']]);
    expect((await postTicket(server, { order_id: 987_654, reason: 'delay' })).status).toBe(404);
  });

  it('a store whose gateways give no support has nobody to write to', async () => {
    const own = await server.db.direct.select().from(gateways).where(eq(gateways.store_id, 1));
    const silent = { support: false, order_ready: false, delay: 0, delay_display: null };
    await server.db.direct.update(gateways).set({ config: silent }).where(eq(gateways.store_id, 1));
    const answer = await postTicket(server, free[0]);
    expect([answer.status, readError(answer).code]).toEqual([422, 'service_unavailable']);
    for (const { id, config } of own)
      await server.db.direct.update(gateways).set({ config }).where(eq(gateways.id, id));
  });
});

describe('POST /store/{id}/tickets/{ticketId}/message', () => {
  it('the same hash twice stores one message, with the same key, another, or none (U-15)', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    const before = await readFeedHead(server);
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
    expect((await oneTicket(server, id)).messages).toEqual([made]);
    expect((await readFeedSince(server, before)).head).toBe(before + 1);
    const other = await send(id, { hash, message: 'Otra cosa' });
    expect([other.status, readError(other).code]).toEqual([422, 'idempotency_mismatch']);
  });

  it('who lost the right hears what became of a message, and a refusal stays one', async () => {
    const { id } = await aboutNext();
    const asCarla = and(eq(memberships.store_id, 1), eq(memberships.user_id, 3));
    const become = (role: 'operator' | 'seller') => server.db.direct.update(memberships).set({ role }).where(asCarla);
    const [sent, refused] = [randomUUID(), randomUUID()];
    const say = (hash: string, more: object = {}) => send(id, { hash, ...more }, command(null, hash), 'carla');
    const first = await say(sent);
    await become('seller');
    const answers = [
      await say(sent, { read_by: [3] }),
      await say(refused),
      await say(refused, { read_by: [3], id: -2 }),
    ];
    await become('operator');
    answers.push(await say(refused));
    expect(answers.map((a) => [a.status, a.headers['idempotent-replayed']])).toEqual([
      [201, 'true'],
      [403, undefined],
      [403, 'true'],
      [403, 'true'],
    ]);
    expect(answers[0]?.text).toBe(first.text);
    expect(readError(await say(refused, { message: 'Otra cosa' })).code).toBe('idempotency_mismatch');
  });

  it('one hash from two devices at once is one message', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    const both = await Promise.all([1, 2, 3, 4].map(() => send(id, { hash }, command())));
    expect(both.map((a) => a.status)).toEqual([201, 201, 201, 201]);
    expect((await oneTicket(server, id)).messages).toHaveLength(1);
  });

  it('whoever writes is a member; nobody writes as support or reads for another (U-09)', async () => {
    const { id } = await aboutNext();
    await send(id, { read_by: [1, 2, 4] }, {}, 'bruno');
    const { members, messages } = await oneTicket(server, id);
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
    const { id } = (await listTickets(server))[0] ?? { id: 0 };
    const answer = await send(id, { message });
    expect([answer.status, readError(answer).errors]).toEqual([422, { message: [sentence] }]);
  });

  it('refuses a closed ticket, yet answers what was sent before it closed (U-05)', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    await send(id, { hash });
    expect((await askDesk(server, String(id), 'PATCH', { status: 'closed' })).body).toEqual({ id, status: 'closed' });
    const [entry] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
    const desks = { actor_kind: 'provider', actor_id: null, actor_name: 'support-desk', action: 'ticket.close' };
    expect(entry).toMatchObject({ ...desks, entity_id: String(id) });
    const late = await send(id);
    expect([late.status, readError(late)]).toEqual([
      409,
      { code: 'ticket_closed', message: 'El ticket está finalizado.' },
    ]);
    expect((await send(id, { hash }, command())).status).toBe(201);
    expect(await oneTicket(server, id)).toMatchObject({ status: 'closed', messages: [{ hash }] });
  });

  it('is settled only once asked so: from then on it is never stored', async () => {
    const { id } = await aboutNext();
    const key = randomUUID();
    const hash = randomUUID();
    const asked = await send(id, { hash }, { ...command(null, key), 'x-settle-only': '1' });
    expect([asked.status, readError(asked).code]).toEqual([410, 'expired']);
    expect((await send(id, { hash }, command(null, key))).status).toBe(410);
    expect((await oneTicket(server, id)).messages).toEqual([]);
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
    const before = await readFeedHead(server);
    await askDesk(server, `${id}/message`, 'POST', { message: 'Hola, ¿qué pasó?' });
    const heard = await admin.heard.next(({ event }) => event === 'ticket-updated');
    expect(heard.data).toMatchObject({ store_seq: before + 1, type: 'ticket', payload: { id, new_messages_count: 1 } });
    await read(id);
    await send(id);
    const { head: after, changes } = await readFeedSince(server, before);
    expect([after, changes.length]).toEqual([before + 3, 1]);
    expect(changes[0]).toMatchObject({ store_seq: before + 3, payload: { id, new_messages_count: 0 } });
    expect(seller.heard.items.filter(({ event }) => event.startsWith('ticket'))).toEqual([]);
    admin.close();
    seller.close();
  });

  it('is not told when nothing was new, or when the change was refused', async () => {
    const { id } = await aboutNext();
    await askDesk(server, `${id}/message`, 'POST', { message: 'Hola' });
    await read(id);
    const before = await readFeedHead(server);
    await read(id);
    await send(id, { message: '' });
    await askDesk(server, String(id), 'PATCH', { status: 'open' });
    expect(await readFeedHead(server)).toBe(before);
  });
});
