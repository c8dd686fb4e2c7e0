import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import { codeTo, cookieOf, newcomer, newPerson, otherCode, signIn } from '#server/testing/access/accounts.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { codeIdOf, askForCode, enterCode, codeStatus, wrongCodeBody } from '#server/testing/access/codes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
// Codes of an earlier test expire and leave the limit.
beforeEach(() => server.clock.advance(minutes(61)));

describe('logging in with a code', () => {
  it('answers a session like the login, and the code is used up (A-37, A-38, T4)', async () => {
    const id = codeIdOf(await askForCode(server, 'ana@demo.marche'));
    const code = codeTo(server, 'ana@demo.marche');
    const answer = await enterCode(server, 'ANA@Demo.Marche', ` ${code} `);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(cookieOf(answer)).not.toBe('');
    expect(await codeStatus(server, id)).toMatchObject({ status: 'used' });
    const again = await enterCode(server, 'ana@demo.marche', code);
    expect([again.status, again.body]).toEqual([422, wrongCodeBody]);
    expect((await signIn(server, 'ana@demo.marche', 'marche2026')).status).toBe(201);
  });

  it.each(['+54 9 11 4555-0102', '11 4555-0102', '011 15 4555-0102', '+541145550102'])(
    'by a confirmed phone, too, written as %s (A-25)',
    async (written) => {
      await askForCode(server, written, 'phone');
      expect((await askForCode(server, '+5491145550102', 'phone')).status).toBe(429);
      expect((await enterCode(server, '01145550102', codeTo(server, '+5491145550102'), 'phone')).status).toBe(201);
    },
  );

  it('three wrong tries void it: then the right one is wrong, too (N-05, T4)', async () => {
    await askForCode(server, 'ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    for (let i = 0; i < 2; i += 1)
      expect((await enterCode(server, 'ana@demo.marche', otherCode(code))).status).toBe(422);
    const third = await enterCode(server, 'ana@demo.marche', otherCode(code));
    expect([third.status, third.body]).toEqual([422, wrongCodeBody]);
    expect((await enterCode(server, 'ana@demo.marche', code)).body).toEqual(wrongCodeBody);
  });

  it('two wrong tries do not, one of them a digit too long; what is no code at all, like three digits, is no try (A-30)', async () => {
    await askForCode(server, 'ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    for (const typed of [otherCode(code), `${code}0`, 'abcd', '12', code.slice(0, 3), '', '123456789'])
      expect((await enterCode(server, 'ana@demo.marche', typed)).status).toBe(422);
    expect((await enterCode(server, 'ana@demo.marche', code)).status).toBe(201);
  });

  it('dies after ten minutes (T4)', async () => {
    await askForCode(server, 'ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    server.clock.advance(minutes(10));
    expect((await enterCode(server, 'ana@demo.marche', code)).body).toEqual(wrongCodeBody);
  });

  it('is the code of its own request: a newer one takes nothing from it, and it is of no use for the newer (T4)', async () => {
    const id = codeIdOf(await askForCode(server, 'ana@demo.marche'));
    const old = codeTo(server, 'ana@demo.marche');
    server.clock.advance(minutes(1));
    await askForCode(server, 'ana@demo.marche');
    const fresh = codeTo(server, 'ana@demo.marche');
    expect(await codeStatus(server, id)).toMatchObject({ status: 'pending' });
    if (old !== fresh) expect((await enterCode(server, 'ana@demo.marche', old)).body).toEqual(wrongCodeBody);
    expect((await enterCode(server, 'ana@demo.marche', fresh)).status).toBe(201);
    expect((await enterCode(server, 'ana@demo.marche', old, 'email', id)).status).toBe(201);
  });

  it("a stranger's guesses void his own request alone, and no more than three without one (T4)", async () => {
    const target = 'ana@demo.marche';
    const own = codeIdOf(await askForCode(server, target));
    const code = codeTo(server, target);
    server.clock.advance(minutes(1));
    const strange = codeIdOf(await askForCode(server, target));
    const others = codeTo(server, target);
    for (let i = 0; i < 5; i += 1)
      expect((await enterCode(server, target, otherCode(others), 'email', strange)).body).toEqual(wrongCodeBody);
    expect(await codeStatus(server, strange)).toMatchObject({ status: 'void' });
    expect((await enterCode(server, target, others, 'email', strange)).body).toEqual(wrongCodeBody);
    // What names no request is tried against the newest code, three times more.
    server.clock.advance(minutes(1));
    const last = codeIdOf(await askForCode(server, target));
    const newest = codeTo(server, target);
    for (let i = 0; i < 3; i += 1)
      expect((await enterCode(server, target, otherCode(newest), 'email', null)).body).toEqual(wrongCodeBody);
    expect((await enterCode(server, target, newest, 'email', null)).body).toEqual(wrongCodeBody);
    expect([await codeStatus(server, own), await codeStatus(server, last)]).toMatchObject([
      { status: 'pending' },
      { status: 'pending' },
    ]);
    // Another target's request opens nothing here.
    const bruno = codeIdOf(await askForCode(server, 'bruno@demo.marche'));
    if (code !== codeTo(server, 'bruno@demo.marche'))
      expect((await enterCode(server, target, code, 'email', bruno)).body).toEqual(wrongCodeBody);
    expect((await enterCode(server, target, code, 'email', own)).status).toBe(201);
  });

  it("is of no use for another target, nor does the profile's own code log in", async () => {
    await askForCode(server, 'ana@demo.marche');
    await askForCode(server, 'bruno@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    if (code !== codeTo(server, 'bruno@demo.marche'))
      expect((await enterCode(server, 'bruno@demo.marche', code)).body).toEqual(wrongCodeBody);
    const { headers, phone } = await newcomer(server);
    await server.ask(null, '/me/phone_verification', { method: 'POST', headers });
    expect((await enterCode(server, phone, codeTo(server, phone), 'phone')).body).toEqual(wrongCodeBody);
  });

  it('the right code twenty times at once opens one session (T4)', async () => {
    await askForCode(server, 'ana@demo.marche');
    const code = codeTo(server, 'ana@demo.marche');
    const answers = await Promise.all(Array.from({ length: 20 }, () => enterCode(server, 'ana@demo.marche', code)));
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((a) => a.status !== 201))
      expect([status, body]).toEqual([422, wrongCodeBody]);
  });

  it('guesses at once are counted one by one (T4)', async () => {
    const id = codeIdOf(await askForCode(server, 'ana@demo.marche'));
    const code = codeTo(server, 'ana@demo.marche');
    await Promise.all(Array.from({ length: 3 }, () => enterCode(server, 'ana@demo.marche', otherCode(code))));
    expect(await codeStatus(server, id)).toMatchObject({ status: 'void' });
    expect((await enterCode(server, 'ana@demo.marche', code)).status).toBe(422);
  });

  it('first proof of an address: whoever made the account without owning it is out (T6)', async () => {
    const squatter = await newcomer(server);
    await askForCode(server, squatter.email);
    const owner = await enterCode(server, squatter.email, codeTo(server, squatter.email));
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
