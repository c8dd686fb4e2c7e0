import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { minutes } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import { codeTo, messagesTo, newcomer, otherCode } from '#server/testing/access/accounts.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
// Codes of an earlier test expire and leave the limit.
beforeEach(() => server.clock.jump(minutes(61)));
afterAll(() => server.close());

type Headers = Record<string, string>;

const errorsOf = (answer: Answer): unknown => z.parse(z.object({ errors: z.unknown() }), answer.body).errors;

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

it('nothing of it was a failure of ours', () => {
  expect(server.errors).toEqual([]);
});
