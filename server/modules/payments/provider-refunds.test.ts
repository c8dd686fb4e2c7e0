import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { knownPayments } from '#contract/paying.ts';
import { pinGrant } from '#contract/pins.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { minutes } from '#domain/time.ts';
import { paymentRefunds } from '#server/db/schema/payments.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import type { Person } from '#server/seed/people.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import {
  attemptOf,
  knownAt,
  paymentSecret,
  qrOf,
  reconcileLater,
  resetSandbox,
  sandboxOf,
  sellByQr,
} from '#server/testing/payments.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { pursueAttempt } from './charging.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
afterAll(() => server.close());

const { forget, configure, open, close, state, read, entries } = cashboxCalls(() => server);
const { get: groupOf, order: orderAt, patch: patchGroup, table } = tableCalls(() => server);
const later = (ms: number) => reconcileLater(server, ms);

beforeEach(async () => {
  await endAllTables(server);
  await forget();
  await configure();
  server.clock.advance(1_000);
  resetSandbox(server);
  sandboxOf(server).orders.slowRefunds = false;
});

const orderOf = async (id: number) => readOneOrder(await server.ask('ana', `/store/1/orders/${id}`));
const finish = async (id: number): Promise<WireOrder> => {
  const { status_rev: rev } = await orderOf(id);
  const change = { method: 'PATCH', body: { status: 'COMPLETE' }, headers: command({ rev }) } as const;
  return readOneOrder(await server.ask('ana', `/store/1/orders/${id}`, change));
};
/** A finished order that a QR has paid, and its id at the provider. */
async function sold(): Promise<{ order: WireOrder; known: string }> {
  const { id } = await sellByQr(server);
  const known = await knownAt(server, { type: 'order', id });
  sandboxOf(server).orders.move(known, 'processed');
  await later(2_000);
  return { order: await finish(id), known };
}
interface Asking {
  readonly who?: Person;
  readonly of?: 'orders' | 'orderGroups';
  readonly headers?: Record<string, string>;
}
const giveBack = (
  id: number,
  amount: number,
  { who = 'ana', of = 'orders', headers = command(null) }: Asking = {},
): Promise<Answer> =>
  server.ask(who, `/store/1/${of}/${id}/refund`, {
    method: 'POST',
    body: { method: 'mercadopago-qr', amount, reason: 'Faltaba un plato' },
    headers,
  });
const payments = async (id: number, of: 'orders' | 'orderGroups' = 'orders') =>
  z.parse(knownPayments, (await server.ask('ana', `/store/1/${of}/${id}/payments`)).body);
const standings = async (id: number) =>
  (await payments(id)).payments.map(({ standing, amount }) => [standing, amount] as const);
const refundCalls = () => sandboxOf(server).calls.filter((c) => c.path.endsWith('/refund'));
const wentBack = (known: string): number =>
  (sandboxOf(server).orders.all.get(known)?.refunds ?? [])
    .filter((r) => r.status === 'processed')
    .reduce((sum, r) => sum + Number(r.amount), 0);
const rows = (id: number) =>
  server.db.direct
    .select({ state: paymentRefunds.state, amount: paymentRefunds.amount, by: paymentRefunds.authorised_by })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.attempt_id, id))
    .orderBy(paymentRefunds.id);
const isDone = async (id: number) => (await payments(id)).payments.every((p) => p.standing !== 'refunding');
const settled = (id: number) => expect.poll(() => isDone(id)).toBe(true);
/** Goes on until nothing is to be done for the order: a slow machine still answers the try before. */
const pursued = (id: number) =>
  expect
    .poll(async () => {
      await later(minutes(1));
      return (await attemptOf(server, { type: 'order', id })).work;
    })
    .toBe('none');

describe('money that a provider charged', () => {
  it('goes back in parts by the provider: a row of the register for each, with its reason, and the order stays paid', async () => {
    const register = read(await open(1_000));
    const { order, known } = await sold();
    expect((await payments(order.id)).refundable).toEqual([{ method: 'mercadopago-qr', amount: order.total }]);
    const key = randomUUID();
    const asked = await giveBack(order.id, 100.5, { headers: command(null, key) });
    expect([asked.status, asked.body]).toEqual([201, { entry: null }]);
    // The same command again asks for nothing more.
    await giveBack(order.id, 100.5, { headers: command(null, key) });
    await settled(order.id);
    expect((await giveBack(order.id, 50)).status).toBe(201);
    await settled(order.id);
    expect(refundCalls().map((c) => JSON.parse(c.body))).toEqual([
      { transactions: [{ id: sandboxOf(server).orders.all.get(known)?.paymentId, amount: '100.50' }] },
      { transactions: [{ id: sandboxOf(server).orders.all.get(known)?.paymentId, amount: '50.00' }] },
    ]);
    expect(wentBack(known)).toBe(150.5);
    expect((await entries(register.id)).map((e) => [e.kind, e.method, e.amount, e.description, e.by])).toEqual([
      ['sale', 'mercadopago-qr', order.total, null, 'mercadopago'],
      ['refund', 'mercadopago-qr', -100.5, 'Faltaba un plato', 'Ana Ferreyra'],
      ['refund', 'mercadopago-qr', -50, 'Faltaba un plato', 'Ana Ferreyra'],
    ]);
    expect((await state()).balance).toMatchObject({
      refunds_total: 150.5,
      payment_methods_in_out: { in: { 'mercadopago-qr': order.total }, out: { 'mercadopago-qr': 150.5 } },
      calculated: 1_000,
    });
    expect(await orderOf(order.id)).toMatchObject({ status: 'COMPLETE', payments: [{ status: 'APPROVED' }] });
    expect((await payments(order.id)).refundable).toEqual([{ method: 'mercadopago-qr', amount: order.total - 150.5 }]);
    expect(await standings(order.id)).toEqual([
      ['approved', order.total],
      ['refunded', 100.5],
      ['refunded', 50],
    ]);
    const [entry] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.action, 'money.refund'), eq(audit.entity_id, String(order.id))));
    expect(entry).toMatchObject({ actor_id: 1, after: { method: 'mercadopago-qr', amount: 10_050 } });
  });

  it('never more than is left, also by many at once; all of it leaves the order as it is', async () => {
    await open(0);
    const { order, known } = await sold();
    const third = order.total / 4 + 1;
    const tries = await Promise.all(Array.from({ length: 6 }, () => giveBack(order.id, third)));
    expect(tries.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422, 422]);
    const refused = tries.find((a) => a.status === 422);
    expect(refused && readError(refused).errors).toEqual({
      amount: [`Este campo debe tener un valor máximo de ${order.total - 3 * third}`],
    });
    await settled(order.id);
    expect(wentBack(known)).toBeCloseTo(3 * third, 6);
    expect((await giveBack(order.id, order.total - 3 * third)).status).toBe(201);
    await settled(order.id);
    expect(sandboxOf(server).orders.all.get(known)?.state).toBe('refunded');
    expect(await orderOf(order.id)).toMatchObject({ status: 'COMPLETE', payments: [{ status: 'APPROVED' }] });
    expect((await payments(order.id)).refundable).toEqual([]);
    expect((await state()).balance).toMatchObject({ refunds_total: order.total, calculated: 0 });
  });

  it.each([
    ['a lost answer', [null, { kind: 'lost-answer' as const }]],
    ['no answer before the work', [null, { kind: 'error' as const, status: 503 }]],
    ['a read that fails', [{ kind: 'error' as const, status: 500 }]],
  ])('%s: it is asked again under its key and goes back once', async (_what, faults) => {
    await open(0);
    const { order, known } = await sold();
    resetSandbox(server);
    sandboxOf(server).faults.push(...faults);
    await giveBack(order.id, 100);
    await expect.poll(() => sandboxOf(server).faults.length).toBe(0);
    await expect.poll(async () => (await attemptOf(server, { type: 'order', id: order.id })).failures).toBe(1);
    expect(await standings(order.id)).toContainEqual(['refunding', 100]);
    // Money that is not proven is not in the register.
    expect((await state()).balance.refunds_total).toBe(0);
    await later(4_000);
    await settled(order.id);
    expect(wentBack(known)).toBe(100);
    expect(new Set(refundCalls().map((c) => c.key)).size).toBe(1);
    expect((await state()).balance.refunds_total).toBe(100);
  });

  it('a lost answer is found by reading, also when the provider has forgotten the key', async () => {
    await open(0);
    const { order, known } = await sold();
    resetSandbox(server);
    sandboxOf(server).faults.push(null, { kind: 'lost-answer' });
    await giveBack(order.id, 100);
    await expect.poll(async () => (await attemptOf(server, { type: 'order', id: order.id })).failures).toBe(1);
    await later(minutes(25 * 60));
    await settled(order.id);
    expect([wentBack(known), refundCalls().length]).toEqual([100, 1]);
  });

  it('an answer that comes after its claim has ended is dropped, because another process knows more', async () => {
    await open(0);
    const { order, known } = await sold();
    resetSandbox(server);
    sandboxOf(server).faults.push({ kind: 'error', status: 500 });
    await giveBack(order.id, 100);
    const attempt = () => attemptOf(server, { type: 'order', id: order.id });
    await expect.poll(async () => (await attempt()).failures).toBe(1);
    server.clock.jump(minutes(1));
    const { payments: provider } = server.deps;
    if (provider === null) throw new Error('a server without a provider');
    const { id } = await attempt();
    let dropped = () => {};
    const afterwards = new Promise<void>((resolve) => {
      dropped = resolve;
    });
    const slow = (refund: PaymentProvider['refund']) =>
      pursueAttempt({ ...server.deps, payments: { ...provider, refund } }, id);
    let other: Promise<void> | undefined;
    await slow(async () => {
      // So slow that another process asks and the money goes back, of which that one has not told yet.
      server.clock.jump(minutes(1));
      other = slow(async (...asked) => {
        const reply = await provider.refund(...asked);
        await afterwards;
        return reply;
      });
      await expect.poll(() => wentBack(known)).toBe(100);
      return { kind: 'refused', code: 'http_403' };
    });
    dropped();
    await other;
    await settled(order.id);
    expect([wentBack(known), (await state()).balance.refunds_total]).toEqual([100, 100]);
    expect(await standings(order.id)).toContainEqual(['refunded', 100]);
  });

  it('that is on its way waits until it has arrived; one that does not arrive is told, and can be asked for again', async () => {
    await open(0);
    const { order, known } = await sold();
    sandboxOf(server).orders.slowRefunds = true;
    await giveBack(order.id, 100);
    await expect.poll(() => refundCalls().length).toBe(1);
    await later(15_000);
    expect(await standings(order.id)).toContainEqual(['refunding', 100]);
    expect((await payments(order.id)).refundable).toEqual([{ method: 'mercadopago-qr', amount: order.total - 100 }]);
    sandboxOf(server).orders.endRefunds(known, 'failed');
    await later(15_000);
    // That read may be an old one.
    expect(await standings(order.id)).toContainEqual(['refunding', 100]);
    await later(minutes(30));
    expect(await standings(order.id)).toContainEqual(['refund-refused', 100]);
    expect((await state()).balance.refunds_total).toBe(0);
    expect((await payments(order.id)).refundable).toEqual([{ method: 'mercadopago-qr', amount: order.total }]);
    await giveBack(order.id, 100);
    await expect.poll(() => refundCalls().length).toBe(2);
    sandboxOf(server).orders.endRefunds(known, 'processed');
    await later(15_000);
    await settled(order.id);
    expect((await state()).balance.refunds_total).toBe(100);
    server.errors.length = 0;
  });

  it('is refused by the provider: the row says so and the register has nothing of it', async () => {
    await open(0);
    const { order, known } = await sold();
    resetSandbox(server);
    sandboxOf(server).faults.push(null, { kind: 'error', status: 428 });
    await giveBack(order.id, 100);
    await settled(order.id);
    expect(await standings(order.id)).toContainEqual(['refund-refused', 100]);
    expect([wentBack(known), (await state()).balance.refunds_total]).toEqual([0, 0]);
    server.errors.length = 0;
  });

  it('of which the provider shows nothing for a day ends, and is not asked for under a forgotten key', async () => {
    await open(0);
    const { order, known } = await sold();
    resetSandbox(server);
    sandboxOf(server).faults.push(null, { kind: 'error', status: 503 });
    await giveBack(order.id, 100);
    const attempt = () => attemptOf(server, { type: 'order', id: order.id });
    await expect.poll(async () => (await attempt()).failures).toBe(1);
    const { payments: provider } = server.deps;
    if (provider === null) throw new Error('a server without a provider');
    let asked = 0;
    const refund = (orderId: string) => {
      asked += 1;
      return provider.read(orderId);
    };
    const pursuedAfter = async (ms: number) => {
      server.clock.jump(ms);
      await pursueAttempt({ ...server.deps, payments: { ...provider, refund } }, (await attempt()).id);
      await later(0);
      return [asked, (await standings(order.id)).at(-1)];
    };
    expect(await pursuedAfter(minutes(22 * 60))).toEqual([1, ['refunding', 100]]);
    expect(await pursuedAfter(minutes(61))).toEqual([1, ['refunding', 100]]);
    expect(await pursuedAfter(minutes(30))).toEqual([1, ['refund-refused', 100]]);
    const { id } = await attempt();
    const told = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.action, 'payment.not-given-back'), eq(audit.entity_id, String(id))));
    expect(told).toMatchObject([{ actor_kind: 'provider', before: { amount: 10_000, reason: 'Faltaba un plato' } }]);
    expect(server.errors.splice(0)).toMatchObject([expect.stringContaining('shows nothing')]);
    await giveBack(order.id, 100);
    await settled(order.id);
    expect([wentBack(known), (await state()).balance.refunds_total]).toEqual([100, 100]);
  });

  it('a rejection afterwards gives back what is left, once, also of a part that was not proven yet', async () => {
    await open(0);
    const { order, known } = await sold();
    await giveBack(order.id, 100);
    await settled(order.id);
    resetSandbox(server);
    sandboxOf(server).faults.push(null, { kind: 'lost-answer' });
    await giveBack(order.id, 50);
    await expect.poll(async () => (await attemptOf(server, { type: 'order', id: order.id })).failures).toBe(1);
    const { status_rev: rev } = await orderOf(order.id);
    const body = { reject_reason: 'by_store' };
    const reject = { method: 'PATCH', body, headers: command({ rev }) } as const;
    expect((await server.ask('ana', `/store/1/orders/${order.id}/reject`, reject)).status).toBe(200);
    await later(4_000);
    await expect.poll(() => sandboxOf(server).orders.all.get(known)?.state).toBe('refunded');
    expect(wentBack(known)).toBe(order.total);
    await later(15_000);
    const attempt = await attemptOf(server, { type: 'order', id: order.id });
    expect((await rows(attempt.id)).map((r) => [r.state, r.amount])).toEqual([
      ['done', 10_000],
      ['withdrawn', 5_000],
    ]);
    expect((await state()).balance).toMatchObject({
      refunds_total: 100,
      orders_rejecteds: order.total - 100,
      payment_methods_in_out: { out: { 'mercadopago-qr': order.total } },
    });
    const ended = { status: 'REJECTED', payments: [{ status: 'REJECTED' }] };
    await expect.poll(() => orderOf(order.id)).toMatchObject(ended);
  });

  it('that is proven after the close belongs to the next register, which says so', async () => {
    const first = read(await open(0));
    const { order, known } = await sold();
    sandboxOf(server).orders.slowRefunds = true;
    await giveBack(order.id, 100);
    await expect.poll(() => refundCalls().length).toBe(1);
    await close(first.id, { amount: 0 });
    expect([(await giveBack(order.id, 10)).status]).toEqual([409]);
    const second = read(await open(0));
    sandboxOf(server).orders.endRefunds(known, 'processed');
    await later(15_000);
    await settled(order.id);
    expect((await entries(first.id)).map((e) => e.kind)).toEqual(['sale']);
    expect((await entries(second.id)).map((e) => [e.kind, e.amount, e.late])).toEqual([['refund', -100, true]]);
  });

  it('of a table', async () => {
    await open(0);
    const group = await table('Mesa 1');
    await orderAt('Mesa 1', 2);
    const { total, rev } = await groupOf(group.id);
    await patchGroup(group.id, '', { status: 'COMPLETE', payments: [qrOf(total)] }, rev);
    const known = await knownAt(server, { type: 'orderGroup', id: group.id });
    sandboxOf(server).orders.move(known, 'processed');
    await later(2_000);
    expect((await groupOf(group.id)).status).toBe('COMPLETE');
    expect((await giveBack(group.id, 30, { of: 'orderGroups' })).status).toBe(201);
    await expect.poll(() => wentBack(known)).toBe(30);
    await expect.poll(async () => (await state()).balance.refunds_total).toBe(30);
    expect((await payments(group.id, 'orderGroups')).payments.at(-1)).toMatchObject({
      standing: 'refunded',
      amount: 30,
      reason: 'Faltaba un plato',
    });
  });

  it('a seller needs the PIN of an admin; both are in the row and in the audit', async () => {
    const register = read(await open(0));
    const { order } = await sold();
    expect((await giveBack(order.id, 10, { who: 'diego' })).status).toBe(403);
    await server.ask('bruno', '/store/1/pins', { method: 'PATCH', body: { pin: '5930' } });
    const body = { user_id: 2, pin: '5930', ability: 'order.refund', entity_id: order.id };
    const grant = z.parse(pinGrant, (await server.ask('diego', '/store/1/pins/grants', { method: 'POST', body })).body);
    const headers = { ...command(null), 'x-authorised': grant.id };
    expect((await giveBack(order.id, 10, { who: 'diego', headers })).status).toBe(201);
    await settled(order.id);
    expect((await entries(register.id)).at(-1)).toMatchObject({
      kind: 'refund',
      by: 'Diego Benítez',
      authorised_by: 'Bruno Acosta',
    });
    const both = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.action, 'money.refund'), eq(audit.entity_id, String(order.id))));
    expect(both).toMatchObject([{ actor_id: 4, authorised_by: 2 }]);
  });

  it('an order that is paid half in cash and half by QR gives each back by its own way', async () => {
    await open(0);
    const { total } = await buildSubmission(server);
    const half = Math.floor(total / 2);
    const cash = { method: 'cash', amount: total - half, option: 'cash', type: 'exact', value: null } as const;
    const { id } = readCreated(await sendOrder(server, { more: { payments: [cash, qrOf(half)] } }));
    sandboxOf(server).orders.move(await knownAt(server, { type: 'order', id }), 'processed');
    await later(2_000);
    await finish(id);
    expect((await payments(id)).refundable).toEqual([
      { method: 'cash', amount: total - half },
      { method: 'mercadopago-qr', amount: half },
    ]);
    expect((await giveBack(id, half + 1)).status).toBe(422);
  });
});

it('after random refunds, faults and rejections the provider gave back what the register says, and never more than was paid', async () => {
  const step = fc.record({
    part: fc.integer({ min: 1, max: 120 }),
    fault: fc.constantFrom('none', 'lost', 'down', 'read', 'refused', 'slow and failed', 'slow'),
  });
  type RefundStep = typeof step extends fc.Arbitrary<infer S> ? S : never;
  const history = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 4 }), reject: fc.boolean() });
  const faults = {
    none: [],
    lost: [null, { kind: 'lost-answer' }],
    down: [null, { kind: 'error', status: 503 }],
    read: [{ kind: 'error', status: 500 }],
    refused: [null, { kind: 'error', status: 403 }],
    'slow and failed': [],
    slow: [],
  } as const;
  await open(0);
  let [asked, refused] = [0, 0];
  const run = async ({ steps, reject }: { steps: readonly RefundStep[]; reject: boolean }) => {
    const before = (await state()).balance;
    const { order, known } = await sold();
    for (const { part, fault } of steps) {
      resetSandbox(server);
      sandboxOf(server).orders.slowRefunds = fault.startsWith('slow');
      sandboxOf(server).faults.push(...faults[fault]);
      const amount = Math.round(order.total * part) / 100;
      const answer = await giveBack(order.id, amount);
      expect([201, 422]).toContain(answer.status);
      asked += 1;
      refused += answer.status === 422 ? 1 : 0;
      await expect.poll(() => (answer.status === 422 ? 0 : sandboxOf(server).faults.length)).toBe(0);
      sandboxOf(server).faults.length = 0;
      await later(minutes(1));
      sandboxOf(server).orders.endRefunds(known, fault === 'slow' ? 'processed' : 'failed');
      sandboxOf(server).orders.slowRefunds = false;
      await pursued(order.id);
    }
    if (reject) {
      const headers = command({ rev: (await orderOf(order.id)).status_rev });
      const call = { method: 'PATCH', body: { reject_reason: 'by_store' }, headers } as const;
      expect((await server.ask('ana', `/store/1/orders/${order.id}/reject`, call)).status).toBe(200);
      await pursued(order.id);
    }
    const given = wentBack(known);
    expect(given).toBeLessThanOrEqual(order.total);
    if (reject) expect(given).toBeCloseTo(order.total, 6);
    const { balance } = await state();
    const out = (of: typeof balance) => of.payment_methods_in_out.out['mercadopago-qr'] ?? 0;
    expect(out(balance) - out(before)).toBeCloseTo(given, 6);
    expect(balance.calculated).toBe(before.calculated);
  };
  await fc.assert(fc.asyncProperty(history, run), { numRuns: 12, seed: 20_261_126, endOnFailure: true });
  expect([asked > 15, refused > 0]).toEqual([true, true]);
  server.errors.length = 0;
}, 180_000);

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
