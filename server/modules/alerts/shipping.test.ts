import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { minutes } from '#domain/time.ts';
import { gateways } from '#server/db/schema/stores.ts';
import { orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { startShippingProvider } from '#server/testing/shipping-provider.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { tellReady } from './ready-orders.ts';
import { shippingSignature } from './shipping-webhook.ts';

/** A provider that speaks HTTP stands for the real one. */
let server: TestServer;
let provider: Awaited<ReturnType<typeof startShippingProvider>>;

beforeAll(async () => {
  provider = await startShippingProvider();
  server = await startTestServer(inject('postgresUrl'), { shipping: provider.port });
  await server.db.direct
    .update(gateways)
    .set({
      service: 'cadetes-sandbox',
      config: { support: true, order_ready: true, delay: 15, delay_display: 'Hay mucho tránsito.' },
    })
    .where(sql`store_id = 1 and type = 'shipping'`);
});
beforeEach(async () => {
  await server.db.direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.status, 'DELIVER'));
  provider.calls.length = 0;
  server.errors.length = 0;
});
afterAll(async () => {
  await server.close();
  await provider.stop();
});

/** A delivery of La Esquina that was just set to DELIVER. */
async function readyDelivery(type: 'DELIVERY' | 'TAKEAWAY' = 'DELIVERY') {
  // Above the minimum of a delivery.
  const items = [['Medialuna de manteca', 6]] as const;
  const order = readCreated(await sendOrder(server, { wanted: { type, items } }));
  const moved = await server.ask('ana', `/store/1/orders/${order.id}`, {
    method: 'PATCH',
    body: { status: 'DELIVER' },
    headers: command({ rev: 1 }),
  });
  expect(moved.status).toBe(200);
  return order;
}

const shippingOf = async (id: number) => readOneOrder(await server.ask('ana', `/store/1/orders/${id}`)).shipping;

describe('a ready delivery', () => {
  it('is told to the provider once, after a tap can no longer be undone; its answer moves the rider (T-32)', async () => {
    const order = await readyDelivery();
    await tellReady(server.deps);
    expect(provider.calls).toEqual([]);
    server.clock.advance(6_000);
    provider.answers.push({ status: 200, body: { status: 'ARRIVING', rider: { name: 'Hernán' } } });
    expect(await tellReady(server.deps)).toBe(1);
    expect(await tellReady(server.deps)).toBe(0);
    expect(provider.calls).toEqual([
      {
        key: expect.stringMatching(/^[\da-f-]{36}$/),
        authorization: expect.stringMatching(/^Bearer .{32}/),
        body: expect.objectContaining({
          order_id: order.id,
          number: order.number,
          service: 'cadetes-sandbox',
          phone: order.phone,
          address: order.address,
        }),
      },
    ]);
    expect(await shippingOf(order.id)).toEqual({ status: 'ARRIVING', rider: { name: 'Hernán' } });
  });

  it('is told again under the same key while the provider fails, and by one server of several (T-32)', async () => {
    await readyDelivery();
    server.clock.advance(6_000);
    provider.answers.push({ status: 500 }, { status: 503 });
    for (let i = 0; i < 2; i += 1) {
      await tellReady(server.deps);
      // A failed call waits before the next try.
      expect(await tellReady(server.deps)).toBe(0);
      server.clock.advance(10_000);
    }
    await Promise.all(Array.from({ length: 5 }, () => tellReady(server.deps)));
    expect(provider.calls).toHaveLength(3);
    expect(new Set(provider.calls.map((c) => c.key)).size).toBe(1);
    expect(server.errors).toHaveLength(2);
    server.clock.advance(minutes(5));
    expect(await tellReady(server.deps)).toBe(0);
  });

  it('is told for deliveries alone, and by a gateway that wants to know', async () => {
    await readyDelivery('TAKEAWAY');
    server.clock.advance(6_000);
    expect(await tellReady(server.deps)).toBe(0);
    await readyDelivery();
    server.clock.advance(6_000);
    const config = { support: true, delay: 15, delay_display: 'Hay mucho tránsito.' };
    const set = (order_ready: boolean) =>
      server.db.direct
        .update(gateways)
        .set({ config: { ...config, order_ready } })
        .where(sql`store_id = 1 and type = 'shipping'`);
    await set(false);
    expect(await tellReady(server.deps)).toBe(0);
    await set(true);
    expect(await tellReady(server.deps)).toBe(1);
  });
});

describe('the webhook of a shipping provider', () => {
  it('moves the rider forward, tells it, and keeps who said it; repeats and late notices change nothing (T-32)', async () => {
    const { id } = await readyDelivery();
    const { head } = readFeed(await server.ask('ana', '/store/1/changes?audience=admin'));
    const seen: (string | undefined)[] = [];
    for (const status of [
      'ARRIVING',
      'INSTORE',
      'INSTORE',
      'ARRIVING',
      'SENDING',
      'DELIVERED',
      'CANCELLEDBYPROVIDER',
    ]) {
      const answer = await provider.webhook(server, { order_id: id, status, rider: { name: 'Nadia' } });
      expect([status, answer.status]).toEqual([status, 204]);
      seen.push((await shippingOf(id))?.status);
    }
    expect(seen).toEqual(['ARRIVING', 'INSTORE', 'INSTORE', 'INSTORE', 'SENDING', 'DELIVERED', 'DELIVERED']);
    const after = readFeed(await server.ask('ana', `/store/1/changes?audience=admin&since=${head}`));
    expect([after.head - head, after.changes.map((c) => [c.name, c.order?.shipping])]).toEqual([
      4,
      [['order-updated', { status: 'DELIVERED', rider: { name: 'Nadia' } }]],
    ]);
    const entries = await server.db.direct.select().from(audit).where(eq(audit.action, 'order.ship'));
    expect(entries.filter((e) => e.entity_id === String(id))).toHaveLength(4);
    expect(entries.at(-1)).toMatchObject({ actor_kind: 'provider', actor_name: 'cadetes-sandbox' });
  });

  it.each([
    ['no signature', ''],
    ['another secret', `t=${Math.floor(Date.UTC(2026, 10, 20, 23) / 1000)},v1=${'0'.repeat(64)}`],
    ['half a signature', 't=1'],
    ['no time', `t=x,v1=${'0'.repeat(64)}`],
  ])('is refused with %s', async (_what, signature) => {
    const { id } = await readyDelivery();
    const answer = await provider.webhook(server, { order_id: id, status: 'SENDING' }, { signature });
    expect([answer.status, readError(answer).code]).toEqual([401, 'unauthenticated']);
    expect(await shippingOf(id)).toBeNull();
  });

  it('is refused when it was signed at another time, and for what it does not know', async () => {
    const { id } = await readyDelivery();
    const early = server.clock.now();
    const body = { order_id: id, status: 'SENDING' };
    server.clock.advance(minutes(6));
    const old = shippingSignature('a-shipping-secret-of-32-characters', JSON.stringify(body), Math.floor(early / 1000));
    expect((await provider.webhook(server, body, { signature: old })).status).toBe(401);
    expect((await provider.webhook(server, body, { service: 'otro' })).status).toBe(404);
    expect((await provider.webhook(server, { ...body, order_id: 987_654 })).status).toBe(404);
    expect(readError(await provider.webhook(server, { ...body, status: 'LOST' })).errors).toEqual({
      status: ['Es inválido'],
    });
    expect((await provider.webhook(server, null)).status).toBe(422);
    expect(await shippingOf(id)).toBeNull();
    expect(server.errors).toEqual([]);
  });

  it('does not exist without a provider', async () => {
    const silent = await startTestServer(inject('postgresUrl'));
    expect((await provider.webhook(silent, { order_id: 1, status: 'SENDING' })).status).toBe(404);
    await silent.close();
  });
});
