import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { socialAccounts, socialLogins } from '#server/db/schema/access.ts';
import { users } from '#server/db/schema/accounts.ts';
import { accessOf, bearer, cookieOf, newcomer, newPerson, signIn } from '#server/testing/access/accounts.ts';
import type { OpenidProvider } from '#server/testing/access/openid-provider.ts';
import {
  exchangeTokens,
  type SocialName,
  socialWorld,
  startSocial,
  stranger,
  useSocialWorld,
  walkSocial,
} from '#server/testing/access/social-world.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

useSocialWorld();
let server: TestServer;
let google: OpenidProvider;
let facebook: ReturnType<typeof socialWorld>['facebook'];
beforeAll(() => {
  ({ server, google, facebook } = socialWorld());
});

async function logIn(provider: SocialName = 'google'): Promise<Answer> {
  const { token, cookie } = await walkSocial(provider);
  return exchangeTokens(token, cookie, provider);
}

const meOf = async (answer: Answer): Promise<unknown> =>
  (await server.ask(null, '/me', { headers: bearer(accessOf(answer)) })).body;

describe('the way there (A-21, T6)', () => {
  it('leads to the provider with code flow, PKCE, state and nonce, and marks the browser', async () => {
    const answer = await startSocial('google');
    expect(answer.status).toBe(302);
    const url = new URL(String(answer.headers['location']));
    expect(url.origin).toBe(google.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'marche',
      redirect_uri: 'http://localhost/api/auth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const cookie = String(answer.headers['set-cookie']);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api', 'Max-Age=600']) expect(cookie).toContain(part);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(url.href).not.toContain(cookieOf(answer, 'marche_social').split('=')[1]);
    const rows = await server.db.direct.select().from(socialLogins);
    expect(JSON.stringify(rows)).not.toContain(url.searchParams.get('state'));
  });

  it('to Facebook, too', async () => {
    const url = new URL(String((await startSocial('facebook')).headers['location']));
    expect(`${url.origin}${url.pathname}`).toBe(`${facebook.endpoint}/dialog/oauth`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'fb',
      scope: 'public_profile,email',
      code_challenge_method: 'S256',
    });
  });

  it('GET /auth says which there are; what is not configured leads back with an error', async () => {
    expect((await server.ask(null, '/auth')).body).toEqual({ google: true, facebook: true, code_length: 4 });
    const bare = await startTestServer(inject('postgresUrl'));
    try {
      expect((await bare.ask(null, '/auth')).body).toEqual({ google: false, facebook: false, code_length: 4 });
      const answer = await startSocial('google', bare);
      expect([answer.status, answer.headers['location']]).toEqual([302, '/sellers/social/google#error=not_configured']);
      const body = { access_token: 'x'.repeat(43) };
      expect((await bare.ask(null, '/tokens/social/google', { method: 'POST', body })).status).toBe(404);
    } finally {
      await bare.close();
    }
  });

  it('another provider does not exist', async () => {
    expect((await server.ask(null, '/auth/twitter')).body).toMatchObject({ code: 'not_found' });
    expect((await server.ask(null, '/auth/twitter/callback')).status).toBe(404);
    expect((await exchangeTokens('x'.repeat(43), '', 'twitter')).status).toBe(404);
  });

  it('a provider that is away leads back with an error, and works when it is there again', async () => {
    const social = { google: { ...google.client, endpoint: 'http://localhost:1' }, facebook: null };
    const alone = await startTestServer(inject('postgresUrl'), { social });
    try {
      expect((await startSocial('google', alone)).headers['location']).toBe('/sellers/social/google#error=failed');
    } finally {
      await alone.close();
    }
  });
});

describe('the way back (A-22)', () => {
  it('a new person gets an account without password and a session like any other', async () => {
    const person = stranger();
    const { returned, token, cookie } = await walkSocial();
    expect([returned.status, String(returned.headers['location'])]).toEqual([
      302,
      expect.stringMatching(/^\/sellers\/social\/google#access_token=[\w-]{43}$/),
    ]);
    const answer = await exchangeTokens(token, cookie);
    expect(answer.status).toBe(201);
    expect(cookieOf(answer)).not.toBe('');
    expect(await meOf(answer)).toMatchObject({
      email: person.email,
      fullname: person.name,
      phone: null,
      phone_verified: false,
    });
    const [row] = await server.db.direct.select().from(users).where(eq(users.email, person.email));
    expect(row).toMatchObject({ password_hash: null, email_verified: true });
    expect((await signIn(server, person.email, 'cualquiera1')).status).toBe(401);
  });

  it('the same person is the same user, also with another address and name (T6)', async () => {
    const person = stranger();
    const first = await meOf(await logIn());
    google.setPerson({ ...person, email: 'otra@gmail.ejemplo', name: 'Otro Nombre' });
    expect(await meOf(await logIn())).toEqual(first);
  });

  it('two walks at once make one account', async () => {
    const person = stranger();
    const walks = await Promise.all([walkSocial(), walkSocial(), walkSocial()]);
    expect(walks.map((w) => w.error)).toEqual([null, null, null]);
    expect(await server.db.direct.$count(users, eq(users.email, person.email))).toBe(1);
    expect(await server.db.direct.$count(socialAccounts, eq(socialAccounts.subject, person.sub))).toBe(1);
  });

  it('a checked address joins an account whose address was shown to us as well (T6)', async () => {
    stranger({ email: 'BRUNO@demo.marche' });
    expect(await meOf(await logIn())).toMatchObject({ fullname: 'Bruno Acosta' });
    expect((await signIn(server, 'bruno@demo.marche', 'marche2026')).status).toBe(201);
  });

  it('an address that the provider did not check never joins one (T6)', async () => {
    stranger({ email: 'carla@demo.marche', email_verified: false });
    expect((await walkSocial()).error).toBe('email_taken');
  });

  it('nor does any join an account whose address nobody has shown: it could be a trap for its owner (T6)', async () => {
    const trap = await newcomer(server);
    const owner = stranger({ email: trap.email });
    expect((await walkSocial()).error).toBe('email_taken');
    expect(await server.db.direct.$count(socialAccounts, eq(socialAccounts.subject, owner.sub))).toBe(0);
    expect((await server.ask(null, '/me', { headers: trap.headers })).status).toBe(200);
  });

  it('an unchecked address makes an account that its owner takes back with a code (T6)', async () => {
    const { email } = newPerson();
    facebook.state.person = { id: 'fb-7', name: 'Falsa', email };
    expect(await meOf(await logIn('facebook'))).toMatchObject({ email });
    const target = { target_type: 'email', target: email, issued_for: 'recovery_access' };
    await server.ask(null, '/otp', { method: 'POST', body: target });
    const text = server.deps.messages.outbox?.list()[0]?.text ?? '';
    const body = { ...target, received_code: /es (\d{4})\./.exec(text)?.[1] };
    expect((await server.ask(null, '/tokens/otp', { method: 'POST', body })).status).toBe(201);
    expect((await walkSocial('facebook')).error).toBe('email_taken');
  });

  it('somebody without an address cannot have an account', async () => {
    google.setPerson({ sub: 'no-mail', name: 'Sin Correo' });
    expect((await walkSocial()).error).toBe('no_email');
    facebook.state.person = { id: 'fb-8', name: 'Sin Correo' };
    expect((await walkSocial('facebook')).error).toBe('no_email');
  });

  it('by Facebook: who it is comes from the graph', async () => {
    const { email } = newPerson();
    facebook.state.person = { id: 'fb-9', name: 'Fabián', email };
    expect(await meOf(await logIn('facebook'))).toMatchObject({ email, fullname: 'Fabián' });
    facebook.state.graphDown = true;
    expect((await walkSocial('facebook')).error).toBe('failed');
    facebook.state.graphDown = false;
    expect(await meOf(await logIn('facebook'))).toMatchObject({ fullname: 'Fabián' });
  });

  it('who says no comes back with an error (A-23)', async () => {
    google.setPerson(null);
    expect((await walkSocial()).error).toBe('denied');
  });

  it('names of any length and kind are taken as far as they go', async () => {
    stranger({ name: '🍕'.repeat(200) });
    expect(await meOf(await logIn())).toMatchObject({ fullname: '🍕'.repeat(150) });
    const { email } = stranger({ name: '' });
    expect(await meOf(await logIn())).toMatchObject({ fullname: email.split('@')[0] });
  });
});

it('the provider’s own token is no way in: only what this server gave is (T6)', async () => {
  stranger();
  const { cookie, url } = await walkSocial();
  expect((await exchangeTokens(url.searchParams.get('code') ?? '', cookie)).status).toBe(401);
});

it('nothing of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
