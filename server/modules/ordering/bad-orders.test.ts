import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { orders } from '#server/db/schema/orders.ts';
import { readError } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let valid: Record<string, unknown>;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  const wanted = { type: 'DELIVERY', items: [['Hamburguesa clásica', 1, { 'A punto': 1, Barbacoa: 1 }]] } as const;
  valid = { ...(await buildSubmission(server, wanted)) };
});
afterAll(() => server.close());

/** A copy of the body with `value` at a path such as 'items.0.price'. */
function withAt(body: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((inner, index) => (String(index) === key ? withAt(inner, rest, value) : inner));
  const known = typeof body === 'object' && body !== null ? body : {};
  return { ...known, [key]: withAt(Reflect.get(known, key), rest, value) };
}

const post = (body: unknown) => server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });

async function fieldsRefused(field: string, value: unknown) {
  const before = await server.db.direct.$count(orders);
  const answer = await post(withAt(valid, field.split('.'), value));
  expect(await server.db.direct.$count(orders)).toBe(before);
  const { code, errors } = readError(answer);
  return [answer.status, code, Object.keys(errors ?? {})];
}

const amounts = [
  'subtotal',
  'discount',
  'delivery_amount',
  'total',
  'items.0.unit_price',
  'items.0.discount',
  'items.0.price',
  'items.0.additionals.0.price',
  'payments.0.amount',
];

describe('what the server refuses by itself, naming the field', () => {
  it.each(
    amounts.flatMap((field) => [
      [field, 'negative (Y-13)', -5],
      [field, 'text (N-14)', '1e9'],
      [field, 'a third decimal (N-14)', 10.005],
      [field, 'nothing', null],
      [field, 'beyond every price', 1e15],
    ]),
  )('%s: %s', async (field, _, value) => {
    expect(await fieldsRefused(field, value)).toEqual([422, 'validation', [field]]);
  });

  it.each([
    ['items.0.quantity', 0],
    ['items.0.quantity', -1],
    ['items.0.quantity', 1.5],
    ['items.0.quantity', 1e9],
    ['items.0.additionals.0.quantity', 0],
    ['payments.0.value', -1],
    ['payments.0.value', 10],
    ['payments.0.type', 'cheque'],
    ['items', []],
  ])('%s: %j (Y-04, Y-18, K-66)', async (field, value) => {
    expect(await fieldsRefused(field, value)).toEqual([422, 'validation', [field]]);
  });

  it.each([
    ['comments', 101],
    ['description', 101],
    ['items.0.comments', 101],
    ['address.address_line_2', 21],
    ['comments', 200_000],
    ['phone', 200_000],
    ['promocode', 200_000],
  ])('%s: a text of %i characters (K-47, K-67, K-68, C-28, K-27)', async (field, length) => {
    expect(await fieldsRefused(field, 'x'.repeat(length))).toEqual([422, 'validation', [field]]);
  });

  it('a text of a million characters is not even read: 413 (T15)', async () => {
    const answer = await post(withAt(valid, ['comments'], 'x'.repeat(1_000_000)));
    expect([answer.status, readError(answer).code]).toEqual([413, 'payload_too_large']);
  });

  it('and the order without any of that is taken', async () => {
    expect((await post(valid)).status).toBe(201);
  });
});
