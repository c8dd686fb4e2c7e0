import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { orders } from '#server/db/schema/orders.ts';
import { type Endpoint, endpoints, exampleBody } from '#server/testing/procedures.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let submission: Record<string, unknown>;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  submission = {
    ...(await buildSubmission(server, { items: [['Hamburguesa clásica', 1, { 'A punto': 1, Barbacoa: 1 }]] })),
  };
});
afterAll(() => server.close());

/** JSON texts, because JSON.stringify would repair some of these values. */
const nastyTexts = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '0.1',
  '1e309',
  '-1e309',
  '9007199254740993',
  '99999999999999999999',
  '2147483648',
  '1e-7',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u202e"',
  '"../../etc/passwd"',
  '"\'; drop table orders; --"',
  '"<script>alert(1)</script>"',
  '"2026-02-31"',
  '"0000-00-00"',
  `"${'x'.repeat(100_000)}"`,
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"toString":1}',
  '{"length":-1}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];
const nasty = fc.constantFrom(...nastyTexts);

const bodies = (endpoint: Endpoint): unknown =>
  endpoint.name === 'account.signIn'
    ? { email: 'nadie@demo.marche', password: 'marche2026' }
    : exampleBody(endpoint.name, { submission, order: 1, store: 1 });

/** Paths to every value inside a body. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([k, v]) => pathsIn(v, [...path, k]))
      : [];
  return path.length > 0 ? [path, ...inner] : inner;
}

const marker = '§§§';

/** The JSON text of the body, with one value replaced by a raw JSON text. */
function withRaw(body: unknown, path: readonly string[], raw: string): string {
  const copy: unknown = structuredClone(body);
  let target: unknown = copy;
  for (const key of path.slice(0, -1))
    target = typeof target === 'object' && target !== null ? Reflect.get(target, key) : null;
  const last = path.at(-1);
  if (typeof target === 'object' && target !== null && last !== undefined) Reflect.set(target, last, marker);
  return JSON.stringify(copy).replace(`"${marker}"`, () => raw);
}

function check(answer: Answer, what: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.text, what).not.toMatch(/\bat .*\.ts:\d|node_modules|PostgresError|syntax error/);
  if (answer.status >= 400)
    expect(answer.body, what).toMatchObject({ code: expect.any(String), message: expect.any(String) });
}

/** Endpoints that take no body. */
const bodiless = new Set([
  'account.signOut',
  'account.refresh',
  'account.requestPhoneCode',
  'account.verifyPhone',
  'account.endDevice',
  'orders.removeItem',
  'kiosks.revoke',
  'saleReviews.close',
  'stores.leave',
  'tickets.read',
]);
const writing = endpoints.filter((e) => e.method !== 'GET' && !bodiless.has(e.name));
const reading = endpoints.filter((e) => e.method === 'GET');
const urlOf = (e: Endpoint): string => e.path.replace('{store_id}', '1').replace(/\{(ticket_|payout_)?id\}/, '1');

describe('nothing that comes in makes a 5xx or shows a stack (E-20)', { timeout: 180_000 }, () => {
  it.each(writing.map((e) => [e.name, e] as const))(
    '%s: every value of the body replaced by something nasty',
    async (_name, endpoint) => {
      const body = bodies(endpoint);
      const ask = fc.record({ path: fc.constantFrom(...pathsIn(body)), raw: nasty });
      await fc.assert(
        fc.asyncProperty(ask, async ({ path, raw }) => {
          const answer = await server.ask('ana', urlOf(endpoint), {
            method: endpoint.method,
            body: withRaw(body, path, raw),
            headers: command({ rev: 1 }),
          });
          check(answer, `${endpoint.name} ${path.join('.')} = ${raw.slice(0, 60)}`);
        }),
        { numRuns: 80 },
      );
    },
  );

  it.each(writing.map((e) => [e.name, e] as const))(
    '%s: the whole body replaced, keys doubled and added',
    async (_name, endpoint) => {
      const valid = JSON.stringify(bodies(endpoint));
      const whole = [
        ...nastyTexts,
        valid.replace('{', '{"id":-1,"store_id":"x","constructor":1,"hasOwnProperty":1,'),
        `${valid.slice(0, -1)},${valid.slice(1)}`,
      ];
      for (const raw of whole) {
        const answer = await server.ask('ana', urlOf(endpoint), {
          method: endpoint.method,
          body: raw,
          headers: command({ rev: 1 }),
        });
        check(answer, `${endpoint.name} ${raw.slice(0, 60)}`);
      }
    },
  );

  it('queries of every read', async () => {
    const names = [
      'type',
      'since',
      'audience',
      'status',
      'from',
      'to',
      'page',
      '__proto__',
      'a[b]',
      'page[]',
      'page[0][x]',
      'constructor',
    ];
    const values = [
      '',
      '0',
      '-1',
      '1e309',
      'x',
      '%00',
      '%ff',
      'NaN',
      '2026-02-31',
      '0000-01-01',
      '9999-12-31',
      '9'.repeat(400),
      "';--",
    ];
    const withQuery = new Set(['orders.list', 'stores.changes', 'catalogs.get']);
    for (const endpoint of reading) {
      // One invalid query is enough for an endpoint that reads none.
      const ask = withQuery.has(endpoint.name)
        ? names.flatMap((n) => values.map((v) => `${n}=${v}`))
        : endpoint.name === 'kiosks.pairing'
          ? values.map((v) => `code=${v}`)
          : ['__proto__=%00', 'a[b]=%ff'];
      for (const query of ask)
        check(
          await server.ask('carla', `${urlOf(endpoint).replace('store/1', 'store/2')}?${query}`),
          `${endpoint.name}?${query}`,
        );
    }
  });

  it('headers of commands', async () => {
    const values = [
      '',
      ' ',
      '"',
      '"1"x',
      '"-1"',
      '"1e3"',
      '"99999999999999"',
      '*',
      'W/"1"',
      randomUUID().toUpperCase(),
      'ñ',
      'x'.repeat(5_000),
    ];
    for (const name of [
      'idempotency-key',
      'if-match',
      'x-after',
      'x-settle-only',
      'x-taken-offline',
      'x-device',
      'x-seq',
      'if-none-match',
      'content-encoding',
      'accept-encoding',
      'cookie',
      'user-agent',
    ])
      for (const value of values) {
        const answer = await server.ask('ana', '/store/1/orders/1', {
          method: 'PATCH',
          body: { status: 'ACCEPTED' },
          headers: { ...command({ rev: 1 }), [name]: Buffer.from(value, 'utf8').toString('latin1') },
        });
        check(answer, `${name}: ${value.slice(0, 60)}`);
      }
  });

  it('texts that people type are stored as they are, or refused', async () => {
    const typed = fc.string({ unit: 'binary', maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(typed, async (comments) => {
        const body = { ...submission, uid: randomUUID(), comments };
        const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
        check(answer, JSON.stringify(comments));
        const storable = !comments.includes('\0') && comments.isWellFormed();
        expect(answer.status).toBe(storable ? 201 : 422);
        if (storable) expect(answer.body).toMatchObject({ order: { comments: comments.trim() || null } });
      }),
      { numRuns: 40 },
    );
  });

  it('and nothing was logged as a failure of ours', async () => {
    expect(server.errors).toEqual([]);
    expect(await server.db.direct.$count(orders)).toBeGreaterThan(9);
  });
});
