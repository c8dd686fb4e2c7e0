import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { money } from '#domain/money.ts';
import { instant, minutes } from '#domain/time.ts';
import { createTestClock } from '#server/testing/test-clock.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { NewPayment } from './payment-provider.ts';
import { refusedToken } from './sandbox/sandbox-orders.ts';
import { createSandboxPayments, sandboxToken } from './sandbox/sandbox-payments.ts';
import { type PaymentSandbox, startPaymentSandbox } from './sandbox/sandbox-server.ts';

const clock = createTestClock(instant(Date.UTC(2026, 10, 20)));
let sandbox: PaymentSandbox;
beforeAll(async () => {
  sandbox = await startPaymentSandbox({ clock, accessToken: sandboxToken, webhookSecret: null });
});
beforeEach(() => {
  sandbox.calls.length = 0;
});
afterAll(() => sandbox.stop());

const qr = (more: Partial<NewPayment> = {}): NewPayment => ({
  key: crypto.randomUUID(),
  reference: `M${crypto.randomUUID().replaceAll('-', '')}`,
  currency: 'ARS',
  amount: money(123_450),
  description: 'Pago 1',
  card: null,
  ...more,
});

describe('Mercado Pago over its double', () => {
  it('creates a QR with our key, reference and amount, and reads what the provider says', async () => {
    const provider = createSandboxPayments(sandbox);
    const payment = qr();
    const reply = await provider.create(payment);
    expect(reply).toMatchObject({
      kind: 'answer',
      answer: { state: 'created', reference: payment.reference, currency: 'ARS', paid: null, accredited: false },
    });
    const [call] = sandbox.calls;
    expect(call?.key).toBe(payment.key);
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      type: 'qr',
      total_amount: '1234.50',
      expiration_time: 'PT15M',
    });
    if (reply.kind !== 'answer') return;
    const { orderId } = reply.answer;
    sandbox.orders.move(orderId, 'processed');
    expect(await provider.read(orderId)).toMatchObject({
      answer: { state: 'processed', accredited: true, paid: payment.amount },
    });
    expect(await provider.refund(orderId, `${payment.key}-refund`, null)).toMatchObject({
      answer: { state: 'refunded' },
    });
  });

  it('a repeat under the same key is one order; another key would charge twice, another body is refused', async () => {
    const provider = createSandboxPayments(sandbox);
    const payment = qr();
    const count = sandbox.orders.all.size;
    expect(await provider.create(payment)).toEqual(await provider.create(payment));
    expect(sandbox.orders.all.size).toBe(count + 1);
    // A client that retries blindly is caught by the double: it would charge twice.
    await provider.create({ ...payment, key: crypto.randomUUID() });
    expect(sandbox.orders.all.size).toBe(count + 2);
    expect(await provider.create({ ...payment, amount: money(1) })).toMatchObject({
      kind: 'unknown',
      code: 'http_409',
    });
    clock.jump(minutes(24 * 60));
    await provider.create(payment);
    expect(sandbox.orders.all.size).toBe(count + 3);
  });

  it.each([
    ['a lost answer', { kind: 'lost-answer' }, { kind: 'unknown', code: 'no_answer', retryAfterMs: null }],
    ['429', { kind: 'error', status: 429, retryAfter: 7 }, { kind: 'unknown', code: 'http_429', retryAfterMs: 7_000 }],
    ['423', { kind: 'error', status: 423 }, { kind: 'unknown', code: 'http_423' }],
    ['500', { kind: 'error', status: 500 }, { kind: 'unknown', code: 'http_500' }],
    ['403', { kind: 'error', status: 403 }, { kind: 'refused', code: 'http_403' }],
  ] as const)('%s is %j, and is not repeated by the library', async (_what, fault, reply) => {
    sandbox.faults.push(fault);
    expect(await createSandboxPayments(sandbox).create(qr())).toMatchObject(reply);
    expect(sandbox.calls).toHaveLength(1);
  });

  it('a cancel that comes too late reads what became of the order', async () => {
    const provider = createSandboxPayments(sandbox);
    const reply = await provider.create(qr());
    if (reply.kind !== 'answer') throw new Error('no order');
    sandbox.orders.move(reply.answer.orderId, 'processed');
    expect(await provider.cancel(reply.answer.orderId, 'k')).toMatchObject({ answer: { state: 'processed' } });
  });

  it('an unknown order is missing, a wrong token is refused, an address that nobody listens at is unknown', async () => {
    expect(await createSandboxPayments(sandbox).read('ORDUNKNOWN')).toEqual({ kind: 'missing' });
    const settings = { accessToken: 'wrong', pos: 'CAJA001', webhookSecret: null, endpoint: sandbox.url };
    expect(await createMercadoPago(settings).read('ORD1')).toMatchObject({ kind: 'refused', code: 'http_401' });
    const nowhere = { ...settings, endpoint: 'http://127.0.0.1:1' };
    expect(await createMercadoPago(nowhere).read('ORD1')).toMatchObject({ kind: 'unknown', code: 'no_answer' });
  });

  it('gives parts back: never more than is left, each key once, one after the other', async () => {
    const provider = createSandboxPayments(sandbox);
    const created = await provider.create(qr());
    if (created.kind !== 'answer') throw new Error('no order');
    const { orderId, paymentId } = created.answer;
    const part = (amount: number) => ({ paymentId: paymentId ?? '', amount: money(amount) });
    expect(await provider.refund(orderId, 'k0', part(1))).toMatchObject({ answer: { state: 'created', refunded: 0 } });
    sandbox.orders.move(orderId, 'processed');
    sandbox.calls.length = 0;
    const first = await provider.refund(orderId, 'k1', part(23_450));
    expect(first).toMatchObject({
      answer: { state: 'processed', accredited: true, paid: 123_450, refunded: 23_450, refunding: 0 },
    });
    expect(sandbox.calls).toMatchObject([{ path: `/v1/orders/${orderId}/refund`, key: 'k1' }]);
    expect(JSON.parse(sandbox.calls[0]?.body ?? '')).toEqual({ transactions: [{ id: paymentId, amount: '234.50' }] });
    // Repeated, it is the same refund; a client with a new key gives it back twice.
    expect(await provider.refund(orderId, 'k1', part(23_450))).toEqual(first);
    expect(await provider.refund(orderId, 'k1', part(1))).toMatchObject({ answer: { refunded: 23_450 } });
    const refused = { kind: 'refused', code: 'http_400' };
    expect(await provider.refund(orderId, 'k2', part(100_001))).toEqual(refused);
    expect(await provider.refund(orderId, 'k3', null)).toEqual(refused);
    expect(await provider.refund(orderId, 'k4', { paymentId: 'PAYOTHER', amount: money(1) })).toEqual({
      kind: 'missing',
    });
    sandbox.orders.slowRefunds = true;
    expect(await provider.refund(orderId, 'k5', part(50_000))).toMatchObject({
      answer: { refunded: 23_450, refunding: 50_000 },
    });
    // Another one waits until the first has ended.
    expect(await provider.refund(orderId, 'k6', part(1))).toMatchObject({ answer: { refunding: 50_000 } });
    sandbox.orders.endRefunds(orderId, 'failed');
    sandbox.orders.slowRefunds = false;
    expect(await provider.read(orderId)).toMatchObject({ answer: { refunded: 23_450, refunding: 0 } });
    expect(await provider.refund(orderId, 'k7', part(100_000))).toMatchObject({
      answer: { state: 'refunded', refunded: 123_450 },
    });
  });

  it('a card is charged by its token, or refused', async () => {
    const provider = createSandboxPayments(sandbox);
    const card = { option: 'visa', token: 'tok-1', installments: 3 };
    expect(await provider.create(qr({ card }))).toMatchObject({ answer: { state: 'processed', accredited: true } });
    const refused = { ...card, token: refusedToken };
    expect(await provider.create(qr({ card: refused }))).toMatchObject({ answer: { state: 'failed' } });
  });
});
