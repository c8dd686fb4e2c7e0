import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { otps } from '#server/db/schema/access.ts';
import { users } from '#server/db/schema/accounts.ts';
import { codeTo, messagesTo, newcomer, otherCode } from '#server/testing/access/accounts.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { codeIdOf, askForCode, enterCode, codeStatus, wrongCodeBody } from '#server/testing/access/codes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
// Codes of an earlier test expire and leave the limit.
beforeEach(() => server.clock.advance(minutes(61)));

describe('asking for a code', () => {
  it('answers 201 with id and expires_in, and sends it by mail in Spanish (A-27, A-26)', async () => {
    const answer = await askForCode(server, ' ANA@demo.marche ');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.any(String), expires_in: 60 });
    const [mail] = messagesTo(server, 'ana@demo.marche');
    expect(mail).toMatchObject({ kind: 'mail', subject: 'Tu código para ingresar a Marche' });
    expect(codeTo(server, 'ana@demo.marche')).toMatch(/^\d{4}$/);
    expect(answer.text).not.toContain(codeTo(server, 'ana@demo.marche'));
  });

  it('sends it to a phone as Argentines write it (A-25)', async () => {
    expect((await askForCode(server, '011 15-4555-0101', 'phone')).status).toBe(201);
    const [sms] = messagesTo(server, '+5491145550101');
    expect(sms).toMatchObject({ kind: 'sms', subject: null });
    expect(sms?.text).toMatch(/^Tu código de Marche es \d{4}\. Vence en 10 minutos, no se lo digas a nadie\.$/);
  });

  it('ready to be read by the phone itself, for our own site and never one that a request names (A-32, T4)', async () => {
    const known = await startTestServer(inject('postgresUrl'), { publicOrigin: 'https://pedidos.ejemplo.ar:8443' });
    try {
      const body = { target_type: 'phone', target: '+5491145550101', issued_for: 'recovery_access' };
      await known.ask(null, '/otp', { method: 'POST', body, headers: { host: 'mal.ejemplo' } });
      expect(messagesTo(known, '+5491145550101')[0]?.text).toMatch(/ es (\d{4})\..*\n\n@pedidos\.ejemplo\.ar #\1$/s);
    } finally {
      await known.close();
    }
  });

  it.each([
    ['email', 'a@', 'No es una dirección de correo electrónico válida'],
    ['email', '', 'Este campo es obligatorio'],
    ['email', '   ', 'Este campo es obligatorio'],
    ['email', 'ana @demo.marche', 'No es una dirección de correo electrónico válida'],
    ['phone', '123', 'Teléfono inválido'],
    ['phone', '+54 11 🍕', 'Teléfono inválido'],
    ['phone', 'x'.repeat(250), 'Teléfono inválido'],
    ['phone', '', 'Este campo es obligatorio'],
    ['phone', '9'.repeat(300), 'Este campo debe tener 254 caracteres como máximo'],
  ] as const)('%s %j gets its sentence at the field (A-25, A-26)', async (type, target, sentence) => {
    const answer = await askForCode(server, target, type);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: { target: [sentence] } }]);
  });

  it('answers an unknown account as a known one, to the last detail, and sends nothing (T4, N-05)', async () => {
    const sent = server.deps.messages.outbox?.list().length;
    const [known, unknown] = [
      await askForCode(server, 'bruno@demo.marche'),
      await askForCode(server, 'nadie@demo.marche'),
    ];
    expect(server.deps.messages.outbox?.list()).toHaveLength((sent ?? 0) + 1);
    expect(messagesTo(server, 'nadie@demo.marche')).toEqual([]);
    const shape = ({ status, headers, text }: Answer) => [
      status,
      Object.keys(headers).toSorted(),
      text.replace(/"id":"[^"]+"/, ''),
    ];
    expect(shape(unknown)).toEqual(shape(known));
    expect(await codeStatus(server, codeIdOf(unknown))).toEqual(await codeStatus(server, codeIdOf(known)));
    for (const target of ['bruno@demo.marche', 'nadie@demo.marche'])
      for (let i = 0; i < 4; i += 1) expect((await enterCode(server, target, 'abcd')).status).toBe(422);
    const code = codeTo(server, 'bruno@demo.marche');
    for (let i = 0; i < 3; i += 1) {
      const answers = [
        await enterCode(server, 'bruno@demo.marche', otherCode(code)),
        await enterCode(server, 'nadie@demo.marche', '1234'),
      ];
      expect(answers.map((a) => [a.status, a.body])).toEqual([
        [422, wrongCodeBody],
        [422, wrongCodeBody],
      ]);
    }
    expect([await codeStatus(server, codeIdOf(known)), await codeStatus(server, codeIdOf(unknown))]).toEqual([
      { status: 'void', expires_in: 60 },
      { status: 'void', expires_in: 60 },
    ]);
    expect([
      (await askForCode(server, 'bruno@demo.marche')).text,
      (await askForCode(server, 'bruno@demo.marche')).status,
    ]).toEqual([(await askForCode(server, 'nadie@demo.marche')).text, 429]);
  });

  it('does the same work for an unknown account before it answers, and the sending after (T4)', async () => {
    const order: string[] = [];
    const slow = await startTestServer(inject('postgresUrl'), {
      messages: {
        outbox: null,
        mail: () => {
          order.push('mail');
          return new Promise(() => undefined);
        },
        sms: () => Promise.resolve(),
      },
    });
    try {
      // A mail service that never answers must not delay the answer.
      const body = { target_type: 'email', target: 'ana@demo.marche', issued_for: 'recovery_access' };
      const answer = await slow.ask(null, '/otp', { method: 'POST', body });
      order.push('answer');
      expect(answer.status).toBe(201);
      await expect.poll(() => order).toContain('mail');
      expect(await slow.db.direct.$count(otps)).toBe(1);
      await slow.ask(null, '/otp', { method: 'POST', body: { ...body, target: 'nadie@demo.marche' } });
      expect(await slow.db.direct.$count(otps)).toBe(2);
    } finally {
      await slow.close();
    }
  });

  it('a mail service that fails is logged, without the code, and changes no answer', async () => {
    const failing = await startTestServer(inject('postgresUrl'), {
      messages: { outbox: null, mail: () => Promise.reject(new Error('no route')), sms: () => Promise.resolve() },
    });
    try {
      const body = { target_type: 'email', target: 'ana@demo.marche', issued_for: 'recovery_access' };
      expect((await failing.ask(null, '/otp', { method: 'POST', body })).status).toBe(201);
      await expect.poll(() => failing.errors).toHaveLength(1);
      expect(failing.errors[0]).toMatch(/^sending a code failed: Error: no route/);
    } finally {
      await failing.close();
    }
  });

  it('one a minute for a target and five an hour of one address for it, with Retry-After (T4, A-35)', async () => {
    const first = await askForCode(server, 'carla@demo.marche');
    const again = await askForCode(server, 'carla@demo.marche');
    expect([again.status, again.headers['retry-after'], again.body]).toMatchObject([
      429,
      '60',
      { code: 'too_many_requests' },
    ]);
    expect(await codeStatus(server, codeIdOf(first))).toEqual({ status: 'pending', expires_in: 60 });
    for (let i = 0; i < 4; i += 1) {
      server.clock.advance(minutes(1));
      expect((await askForCode(server, 'carla@demo.marche')).status).toBe(201);
    }
    server.clock.advance(minutes(1));
    const sixth = await askForCode(server, 'carla@demo.marche');
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, String(55 * 60)]);
    expect((await askForCode(server, 'diego@demo.marche')).status).toBe(201);
    server.clock.advance(minutes(55));
    expect((await askForCode(server, 'carla@demo.marche')).status).toBe(201);
  });

  it('a stranger uses up neither the codes of an owner nor more than twenty an hour of them all (T4)', async () => {
    const proxied = await startTestServer(inject('postgresUrl'), { publicOrigin: 'https://pedidos.ejemplo.ar' });
    try {
      const body = { target_type: 'email', target: 'ana@demo.marche', issued_for: 'recovery_access' };
      const ask = async (from: string): Promise<number> => {
        proxied.clock.advance(minutes(1));
        const headers = { 'x-forwarded-for': from };
        return (await proxied.ask(null, '/otp', { method: 'POST', body, headers })).status;
      };
      const hour = async (from: string): Promise<number[]> => {
        const statuses: number[] = [];
        for (let i = 0; i < 6; i += 1) statuses.push(await ask(from));
        return statuses;
      };
      const five = [201, 201, 201, 201, 201, 429];
      expect(await hour('203.0.113.1')).toEqual(five);
      expect(await ask('198.51.100.7')).toBe(201);
      expect(messagesTo(proxied, 'ana@demo.marche')).toHaveLength(6);
      expect([await hour('203.0.113.2'), await hour('203.0.113.3')]).toEqual([five, five]);
      expect(await hour('203.0.113.4')).toEqual([201, 201, 201, 201, 429, 429]);
      expect(messagesTo(proxied, 'ana@demo.marche')).toHaveLength(20);
    } finally {
      await proxied.close();
    }
  });

  it('30 a minute of one address, whatever their targets: no pumping (T4)', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 },
    });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 31; i += 1) {
        const body = { target_type: 'email', target: `nadie${i}@ejemplo.ar`, issued_for: 'recovery_access' };
        statuses.push((await strict.ask(null, '/otp', { method: 'POST', body })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429]);
    } finally {
      await strict.close();
    }
  });

  it('two requests at once send one code (T4)', async () => {
    const before = messagesTo(server, 'elena@demo.marche').length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => askForCode(server, 'elena@demo.marche')));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 429, 429, 429, 429]);
    expect(messagesTo(server, 'elena@demo.marche')).toHaveLength(before + 1);
  });

  it('a number that nobody confirmed gives no access: it may be mistyped, and somebody else’s (T4)', async () => {
    const { phone } = await newcomer(server);
    expect((await askForCode(server, phone, 'phone')).status).toBe(201);
    expect(messagesTo(server, phone)).toEqual([]);
  });

  it('a kitchen screen has no access to recover (T4)', async () => {
    await pairedScreen(server);
    const [screen] = (await server.db.direct.select().from(users)).filter((u) => u.email.endsWith('@cocina.invalid'));
    expect(screen).toBeDefined();
    expect((await askForCode(server, screen?.email ?? '')).status).toBe(201);
    expect(messagesTo(server, screen?.email ?? '')).toEqual([]);
  });

  it('is stored hashed: neither the code nor its plain SHA-256 is in the table (T4)', async () => {
    await askForCode(server, 'gabi@demo.marche');
    const code = codeTo(server, 'gabi@demo.marche');
    const rows = await server.db.direct.select().from(otps).where(eq(otps.target, 'gabi@demo.marche'));
    const plain = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(rows).toHaveLength(1);
    for (const { id, code_hash } of rows) {
      expect(code_hash).toMatch(/^[\da-f]{64}$/);
      expect([plain(code), plain(`${id}:${code}`), plain(`${id}${code}`)]).not.toContain(code_hash);
    }
  });
});

describe('the status of a code (A-33, N-05)', () => {
  it('counts down and ends', async () => {
    const id = codeIdOf(await askForCode(server, 'ana@demo.marche'));
    expect(await codeStatus(server, id)).toEqual({ status: 'pending', expires_in: 60 });
    server.clock.advance(12_000);
    expect(await codeStatus(server, id)).toEqual({ status: 'pending', expires_in: 48 });
    server.clock.advance(minutes(10) - 12_000);
    expect(await codeStatus(server, id)).toEqual({ status: 'expired', expires_in: 0 });
  });

  it.each(['01939b1e-0000-7000-8000-000000000001', '1', 'x', '__proto__', 'x'.repeat(60)])('404 for %s', async (id) => {
    const answer = await server.ask(null, `/otp/${id}/status`);
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }]);
  });
});

it('nothing of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
