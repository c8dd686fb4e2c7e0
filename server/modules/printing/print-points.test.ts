import { randomUUID, verify, X509Certificate, createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { assembly, printPoint } from '#contract/printing.ts';
import { qzText } from '#domain/qz-calls.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { printJobs, printPoints } from '#server/db/schema/printing.ts';
import { stores } from '#server/db/schema/stores.ts';
import { audit, settings } from '#server/db/schema/sync.ts';
import { createSigner, sharedPair, signingPairOf } from '#server/modules/printing/signing-key.ts';
import type { Person } from '#server/seed/people.ts';
import { readError } from '#server/testing/read.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const path = '/store/1/config/printpoint';
const counter = randomUUID();
const tablet = randomUUID();
const fields = { name: 'Mostrador', shared: 1, types: ['commander', 'summary'], printers: ['Caja ñ "1"'] };

beforeEach(async () => {
  await server.db.direct.delete(printJobs);
  await server.db.direct.delete(printPoints);
});

const read = ({ body }: Answer) => z.parse(printPoint, body);
const list = async (device: string, who: Person = 'ana') =>
  z.parse(z.array(printPoint), (await server.ask(who, path, { headers: { 'x-device': device } })).body);
const add = (body: object, device: string = counter, key: string = randomUUID()): Promise<Answer> =>
  server.ask('ana', path, { method: 'POST', body, headers: { ...command(null, key), 'x-device': device } });
const save = (id: number, body: object, device: string = counter): Promise<Answer> =>
  server.ask('ana', `${path}/${id}`, { method: 'PATCH', body, headers: { 'x-device': device } });

describe('print points (G4)', () => {
  it('are created, listed and changed, with id, name, shared and types (P-17, P-19)', async () => {
    const made = await add(fields);
    expect(made.status).toBe(201);
    const point = read(made);
    expect(point).toEqual({ ...fields, id: point.id, own: true, automatic: false });
    expect(await list(counter)).toEqual([point]);
    const saved = await save(point.id, { id: point.id, name: 'Barra', shared: 0, types: ['cashbox', 'cashbox'] });
    expect(read(saved)).toEqual({ ...point, name: 'Barra', shared: 0, types: ['cashbox'] });
    expect(await list(counter)).toEqual([read(saved)]);
    const rows = await server.db.direct
      .select({ action: audit.action, after: audit.after })
      .from(audit)
      .where(and(eq(audit.entity, 'printpoint'), eq(audit.entity_id, String(point.id))))
      .orderBy(audit.id);
    expect(rows).toMatchObject([
      { action: 'printpoint.add', after: { name: 'Mostrador', printers: fields.printers } },
      { action: 'printpoint.save', after: { name: 'Barra', shared: 0 } },
    ]);
  });

  it('another device sees the shared ones only, and cannot change the others', async () => {
    const own = read(await add({ ...fields, shared: 0 }));
    expect(await list(tablet)).toEqual([]);
    expect((await save(own.id, fields, tablet)).status).toBe(404);
    await save(own.id, fields);
    expect(await list(tablet)).toEqual([{ ...fields, id: own.id, own: false, automatic: false }]);
  });

  it('a device is one print point at most; a repeat of the same key is the same one', async () => {
    const key = randomUUID();
    const point = read(await add(fields, counter, key));
    expect(read(await add(fields, counter, key))).toEqual(point);
    expect((await add(fields)).status).toBe(409);
    expect((await add({ ...fields, name: 'Tablet' }, tablet)).status).toBe(201);
    const third = randomUUID();
    const twins = await Promise.all(Array.from({ length: 5 }, () => add(fields, third)));
    expect(twins.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    [{ name: 'ab' }, 'name', 'Este campo debe tener al menos 3 caracteres'],
    [{ name: '   ' }, 'name', 'Este campo es obligatorio'],
    [{ name: 'x'.repeat(151) }, 'name', 'Este campo debe tener 150 caracteres como máximo'],
    [{ name: 'a\0b' }, 'name', 'Es inválido'],
    [{ shared: 2 }, 'shared', 'Es inválido'],
    [{ types: ['laser'] }, 'types.0', 'Es inválido'],
    [{ printers: [''] }, 'printers.0', 'Este campo es obligatorio'],
    [{ printers: Array.from({ length: 41 }, (_, n) => `P${n}`) }, 'printers', 'Es inválido'],
  ])('%j is refused at its field', async (wrong, field, sentence) => {
    const answer = await add({ ...fields, ...wrong });
    expect([answer.status, readError(answer).errors]).toEqual([422, { [field]: [sentence] }]);
  });

  it.each([['abc'], ['x'.repeat(150)]])('a name of %s.length characters is taken', async (name) => {
    expect(read(await add({ ...fields, name })).name).toBe(name);
  });
});

it('GET assemblies lists the sections of the kitchen with id and name (P-21, P-22)', async () => {
  const answer = await server.ask('diego', '/store/1/assemblies');
  expect(answer.status).toBe(200);
  expect(z.parse(z.array(assembly), answer.body).map((a) => a.name)).toEqual(
    expect.arrayContaining(['Cocina', 'Horno', 'Parrilla']),
  );
});

const signature = (who: Person | null, text: string, device: string = counter): Promise<Answer> =>
  server.ask(who, '/store/1/printing/signature', {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'x-device': device, 'accept-encoding': 'gzip, br' },
  });
const find = (more: object = {}) =>
  qzText({ call: 'printers.find', params: {}, timestamp: server.clock.now(), ...more });
const printing = (name: string, data = 'G0A=') =>
  find({
    call: 'print',
    params: {
      printer: { name },
      options: { copies: 1 },
      data: [{ type: 'raw', format: 'command', flavor: 'base64', data }],
    },
  });

describe('the signature of a call of QZ Tray (T1)', () => {
  it('is text, and verifies with the public certificate over the SHA-256 of the text (P-39, D-40)', async () => {
    await add(fields);
    const certificate = await server.ask('elena', '/printing/certificate');
    expect(certificate.headers['content-type']).toContain('text/plain');
    const key = new X509Certificate(certificate.text).publicKey;
    for (const text of [find(), find({ call: 'printers.getDefault', params: null }), printing('Caja ñ "1"')]) {
      const answer = await signature('diego', text);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain']);
      // A browser asks for compression.
      expect(answer.headers['content-encoding']).toBeUndefined();
      const hash = createHash('sha256').update(text).digest('hex');
      expect(verify('sha512', Buffer.from(hash), key, Buffer.from(answer.text, 'base64'))).toBe(true);
    }
    const refused = await signature('diego', find({ call: 'file.read', params: { path: '/etc/passwd' } }));
    expect([refused.status, Object.keys(readError(refused).errors ?? {})]).toEqual([422, ['call']]);
  });

  it('is given for the printers of this device only', async () => {
    await add(fields);
    expect((await signature('diego', printing('Otra'))).status).toBe(422);
    expect((await signature('diego', printing('Caja ñ "1"'), tablet)).status).toBe(422);
    expect((await signature('diego', printing('Caja ñ "1"'))).status).toBe(200);
  });

  it('is given for what was sent, byte for byte: a key twice, spaces or another order are refused', async () => {
    for (const text of [
      find().replace('{"call"', '{"call":"file.read","call"'),
      find().replaceAll(':', ': '),
      find().replace(/}$/, ',"more":1}'),
    ])
      expect([text, (await signature('ana', text)).status]).toEqual([text, 422]);
  });

  it('at most 64 KB', async () => {
    await add(fields);
    expect((await signature('ana', printing('Caja ñ "1"', 'A'.repeat(60_000)))).status).toBe(200);
    expect((await signature('ana', printing('Caja ñ "1"', 'A'.repeat(66_000)))).status).toBe(422);
  });

  it('a clock that is three minutes off is told so', async () => {
    const answer = await signature('ana', find({ timestamp: server.clock.now() - 180_000 }));
    expect([answer.status, readError(answer)]).toMatchObject([
      422,
      { message: 'La hora de esta computadora está corrida 3 min. Corregila para imprimir.' },
    ]);
  });

  it('needs role and plan: no stranger, no screen, no store of the free plan', async () => {
    expect((await signature(null, find())).status).toBe(401);
    expect((await signature('gabi', find())).status).toBe(404);
    await server.db.direct.update(stores).set({ plan: 'free' }).where(eq(stores.id, 1));
    const free = await signature('ana', find());
    await server.db.direct.update(stores).set({ plan: 'premium' }).where(eq(stores.id, 1));
    expect([free.status, readError(free).code]).toEqual([403, 'plan_required']);
  });

  it('leaves an audit row that names the call, the printer and the bytes, not their content', async () => {
    const { id } = read(await add(fields));
    const text = printing('Caja ñ "1"');
    await signature('diego', text);
    const [row] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.action, 'printpoint.sign'), eq(audit.entity_id, String(id))));
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(row?.after).toEqual({ call: 'print', printers: ['Caja ñ "1"'], sha256 });
  });

  it('120 a minute for each person, then 429', async () => {
    const [member] = await server.db.direct.select().from(memberships).where(eq(memberships.role, 'manager'));
    expect(member).toBeDefined();
    const statuses: number[] = [];
    for (let n = 0; n < 121; n += 1) statuses.push((await signature('bruno', find())).status);
    expect([new Set(statuses.slice(0, 120)), statuses.at(-1)]).toEqual([new Set([200]), 429]);
    expect((await signature('carla', find())).status).toBe(200);
    server.clock.advance(60_000);
    expect((await signature('bruno', find())).status).toBe(200);
  });
});

describe('the pair that signs', () => {
  it('is made once and shared by all processes of a database', async () => {
    const now = server.clock.now();
    const pairs = await Promise.all([sharedPair(server.db, now), sharedPair(server.db, now)]);
    expect(pairs[0]).toEqual(pairs[1]);
    expect(createSigner(pairs[0]).certificate).toBe(server.deps.signer.certificate);
    const certificate = new X509Certificate(pairs[0].certificate);
    expect([certificate.verify(certificate.publicKey), certificate.subject]).toEqual([true, 'CN=Marche\nO=Marche']);
    const kept = await server.db.direct.select().from(settings).where(eq(settings.key, 'qz-signing'));
    expect(kept).toHaveLength(1);
  });

  it('must be a certificate and its own key', async () => {
    const pair = await sharedPair(server.db, server.clock.now());
    expect(signingPairOf(pair)).toEqual(pair);
    expect(signingPairOf({ ...pair, privateKey: 'nada' })).toBeNull();
    expect(signingPairOf({ ...pair, certificate: pair.privateKey })).toBeNull();
  });
});
