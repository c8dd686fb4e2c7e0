import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { minutes } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import { accessOf, bearer, codeTo, cookieOf, newcomer, signIn } from '#server/testing/access/accounts.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { closedAfterEach, openDevice, portOf } from '#server/testing/sockets.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
const sockets = closedAfterEach();
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
// Codes of an earlier test expire and leave the limit.
beforeEach(() => server.clock.jump(minutes(61)));
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
      new_order_push: 'always',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      fullname: 'Nadia Gómez',
      notification_types: ['OrderNew'],
      notification_channels: ['push'],
      new_order_push: 'always',
    });
    expect((await server.ask(null, '/me', { headers })).text).toBe(answer.text);
  });

  it('changes only what is there; nothing is nothing', async () => {
    const { headers, fullname } = await newcomer(server);
    expect((await patch('/me', headers, { notification_types: [] })).body).toMatchObject({
      fullname,
      notification_types: [],
      notification_channels: ['database', 'push'],
      new_order_push: 'unattended',
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
    expect((await patch('/me', headers, { new_order_push: 'never' })).status).toBe(422);
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
