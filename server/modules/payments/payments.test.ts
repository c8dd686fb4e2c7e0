import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { boardStatuses } from '#domain/order.ts';
import { minutes } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { askPanel, panelKey } from '#server/testing/panel.ts';
import {
  attemptOf,
  knownAt,
  payingCalls,
  paymentSecret,
  qrOf,
  readPaying,
  resetSandbox,
  sandboxOf,
  sellByQr,
} from '#server/testing/payments.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret, partnerPanelKey: panelKey });
});
beforeEach(() => resetSandbox(server));
afterAll(() => server.close());

const { payableOf, orderOf, paying, cancelled, later, head, tellsOf } = payingCalls(() => server);

describe('an order that is paid by QR', () => {
  it('is PAYING until the provider says that it is paid, then PENDING with the payment APPROVED (N-02, N-03, Y-48, Y-49)', async () => {
    const order = await sellByQr(server);
    expect(order).toMatchObject({ status: 'PAYING', payments: [{ status: 'PENDING', method: 'mercadopago-qr' }] });
    const known = await knownAt(server, payableOf(order.id));
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
    await knownAt(server, payableOf(order.id));
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

  it('comes back to the store when it is rejected, and can be charged otherwise (N-03, Y-49)', async () => {
    const order = await sellByQr(server);
    sandboxOf(server).orders.move(await knownAt(server, payableOf(order.id)), 'failed');
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
    sandboxOf(server).orders.move(await knownAt(server, payableOf(order.id)), 'processed');
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
        sandboxOf(server).orders.move(await knownAt(server, payableOf(id)), state);
        await later(2_000);
        expect(await orderOf(id)).toMatchObject({ status, ready_by: before.ready_by, payments: [{ status: paid }] });
      }
    },
  );

  it('of a customer is rejected without its payment (N-03)', async () => {
    const order = await sellByQr(server);
    await server.db.direct.update(orders).set({ origin: 'customer' }).where(eq(orders.id, order.id));
    sandboxOf(server).orders.move(await knownAt(server, payableOf(order.id)), 'failed');
    await later(2_000);
    expect(await orderOf(order.id)).toMatchObject({ status: 'REJECTED', reject_reason: 'no_payments' });
  });

  it('is cancelled by a person: the order is told, and nothing is in progress (Q-08, Y-54)', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
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
    sandboxOf(server).orders.move(await knownAt(server, payableOf(order.id)), 'processed');
    expect(readOneOrder(await cancelled(order.id))).toMatchObject({
      status: 'PENDING',
      payments: [{ status: 'APPROVED' }],
    });
  });

  it('stays PAYING while nobody knows whether it was cancelled, and is asked about again', async () => {
    const order = await sellByQr(server);
    await knownAt(server, payableOf(order.id));
    sandboxOf(server).faults.push({ kind: 'lost-answer' });
    expect(readOneOrder(await cancelled(order.id)).status).toBe('PAYING');
    expect(readPaying(await paying(order.id)).step).toBe('cancelling');
    await later(2_000);
    expect(await orderOf(order.id)).toMatchObject({ status: 'PENDING', payments: [{ status: 'REJECTED' }] });
  });

  it('expires after 15 minutes: called off, read once more, then not paid', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
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
    const known = await knownAt(server, payableOf(open.id));
    const since = await head();
    expect(readOneOrder(await reject(open.id, open.status_rev))).toMatchObject({
      status: 'REJECTED',
      payments: [{ status: 'REJECTED' }],
    });
    expect(await tellsOf(since)).toEqual([`order:${open.id}`]);
    await expect.poll(() => sandboxOf(server).orders.all.get(known)?.state).toBe('canceled');

    const paid = await sellByQr(server);
    const charged = await knownAt(server, payableOf(paid.id));
    sandboxOf(server).orders.move(charged, 'processed');
    await later(2_000);
    await reject(paid.id, (await orderOf(paid.id)).status_rev);
    await expect.poll(async () => (await attemptOf(server, payableOf(paid.id))).work).toBe('none');
    expect(sandboxOf(server).orders.all.get(charged)?.state).toBe('refunded');
    expect(await orderOf(paid.id)).toMatchObject({ status: 'REJECTED', payments: [{ status: 'REJECTED' }] });
  });

  it('that the partner panel removes calls its payment off, and leaves the attempt', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
    expect((await askPanel(server, 'DELETE', `orders/${order.id}`)).status).toBe(204);
    await later(1_000);
    expect(sandboxOf(server).orders.all.get(known)?.state).toBe('canceled');
    expect(await attemptOf(server, payableOf(order.id))).toMatchObject({ status: 'REJECTED', work: 'none' });
  });

  it('that was rejected and paid at the same moment gets its money back', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
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

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
