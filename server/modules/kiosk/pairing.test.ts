import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { audit } from '#server/db/schema/sync.ts';
import { accessOf } from '#server/testing/access/accounts.ts';
import { approveScreen, collect, pairedScreen, waitingScreen } from '#server/testing/kiosks.ts';
import { readError, parseProfile } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const minutes = (n: number): void => server.clock.advance(n * 60_000);

describe('pairing a kitchen screen', () => {
  it('shows a code, waits, and is signed in once an admin approves it', async () => {
    const screen = await waitingScreen(server, 'Chrome en Android');
    expect([screen.code, screen.expires_in]).toEqual([expect.stringMatching(/^[A-Z34679]{8}$/), 300]);
    expect((await collect(server, screen)).body).toEqual({ state: 'waiting', expires_in: 300 });
    const typed = ` ${screen.code.slice(0, 4).toLowerCase()}-${screen.code.slice(4)} `;
    const seen = await server.ask('bruno', `/store/1/kiosks/pairing?code=${encodeURIComponent(typed)}`);
    expect(seen.body).toMatchObject({ device: 'Chrome en Android', expires_in: 300 });
    const made = await approveScreen(server, typed, { who: 'bruno', name: ' Plancha ' });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ name: 'Plancha', device: 'Chrome en Android', last_used_at: null }),
    ]);
    const given = await collect(server, screen);
    expect([given.status, given.body]).toEqual([
      201,
      expect.objectContaining({ state: 'paired', store_id: 1, name: 'Plancha', token_type: 'Bearer' }),
    ]);
    expect(String(given.headers['set-cookie'])).toMatch(/^marche_refresh=.*HttpOnly; SameSite=Strict/);
    const list = await server.ask('ana', '/store/1/kiosks');
    expect(list.text).toContain('"last_used_at":"2026');
    const [entry] = await server.db.direct.select().from(audit).where(eq(audit.action, 'kiosk.approve'));
    expect(entry).toMatchObject({ actor_id: 2, after: { name: 'Plancha', device: 'Chrome en Android' } });
  });

  it('collected nine times at once, it gives one living session (T3)', async () => {
    const screen = await waitingScreen(server);
    await approveScreen(server, screen.code);
    const answers = await Promise.all(Array.from({ length: 9 }, () => collect(server, screen)));
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 9 }, () => 201));
    const alive = await Promise.all(
      answers.map((answer) => server.ask(null, '/me', { headers: { authorization: `Bearer ${accessOf(answer)}` } })),
    );
    expect(alive.filter((a) => a.status === 200)).toHaveLength(1);
  });

  it('works once: an approved, a refused and an old code are all over, and say so (T4)', async () => {
    const [used, refused, old] = [
      await waitingScreen(server),
      await waitingScreen(server),
      await waitingScreen(server),
    ];
    await approveScreen(server, used.code);
    await server.ask('ana', '/store/1/kiosks/refuse', { method: 'POST', body: { code: refused.code } });
    expect((await collect(server, refused)).body).toEqual({ state: 'refused' });
    for (const { code } of [used, refused]) {
      const again = await approveScreen(server, code);
      expect([again.status, readError(again).code]).toEqual([410, 'expired']);
      expect(readError(again).message).toBe('El código ya se usó o venció. Pedí uno nuevo en la pantalla.');
    }
    minutes(5);
    expect((await approveScreen(server, old.code)).status).toBe(410);
    expect((await collect(server, old)).status).toBe(410);
  });

  it('is approved by one of two admins who tap at once', async () => {
    const { code } = await waitingScreen(server);
    const answers = await Promise.all([approveScreen(server, code), approveScreen(server, code, { who: 'carla' })]);
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 410]);
  });

  it('says the same of an unknown screen and of a wrong secret (T2)', async () => {
    const screen = await waitingScreen(server);
    const wrong = await collect(server, { ...screen, secret: 'x'.repeat(43) });
    const unknown = await collect(server, { ...screen, id: randomUUID() });
    expect([wrong.status, unknown.status, wrong.text]).toEqual([404, 404, unknown.text]);
    const code = await server.ask('ana', '/store/1/kiosks/pairing?code=ACDE-3467');
    expect([code.status, readError(code).message]).toEqual([
      404,
      expect.stringContaining('ninguna pantalla esperando'),
    ]);
    expect((await server.ask('ana', '/store/1/kiosks/pairing?code=../../x')).status).toBe(422);
    expect((await approveScreen(server, 'no es un código')).status).toBe(422);
  });

  it('gives the session once more when the answer was lost, and ends the one before; not for ever', async () => {
    const screen = await waitingScreen(server);
    await approveScreen(server, screen.code);
    const token = (answer: { body: unknown }): string =>
      typeof answer.body === 'object' && answer.body !== null ? String(Reflect.get(answer.body, 'access_token')) : '';
    const me = async (t: string) =>
      (await server.ask(null, '/me', { headers: { authorization: `Bearer ${t}` } })).status;
    const first = token(await collect(server, screen));
    const second = token(await collect(server, screen));
    expect([await me(first), await me(second)]).toEqual([401, 200]);
    minutes(7);
    expect((await collect(server, screen)).status).toBe(410);
    expect(await me(second)).toBe(200);
  });

  it('cannot be found by trying: ten looks a minute for one person (T4)', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 1_000_000, promocodesPerMinute: 10 },
    });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await strict.ask('ana', '/store/1/kiosks/pairing?code=ACDE-3467')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
    expect((await approveScreen(strict, 'ACDE-3467')).status).toBe(429);
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => strict.ask(null, '/kiosk/pairings', { method: 'POST', body: { device: '' } })),
    );
    expect(asked.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      429,
      429,
    ]);
    await strict.close();
  });

  it('nobody can sign in as its user, whatever the password', async () => {
    await pairedScreen(server, { name: 'Fríos' });
    const [user] = await server.db.direct.select().from(users).where(eq(users.fullname, 'Cocina · Fríos'));
    expect(user?.email).toMatch(/@cocina\.invalid$/);
    for (const password of ['marche2026', 'marche-nobody-he']) {
      const body = { email: user?.email, password };
      expect((await server.ask(null, '/tokens', { method: 'POST', body })).status).toBe(401);
    }
  });

  it('is nobody who sells: not in the list of sellers, not for an order (N-28)', async () => {
    await pairedScreen(server, { name: 'Barra' });
    const { sellers } = parseProfile(await server.ask('ana', '/store/1'));
    expect(sellers.map((s) => s.fullname).join()).not.toContain('Cocina');
    const [user] = await server.db.direct.select().from(users).where(eq(users.fullname, 'Cocina · Barra'));
    const body = { ...(await buildSubmission(server)), seller_id: user?.id };
    expect((await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() })).status).toBe(422);
  });
});

describe('unpairing', () => {
  it('ends everything that the screen had: token, refresh, store (T3, T12)', async () => {
    const { id, headers } = await pairedScreen(server, { name: 'Vieja' });
    expect((await server.ask(null, '/store/1', { headers })).status).toBe(200);
    expect((await server.ask('ana', `/store/1/kiosks/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.ask(null, '/store/1', { headers })).status).toBe(401);
    expect((await server.ask('ana', '/store/1/kiosks')).text).not.toContain('Vieja');
    expect((await server.ask('ana', `/store/1/kiosks/${id}`, { method: 'DELETE' })).status).toBe(404);
    const [entry] = await server.db.direct.select().from(audit).where(eq(audit.action, 'kiosk.revoke'));
    expect(entry).toMatchObject({ actor_id: 1, before: { name: 'Vieja' }, after: null });
  });

  it('of another store answers as if there were no such screen (T2)', async () => {
    const { id, headers } = await pairedScreen(server);
    const foreign = await server.ask('gabi', `/store/5/kiosks/${id}`, { method: 'DELETE' });
    const missing = await server.ask('gabi', '/store/5/kiosks/999999', { method: 'DELETE' });
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await server.ask('gabi', '/store/5/kiosks')).body).toEqual([]);
    expect((await server.ask(null, '/store/1', { headers })).status).toBe(200);
    expect((await server.ask(null, '/store/5', { headers })).status).toBe(404);
  });
});
