import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { money } from '#domain/money.ts';
import { after, minutes } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { promocodes } from '#server/db/schema/stores.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { askToOpen, buildSubmission, sendOrder, type Sent, type Wanted } from '#server/testing/submissions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.db.direct.insert(promocodes).values([
    { store_id: 1, code: 'VIEJO', type: 'PERCENTAGE', value: 50, expires_at: server.clock.now() },
    { store_id: 1, code: 'LLEVAR', type: 'PERCENTAGE', value: 20, services: ['TAKEAWAY'] },
    { store_id: 4, code: 'TERCIO', type: 'PERCENTAGE', value: 33 },
  ]);
});
afterAll(() => server.close());

/** Two medialunas: 2.200. */
const with_ = (promocode: string, more: Wanted = {}): Sent => ({ wanted: { ...more, promocode } });

async function refused(sent: Sent) {
  const before = await server.db.direct.$count(orders);
  const answer = await sendOrder(server, sent);
  expect(await server.db.direct.$count(orders)).toBe(before);
  const { code, message } = readError(answer);
  return [answer.status, code, message];
}
const invalid = (message: string) => [422, 'promocode_invalid', message];

describe('an order with a promo code', () => {
  it('is discounted by it and keeps it (K-30, K-32, K-73, D-23)', async () => {
    const percent = readCreated(await sendOrder(server, with_('DIEZ')));
    expect(percent).toMatchObject({
      discount: 220,
      total: 1_980,
      promocodes: [{ code: 'DIEZ', type: 'PERCENTAGE', value: 10 }],
    });
    expect(readOneOrder(await server.ask('ana', `/store/1/orders/${percent.id}`))).toEqual(percent);
    const amount = readCreated(await sendOrder(server, with_('MIL')));
    expect(amount).toMatchObject({ discount: 1_000, promocodes: [{ code: 'MIL', type: 'AMOUNT', value: 1_000 }] });
  });

  it('takes off no more than the subtotal (K-32)', async () => {
    await server.db.direct
      .update(promocodes)
      .set({ value: money(1_000_000) })
      .where(eq(promocodes.code, 'MIL'));
    expect(readCreated(await sendOrder(server, with_('MIL')))).toMatchObject({ discount: 2_200, total: 0 });
    await server.db.direct
      .update(promocodes)
      .set({ value: money(100_000) })
      .where(eq(promocodes.code, 'MIL'));
  });

  it('rounds guaraníes to whole ones (N-14)', async () => {
    const order = readCreated(
      await sendOrder(server, with_('TERCIO', { storeId: 4, place: 'none', items: [['Chipa', 1]] })),
    );
    expect(order).toMatchObject({ subtotal: 5_000, discount: 1_650, total: 3_350 });
  });

  it('is recognised however it was typed (K-28)', async () => {
    const body = { ...(await buildSubmission(server, { promocode: 'DIEZ' })), promocode: ' di ez ' };
    const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
    expect(readCreated(answer).promocodes).toEqual([{ code: 'DIEZ', type: 'PERCENTAGE', value: 10 }]);
  });

  it('is refused when the code is unknown, expired, or for another service (N-39)', async () => {
    expect(await refused(with_('NADA'))).toEqual(invalid('El código promocional no existe.'));
    expect(await refused(with_('VIEJO'))).toEqual(invalid('El código promocional venció.'));
    expect(await refused(with_('LLEVAR'))).toEqual(invalid('El código promocional no aplica a este pedido.'));
    const takeaway = with_('LLEVAR', { type: 'TAKEAWAY', items: [['Fainá', 1]] });
    expect((await sendOrder(server, takeaway)).status).toBe(201);
  });

  it('is refused when the code expired between the check and the order (K-31, N-39)', async () => {
    const expires = (at: ReturnType<typeof after> | null) =>
      server.db.direct.update(promocodes).set({ expires_at: at }).where(eq(promocodes.code, 'DIEZ'));
    await expires(after(server.clock.now(), minutes(1)));
    const check = () => server.ask('ana', '/store/1/promocode/check', { method: 'POST', body: { code: 'DIEZ' } });
    expect((await check()).status).toBe(200);
    server.clock.advance(minutes(1));
    expect(await refused(with_('DIEZ'))).toEqual(invalid('El código promocional venció.'));
    server.clock.advance(-minutes(1));
    await expires(null);
  });

  it('is refused on a table, whose total is discounted as a whole (K-17, D-24)', async () => {
    await askToOpen(server, 'Mesa 2');
    expect(await refused(with_('DIEZ', { place: 'Mesa 2' }))).toEqual(
      invalid('El código promocional no aplica a este pedido.'),
    );
  });

  it.each<[string, Partial<OrderSubmission>]>([
    ['with a manual discount on top', { discount: 320, total: 1_880 }],
    ['with no discount', { discount: 0, total: 2_200 }],
    ['with a smaller one', { discount: 219.99, total: 1_980.01 }],
  ])('is refused %s: one explanation of the discount (D-23, N-15)', async (_, more) => {
    expect((await refused({ ...with_('DIEZ'), more }))[1]).toBe('total_mismatch');
  });

  it('is only for those who may give a discount (K-16, N-28)', async () => {
    expect((await refused({ ...with_('DIEZ'), who: 'diego' }))[1]).toBe('forbidden');
  });
});

describe('an order with a promo code that was taken offline', () => {
  const offline = async (wanted: Wanted, more: Partial<OrderSubmission> = {}) =>
    server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body: { ...(await buildSubmission(server, wanted)), ...more },
      headers: { ...command(), 'x-taken-offline': '1' },
    });

  it('is stored as sold; what the code takes off now makes the difference (N-15)', async () => {
    const same = readCreated(await offline({ promocode: 'DIEZ' }));
    expect(same).toMatchObject({ total: 1_980, price_difference: null, promocodes: [{ code: 'DIEZ' }] });
    const other = readCreated(await offline({ promocode: 'DIEZ' }, { discount: 440, total: 1_760 }));
    expect(other).toMatchObject({ discount: 440, total: 1_760, price_difference: -220 });
  });

  it('a code that ended meanwhile is told by the difference, and not kept as if it had counted (N-15)', async () => {
    const order = readCreated(await offline({ promocode: 'VIEJO' }));
    expect(order).toMatchObject({ discount: 1_100, total: 1_100, price_difference: -1_100, promocodes: [] });
  });

  it('never on a table (K-17)', async () => {
    await askToOpen(server, 'Mesa 2');
    expect(readError(await offline({ promocode: 'DIEZ', place: 'Mesa 2' })).code).toBe('promocode_invalid');
  });
});

describe('guessing promo codes by orders (T15)', () => {
  const limits = { signInPerMinute: 1_000_000, requestsPerMinute: 1_000_000, promocodesPerMinute: 3 };

  it('has the limit of the check: both count together, for all servers, and codes that count are no guesses', async () => {
    const strict = await startTestServer(inject('postgresUrl'), { limits });
    const second = await strict.another();
    try {
      const order = async (promocode: string, more: object = {}, offline = false) =>
        strict.ask('ana', '/store/1/orders', {
          method: 'POST',
          body: { ...(await buildSubmission(strict, { promocode: 'DIEZ' })), promocode, ...more },
          headers: { ...command(), ...(offline && { 'x-taken-offline': '1' }) },
        });
      for (let i = 0; i < 5; i += 1) expect((await order('DIEZ')).status).toBe(201);
      expect((await order('NADA1')).status).toBe(422);
      // A right code with wrong amounts would tell it, too; and so would a sale made offline.
      expect(readError(await order('DIEZ', { total: 1 })).code).toBe('total_mismatch');
      expect(readCreated(await order('NADA2', {}, true)).promocodes).toEqual([]);
      const check = (app: TestServer['app'], token: string) =>
        app.inject({
          method: 'POST',
          url: '/api/store/1/promocode/check',
          payload: { code: 'NADA3' },
          headers: { authorization: `Bearer ${token}` },
        });
      const over = await order('DIEZ');
      expect([over.status, over.headers['retry-after']]).toEqual([429, expect.any(String)]);
      for (const { app } of [strict, second])
        expect((await check(app, await strict.token('ana'))).statusCode).toBe(429);
      expect(
        (await strict.ask('bruno', '/store/1/promocode/check', { method: 'POST', body: { code: 'DIEZ' } })).status,
      ).toBe(200);
      strict.clock.advance(minutes(1));
      expect((await order('DIEZ')).status).toBe(201);
    } finally {
      await strict.close();
    }
  });

  it('an order without a promo code is not counted', async () => {
    const strict = await startTestServer(inject('postgresUrl'), { limits });
    try {
      for (let i = 0; i < 5; i += 1) expect((await sendOrder(strict)).status).toBe(201);
    } finally {
      await strict.close();
    }
  });
});
