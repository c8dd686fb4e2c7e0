import { and, eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { boardStatuses } from '#domain/order.ts';
import { minutes } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { askPanel, panelKey } from '#server/testing/panel.ts';
import {
  attemptOf,
  knownAt,
  paymentSecret,
  qrOf,
  readPaying,
  reconcileLater,
  sandboxOf,
  sellByQr,
} from '#server/testing/payments.ts';
import { type SentQuery, watchQueries } from '#server/testing/counted-queries.ts';
import { replay } from '#server/testing/query-plans.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { pursueDue } from './charging.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret, partnerPanelKey: panelKey });
});
beforeEach(() => {
  sandboxOf(server).faults.length = 0;
  sandboxOf(server).calls.length = 0;
});
afterAll(() => server.close());

const orderOf = async (id: number) => readOneOrder(await server.ask('ana', `/store/1/orders/${id}`));
const paying = (id: number) => server.ask('ana', `/store/1/orders/${id}/paying`);
const cancelled = (id: number) => server.ask('ana', `/store/1/orders/${id}/paying`, { method: 'DELETE' });
const of = (id: number) => ({ type: 'order', id }) as const;

const later = (ms: number) => reconcileLater(server, ms);

const tellsOf = async (since: number) =>
  readFeed(await server.ask('ana', `/store/1/changes?since=${since}`))
    .changes.filter((c) => c.name === 'payment-pending-resolved')
    .map((c) => c.id);
const head = async () => readFeed(await server.ask('ana', '/store/1/changes')).head;

describe('an order that is paid by QR', () => {
  it('is PAYING until the provider says that it is paid, then PENDING with the payment APPROVED (N-02, N-03, Y-48, Y-49)', async () => {
    const order = await sellByQr(server);
    expect(order).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING', method: 'mercadopago-qr' }] });
    const known = await knownAt(server, of(order.id));
    const shown = readPaying(await paying(order.id));
    expect(shown).toMatchObject({ amount: order.total, status: 'PENDING', step: 'waiting', end: null, sandbox: true });
    expect(shown.image).toMatch(/^data:image\/svg\+xml;base64,/);
    const since = await head();
    sandboxOf(server).orders.move(known, 'processed');
    await later(2_000);
    const paid = await orderOf(order.id);
    expect(paid).toMatchObject({ status: 'PENDING', payments: [{ status: 'APPROVED', can_modify: false }] });
    expect(paid.money_rev).toBeGreaterThan(order.money_rev);
    expect(await tellsOf(since)).toEqual([`order:${order.id}`]);
    expect(readPaying(await paying(order.id))).toMatchObject({ status: 'APPROVED', end: 'approved', step: 'ended' });
    const [entry] = await server.db.direct
      .select()
      .from(audit)
      .where(
        and(eq(audit.entity, 'order'), eq(audit.entity_id, String(order.id)), eq(audit.action, 'order.changeStatus')),
      );
    expect(entry).toMatchObject({ actor_kind: 'provider', actor_name: 'mercadopago', before: { status: 'PAYING' } });
  });

  it('is asked about at 2, 5 and 15 s, then every 15 s', async () => {
    const order = await sellByQr(server);
    await knownAt(server, of(order.id));
    const start = server.clock.now();
    const asked: number[] = [];
    for (let second = 1; second <= 46; second += 1) {
      const before = sandboxOf(server).calls.length;
      await later(1_000);
      if (sandboxOf(server).calls.length > before) asked.push((server.clock.now() - start) / 1000);
    }
    expect(asked).toEqual([2, 5, 15, 30, 45]);
    await cancelled(order.id);
  });

  it('comes back to the store when it is rejected, and can be charged otherwise (N-03)', async () => {
    const order = await sellByQr(server);
    sandboxOf(server).orders.move(await knownAt(server, of(order.id)), 'failed');
    await later(2_000);
    const rejected = await orderOf(order.id);
    expect(rejected).toMatchObject({ status: 'PENDING', payments: [{ status: 'REJECTED', can_modify: true }] });
    expect(readPaying(await paying(order.id))).toMatchObject({ status: 'REJECTED', end: 'rejected' });
    const saved = await server.ask('ana', `/store/1/orders/${order.id}`, {
      method: 'PATCH',
      body: { payments: [qrOf(order.total)] },
      headers: command({ rev: rejected.money_rev }),
    });
    expect(readOneOrder(saved)).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING' }] });
    sandboxOf(server).orders.move(await knownAt(server, of(order.id)), 'processed');
    await later(2_000);
    expect(await orderOf(order.id)).toMatchObject({ status: 'PENDING', payments: [{ status: 'APPROVED' }] });
  });

  it.each(boardStatuses)(
    'that was taken already, and is %s, is that again however its payment ends (B-66, N-03)',
    async (status) => {
      for (const [state, paid] of [
        ['processed', 'APPROVED'],
        ['failed', 'REJECTED'],
      ] as const) {
        const { id, total } = readCreated(await sendOrder(server, {}));
        // The customer ordered it: it is not rejected, for the kitchen has it.
        await server.db.direct.update(orders).set({ status, origin: 'customer' }).where(eq(orders.id, id));
        const before = await orderOf(id);
        const started = await server.ask('carla', `/store/1/orders/${id}`, {
          method: 'PATCH',
          body: { payments: [qrOf(total)] },
          headers: command({ rev: before.money_rev }),
        });
        expect(readOneOrder(started)).toMatchObject({ status: 'PAYING', ready_by: before.ready_by });
        sandboxOf(server).orders.move(await knownAt(server, of(id)), state);
        await later(2_000);
        expect(await orderOf(id)).toMatchObject({ status, ready_by: before.ready_by, payments: [{ status: paid }] });
      }
    },
  );

  it('of a customer is rejected without its payment (N-03)', async () => {
    const order = await sellByQr(server);
    await server.db.direct.update(orders).set({ origin: 'customer' }).where(eq(orders.id, order.id));
    sandboxOf(server).orders.move(await knownAt(server, of(order.id)), 'failed');
    await later(2_000);
    expect(await orderOf(order.id)).toMatchObject({ status: 'REJECTED', reject_reason: 'no_payments' });
  });

  it('is cancelled by a person: the order is told, and nothing is in progress (Q-08, Y-54)', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, of(order.id));
    const since = await head();
    const answer = await cancelled(order.id);
    expect([answer.status, readOneOrder(answer)]).toMatchObject([
      200,
      { status: 'PENDING', payments: [{ status: 'REJECTED' }] },
    ]);
    expect(sandboxOf(server).orders.all.get(known)?.state).toBe('canceled');
    expect(await tellsOf(since)).toEqual([`order:${order.id}`]);
    for (const again of [await paying(order.id), await cancelled(order.id)])
      expect([again.status, readError(again).code]).toEqual([409, 'not_paying']);
  });

  it('that was paid at the moment of the cancel stays paid', async () => {
    const order = await sellByQr(server);
    sandboxOf(server).orders.move(await knownAt(server, of(order.id)), 'processed');
    expect(readOneOrder(await cancelled(order.id))).toMatchObject({
      status: 'PENDING',
      payments: [{ status: 'APPROVED' }],
    });
  });

  it('stays PAYING while nobody knows whether it was cancelled, and is asked about again', async () => {
    const order = await sellByQr(server);
    await knownAt(server, of(order.id));
    sandboxOf(server).faults.push({ kind: 'lost-answer' });
    expect(readOneOrder(await cancelled(order.id)).status).toBe('PAYING');
    expect(readPaying(await paying(order.id)).step).toBe('cancelling');
    await later(2_000);
    expect(await orderOf(order.id)).toMatchObject({ status: 'PENDING', payments: [{ status: 'REJECTED' }] });
  });

  it('expires after 15 minutes: called off, read once more, then not paid', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, of(order.id));
    await later(minutes(14));
    expect((await orderOf(order.id)).status).toBe('PAYING');
    await later(minutes(1));
    expect(sandboxOf(server).orders.all.get(known)?.state).toBe('expired');
    expect(await orderOf(order.id)).toMatchObject({ status: 'PENDING', payments: [{ status: 'REJECTED' }] });
    expect(readPaying(await paying(order.id))).toMatchObject({ status: 'REJECTED', end: 'expired', image: null });
  });

  it('rejected by an admin calls its payment off; one that was charged is given back', async () => {
    const reject = (id: number, rev: number) =>
      server.ask('ana', `/store/1/orders/${id}/reject`, {
        method: 'PATCH',
        body: { reject_reason: 'by_store' },
        headers: command({ rev }),
      });
    const open = await sellByQr(server);
    const known = await knownAt(server, of(open.id));
    const since = await head();
    expect(readOneOrder(await reject(open.id, open.status_rev))).toMatchObject({
      status: 'REJECTED',
      payments: [{ status: 'REJECTED' }],
    });
    expect(await tellsOf(since)).toEqual([`order:${open.id}`]);
    await expect.poll(() => sandboxOf(server).orders.all.get(known)?.state).toBe('canceled');

    const paid = await sellByQr(server);
    const charged = await knownAt(server, of(paid.id));
    sandboxOf(server).orders.move(charged, 'processed');
    await later(2_000);
    await reject(paid.id, (await orderOf(paid.id)).status_rev);
    await expect.poll(async () => (await attemptOf(server, of(paid.id))).work).toBe('none');
    expect(sandboxOf(server).orders.all.get(charged)?.state).toBe('refunded');
    expect(await orderOf(paid.id)).toMatchObject({ status: 'REJECTED', payments: [{ status: 'REJECTED' }] });
  });

  it('that the partner panel removes calls its payment off, and leaves the attempt', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, of(order.id));
    expect((await askPanel(server, 'DELETE', `orders/${order.id}`)).status).toBe(204);
    await later(1_000);
    expect(sandboxOf(server).orders.all.get(known)?.state).toBe('canceled');
    expect(await attemptOf(server, of(order.id))).toMatchObject({ status: 'REJECTED', work: 'none' });
  });

  it('that was rejected and paid at the same moment gets its money back', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, of(order.id));
    sandboxOf(server).orders.move(known, 'processed');
    await server.ask('ana', `/store/1/orders/${order.id}/reject`, {
      method: 'PATCH',
      body: { reject_reason: 'by_store' },
      headers: command({ rev: order.status_rev }),
    });
    await expect.poll(() => sandboxOf(server).orders.all.get(known)?.state).toBe('refunded');
    expect(await orderOf(order.id)).toMatchObject({ status: 'REJECTED', payments: [{ status: 'REJECTED' }] });
  });
});

describe('money in doubt', () => {
  it('a lost answer of the creation is asked for again under the same key: one order at the provider', async () => {
    sandboxOf(server).faults.push({ kind: 'lost-answer' });
    const order = await sellByQr(server);
    await expect.poll(async () => (await attemptOf(server, of(order.id))).failures).toBe(1);
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

  it.each([
    ['another amount', { paid: '1.00' }],
    ['another currency', { currency: 'BRL' }],
  ])('%s is not counted, and somebody is told', async (_what, wrong) => {
    const order = await sellByQr(server);
    const known = await knownAt(server, of(order.id));
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
    await knownAt(server, of(order.id));
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
    const known = await knownAt(server, of(order.id));
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
    const known = await knownAt(server, of(order.id));
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
