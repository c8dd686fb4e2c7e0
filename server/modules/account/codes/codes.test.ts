import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { minutes } from '#domain/time.ts';
import { otps } from '#server/db/schema/access.ts';
import { users } from '#server/db/schema/accounts.ts';
import {
  codeTo,
  cookieOf,
  messagesTo,
  newcomer,
  newPerson,
  otherCode,
  signIn,
} from '#server/testing/access/accounts.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
// Codes of an earlier test expire and leave the limit.
beforeEach(() => server.clock.advance(minutes(61)));

type Type = 'email' | 'phone';

const idOf = (answer: Answer): string => z.parse(z.object({ id: z.uuid() }), answer.body).id;
/** The last request of this device for each target, as the app keeps it. */
const requests = new Map<string, string>();

async function ask(target: string, target_type: Type = 'email'): Promise<Answer> {
  const body = { target_type, target, issued_for: 'recovery_access' };
  const answer = await server.ask(null, '/otp', { method: 'POST', body });
  if (answer.status === 201) requests.set(target, idOf(answer));
  return answer;
}

/** `id`: the request that the code belongs to; null = the body names none. */
const enter = (
  target: string,
  received_code: string,
  target_type: Type = 'email',
  id: string | null = requests.get(target) ?? null,
): Promise<Answer> =>
  server.ask(null, '/tokens/otp', {
    method: 'POST',
    body: { target_type, target, issued_for: 'recovery_access', received_code, ...(id !== null && { id }) },
  });

const statusOf = async (id: string): Promise<unknown> => (await server.ask(null, `/otp/${id}/status`)).body;

const wrong = {
  code: 'otp_invalid',
  message: 'El código ingresado es incorrecto.',
  errors: { received_code: ['El código ingresado es incorrecto.'] },
};

describe('asking for a code', () => {
  it('answers 201 with id and expires_in, and sends it by mail in Spanish (A-27, A-26)', async () => {
    const answer = await ask(' ANA@demo.marche ');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.any(String), expires_in: 60 });
    const [mail] = messagesTo(server, 'ana@demo.marche');
    expect(mail).toMatchObject({ kind: 'mail', subject: 'Tu código para ingresar a Marche' });
    expect(codeTo(server, 'ana@demo.marche')).toMatch(/^\d{4}$/);
    expect(answer.text).not.toContain(codeTo(server, 'ana@demo.marche'));
  });

  it('sends it to a phone as Argentines write it (A-25)', async () => {
    expect((await ask('011 15-4555-0101', 'phone')).status).toBe(201);
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
    const answer = await ask(target, type);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: { target: [sentence] } }]);
  });

  it('answers an unknown account as a known one, to the last detail, and sends nothing (T4, N-05)', async () => {
    const sent = server.deps.messages.outbox?.list().length;
    const [known, unknown] = [await ask('bruno@demo.marche'), await ask('nadie@demo.marche')];
    expect(server.deps.messages.outbox?.list()).toHaveLength((sent ?? 0) + 1);
    expect(messagesTo(server, 'nadie@demo.marche')).toEqual([]);
    const shape = ({ status, headers, text }: Answer) => [
      status,
      Object.keys(headers).toSorted(),
      text.replace(/"id":"[^"]+"/, ''),
    ];
    expect(shape(unknown)).toEqual(shape(known));
    expect(await statusOf(idOf(unknown))).toEqual(await statusOf(idOf(known)));
    for (const target of ['bruno@demo.marche', 'nadie@demo.marche'])
      for (let i = 0; i < 4; i += 1) expect((await enter(target, 'abcd')).status).toBe(422);
    const code = codeTo(server, 'bruno@demo.marche');
    for (let i = 0; i < 3; i += 1) {
      const answers = [await enter('bruno@demo.marche', otherCode(code)), await enter('nadie@demo.marche', '1234')];
      expect(answers.map((a) => [a.status, a.body])).toEqual([
        [422, wrong],
        [422, wrong],
      ]);
    }
    expect([await statusOf(idOf(known)), await statusOf(idOf(unknown))]).toEqual([
      { status: 'void', expires_in: 60 },
      { status: 'void', expires_in: 60 },
    ]);
    expect([(await ask('bruno@demo.marche')).text, (await ask('bruno@demo.marche')).status]).toEqual([
      (await ask('nadie@demo.marche')).text,
      429,
    ]);
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

  it('one a minute and five an hour for a target, with Retry-After (T4, A-35)', async () => {
    const first = await ask('carla@demo.marche');
    const again = await ask('carla@demo.marche');
    expect([again.status, again.headers['retry-after'], again.body]).toMatchObject([
      429,
      '60',
      { code: 'too_many_requests' },
    ]);
    expect(await statusOf(idOf(first))).toEqual({ status: 'pending', expires_in: 60 });
    for (let i = 0; i < 4; i += 1) {
      server.clock.advance(minutes(1));
      expect((await ask('carla@demo.marche')).status).toBe(201);
    }
    server.clock.advance(minutes(1));
    const sixth = await ask('carla@demo.marche');
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, String(55 * 60)]);
    expect((await ask('diego@demo.marche')).status).toBe(201);
    server.clock.advance(minutes(55));
    expect((await ask('carla@demo.marche')).status).toBe(201);
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
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('elena@demo.marche')));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 429, 429, 429, 429]);
    expect(messagesTo(server, 'elena@demo.marche')).toHaveLength(before + 1);
  });

  it('a number that nobody confirmed gives no access: it may be mistyped, and somebody else’s (T4)', async () => {
    const { phone } = await newcomer(server);
    expect((await ask(phone, 'phone')).status).toBe(201);
    expect(messagesTo(server, phone)).toEqual([]);
  });

  it('a kitchen screen has no access to recover (T4)', async () => {
    await pairedScreen(server);
    const [screen] = (await server.db.direct.select().from(users)).filter((u) => u.email.endsWith('@cocina.invalid'));
    expect(screen).toBeDefined();
    expect((await ask(screen?.email ?? '')).status).toBe(201);
    expect(messagesTo(server, screen?.email ?? '')).toEqual([]);
  });

  it('is stored hashed: neither the code nor its plain SHA-256 is in the table (T4)', async () => {
    await ask('gabi@demo.marche');
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
    const id = idOf(await ask('ana@demo.marche'));
    expect(await statusOf(id)).toEqual({ status: 'pending', expires_in: 60 });
    server.clock.advance(12_000);
    expect(await statusOf(id)).toEqual({ status: 'pending', expires_in: 48 });
    server.clock.advance(minutes(10) - 12_000);
    expect(await statusOf(id)).toEqual({ status: 'expired', expires_in: 0 });
  });

  it.each(['01939b1e-0000-7000-8000-000000000001', '1', 'x', '__proto__', 'x'.repeat(60)])('404 for %s', async (id) => {
    const answer = await server.ask(null, `/otp/${id}/status`);
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe('logging in with a code', () => {
  it('answers a session like the login, and the code is used up (A-37, A-38, T4)', async () => {
    const id = idOf(await ask('ana@demo.marche'));
    const code = codeTo(server, 'ana@demo.marche');
    const answer = await enter('ANA@Demo.Marche', ` ${code} `);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(cookieOf(answer)).not.toBe('');
    expect(await statusOf(id)).toMatchObject({ status: 'used' });
    const again = await enter('ana@demo.marche', code);
    expect([again.status, again.body]).toEqual([422, wrong]);
    expect((await signIn(server, 'ana@demo.marche', 'marche2026')).status).toBe(201);
  });

  it.each(['+54 9 11 4555-0102', '11 4555-0102', '011 15 4555-0102', '+541145550102'])(
    'by a confirmed phone, too, written as %s (A-25)',
    async (written) => {
      await ask(written, 'phone');
      expect((await ask('+5491145550102', 'phone')).status).toBe(429);
      expect((await enter('01145550102', codeTo(server, '+5491145550102'), 'phone')).status).toBe(201);
    },
  );

  it('three wrong tries void it: then the right one is wrong, too (N-05, T4)', async () => {
    await ask('ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    for (let i = 0; i < 2; i += 1) expect((await enter('ana@demo.marche', otherCode(code))).status).toBe(422);
    const third = await enter('ana@demo.marche', otherCode(code));
    expect([third.status, third.body]).toEqual([422, wrong]);
    expect((await enter('ana@demo.marche', code)).body).toEqual(wrong);
  });

  it('two wrong tries do not, and what is no code at all is no try', async () => {
    await ask('ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    for (const typed of [otherCode(code), otherCode(code), 'abcd', '12', '', '123456789'])
      expect((await enter('ana@demo.marche', typed)).status).toBe(422);
    expect((await enter('ana@demo.marche', code)).status).toBe(201);
  });

  it('dies after ten minutes (T4)', async () => {
    await ask('ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    server.clock.advance(minutes(10));
    expect((await enter('ana@demo.marche', code)).body).toEqual(wrong);
  });

  it('is the code of its own request: a newer one takes nothing from it, and it is of no use for the newer (T4)', async () => {
    const id = idOf(await ask('ana@demo.marche'));
    const old = codeTo(server, 'ana@demo.marche');
    server.clock.advance(minutes(1));
    await ask('ana@demo.marche');
    const fresh = codeTo(server, 'ana@demo.marche');
    expect(await statusOf(id)).toMatchObject({ status: 'pending' });
    if (old !== fresh) expect((await enter('ana@demo.marche', old)).body).toEqual(wrong);
    expect((await enter('ana@demo.marche', fresh)).status).toBe(201);
    expect((await enter('ana@demo.marche', old, 'email', id)).status).toBe(201);
  });

  it("a stranger's guesses void his own request alone, and no more than three without one (T4)", async () => {
    const target = 'ana@demo.marche';
    const own = idOf(await ask(target));
    const code = codeTo(server, target);
    server.clock.advance(minutes(1));
    const strange = idOf(await ask(target));
    const others = codeTo(server, target);
    for (let i = 0; i < 5; i += 1)
      expect((await enter(target, otherCode(others), 'email', strange)).body).toEqual(wrong);
    expect(await statusOf(strange)).toMatchObject({ status: 'void' });
    expect((await enter(target, others, 'email', strange)).body).toEqual(wrong);
    // What names no request is tried against the newest code, three times more.
    server.clock.advance(minutes(1));
    const last = idOf(await ask(target));
    const newest = codeTo(server, target);
    for (let i = 0; i < 3; i += 1) expect((await enter(target, otherCode(newest), 'email', null)).body).toEqual(wrong);
    expect((await enter(target, newest, 'email', null)).body).toEqual(wrong);
    expect([await statusOf(own), await statusOf(last)]).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    // Another target's request opens nothing here.
    const bruno = idOf(await ask('bruno@demo.marche'));
    if (code !== codeTo(server, 'bruno@demo.marche'))
      expect((await enter(target, code, 'email', bruno)).body).toEqual(wrong);
    expect((await enter(target, code, 'email', own)).status).toBe(201);
  });

  it("is of no use for another target, nor does the profile's own code log in", async () => {
    await ask('ana@demo.marche');
    await ask('bruno@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    if (code !== codeTo(server, 'bruno@demo.marche'))
      expect((await enter('bruno@demo.marche', code)).body).toEqual(wrong);
    const { headers, phone } = await newcomer(server);
    await server.ask(null, '/me/phone_verification', { method: 'POST', headers });
    expect((await enter(phone, codeTo(server, phone), 'phone')).body).toEqual(wrong);
  });

  it('the right code twenty times at once opens one session (T4)', async () => {
    await ask('ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter('ana@demo.marche', code)));
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((a) => a.status !== 201))
      expect([status, body]).toEqual([422, wrong]);
  });

  it('guesses at once are counted one by one (T4)', async () => {
    const id = idOf(await ask('ana@demo.marche'));
    const code = codeTo(server, 'ana@demo.marche');
    await Promise.all(Array.from({ length: 3 }, () => enter('ana@demo.marche', otherCode(code))));
    expect(await statusOf(id)).toMatchObject({ status: 'void' });
    expect((await enter('ana@demo.marche', code)).status).toBe(422);
  });

  it('first proof of an address: whoever made the account without owning it is out (T6)', async () => {
    const squatter = await newcomer(server);
    await ask(squatter.email);
    const owner = await enter(squatter.email, codeTo(server, squatter.email));
    expect(owner.status).toBe(201);
    expect((await server.ask(null, '/me', { headers: squatter.headers })).status).toBe(401);
    expect((await signIn(server, squatter.email, squatter.password)).status).toBe(401);
    const [row] = await server.db.direct.select().from(users).where(eq(users.email, squatter.email));
    expect(row).toMatchObject({ email_verified: true, password_hash: null });
  });

  it('10 a minute of one address and target', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 },
    });
    try {
      const { email } = newPerson();
      const body = { target_type: 'email', target: email, issued_for: 'recovery_access', received_code: '1234' };
      const statuses: number[] = [];
      for (let i = 0; i < 11; i += 1)
        statuses.push((await strict.ask(null, '/tokens/otp', { method: 'POST', body })).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    } finally {
      await strict.close();
    }
  });

  it('OTP_LENGTH makes them longer (T4)', async () => {
    const long = await startTestServer(inject('postgresUrl'), { otpLength: 6 });
    try {
      const target = { target_type: 'email', target: 'ana@demo.marche', issued_for: 'recovery_access' };
      await long.ask(null, '/otp', { method: 'POST', body: target });
      const code = codeTo(long, 'ana@demo.marche');
      expect(code).toMatch(/^\d{6}$/);
      expect((await long.ask(null, '/auth')).body).toMatchObject({ code_length: 6 });
      const body = { ...target, received_code: code };
      expect((await long.ask(null, '/tokens/otp', { method: 'POST', body })).status).toBe(201);
    } finally {
      await long.close();
    }
  });
});

it('nothing of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
