import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { people } from '#server/seed/people.ts';
import { orders } from '#server/db/schema/orders.ts';
import { createTestClock } from './test-clock.ts';
import { memorySubmission } from './memory-catalog.ts';
import { MemoryShop } from './memory-shop.ts';
import { readCreated, readFeed } from './read.ts';
import { buildSubmission } from './submissions.ts';
import { paritySteps, type Side } from './parity-steps.ts';
import { startTestServer, type TestServer, testStart } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  // The demo's own orders would count as waiting at the bar.
  await server.db.direct.update(orders).set({ code_id: null });
});
afterAll(() => server.close());

const plain = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)]));

const realSide = (): Side => ({
  submission: async (uid, more = {}) => ({ ...(await buildSubmission(server)), uid, ...more }),
  ask: async ({ who = 'ana', path, ...ask }) => {
    const { status, headers, body } = await server.ask(who, path, ask);
    return { status, headers: plain(headers), body };
  },
  order: 0,
  rows: [],
  payments: [],
});

const memorySide = (shop: MemoryShop): Side => ({
  submission: (uid, more = {}) => Promise.resolve(memorySubmission(uid, 2, { payments: [], ...more })),
  ask: ({ who = 'ana', method, path, body = null, headers = {} }) =>
    shop.begin({ method, path, body, headers, actorId: people.findIndex((p) => p.key === who) + 1 }).commit(),
  order: 0,
  rows: [],
  payments: [],
});

/** Drops ids and numbers, which differ between the servers. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['id', 'number', 'ref', 'ids'].includes(key))
      .map(([key, inner]) => [key, comparable(inner)]),
  );
};

describe('MemoryShop answers as the server does (I1)', () => {
  const real = realSide();
  const memory = memorySide(new MemoryShop({ clock: createTestClock(testStart) }));

  it.each(paritySteps)('%s: %i', async (_name, status, run) => {
    const [expected, answer] = [await run(real), await run(memory)];
    for (const [side, { body }] of [
      [real, expected],
      [memory, answer],
    ] as const)
      if (side.order === 0 && status === 201) side.order = readCreated({ status, headers: {}, text: '', body }).id;
    expect([answer.status, comparable(answer.body)]).toEqual([status, comparable(expected.body)]);
    expect(expected.status).toBe(status);
    for (const name of ['idempotent-replayed', 'retry-after', 'content-type', 'cache-control'])
      expect([name, answer.headers[name]]).toEqual([name, expected.headers[name]]);
  });

  it.each(['admin', 'store'] as const)('and its feed of %s tells the same', async (audience) => {
    const feedOf = async (side: Side) => {
      const { body } = await side.ask({ method: 'GET', path: `/store/1/changes?since=0&audience=${audience}` });
      return comparable(readFeed({ status: 200, headers: {}, text: '', body }));
    };
    expect(await feedOf(memory)).toEqual(await feedOf(real));
  });
});
