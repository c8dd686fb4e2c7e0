import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessOf, cookieOf } from '#server/testing/access/accounts.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const signIn = (email: string, password: string): Promise<Answer> =>
  server.ask(null, '/tokens', { method: 'POST', body: { email, password } });

const refresh = (cookie: string): Promise<Answer> =>
  server.ask(null, '/tokens/refresh', { method: 'POST', headers: cookie ? { cookie } : {} });
const me = (access: string): Promise<Answer> =>
  server.ask(null, '/me', { headers: { authorization: `Bearer ${access}` } });

describe('refreshing', () => {
  it('rotates: a new pair every time, the new access token works (N-18, T3)', async () => {
    const first = await signIn('ana@demo.marche', 'marche2026');
    const second = await refresh(cookieOf(first));
    expect(second.status).toBe(201);
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    expect((await me(accessOf(second))).status).toBe(200);
  });

  it('answers 401 unauthenticated without a cookie (N-18)', async () => {
    const answer = await refresh('');
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'unauthenticated' });
  });

  it('answers a repeat within two minutes with the one living token: a lost answer, two tabs, a killed browser (T3)', async () => {
    const cookie = cookieOf(await signIn('ana@demo.marche', 'marche2026'));
    const [one, two] = await Promise.all([refresh(cookie), refresh(cookie)]);
    server.clock.advance(120_000);
    const three = await refresh(cookie);
    expect([one.status, two.status, three.status]).toEqual([201, 201, 201]);
    expect(new Set([one, two, three].map((a) => cookieOf(a))).size).toBe(1);
    const next = await refresh(cookieOf(one));
    expect(next.status).toBe(201);
    // A tab that comes late with an older token gets the newest one, not a twin of it.
    expect(cookieOf(await refresh(cookie))).toBe(cookieOf(next));
    expect(cookieOf(await refresh(cookieOf(two)))).toBe(cookieOf(next));
  });

  it('refuses a page of another origin and leaves the token as it was (T3)', async () => {
    const cookie = cookieOf(await signIn('ana@demo.marche', 'marche2026'));
    const from = (origin: string): Promise<Answer> =>
      server.ask(null, '/tokens/refresh', { method: 'POST', headers: { cookie, host: 'marche.local', origin } });
    for (const origin of ['https://evil.example', 'http://marche.local.evil.example', 'null'])
      expect([(await from(origin)).status, (await from(origin)).headers['set-cookie']]).toEqual([403, undefined]);
    expect((await from('http://marche.local')).status).toBe(201);
  });

  it('ends the whole session when a rotated token comes back although its exchange was used (T3)', async () => {
    const cookie = cookieOf(await signIn('ana@demo.marche', 'marche2026'));
    const third = await refresh(cookieOf(await refresh(cookie)));
    server.clock.advance(120_001);
    const stolen = await refresh(cookie);
    expect(stolen.status).toBe(401);
    expect(stolen.body).toMatchObject({ code: 'token_revoked' });
    expect((await refresh(cookieOf(third))).body).toMatchObject({ code: 'token_revoked' });
    expect((await me(accessOf(third))).status).toBe(401);
  });

  it('an answer lost in a dead spot logs nobody out, however late the device comes back (N-18, T3)', async () => {
    const cookie = cookieOf(await signIn('ana@demo.marche', 'marche2026'));
    await refresh(cookie);
    server.clock.advance(5 * 60 * 60_000);
    const again = await refresh(cookie);
    expect(again.status).toBe(201);
    server.clock.advance(60_000);
    const next = await refresh(cookieOf(again));
    expect(next.status).toBe(201);
    expect((await me(accessOf(next))).status).toBe(200);
  });

  it('the superseded token of such an answer gives a thief away: the whole session ends (T3)', async () => {
    const cookie = cookieOf(await signIn('ana@demo.marche', 'marche2026'));
    const owners = await refresh(cookie);
    server.clock.advance(121_000);
    const thiefs = await refresh(cookie);
    expect(thiefs.status).toBe(201);
    expect((await refresh(cookieOf(owners))).body).toMatchObject({ code: 'token_revoked' });
    expect((await me(accessOf(thiefs))).status).toBe(401);
    expect((await refresh(cookieOf(thiefs))).body).toMatchObject({ code: 'token_revoked' });
  });

  it('answers token_revoked for an unknown cookie and after 30 days unused (N-18, T3)', async () => {
    expect((await refresh('marche_refresh=unknown')).body).toMatchObject({ code: 'token_revoked' });
    const cookie = cookieOf(await signIn('ana@demo.marche', 'marche2026'));
    server.clock.jump(30 * 24 * 60 * 60_000);
    expect((await refresh(cookie)).body).toMatchObject({ code: 'token_revoked' });
  });

  it('logging out ends this device only and clears the cookie (A-51, T3)', async () => {
    const here = await signIn('ana@demo.marche', 'marche2026');
    const there = await signIn('ana@demo.marche', 'marche2026');
    const out = await server.ask(null, '/tokens/current', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${accessOf(here)}` },
    });
    expect(out.status).toBe(204);
    expect(out.text).toBe('');
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await me(accessOf(here))).status).toBe(401);
    expect((await refresh(cookieOf(here))).body).toMatchObject({ code: 'token_revoked' });
    expect((await me(accessOf(there))).status).toBe(200);
  });

  it('a device that logged out without a network ends its session later, with the refresh cookie alone (A-51, T3)', async () => {
    const leave = (headers: Record<string, string>) =>
      server.ask(null, '/tokens/current', { method: 'DELETE', headers: { host: 'marche.local', ...headers } });
    const here = await signIn('ana@demo.marche', 'marche2026');
    const first = cookieOf(here);
    const later = await refresh(first);
    expect((await leave({})).body).toMatchObject({ code: 'unauthenticated' });
    expect((await leave({ cookie: first, origin: 'https://evil.example' })).status).toBe(403);
    expect((await me(accessOf(later))).status).toBe(200);
    // The access token has expired meanwhile; a token that was rotated also names its session.
    const out = await leave({ cookie: first, origin: 'http://marche.local', authorization: 'Bearer expired' });
    expect([out.status, out.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await me(accessOf(later))).status).toBe(401);
    expect((await refresh(cookieOf(later))).body).toMatchObject({ code: 'token_revoked' });
    expect((await leave({ cookie: first })).status).toBe(204);
    expect((await leave({ cookie: 'marche_refresh=unknown' })).status).toBe(204);
  });
});
