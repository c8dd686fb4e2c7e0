import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { user } from '#contract/account.ts';
import { users } from '#server/db/schema/accounts.ts';
import { accessOf, bearer, newPerson, signIn } from '#server/testing/access/accounts.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const signUp = (body: unknown, key: string = randomUUID()): Promise<Answer> =>
  server.ask(null, '/users', { method: 'POST', body, headers: { 'idempotency-key': key } });

const errorsOf = (answer: Answer): unknown => z.parse(z.object({ errors: z.unknown() }), answer.body).errors;

describe('signing up', () => {
  it('answers 201 with the user, who then logs in (A-14, A-39)', async () => {
    const person = newPerson();
    const answer = await signUp(person);
    expect(answer.status).toBe(201);
    expect(z.parse(user, answer.body)).toEqual({
      id: expect.any(Number),
      fullname: person.fullname,
      email: person.email,
      phone: person.phone,
      phone_verified: false,
      avatar: null,
      notification_types: ['OrderNew'],
      notification_channels: ['database', 'push'],
      new_order_push: 'unattended',
      confidence: 10,
      orders_resume: { success: { count: 0 }, false_order: { count: 0 } },
    });
    expect(answer.text).not.toMatch(/password|argon2|signup/);
    const access = accessOf(await signIn(server, person.email, person.password));
    const stores = await server.ask(null, '/stores', { headers: bearer(access) });
    expect(stores.body).toMatchObject({ stores: [], invitations: [] });
  });

  it('keeps the e-mail in lower case, the name trimmed and the number in E.164 (A-05, A-06)', async () => {
    const person = newPerson();
    const spaced = `${person.phone.slice(0, 3)} ${person.phone.slice(3, 4)} ${person.phone.slice(4, 6)}-${person.phone.slice(6)}`;
    const answer = await signUp({
      ...person,
      fullname: '  Ñandú 🍕 \u200f ',
      email: ` ${person.email.toUpperCase()} `,
      phone: ` ${spaced} `,
    });
    expect(answer.body).toMatchObject({ fullname: 'Ñandú 🍕 \u200f', email: person.email, phone: person.phone });
  });

  it('names every wrong field in Spanish (A-04, A-05, A-06, A-07)', async () => {
    const empty = 'Este campo es obligatorio';
    expect(errorsOf(await signUp({ fullname: '', email: '', phone: '', password: '' }))).toEqual({
      fullname: [empty],
      email: [empty],
      phone: [empty],
      password: [empty],
    });
    expect(errorsOf(await signUp({}))).toEqual({
      fullname: [empty],
      email: [empty],
      phone: [empty],
      password: [empty],
    });
    const person = newPerson();
    expect(errorsOf(await signUp({ ...person, email: 'a@' }))).toEqual({
      email: ['No es una dirección de correo electrónico válida'],
    });
    expect(errorsOf(await signUp({ ...person, fullname: 'x'.repeat(151), password: '1234567' }))).toEqual({
      fullname: ['Este campo debe tener 150 caracteres como máximo'],
      password: ['Este campo debe tener al menos 8 caracteres'],
    });
    expect(errorsOf(await signUp({ ...person, fullname: '\u200f\u200e', password: 'x'.repeat(17) }))).toEqual({
      fullname: ['Es inválido'],
      password: ['Este campo debe tener 16 caracteres como máximo'],
    });
  });

  it.each([
    ['abc', 'Debe ser numérico'],
    ['1123456789', 'Debe incluir el código de país, incluyendo el signo +'],
    ['+5411', 'Es demasiado corto'],
    ['+5411234567890123', 'Es demasiado largo'],
    ['+1 111 111 1111', 'Es inválido'],
  ])('phone %s: %s (A-08 to A-13)', async (phone, sentence) => {
    expect(errorsOf(await signUp({ ...newPerson(), phone }))).toEqual({ phone: [sentence] });
  });

  it.each(['contraseña', 'Argentina', '12345678', 'zzzzzzzz'])('refuses the password %s (T5)', async (password) => {
    const answer = await signUp({ ...newPerson(), password });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { password: ['Es una contraseña muy usada, elegí otra'] }]);
  });

  it('says at the field which e-mail or phone somebody has already (email_taken, phone_taken)', async () => {
    const person = newPerson();
    const email = await signUp({ ...person, email: 'ANA@demo.marche' });
    expect([email.status, email.body]).toEqual([
      422,
      {
        code: 'email_taken',
        message: 'El correo electrónico ya está registrado.',
        errors: { email: ['El correo electrónico ya está registrado.'] },
      },
    ]);
    const phone = await signUp({ ...person, phone: '+54 9 11 4555-0101' });
    expect([phone.status, phone.body]).toEqual([
      422,
      {
        code: 'phone_taken',
        message: 'El teléfono ya está registrado.',
        errors: { phone: ['El teléfono ya está registrado.'] },
      },
    ]);
  });

  it('ten of the same person at once make one account', async () => {
    const person = newPerson();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(person)));
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((a) => a.status !== 201))
      expect([status, body]).toMatchObject([422, { code: 'email_taken' }]);
    expect(await server.db.direct.$count(users, eq(users.email, person.email))).toBe(1);
  });

  it('the same form again gets the first answer, another one under its key is refused', async () => {
    const person = newPerson();
    const key = randomUUID();
    const first = await signUp(person, key);
    expect([
      await signUp(person, key),
      await signUp({ ...person, phone: ` ${person.phone} ` }, key.toUpperCase()),
    ]).toMatchObject([
      { status: 201, text: first.text },
      { status: 201, text: first.text },
    ]);
    for (const other of [{ ...person, password: 'otra clave 9' }, newPerson()]) {
      const answer = await signUp(other, key);
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'idempotency_mismatch' }]);
    }
    const twins = newPerson();
    const twice = randomUUID();
    const answers = await Promise.all([signUp(twins, twice), signUp(twins, twice), signUp(twins, twice)]);
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201]);
    expect((await signUp(person, 'no uuid')).status).toBe(422);
  });

  it('sets nothing that the form does not have (mass assignment)', async () => {
    const person = newPerson();
    await signUp({
      ...person,
      id: 1,
      phone_verified: true,
      email_verified: true,
      confidence: 1,
      avatar: 'x',
      password_hash: 'x',
      signup_key: randomUUID(),
      notification_types: [],
    });
    const [row] = await server.db.direct.select().from(users).where(eq(users.email, person.email));
    expect(row).toMatchObject({
      phone_verified: false,
      email_verified: false,
      confidence: 10,
      avatar: null,
      notification_types: ['OrderNew'],
    });
    expect(row?.id).not.toBe(1);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('10 a minute of one address and e-mail', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 },
    });
    try {
      const body = { ...newPerson(), phone: '1' };
      const statuses: number[] = [];
      for (let i = 0; i < 11; i += 1)
        statuses.push((await strict.ask(null, '/users', { method: 'POST', body })).status);
      expect(statuses.slice(-2)).toEqual([422, 429]);
    } finally {
      await strict.close();
    }
  });

  it('nothing of it was a failure of ours', () => {
    expect(server.errors).toEqual([]);
  });
});
