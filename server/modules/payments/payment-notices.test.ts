import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { payments } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { SandboxNotice } from '#server/payments/sandbox/sandbox-server.ts';
import { noticeSignature } from '#server/payments/webhook-signature.ts';
import {
  attemptOf,
  knownAt,
  onlineCardOf,
  payingCalls,
  paymentSecret,
  qrOf,
  resetSandbox,
  sandboxOf,
  sellByQr,
  startedPayment,
} from '#server/testing/payments.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
beforeEach(() => resetSandbox(server));
afterAll(() => server.close());

const { payableOf, orderOf, cancelled } = payingCalls(() => server);

describe('notices of the provider (T9)', () => {
  /** Sends what the double made, as it is or changed. */
  const send = ({ path, headers, body }: SandboxNotice, changed: Record<string, string> | null = headers) =>
    server.ask(null, path, { method: 'POST', body, headers: changed ?? {} });
  const lastNotice = (): SandboxNotice => {
    const last = sandboxOf(server).notices.at(-1);
    if (!last) throw new Error('the double made no notice');
    return last;
  };
  const reads = () => sandboxOf(server).calls.filter((c) => c.method === 'GET').length;
  const isFree = async (id: number) => (await attemptOf(server, payableOf(id))).held_until === null;

  it('are signed as the vendor documents it', () => {
    const about = { dataId: 'ORD01JQ4S4KY8HWQBF9P8ZX3KT5M1', requestId: '9c1f6c7e' };
    expect(noticeSignature('clave-de-prueba', about, '1742505638683')).toBe(
      '9d8cabe08192ff9ab8dd9d9c131f0ebecf771d13711ab2d0c0b25558e928b48c',
    );
  });

  it('lead to a look at the order, whatever they say; repeated, late and reordered ones change nothing', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
    sandboxOf(server).orders.move(known, 'action_required');
    const early = lastNotice();
    sandboxOf(server).orders.move(known, 'processed');
    const paidNotice = lastNotice();
    sandboxOf(server).orders.move(known, 'created');
    // It says processed, and the order is not.
    expect((await send(paidNotice)).status).toBe(200);
    await expect.poll(reads).toBe(1);
    await expect.poll(() => isFree(order.id)).toBe(true);
    expect((await orderOf(order.id)).status).toBe('PAYING');
    sandboxOf(server).orders.move(known, 'processed');
    const sent = await Promise.all([send(paidNotice), send(early), send(paidNotice)]);
    expect(sent.map((answer) => answer.status)).toEqual([200, 200, 200]);
    await expect.poll(async () => (await orderOf(order.id)).status).toBe('PENDING');
    const paid = await orderOf(order.id);
    expect([(await send(early)).status, (await send(paidNotice)).status]).toEqual([200, 200]);
    expect(await orderOf(order.id)).toEqual(paid);
  });

  it('forged ones are refused, of unknown orders forgotten, without a signature a hint at most', async () => {
    const order = await sellByQr(server);
    const known = await knownAt(server, payableOf(order.id));
    sandboxOf(server).orders.move(known, 'action_required');
    const real = lastNotice();
    const forged = { ...real.headers, 'x-signature': `ts=1,v1=${'0'.repeat(64)}` };
    expect((await send(real, forged)).status).toBe(401);
    expect((await send(real, { ...real.headers, 'x-request-id': 'another' })).status).toBe(401);
    expect((await send({ ...real, path: real.path.replace(known, 'ORDANOTHER') })).status).toBe(401);
    expect((await send({ ...real, path: real.path.replace('mercadopago', 'another') })).status).toBe(404);
    const strange = { ...real, path: real.path.replace(known, 'ORDUNKNOWN') };
    expect((await send(strange, null)).status).toBe(200);
    expect(reads()).toBe(0);
    expect((await send(real, null)).status).toBe(200);
    await expect.poll(reads).toBe(1);
    await expect.poll(() => isFree(order.id)).toBe(true);
    expect((await orderOf(order.id)).status).toBe('PAYING');
  });
});

describe('what is taken', () => {
  it.each([
    ['nothing', { payments: [qrOf(0)] }, 'payments.0.amount'],
    ['two at once', { payments: [qrOf(1), qrOf(2)] }, 'payments.1.method'],
    [
      'a card without its token',
      { payments: [{ ...qrOf(10), method: 'mercadopago-online' as const }] },
      'payments.0.gateway',
    ],
    ['a QR with a card', { payments: [{ ...qrOf(10), token: 'x' }] }, 'payments.0.token'],
    ['a provider that is not there', { payments: [{ ...qrOf(10), method: 'bancard' as const }] }, 'payments.0.method'],
  ])('refuses %s', async (_what, more, field) => {
    expect(Object.keys(readError(await sendOrder(server, { more })).errors ?? {})).toEqual([field]);
  });

  it('refuses a QR of a store without a gateway for it', async () => {
    const wanted = { storeId: 2, type: 'TAKEAWAY', items: [['Empanada de carne', 1]] } as const;
    const methods = [{ type: 'mercadopago-qr', title: 'Mercado Pago QR', description: null }] as const;
    await server.db.direct
      .update(stores)
      .set({ payment_methods: [...methods] })
      .where(eq(stores.id, 2));
    const answer = await sendOrder(server, { wanted, more: { payments: [qrOf(10)] } });
    expect(Object.keys(readError(answer).errors ?? {})).toEqual(['payments.0.method']);
  });

  it('refuses a sale that waited for the network: the person who pays has gone', async () => {
    const body = { ...(await buildSubmission(server)), payments: [qrOf(100)] };
    const headers = { ...command(), 'x-taken-offline': '1' };
    const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers });
    expect(Object.keys(readError(answer).errors ?? {})).toEqual(['payments.0.method']);
  });

  it('an online card by its token: charged at once, and the token is forgotten (Y-02)', async () => {
    const { total } = await buildSubmission(server);
    const row = { ...(await onlineCardOf(server, total)), installments: 3 };
    // What the hosted fields never give us; a body with it loses it before anything is stored.
    const secret = { card_number: '4509953566233704', security_code: '123' };
    const wrong = { ...row, gateway: 4_242 };
    expect(readError(await sendOrder(server, { more: { payments: [wrong] } })).errors).toHaveProperty([
      'payments.0.gateway',
    ]);
    const order = readCreated(await sendOrder(server, { more: { payments: [{ ...row, ...secret }] } }));
    expect(order.status).toBe('PAYING');
    await expect.poll(async () => (await orderOf(order.id)).status).toBe('PENDING');
    expect(await orderOf(order.id)).toMatchObject({
      payments: [
        { status: 'APPROVED', option: 'visa', gateway: row.gateway, installments: 3, last_four_digits: '4242' },
      ],
    });
    const stored = JSON.stringify([
      await attemptOf(server, payableOf(order.id)),
      await server.db.direct.select().from(payments),
    ]);
    for (const value of ['tok-1', ...Object.values(secret)]) expect(stored).not.toContain(`"${value}"`);
    // What could charge the card again is in no answer and in no row.
    expect((await server.ask('ana', `/store/1/orders/${order.id}`)).text).not.toContain('tok-1');
    expect((await attemptOf(server, payableOf(order.id))).card).toMatchObject({
      token: null,
      last_four_digits: '4242',
    });
  });

  it('a delivery that a seller took is cancelled by him, another one is hidden from him (T2)', async () => {
    const own = readCreated(
      await sendOrder(server, { who: 'diego', more: { payments: [qrOf((await buildSubmission(server)).total)] } }),
    );
    const other = await sellByQr(server);
    await knownAt(server, payableOf(own.id));
    const path = (id: number) => `/store/1/orders/${id}/paying`;
    expect((await server.ask('diego', path(own.id))).status).toBe(200);
    expect((await server.ask('diego', path(own.id), { method: 'DELETE' })).status).toBe(200);
    expect((await server.ask('diego', path(other.id))).status).toBe(404);
    expect((await server.ask('diego', path(other.id), { method: 'DELETE' })).status).toBe(404);
    expect((await orderOf(other.id)).status).toBe('PAYING');
    await knownAt(server, payableOf(other.id));
    await cancelled(other.id);
  });
});

it('the call of development resolves what the sandbox knows', async () => {
  const order = await sellByQr(server);
  await knownAt(server, payableOf(order.id));
  const resolve = (id: number, status: string) =>
    server.ask(null, `/dev/payments/order/${id}/resolve`, { method: 'POST', body: { status } });
  expect((await resolve(order.id, 'APPROVED')).status).toBe(204);
  expect((await orderOf(order.id)).status).toBe('PENDING');
  expect(readError(await resolve(order.id, 'APPROVED')).code).toBe('not_paying');
  const second = await sellByQr(server);
  await knownAt(server, payableOf(second.id));
  expect((await resolve(second.id, 'REJECTED')).status).toBe(204);
  expect((await orderOf(second.id)).payments[0]?.status).toBe('REJECTED');
});

it('a payment that nobody was asked about is cancelled without the provider', async () => {
  const order = readCreated(await sendOrder(server));
  await startedPayment(server, payableOf(order.id));
  expect(readOneOrder(await cancelled(order.id)).status).toBe('PENDING');
  expect(sandboxOf(server).calls).toEqual([]);
  expect(await server.db.direct.$count(payments, eq(payments.order_id, order.id))).toBe(1);
});

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
