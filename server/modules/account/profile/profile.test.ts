import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { minutes } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import {
  accessOf,
  bearer,
  codeTo,
  cookieOf,
  messagesTo,
  newcomer,
  otherCode,
  signIn,
} from '#server/testing/access/accounts.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
const sockets: { close(): void }[] = [];
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
// Codes of an earlier test expire and leave the limit.
beforeEach(() => server.clock.jump(minutes(61)));
afterEach(() => {
  for (const made of sockets.splice(0)) made.close();
});
afterAll(() => server.close());

type Headers = Record<string, string>;

const patch = (path: string, headers: Headers, body: unknown): Promise<Answer> =>
  server.ask(null, path, { method: 'PATCH', headers, body });
const errorsOf = (answer: Answer): unknown => z.parse(z.object({ errors: z.unknown() }), answer.body).errors;
const refresh = (cookie: string): Promise<Answer> =>
  server.ask(null, '/tokens/refresh', { method: 'POST', headers: { cookie } });
const fresh = async (person: { email: string; password: string }, agent: string): Promise<Answer> =>
  signIn(server, person.email, person.password, agent);

describe('the profile', () => {
  it('saves name and preferences, and answers what GET /me answers (A-41, A-42, A-44)', async () => {
    const { headers } = await newcomer(server);
    const answer = await patch('/me', headers, {
      fullname: ' Nadia Gómez ',
      notification_types: ['OrderNew', 'OrderNew'],
      notification_channels: ['push'],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      fullname: 'Nadia Gómez',
      notification_types: ['OrderNew'],
      notification_channels: ['push'],
    });
    expect((await server.ask(null, '/me', { headers })).text).toBe(answer.text);
  });

  it('changes only what is there; nothing is nothing', async () => {
    const { headers, fullname } = await newcomer(server);
    expect((await patch('/me', headers, { notification_types: [] })).body).toMatchObject({
      fullname,
      notification_types: [],
      notification_channels: ['database', 'push'],
    });
    expect((await patch('/me', headers, {})).body).toMatchObject({ fullname, notification_types: [] });
  });

  it('refuses an empty name and unknown preferences (A-41, A-43)', async () => {
    const { headers, fullname } = await newcomer(server);
    expect(errorsOf(await patch('/me', headers, { fullname: '  ' }))).toEqual({
      fullname: ['Este campo es obligatorio'],
    });
    expect(errorsOf(await patch('/me', headers, { fullname: 'ñ'.repeat(151) }))).toEqual({
      fullname: ['Este campo debe tener 150 caracteres como máximo'],
    });
    expect((await patch('/me', headers, { notification_types: ['OrderOld'] })).status).toBe(422);
    expect((await patch('/me', headers, { notification_channels: ['sms'] })).status).toBe(422);
    expect(
      (await patch('/me', headers, { notification_channels: Array.from({ length: 11 }, () => 'push') })).status,
    ).toBe(422);
    expect((await server.ask(null, '/me', { headers })).body).toMatchObject({ fullname });
  });

  it('PATCH /me sets nothing else that the body names (mass assignment)', async () => {
    const { headers, user: before } = await newcomer(server);
    const [row] = await server.db.direct.select().from(users).where(eq(users.id, before.id));
    const answer = await patch('/me', headers, {
      ...before,
      fullname: 'Otra',
      id: 1,
      email: 'ana@demo.marche',
      email_verified: true,
      phone: '+5491145550101',
      phone_verified: true,
      password: 'otra clave 9',
      password_hash: 'x',
      signup_key: null,
      avatar: 'https://mal.ejemplo/x.png',
      confidence: 0,
      success_count: 99,
      orders_resume: { success: { count: 99 }, false_order: { count: 9 } },
      created_at: '2000-01-01T00:00:00.000Z',
    });
    expect([answer.status, answer.body]).toEqual([200, { ...before, fullname: 'Otra' }]);
    const [after] = await server.db.direct.select().from(users).where(eq(users.id, before.id));
    expect(after).toEqual({ ...row, fullname: 'Otra' });
  });
});

describe('changing the password', () => {
  it('answers 204; the new one works and the old one does not (A-47, T5)', async () => {
    const person = await newcomer(server);
    const password = 'nueva clave 1';
    const answer = await patch('/me/password', person.headers, { password, password_confirm: password });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await fresh(person, 'a')).status).toBe(401);
    expect((await signIn(server, person.email, password)).status).toBe(201);
  });

  it('ends every other session, its sockets within 5 s, and leaves this one (T3, T5, T12)', async () => {
    const ana = { email: 'ana@demo.marche', password: 'marche2026' };
    const other = await fresh(ana, 'other');
    const own = await fresh(ana, 'own');
    const device = await openDevice(server, portOf(server), accessOf(other));
    const mine = await openDevice(server, portOf(server), accessOf(own));
    sockets.push(device, mine);
    expect([await device.join('private-store.1'), await mine.join('private-store.1')]).toEqual(['ok', 'ok']);
    const password = 'nueva clave 2';
    expect((await patch('/me/password', bearer(accessOf(own)), { password, password_confirm: password })).status).toBe(
      204,
    );
    expect((await server.ask(null, '/me', { headers: bearer(accessOf(other)) })).status).toBe(401);
    expect((await refresh(cookieOf(other))).body).toMatchObject({ code: 'token_revoked' });
    server.clock.advance(5_000);
    await device.states.next((state) => state !== 'connecting' && state !== 'connected');
    expect((await server.ask(null, '/me', { headers: bearer(accessOf(own)) })).status).toBe(200);
    expect((await refresh(cookieOf(own))).status).toBe(201);
    expect(mine.pusher.connection.state).toBe('connected');
  });

  it('names what is wrong (A-45, A-46, T5)', async () => {
    const { headers, email } = await newcomer(server);
    const wrong = async (password: string, password_confirm: string) =>
      errorsOf(await patch('/me/password', headers, { password, password_confirm }));
    const empty = 'Este campo es obligatorio';
    expect(await wrong('', '')).toEqual({ password: [empty], password_confirm: [empty] });
    expect(await wrong('1234567', 'x')).toEqual({ password: ['Este campo debe tener al menos 8 caracteres'] });
    expect(await wrong('x'.repeat(17), 'x')).toEqual({ password: ['Este campo debe tener 16 caracteres como máximo'] });
    expect(await wrong('empanadas9', 'empanadas8')).toEqual({
      password_confirm: ['El valor debe ser igual al valor del campo Contraseña'],
    });
    const common = ['Es una contraseña muy usada, elegí otra'];
    expect(await wrong('contraseña', 'contraseña')).toEqual({ password: common });
    const name = email.split('@')[0] ?? '';
    expect(await wrong(name, name)).toEqual({ password: common });
  });

  it('codes that are on their way do not work any more', async () => {
    const person = await newcomer(server);
    const target = { target_type: 'email', target: person.email, issued_for: 'recovery_access' };
    await server.ask(null, '/otp', { method: 'POST', body: target });
    const password = 'nueva clave 3';
    await patch('/me/password', person.headers, { password, password_confirm: password });
    const body = { ...target, received_code: codeTo(server, person.email) };
    expect((await server.ask(null, '/tokens/otp', { method: 'POST', body })).status).toBe(422);
  });

  it('10 a minute: each costs a hash', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 },
    });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 11; i += 1)
        statuses.push(
          (
            await strict.ask('carla', '/me/password', {
              method: 'PATCH',
              body: { password: 'empanadas9', password_confirm: 'x' },
            })
          ).status,
        );
      expect(statuses.slice(-2)).toEqual([422, 429]);
    } finally {
      await strict.close();
    }
  });
});

describe('verifying the phone (N-32)', () => {
  const start = (headers: Headers): Promise<Answer> =>
    server.ask(null, '/me/phone_verification', { method: 'POST', headers });
  const confirm = (headers: Headers, code: string): Promise<Answer> =>
    server.ask(null, `/me/phone_verification/${encodeURIComponent(code)}`, { method: 'POST', headers });

  it('sends a code and, with it, marks the phone (A-48, A-49)', async () => {
    const { headers, phone } = await newcomer(server);
    const started = await start(headers);
    expect([started.status, started.body]).toEqual([201, { expires_in: 60 }]);
    const code = codeTo(server, phone);
    const wrong = await confirm(headers, otherCode(code));
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { code: 'otp_invalid', errors: { code: ['El código ingresado es incorrecto.'] } },
    ]);
    const answer = await confirm(headers, code);
    expect([answer.status, answer.body]).toMatchObject([200, { phone, phone_verified: true }]);
    expect((await server.ask(null, '/me', { headers })).body).toMatchObject({ phone_verified: true });
    // The answer was lost, and the device repeats the request.
    expect((await confirm(headers, code)).text).toBe(answer.text);
    const again = await start(headers);
    expect([again.status, again.body]).toMatchObject([409, { message: 'El teléfono ya está verificado.' }]);
  });

  it('three wrong tries void it, another comes after a minute (T4)', async () => {
    const { headers, phone } = await newcomer(server);
    await start(headers);
    const code = codeTo(server, phone);
    for (let i = 0; i < 3; i += 1) expect((await confirm(headers, otherCode(code))).status).toBe(422);
    expect((await confirm(headers, code)).status).toBe(422);
    const soon = await start(headers);
    expect([soon.status, soon.headers['retry-after']]).toEqual([429, '60']);
    server.clock.advance(minutes(1));
    expect((await start(headers)).status).toBe(201);
    expect((await confirm(headers, codeTo(server, phone))).status).toBe(200);
  });

  it("nobody confirms with another's code, and odd ones are wrong ones", async () => {
    const [one, two] = [await newcomer(server), await newcomer(server)];
    await start(one.headers);
    const code = codeTo(server, one.phone);
    expect((await confirm(two.headers, code)).status).toBe(422);
    for (const odd of ['🍕', ' ', '../me', 'x'.repeat(40), 'x'.repeat(41), '%'])
      expect([odd, (await confirm(one.headers, odd)).status]).toEqual([odd, 422]);
    expect(messagesTo(server, two.phone)).toEqual([]);
  });

  it('an account without a phone has none to verify', async () => {
    const { headers, user } = await newcomer(server);
    await server.db.direct.update(users).set({ phone: null }).where(eq(users.id, user.id));
    const answer = await start(headers);
    expect([answer.status, errorsOf(answer)]).toEqual([422, { phone: ['Este campo es obligatorio'] }]);
    expect((await confirm(headers, '1234')).status).toBe(422);
  });
});

describe('a phone for an account that has none (A-48, A-49, T4)', () => {
  const ask = (headers: Headers, phone?: string): Promise<Answer> =>
    server.ask(null, '/me/phone_verification', {
      method: 'POST',
      headers,
      ...(phone === undefined ? {} : { body: { phone } }),
    });
  const give = (headers: Headers, code: string, phone?: string): Promise<Answer> =>
    server.ask(null, `/me/phone_verification/${code}`, {
      method: 'POST',
      headers,
      ...(phone === undefined ? {} : { body: { phone } }),
    });
  /** A new account without a phone, like one from a social login. */
  async function phoneless(): Promise<{ headers: Headers; free: string }> {
    const { headers, user, phone } = await newcomer(server);
    await server.db.direct.update(users).set({ phone: null }).where(eq(users.id, user.id));
    return { headers, free: phone };
  }
  const readable = (e164: string): string => ` +54 9 11 ${e164.slice(6, 10)}-${e164.slice(10)} `;

  it('is sent a code, and is the profile’s once the code comes back', async () => {
    const { headers, free } = await phoneless();
    expect((await ask(headers, readable(free))).status).toBe(201);
    const code = codeTo(server, free);
    expect((await server.ask(null, '/me', { headers })).body).toMatchObject({ phone: null });
    expect((await give(headers, code)).body).toMatchObject({ code: 'otp_invalid' });
    expect((await give(headers, otherCode(code), free)).body).toMatchObject({ code: 'otp_invalid' });
    const answer = await give(headers, code, readable(free));
    expect([answer.status, answer.body]).toMatchObject([200, { phone: free, phone_verified: true }]);
    // The answer was lost, and the device repeats the request.
    expect((await give(headers, code, free)).text).toBe(answer.text);
    expect((await ask(headers, '+5491145559999')).status).toBe(409);
  });

  it('a number that was written wrong at the sign-up can be another one, until it is verified', async () => {
    const { headers, phone } = await newcomer(server);
    const { free } = await phoneless();
    expect([phone === free, (await ask(headers, free)).status]).toEqual([false, 201]);
    expect((await give(headers, codeTo(server, free), free)).body).toMatchObject({ phone: free, phone_verified: true });
  });

  it.each([
    ['abc', 'Debe ser numérico'],
    ['1123456789', 'Debe incluir el código de país, incluyendo el signo +'],
    ['+5411', 'Es demasiado corto'],
    ['  ', 'Este campo es obligatorio'],
  ])('%j is refused at its field (A-08 to A-13)', async (phone, sentence) => {
    const { headers } = await phoneless();
    const answer = await ask(headers, phone);
    expect([answer.status, errorsOf(answer)]).toEqual([422, { phone: [sentence] }]);
  });

  it("another person's is taken, at its field, also when they were faster than the code", async () => {
    const other = await newcomer(server);
    const { headers, free } = await phoneless();
    const refused = await ask(headers, other.phone);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'phone_taken', errors: { phone: ['El teléfono ya está registrado.'] } },
    ]);
    expect(messagesTo(server, other.phone)).toEqual([]);
    await ask(headers, free);
    const code = codeTo(server, free);
    await server.db.direct.update(users).set({ phone: free }).where(eq(users.id, other.user.id));
    expect((await give(headers, code, free)).body).toMatchObject({ code: 'phone_taken' });
    expect((await server.ask(null, '/me', { headers })).body).toMatchObject({ phone: null, phone_verified: false });
  });

  it('five an hour and person, whatever the number; each number once a minute (T4)', async () => {
    const { headers, free } = await phoneless();
    const number = (n: number): string => `+549116${String(1_000_000 + Number(free.slice(-6)) * 7 + n).slice(-7)}`;
    expect((await ask(headers, number(0))).status).toBe(201);
    expect((await ask(headers, number(0))).status).toBe(429);
    for (const n of [1, 2, 3, 4]) expect([n, (await ask(headers, number(n))).status]).toEqual([n, 201]);
    server.clock.advance(minutes(2));
    const sixth = await ask(headers, number(5));
    expect([sixth.status, Number(sixth.headers['retry-after'])]).toEqual([429, 58 * 60]);
  });
});

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

it('a kitchen screen changes nothing of its account: it could outlive its being unpaired (T3)', async () => {
  const { headers } = await pairedScreen(server, { who: 'bruno' });
  const password = 'nueva clave 4';
  for (const answer of [
    await patch('/me', headers, { fullname: 'Ana Ferreyra' }),
    await patch('/me/password', headers, { password, password_confirm: password }),
    await server.ask(null, '/me/phone_verification', { method: 'POST', headers }),
    await server.ask(null, '/me/phone_verification/1234', { method: 'POST', headers }),
  ])
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'forbidden' }]);
});

it('nothing of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
