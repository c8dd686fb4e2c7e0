import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { socialAccounts, socialLogins } from '#server/db/schema/access.ts';
import { users } from '#server/db/schema/accounts.ts';
import { accessOf, bearer, cookieOf, newcomer, newPerson, signIn } from '#server/testing/access/accounts.ts';
import {
  closeServer,
  type OpenidProvider,
  portOfServer,
  startOpenidProvider,
} from '#server/testing/access/openid-provider.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let google: OpenidProvider;
let facebook: Awaited<ReturnType<typeof startFacebook>>;
let server: TestServer;

/** Facebook's dialog and graph, as far as a login uses them. It returns `person` for every login. */
async function startFacebook() {
  const challenges = new Map<string, string>();
  const state: { person: Record<string, string>; graphDown: boolean } = { person: { id: '1' }, graphDown: false };
  const http: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === '/oauth/access_token') {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const form = new URLSearchParams(text);
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const known = challenges.get(form.get('code') ?? '');
        challenges.delete(form.get('code') ?? '');
        const fits =
          known === challenge &&
          form.get('client_id') === 'fb' &&
          form.get('client_secret') === 'fb secret of the tests';
        if (fits) send(200, { access_token: 'graph-token', token_type: 'bearer', expires_in: 5_000 });
        else send(400, { error: 'invalid_grant' });
      });
    } else if (url.pathname === '/me' && request.headers.authorization === 'Bearer graph-token' && !state.graphDown)
      send(200, state.person);
    else send(500, {});
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  return {
    endpoint: `http://127.0.0.1:${portOfServer(http)}`,
    state,
    /** The dialog: returns the address to which it redirects the browser. */
    agree(from: string): URL {
      const asked = new URL(from).searchParams;
      const back = new URL(asked.get('redirect_uri') ?? '');
      challenges.set('fb-code', asked.get('code_challenge') ?? '');
      back.search = new URLSearchParams({ code: 'fb-code', state: asked.get('state') ?? '' }).toString();
      return back;
    },
    close: () => closeServer(http),
  };
}

beforeAll(async () => {
  google = await startOpenidProvider(['http://localhost/api/auth/google/callback']);
  facebook = await startFacebook();
  server = await startTestServer(inject('postgresUrl'), {
    social: {
      google: google.client,
      facebook: { clientId: 'fb', clientSecret: 'fb secret of the tests', endpoint: facebook.endpoint },
    },
  });
});
beforeEach(() => server.clock.jump(minutes(61)));
afterAll(async () => {
  await server.close();
  await google.close();
  await facebook.close();
});

type Provider = 'google' | 'facebook';

const start = (provider: Provider, other = server): Promise<Answer> => other.ask(null, `/auth/${provider}`);
const returnTo = (url: URL, cookie: string): Promise<Answer> =>
  server.ask(null, `${url.pathname.replace('/api', '')}${url.search}`, { headers: { cookie } });
const fragmentOf = (answer: Answer): URLSearchParams =>
  new URLSearchParams(String(answer.headers['location']).split('#')[1] ?? '');
const exchange = (token: string, cookie: string, provider: string = 'google'): Promise<Answer> =>
  server.ask(null, `/tokens/social/${provider}`, {
    method: 'POST',
    body: { access_token: token },
    headers: { cookie },
  });

/** Walks to the provider and back, until the app has its exchange token. */
async function walk(provider: Provider = 'google') {
  const started = await start(provider);
  const cookie = cookieOf(started, 'marche_social');
  const from = String(started.headers['location']);
  const url = provider === 'google' ? await google.walk(from) : facebook.agree(from);
  const returned = await returnTo(url, cookie);
  const fragment = fragmentOf(returned);
  return { cookie, url, returned, token: fragment.get('access_token') ?? '', error: fragment.get('error') };
}

async function logIn(provider: Provider = 'google'): Promise<Answer> {
  const { token, cookie } = await walk(provider);
  return exchange(token, cookie, provider);
}

const meOf = async (answer: Answer): Promise<unknown> =>
  (await server.ask(null, '/me', { headers: bearer(accessOf(answer)) })).body;

let people = 0;
/** A new person at the provider, with a verified address. */
function stranger(more: object = {}) {
  people += 1;
  const person = {
    sub: `g-${people}`,
    email: `g${people}@gmail.ejemplo`,
    email_verified: true,
    name: `Gente ${people}`,
    ...more,
  };
  google.setPerson(person);
  return person;
}

describe('the way there (A-21, T6)', () => {
  it('leads to the provider with code flow, PKCE, state and nonce, and marks the browser', async () => {
    const answer = await start('google');
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
    const url = new URL(String((await start('facebook')).headers['location']));
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
      const answer = await start('google', bare);
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
    expect((await exchange('x'.repeat(43), '', 'twitter')).status).toBe(404);
  });

  it('a provider that is away leads back with an error, and works when it is there again', async () => {
    const social = { google: { ...google.client, endpoint: 'http://localhost:1' }, facebook: null };
    const alone = await startTestServer(inject('postgresUrl'), { social });
    try {
      expect((await start('google', alone)).headers['location']).toBe('/sellers/social/google#error=failed');
    } finally {
      await alone.close();
    }
  });
});

describe('the way back (A-22)', () => {
  it('a new person gets an account without password and a session like any other', async () => {
    const person = stranger();
    const { returned, token, cookie } = await walk();
    expect([returned.status, String(returned.headers['location'])]).toEqual([
      302,
      expect.stringMatching(/^\/sellers\/social\/google#access_token=[\w-]{43}$/),
    ]);
    const answer = await exchange(token, cookie);
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
    const walks = await Promise.all([walk(), walk(), walk()]);
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
    expect((await walk()).error).toBe('email_taken');
  });

  it('nor does any join an account whose address nobody has shown: it could be a trap for its owner (T6)', async () => {
    const trap = await newcomer(server);
    const owner = stranger({ email: trap.email });
    expect((await walk()).error).toBe('email_taken');
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
    expect((await walk('facebook')).error).toBe('email_taken');
  });

  it('somebody without an address cannot have an account', async () => {
    google.setPerson({ sub: 'no-mail', name: 'Sin Correo' });
    expect((await walk()).error).toBe('no_email');
    facebook.state.person = { id: 'fb-8', name: 'Sin Correo' };
    expect((await walk('facebook')).error).toBe('no_email');
  });

  it('by Facebook: who it is comes from the graph', async () => {
    const { email } = newPerson();
    facebook.state.person = { id: 'fb-9', name: 'Fabián', email };
    expect(await meOf(await logIn('facebook'))).toMatchObject({ email, fullname: 'Fabián' });
    facebook.state.graphDown = true;
    expect((await walk('facebook')).error).toBe('failed');
    facebook.state.graphDown = false;
    expect(await meOf(await logIn('facebook'))).toMatchObject({ fullname: 'Fabián' });
  });

  it('who says no comes back with an error (A-23)', async () => {
    google.setPerson(null);
    expect((await walk()).error).toBe('denied');
  });

  it('names of any length and kind are taken as far as they go', async () => {
    stranger({ name: '🍕'.repeat(200) });
    expect(await meOf(await logIn())).toMatchObject({ fullname: '🍕'.repeat(150) });
    const { email } = stranger({ name: '' });
    expect(await meOf(await logIn())).toMatchObject({ fullname: email.split('@')[0] });
  });
});

describe('what does not fit (T6)', () => {
  const begin = async () => {
    stranger();
    const started = await start('google');
    const url = await google.walk(String(started.headers['location']));
    return { url, cookie: cookieOf(started, 'marche_social') };
  };
  const errorOf = async (url: URL, cookie: string): Promise<string | null> =>
    fragmentOf(await returnTo(url, cookie)).get('error');

  it('the answer of one walk in another browser, or in none: the walk stays open for its own', async () => {
    const { url, cookie } = await begin();
    const other = cookieOf(await start('google'), 'marche_social');
    for (const wrong of [other, '', 'marche_social=x', `marche_social=${'a'.repeat(43)}`])
      expect(await errorOf(url, wrong)).toBe('expired');
    expect(await errorOf(url, cookie)).toBeNull();
  });

  it('the same answer twice', async () => {
    const { url, cookie } = await begin();
    const answers = await Promise.all([errorOf(url, cookie), errorOf(url, cookie)]);
    expect(answers.toSorted()).toEqual(['expired', null]);
  });

  it('an answer after ten minutes', async () => {
    const { url, cookie } = await begin();
    server.clock.jump(minutes(10));
    expect(await errorOf(url, cookie)).toBe('expired');
  });

  it('another state, none, or the callback of the other provider', async () => {
    const { url, cookie } = await begin();
    for (const state of ['x', '', 'a'.repeat(43)]) {
      const changed = new URL(url);
      changed.searchParams.set('state', state);
      expect(await errorOf(changed, cookie)).toBe('expired');
    }
    const none = new URL(url);
    none.search = '';
    expect(await errorOf(none, cookie)).toBe('expired');
    const mixed = new URL(url.href.replace('/google/', '/facebook/'));
    expect(await errorOf(mixed, cookie)).toBe('expired');
  });

  it('the code of another walk: its PKCE verifier and nonce are not this one’s', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const mixed = new URL(mine.url);
    mixed.searchParams.set('code', theirs.url.searchParams.get('code') ?? '');
    expect(await errorOf(mixed, mine.cookie)).toBe('failed');
  });

  it('the answer of another issuer', async () => {
    const { url, cookie } = await begin();
    url.searchParams.set('iss', 'https://mal.ejemplo');
    expect(await errorOf(url, cookie)).toBe('failed');
  });

  it('an exchange twice, late, elsewhere, invented, or of the other provider', async () => {
    const refused = { code: 'invalid_credentials', message: 'No pudimos iniciar tu sesión. Volvé a intentarlo.' };
    const attempt = async (token: string, cookie: string, provider = 'google') => {
      const { status, body } = await exchange(token, cookie, provider);
      return [status, body];
    };
    stranger();
    const one = await walk();
    expect(await attempt(one.token, '')).toEqual([401, refused]);
    expect(await attempt(one.token, (await walk()).cookie)).toEqual([401, refused]);
    expect(await attempt(one.token, one.cookie, 'facebook')).toEqual([401, refused]);
    expect(await attempt('a'.repeat(43), one.cookie)).toEqual([401, refused]);
    const both = await Promise.all([exchange(one.token, one.cookie), exchange(one.token, one.cookie)]);
    expect(both.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 401]);
    const two = await walk();
    server.clock.jump(minutes(1));
    expect(await attempt(two.token, two.cookie)).toEqual([401, refused]);
    expect((await exchange('', two.cookie)).status).toBe(422);
  });
});

it('the provider’s own token is no way in: only what this server gave is (T6)', async () => {
  stranger();
  const { cookie, url } = await walk();
  expect((await exchange(url.searchParams.get('code') ?? '', cookie)).status).toBe(401);
});

it('nothing of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
