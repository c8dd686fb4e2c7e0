import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { tickets as ticketRows } from '#server/db/schema/support.ts';
import { readError } from '#server/testing/read.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import {
  testDeskKey,
  parseTicket,
  listTickets,
  postTicket,
  askCore,
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

const tell = (body: unknown, store: number | string = 1, key: string | null = testDeskKey) =>
  askCore(server, `store/${store}/message`, 'POST', body, key);

describe('the support desk', () => {
  it('writes and closes with its key; repeats change nothing', async () => {
    const { id } = await aboutNext();
    const hash = randomUUID();
    const before = await readFeedHead(server);
    const first = await askDesk(server, `${id}/message`, 'POST', { message: 'Lo vemos.', hash });
    const again = await askDesk(server, `${id}/message`, 'POST', { message: 'Lo vemos.', hash });
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect((await oneTicket(server, id)).messages).toMatchObject([{ from: 'core', message: 'Lo vemos.', read_by: [] }]);
    for (let i = 0; i < 2; i += 1)
      expect((await askDesk(server, String(id), 'PATCH', { status: 'closed' })).status).toBe(200);
    expect(await readFeedHead(server)).toBe(before + 2);
    const late = await askDesk(server, `${id}/message`, 'POST', { message: 'Una cosa más' });
    expect([late.status, readError(late).code]).toEqual([409, 'ticket_closed']);
  });

  it.each([null, '', 'wrong', `${testDeskKey}x`, testDeskKey.slice(1)])('refuses the key %j', async (key) => {
    const { id } = (await listTickets(server))[0] ?? { id: 0 };
    const before = await readFeedHead(server);
    const answers = [
      await askDesk(server, `${id}/message`, 'POST', { message: 'x' }, key),
      await askDesk(server, String(id), 'PATCH', { status: 'closed' }, key),
    ];
    expect(answers.map((a) => [a.status, readError(a).code])).toEqual(answers.map(() => [401, 'unauthenticated']));
    expect(await readFeedHead(server)).toBe(before);
  });

  it('answers 404 for a ticket that is none, and 422 for what is no message or change', async () => {
    const { id } = (await listTickets(server))[0] ?? { id: 0 };
    for (const none of ['0', 'x', '987654', '2147483648', '1.0'])
      expect((await askDesk(server, `${none}/message`, 'POST', { message: 'x' })).status).toBe(404);
    for (const body of [{}, { message: ' ' }, { message: 5 }, [], 'x', { message: 'x', hash: '1' }])
      expect((await askDesk(server, `${id}/message`, 'POST', body)).status).toBeGreaterThanOrEqual(400);
    expect((await askDesk(server, String(id), 'PATCH', { status: 'open' })).status).toBe(422);
    expect(server.errors).toEqual([]);
  });

  it('says something to everybody of a store, sellers too, also to those who come back a little later (R-03)', async () => {
    const seller = await openDevice(server, portOf(server), await server.token('diego'));
    expect(await seller.join('private-store.1')).toBe('ok');
    const [before, adminBefore] = [await readFeedHead(server, 'store'), await readFeedHead(server)];
    const said = { title: 'Mantenimiento', text: 'Hoy a las 23 el sistema se detiene 5 minutos.', level: 'warning' };
    const answer = await tell({ ...said, title: ' Mantenimiento ', extra: 1 });
    const announced = { ...said, at: new Date(server.clock.now()).toISOString() };
    expect([answer.status, answer.body]).toEqual([201, announced]);
    const heard = await seller.heard.next(({ event }) => event === 'message');
    expect(heard.data).toMatchObject({ store_seq: before + 1, type: 'message', payload: announced });
    expect((await readFeedSince(server, before, 'store')).changes).toMatchObject([
      { name: 'message', payload: announced },
    ]);
    expect(await readFeedHead(server)).toBe(adminBefore);
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
    const before = await readFeedHead(server, 'store');
    const answers = await Promise.all([1, 2, 3, 4].map(() => tell({ ...said, hash })));
    server.clock.advance(60_000);
    answers.push(await tell({ ...said, hash }));
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201, 201, 201]);
    expect(answers.map((a) => a.body)).toEqual(answers.map(() => answers[0]?.body));
    expect(await readFeedHead(server, 'store')).toBe(before + 1);
    for (const other of [{ text: 'Otra cosa.' }, { level: 'warning' }, { title: 'Aviso' }]) {
      const refused = await tell({ ...said, ...other, hash });
      expect([refused.status, readError(refused).code]).toEqual([422, 'idempotency_mismatch']);
    }
    // A hash is unique per store only.
    expect((await tell({ ...said, hash }, 5)).status).toBe(201);
    await tell(said);
    await tell(said);
    expect(await readFeedHead(server, 'store')).toBe(before + 3);
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
    const before = await readFeedHead(server, 'store');
    const answer = await tell(body);
    expect([answer.status, readError(answer).code, readError(answer).errors]).toEqual([422, 'validation', errors]);
    expect(await readFeedHead(server, 'store')).toBe(before);
  });

  it('says nothing to a store that is none, nor with another key', async () => {
    const said = { text: 'Hola', level: 'info' };
    for (const none of ['0', 'x', '987654', '2147483648', '1.0']) expect((await tell(said, none)).status).toBe(404);
    for (const key of [null, '', 'wrong', `${testDeskKey}x`]) {
      const answer = await tell(said, 1, key);
      expect([answer.status, readError(answer).code]).toEqual([401, 'unauthenticated']);
    }
    expect(server.errors).toEqual([]);
  });

  it('is held to the requests a minute of its address', async () => {
    const limits = { signInPerMinute: 1_000_000, requestsPerMinute: 2, promocodesPerMinute: 1_000_000 };
    const busy = await startTestServer(inject('postgresUrl'), { supportDeskKey: testDeskKey, limits });
    const ask = () =>
      busy.ask(null, '/core/store/1/message', {
        method: 'POST',
        body: { text: 'Hola', level: 'info' },
        headers: { authorization: `Bearer ${testDeskKey}` },
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
