import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import { type SentQuery, watchQueries } from '#server/testing/counted-queries.ts';
import {
  attemptOf,
  knownAt,
  payingCalls,
  paymentSecret,
  readPaying,
  resetSandbox,
  sandboxOf,
  sellByQr,
} from '#server/testing/payments.ts';
import { replay } from '#server/testing/query-plans.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { pursueDue } from './charging.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
beforeEach(() => resetSandbox(server));
afterAll(() => server.close());

const { payableOf, orderOf, paying, cancelled, later, head, tellsOf } = payingCalls(() => server);

describe('money in doubt', () => {
  it('a lost answer of the creation is asked for again under the same key: one order at the provider', async () => {
    sandboxOf(server).faults.push({ kind: 'lost-answer' });
    const order = await sellByQr(server);
    await expect.poll(async () => (await attemptOf(server, payableOf(order.id))).failures).toBe(1);
    expect(readPaying(await paying(order.id))).toMatchObject({ step: 'unknown', image: null, known_at: null });
    await later(2_000);
    expect(readPaying(await paying(order.id)).step).toBe('waiting');
    const made = sandboxOf(server).calls.filter((c) => c.path === '/v1/orders');
    expect([made.length, new Set(made.map((c) => c.key)).size]).toEqual([2, 1]);
    expect([...sandboxOf(server).orders.all.values()].filter((o) => made[0]?.body.includes(o.reference))).toHaveLength(
      1,
    );
    await cancelled(order.id);
  });

  it('a refusal after the process died while it asked proves nothing: the payment is found', async () => {
    // The provider made the payment, and the server lost the answer.
    sandboxOf(server).faults.push({ kind: 'lost-answer' }, { kind: 'error', status: 401 });
    const order = await sellByQr(server);
    await expect.poll(async () => (await attemptOf(server, payableOf(order.id))).failures).toBe(1);
    await server.db.direct.update(paymentAttempts).set({ failures: 0 });
    await later(2_000);
    expect(await orderOf(order.id)).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING' }] });
    expect(server.errors.splice(0)).toEqual([expect.stringContaining('refuses to answer')]);
    await later(5_000);
    expect(readPaying(await paying(order.id)).step).toBe('waiting');
    await cancelled(order.id);
  });

  it.each([
    ['another amount', { paid: '1.00' }],
    ['another currency', { currency: 'BRL' }],
  ])('%s is not counted, and somebody is told', async (_what, wrong) => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
    Object.assign(sandboxOf(server).orders.all.get(known) ?? {}, wrong);
    sandboxOf(server).orders.move(known, 'processed');
    await later(2_000);
    expect(await orderOf(order.id)).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING' }] });
    expect(server.errors.splice(0)).toEqual([expect.stringContaining('charged something else')]);
    await later(minutes(15));
    expect(await orderOf(order.id)).toMatchObject({ status: 'PENDING', payments: [{ status: 'REJECTED' }] });
  });

  it('waits as long as the provider asks for with 429, and ever longer after 5xx', async () => {
    const order = await sellByQr(server);
    await knownAt(server, payableOf(order.id));
    sandboxOf(server).faults.push({ kind: 'error', status: 429, retryAfter: 20 }, { kind: 'error', status: 500 });
    const { calls } = sandboxOf(server);
    await later(2_000);
    const [first] = [calls.length];
    await later(19_000);
    expect(calls.length).toBe(first);
    await later(1_000);
    expect(calls.length).toBe(first + 1);
    await later(3_000);
    expect(calls.length).toBe(first + 1);
    await later(1_000);
    expect(calls.length).toBe(first + 2);
    await cancelled(order.id);
  });

  it('without any answer for half an hour it counts as not paid, and what was paid is given back', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
    const away = { kind: 'error', status: 503 } as const;
    sandboxOf(server).faults.push(...Array.from({ length: 4 }, () => away));
    sandboxOf(server).orders.move(known, 'processed');
    await later(2_000);
    await later(minutes(20));
    expect((await orderOf(order.id)).status).toBe('PAYING');
    await later(minutes(11));
    expect(await orderOf(order.id)).toMatchObject({ status: 'PENDING', payments: [{ status: 'REJECTED' }] });
    sandboxOf(server).faults.length = 0;
    await later(minutes(1));
    expect(sandboxOf(server).orders.all.get(known)?.state).toBe('refunded');
    expect(await orderOf(order.id)).toMatchObject({ status: 'PENDING', payments: [{ status: 'REJECTED' }] });
  });

  it('two servers that ask at once create and count it once', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
    sandboxOf(server).orders.move(known, 'processed');
    const since = await head();
    server.clock.jump(2_000);
    await Promise.all(Array.from({ length: 6 }, () => pursueDue(server.deps)));
    expect(await tellsOf(since)).toEqual([`order:${order.id}`]);
    expect((await orderOf(order.id)).status_rev).toBe(order.status_rev + 1);
  });
});

it('the reconciler finds what is due by its index, also by a plan for any values', async () => {
  const sent: SentQuery[] = [];
  const stop = watchQueries((query) => sent.push(query));
  await pursueDue(server.deps).finally(stop);
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('set enable_seqscan = off');
  const plans = await replay(client, sent, 'generic', new Set(['payment_attempts']));
  await client.end();
  expect(plans.map((p) => [p.steps.includes('payment_attempts_due'), p.scanned])).toEqual([[true, []]]);
});

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
