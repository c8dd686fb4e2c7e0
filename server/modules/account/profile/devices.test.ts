import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { minutes } from '#domain/time.ts';
import { accessOf, bearer, cookieOf, newcomer, signIn } from '#server/testing/access/accounts.ts';
import { closedAfterEach, openDevice, portOf } from '#server/testing/sockets.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
const sockets = closedAfterEach();
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
// Codes of an earlier test expire and leave the limit.
beforeEach(() => server.clock.jump(minutes(61)));
afterAll(() => server.close());

type Headers = Record<string, string>;

const refresh = (cookie: string): Promise<Answer> =>
  server.ask(null, '/tokens/refresh', { method: 'POST', headers: { cookie } });
const fresh = async (person: { email: string; password: string }, agent: string): Promise<Answer> =>
  signIn(server, person.email, person.password, agent);

const devices = z.array(
  z.object({
    id: z.string(),
    device: z.string(),
    current: z.boolean(),
    created_at: z.string(),
    last_used_at: z.string(),
  }),
);

describe('signed-in devices', () => {
  const list = async (headers: Headers) => z.parse(devices, (await server.ask(null, '/me/devices', { headers })).body);
  const end = (headers: Headers, id: string): Promise<Answer> =>
    server.ask(null, `/me/devices/${id}`, { method: 'DELETE', headers });

  it('are listed, last used first, and this one is marked (T3)', async () => {
    const person = await newcomer(server);
    server.clock.advance(1_000);
    const tablet = await fresh(person, 'Tablet');
    server.clock.advance(1_000);
    expect(await list(person.headers)).toEqual([
      expect.objectContaining({ device: 'Tablet', current: false }),
      expect.objectContaining({ device: 'test', current: true }),
    ]);
    expect((await list(bearer(accessOf(tablet)))).map((d) => d.current)).toEqual([true, false]);
  });

  it('are signed out one by one: token, refresh and socket (T3, T12)', async () => {
    const bruno = { email: 'bruno@demo.marche', password: 'marche2026' };
    const [own, other] = [await fresh(bruno, 'Own'), await fresh(bruno, 'Lost phone')];
    const device = await openDevice(server, portOf(server), accessOf(other));
    sockets.push(device);
    expect(await device.join('private-store.1')).toBe('ok');
    const headers = bearer(accessOf(own));
    const id = (await list(headers)).find((d) => d.device === 'Lost phone')?.id ?? '';
    const answer = await end(headers, id);
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([204, '', undefined]);
    expect((await end(headers, id)).status).toBe(204);
    expect((await server.ask(null, '/me', { headers: bearer(accessOf(other)) })).status).toBe(401);
    expect((await refresh(cookieOf(other))).body).toMatchObject({ code: 'token_revoked' });
    server.clock.advance(5_000);
    await device.states.next((state) => state !== 'connecting' && state !== 'connected');
    expect((await list(headers)).map((d) => d.device)).toEqual(['Own']);
  });

  it('this one, too: then it is logged out', async () => {
    const person = await newcomer(server);
    const [own] = await list(person.headers);
    const answer = await end(person.headers, own?.id ?? '');
    expect([answer.status, String(answer.headers['set-cookie'])]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await server.ask(null, '/me', { headers: person.headers })).status).toBe(401);
  });

  it("another user's device does not exist, byte for byte (T2)", async () => {
    const [one, two] = [await newcomer(server), await newcomer(server)];
    const [theirs] = await list(two.headers);
    const answers = [
      await end(one.headers, theirs?.id ?? ''),
      await end(one.headers, '01939b1e-0000-7000-8000-000000000001'),
      await end(one.headers, 'x'),
    ];
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await server.ask(null, '/me', { headers: two.headers })).status).toBe(200);
  });
});

it('nothing of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
