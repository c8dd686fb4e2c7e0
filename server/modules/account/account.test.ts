import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { authToken, user } from '#contract/account.ts';
import { defaultRateLimits } from '#server/deps.ts';
import { accessOf, cookieOf } from '#server/testing/access/accounts.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { delayAfter } from './sign-in-guard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const signIn = (email: string, password: string): Promise<Answer> =>
  server.ask(null, '/tokens', { method: 'POST', body: { email, password } });

const me = (access: string): Promise<Answer> =>
  server.ask(null, '/me', { headers: { authorization: `Bearer ${access}` } });

describe('logging in', () => {
  it('answers 201 with token_type and access_token, and sets the refresh cookie, for 30 days also without a window (A-18, F-36, T3)', async () => {
    const answer = await signIn('ana@demo.marche', 'marche2026');
    expect(answer.status).toBe(201);
    expect(z.parse(authToken, answer.body)).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    const cookie = String(answer.headers['set-cookie']);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/api/tokens', 'Max-Age=2592000'])
      expect(cookie).toContain(part);
    expect(answer.text).not.toContain(cookieOf(answer).split('=')[1]);
  });

  it.each([
    ['over http, also on localhost and on a local network', null, {}, false],
    ['by https through the proxy of this machine', 'https://pedidos.example', { 'x-forwarded-proto': 'https' }, true],
    ['when people reach the server by https', 'https://pedidos.example', {}, true],
    ['when a stranger only says that it is https', null, { 'x-forwarded-proto': 'https' }, false],
  ] as const)(
    '%s: the refresh cookie is Secure only where a browser would store it (T3)',
    async (_, publicOrigin, headers, secure) => {
      const other = await startTestServer(inject('postgresUrl'), { publicOrigin });
      try {
        const body = { email: 'ana@demo.marche', password: 'marche2026' };
        const answer = await other.ask(null, '/tokens', { method: 'POST', body, headers });
        expect(answer.status).toBe(201);
        expect(/; Secure/.test(String(answer.headers['set-cookie']))).toBe(secure);
      } finally {
        await other.close();
      }
    },
  );

  it('takes the e-mail in any case and with spaces around it (A-18)', async () => {
    expect((await signIn('  ANA@Demo.Marche ', 'marche2026')).status).toBe(201);
  });

  it('refuses a wrong password and an unknown account with the same bytes (A-18, T4)', async () => {
    const wrong = await signIn('ana@demo.marche', 'marche2027');
    const unknown = await signIn('nadie@demo.marche', 'marche2027');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.body).toEqual({ code: 'invalid_credentials', message: 'El correo o la contraseña son incorrectos.' });
  });

  it('names each wrong field in Spanish (A-16, A-17, E-08, E-09, E-10, E-13)', async () => {
    const errorsOf = async (email: string, password: string) =>
      z.parse(z.object({ errors: z.unknown() }), (await signIn(email, password)).body).errors;
    expect(await errorsOf('', '')).toEqual({
      email: ['Este campo es obligatorio'],
      password: ['Este campo es obligatorio'],
    });
    expect(await errorsOf('a@', '1234567')).toEqual({
      email: ['No es una dirección de correo electrónico válida'],
      password: ['Este campo debe tener al menos 8 caracteres'],
    });
    expect(await errorsOf('a@b.com', 'x'.repeat(17))).toEqual({
      password: ['Este campo debe tener 16 caracteres como máximo'],
    });
  });

  it('slows an account down after five failures and still lets the right password in (T5)', async () => {
    const before = server.clock.waits.length;
    for (let i = 0; i < 6; i += 1) expect((await signIn('bruno@demo.marche', 'equivocada')).status).toBe(401);
    expect(server.clock.waits.slice(before)).toEqual([1000]);
    expect((await signIn('bruno@demo.marche', 'marche2026')).status).toBe(201);
    expect(server.clock.waits.slice(before)).toEqual([1000, 2000]);
    expect((await signIn('bruno@demo.marche', 'equivocada')).status).toBe(401);
    expect(server.clock.waits).toHaveLength(before + 2);
  });

  it('waits 0, then 1, 2, 4, 8 s at most (T5)', () => {
    expect([4, 5, 6, 7, 8, 9, 500].map((failures) => delayAfter(failures, 5))).toEqual([
      0, 1000, 2000, 4000, 8000, 8000, 8000,
    ]);
  });

  it('forgets failures after 15 minutes (T5)', async () => {
    for (let i = 0; i < 5; i += 1) await signIn('elena@demo.marche', 'equivocada');
    server.clock.advance(15 * 60_000 + 1);
    const before = server.clock.waits.length;
    await signIn('elena@demo.marche', 'equivocada');
    expect(server.clock.waits).toHaveLength(before);
  });
});

describe('access tokens', () => {
  it('GET /me answers the user with a token, 401 without (A-52, Q-02)', async () => {
    const answer = await server.ask('ana', '/me');
    expect(answer.status).toBe(200);
    expect(z.parse(user, answer.body)).toMatchObject({ fullname: 'Ana Ferreyra', email: 'ana@demo.marche' });
    const without = await server.ask(null, '/me');
    expect(without.status).toBe(401);
    expect(without.body).toEqual({ code: 'unauthenticated', message: 'Tu sesión venció, volvé a ingresar.' });
  });

  it('never answers the password (A-39)', async () => {
    expect((await server.ask('ana', '/me')).text).not.toMatch(/password|argon2/);
  });

  it('lives 15 minutes (T3)', async () => {
    const access = accessOf(await signIn('carla@demo.marche', 'marche2026'));
    server.clock.advance(15 * 60_000 - 1);
    expect((await me(access)).status).toBe(200);
    server.clock.advance(1);
    expect((await me(access)).status).toBe(401);
  });

  it.each(['', 'Bearer', 'Bearer x', 'Basic YTpi', `Bearer ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(9000)}`])(
    'refuses the header %j (Q-02)',
    async (authorization) => {
      expect((await server.ask(null, '/me', { headers: { authorization } })).status).toBe(401);
    },
  );
});

describe('rate limits', () => {
  it('a flood of sign-ups gets 429 and does not hold up a login (T5, T15)', async () => {
    const flood = Array.from({ length: 60 }, (_, i) =>
      server.ask(null, '/users', {
        method: 'POST',
        body: {
          fullname: 'Flora Ruiz',
          email: `flora${i}@example.com`,
          phone: `+54911455520${String(i).padStart(2, '0')}`,
          password: 'unaclavelarga',
        },
      }),
    );
    const order: string[] = [];
    const login = signIn('ana@demo.marche', 'marche2026').then((answer) => {
      order.push('login');
      return answer;
    });
    const signedUp = Promise.all(flood).then((answers) => {
      order.push('flood');
      return answers;
    });
    expect((await login).status).toBe(201);
    const statuses = (await signedUp).map((a) => a.status);
    expect(order).toEqual(['login', 'flood']);
    // One is hashed, 20 wait, the others come again.
    expect(statuses.filter((s) => s === 429).length).toBeGreaterThan(20);
    expect(statuses.filter((s) => s >= 500)).toEqual([]);
  });

  it('invented tokens do not lift the limit of an address, for public calls either (E-03, T15)', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 30, promocodesPerMinute: 10 },
    });
    try {
      await strict.token('ana');
      expect((await strict.ask('ana', '/me')).status).toBe(200);
      const invented = (i: number) => ({ authorization: `Bearer ${String(i).padStart(43, 'x')}` });
      const statuses: number[] = [];
      for (let i = 0; i < 60; i += 1)
        statuses.push((await strict.ask(null, i % 2 ? '/config' : '/me', { headers: invented(i) })).status);
      expect(statuses.filter((s) => s === 429).length).toBeGreaterThanOrEqual(28);
      expect(statuses.slice(-10).every((s) => s === 429)).toBe(true);
      // A device of the same address that is known keeps its own limit.
      expect((await strict.ask('ana', '/me')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('two servers of one database count guesses together (T5)', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 },
    });
    try {
      const second = await strict.another();
      const statuses: number[] = [];
      for (let i = 0; i < 12; i += 1) {
        const { statusCode } = await (i % 2 ? strict : second).app.inject({
          method: 'POST',
          url: '/api/tokens',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ email: 'ana@demo.marche', password: 'marche2026' }),
        });
        statuses.push(statusCode);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429]);
    } finally {
      await strict.close();
    }
  });

  it('refuses the eleventh login a minute of one address and account with 429 and Retry-After (E-03, T5)', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 },
    });
    try {
      const attempt = (email: string) =>
        strict.ask(null, '/tokens', { method: 'POST', body: { email, password: 'marche2026' } });
      for (let i = 0; i < 10; i += 1) expect((await attempt('ana@demo.marche')).status).toBe(201);
      const refused = await attempt('ana@demo.marche');
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({
        code: 'too_many_requests',
        message: 'Demasiados intentos, aguarde un momento y vuelva a intentar.',
      });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await attempt('carla@demo.marche')).status).toBe(201);
      strict.clock.advance(60_000);
      expect((await attempt('ana@demo.marche')).status).toBe(201);
    } finally {
      await strict.close();
    }
  });

  it('refuses more requests a minute of one token than allowed: 600 unless configured (E-03)', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 30, promocodesPerMinute: 10 },
    });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 31; i += 1) statuses.push((await strict.ask('ana', '/me')).status);
      expect(statuses.filter((s) => s === 200)).toHaveLength(30);
      expect(defaultRateLimits).toEqual({ signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 });
      expect(statuses.at(-1)).toBe(429);
      expect((await strict.ask('carla', '/me')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
