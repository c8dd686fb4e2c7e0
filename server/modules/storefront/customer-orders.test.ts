import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { customerOrdersMax } from '#domain/limits.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { stores } from '#server/db/schema/stores.ts';
import { refusedToken } from '#server/payments/sandbox/sandbox-orders.ts';
import { askAsCustomer, endCustomerOrders, orderAsCustomer } from '#server/testing/customers.ts';
import { onlineCardOf, paymentSecret, payingCalls, readPaying, resetSandbox } from '#server/testing/payments.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { resetStoreStatus } from '#server/testing/store-status.ts';
import { buildSubmission, cashOf } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { paymentSecret });
});
beforeEach(async () => {
  resetSandbox(server);
  await resetStoreStatus(server);
  await endCustomerOrders(server);
});
afterAll(() => server.close());

const { orderOf } = payingCalls(() => server);

const move = async (id: number, status: string) => {
  const { status_rev: rev } = await orderOf(id);
  return server.ask('carla', `/store/1/orders/${id}`, { method: 'PATCH', body: { status }, headers: command({ rev }) });
};
const reject = async (id: number, reject_reason: string) => {
  const { status_rev: rev } = await orderOf(id);
  const headers = command({ rev });
  return server.ask('carla', `/store/1/orders/${id}/reject`, { method: 'PATCH', body: { reject_reason }, headers });
};

describe('an order of a customer', () => {
  it('is PENDING in the store and belongs to the person, who is told to the staff only (Z-13)', async () => {
    const order = await orderAsCustomer(server, { wanted: { type: 'DELIVERY', items: [['Fainá', 6]] } });
    expect(order).toMatchObject({ status: 'PENDING', origin: 'customer', user: null, seller: null, type: 'DELIVERY' });
    const shown = await orderOf(order.id);
    expect(shown.user).toMatchObject({ fullname: 'Federico Molina', confidence: 8.5 });
    expect(shown.user?.orders_resume?.success.count).toBeGreaterThanOrEqual(12);
    const diego = await server.ask('diego', `/store/1/orders/${order.id}`);
    expect(diego.status).toBe(404);
  });

  it('is read by its customer alone, whoever else orders there (docs/threats.md T12)', async () => {
    const order = await orderAsCustomer(server);
    const own = readOneOrder(await server.ask('fede', `/store/1/orders/${order.id}`));
    expect([own.id, own.user]).toEqual([order.id, null]);
    const missing = await server.ask('gabi', '/store/1/orders/987654');
    const foreign = await server.ask('gabi', `/store/1/orders/${order.id}`);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  });

  it('sent again under the same uid answers the same order to them, and nothing to another customer', async () => {
    const body = { ...(await buildSubmission(server, { type: 'TAKEAWAY' })) };
    const paid = { ...body, payments: [cashOf(body.total)] };
    const send = (who: 'fede' | 'gabi') =>
      server.ask(who, '/store/1/orders', { method: 'POST', body: paid, headers: command() });
    const first = readCreated(await send('fede'));
    expect(readCreated(await send('fede')).id).toBe(first.id);
    expect((await send('gabi')).status).toBe(404);
  });

  it('is taken on any plan', async () => {
    const wanted = { storeId: 3, items: [['Alfajor triple', 1]] } as const;
    const [store] = await server.db.direct.select({ plan: stores.plan }).from(stores).where(eq(stores.id, 3));
    expect(store?.plan).toBe('free');
    const { body } = await server.ask('fede', '/store/3/catalog');
    const name = /"name":"([^"]+)","description"/.exec(JSON.stringify(body))?.[1] ?? '';
    const answer = await askAsCustomer(server, { wanted: { ...wanted, items: [[name, 1]] } });
    expect([answer.status, answer.text.slice(0, 120)]).toEqual([201, expect.any(String)]);
  });
});

describe('what a store refuses of a customer', () => {
  const refusal = async (more: Parameters<typeof askAsCustomer>[1]) => {
    const { code, message, errors } = readError(await askAsCustomer(server, more));
    return [code, errors === undefined ? message : Object.keys(errors).join()];
  };

  it('an order for now while it is closed, with a sentence; a scheduled one it takes (N-54)', async () => {
    await server.db.direct.update(stores).set({ open: false }).where(eq(stores.id, 1));
    expect(await refusal({})).toEqual([
      'service_unavailable',
      'La tienda cerró y no puede tomar tu pedido ahora. Lo que elegiste sigue acá.',
    ]);
    const days = await server.ask('fede', '/store/1/schedule/options', {
      method: 'POST',
      body: { type: 'TAKEAWAY' },
    });
    const [day] = z.parse(
      z.array(z.object({ date: z.string(), hours: z.array(z.object({ from: z.string(), to: z.string() })) })),
      days.body,
    );
    const hour = day?.hours[0];
    const when = {
      option: 'scheduled' as const,
      date: day?.date ?? '',
      hour: `${hour?.from}-${hour?.to}`,
      description: '',
    };
    expect((await orderAsCustomer(server, { more: { when } })).is_scheduled).toBe(true);
  });

  it('a service that is paused, and an order in the venue', async () => {
    await server.db.direct.update(stores).set({ immediate_takeaway: false }).where(eq(stores.id, 1));
    const paused = 'La tienda no está tomando pedidos de Take away en este momento. Lo que elegiste sigue acá.';
    expect(await refusal({})).toEqual(['service_unavailable', paused]);
    const [code] = await refusal({ wanted: { type: 'LOCAL' } });
    expect(code).toBe('service_unavailable');
  });

  it('any payment but one of the whole total, in cash or by a card that is charged online (N-42)', async () => {
    const { total } = await buildSubmission(server, { type: 'TAKEAWAY' });
    const agree = { ...cashOf(total), method: 'agree' as const, option: 'agree', type: null };
    expect(await refusal({ more: { payments: [] } })).toEqual(['validation', 'payments']);
    expect(await refusal({ more: { payments: [agree] } })).toEqual(['validation', 'payments']);
    expect(await refusal({ more: { payments: [cashOf(total - 1)] } })).toEqual(['validation', 'payments']);
    expect(await refusal({ more: { payments: [cashOf(1), cashOf(total - 1)] } })).toEqual(['validation', 'payments']);
  });

  it('a discount of their own and a seller; a promo code it takes', async () => {
    const { total } = await buildSubmission(server, { type: 'TAKEAWAY' });
    const less = { discount: 1, total: total - 1, payments: [cashOf(total - 1)] };
    expect((await refusal({ more: less }))[0]).toBe('forbidden');
    expect((await refusal({ more: { seller_id: 4 } }))[0]).toBe('forbidden');
    const order = await orderAsCustomer(server, { wanted: { promocode: 'DIEZ' } });
    expect(order.promocodes).toEqual([{ code: 'DIEZ', type: 'PERCENTAGE', value: 10 }]);
    const checked = await server.ask('fede', '/store/1/promocode/check', { method: 'POST', body: { code: 'MIL' } });
    expect(checked.status).toBe(200);
  });

  it('their own prices, also when the device says that it was offline', async () => {
    const { items, ...rest } = await buildSubmission(server, { type: 'TAKEAWAY' });
    const cheap = items.map((item) => ({ ...item, unit_price: 1, price: item.quantity }));
    const subtotal = cheap.reduce((sum, item) => sum + item.price, 0);
    const more = { ...rest, items: cheap, subtotal, total: subtotal, payments: [cashOf(subtotal)] };
    expect((await refusal({ more, headers: { 'x-taken-offline': '1' } }))[0]).toBe('total_mismatch');
  });

  it('more orders than one person can wait for', async () => {
    const sent = await Promise.all(Array.from({ length: customerOrdersMax + 3 }, () => askAsCustomer(server)));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(customerOrdersMax);
    expect(await refusal({})).toEqual([
      'service_unavailable',
      'Ya tenés 5 pedidos en curso en esta tienda. Esperá a que te entreguen uno para hacer otro.',
    ]);
    expect((await orderAsCustomer(server, { who: 'gabi' })).status).toBe('PENDING');
  });
});

describe('an order that a card pays', () => {
  it('is PAYING until the provider says that it is paid (N-02)', async () => {
    const { total } = await buildSubmission(server, { type: 'TAKEAWAY' });
    const order = await orderAsCustomer(server, { more: { payments: [await onlineCardOf(server, total)] } });
    expect(order.status).toBe('PAYING');
    const paying = `/store/1/orders/${order.id}/paying`;
    expect(readPaying(await server.ask('fede', paying)).amount).toBe(total);
    expect((await server.ask('gabi', paying)).status).toBe(404);
    expect((await server.ask('gabi', paying, { method: 'DELETE' })).status).toBe(404);
    await expect.poll(async () => (await orderOf(order.id)).status).toBe('PENDING');
  });

  it('that the provider refused is REJECTED, with the reason for its customer (N-03)', async () => {
    const { total } = await buildSubmission(server, { type: 'TAKEAWAY' });
    const { id } = await orderAsCustomer(server, {
      more: { payments: [await onlineCardOf(server, total, refusedToken)] },
    });
    await expect.poll(async () => (await orderOf(id)).status).toBe('REJECTED');
    expect(readOneOrder(await server.ask('fede', `/store/1/orders/${id}`))).toMatchObject({
      reject_reason: 'no_payments',
      rejected_reason_message: 'No se pudo cobrar tu pedido.',
    });
  });
});

describe('GET /me/active_order (Z-10)', () => {
  const ask = (who: 'fede' | 'gabi' = 'fede', store = 1) => server.ask(who, `/me/active_order?store_id=${store}`);

  it('answers the newest own order that has not ended, or null (Z-10)', async () => {
    expect((await ask()).body).toBeNull();
    const first = await orderAsCustomer(server);
    const second = await orderAsCustomer(server);
    expect(readOneOrder(await ask())).toMatchObject({ id: second.id, user: null });
    expect([(await ask('gabi')).body, (await ask('fede', 2)).body, (await ask('fede', 4_242)).body]).toEqual([
      null,
      null,
      null,
    ]);
    await reject(second.id, 'much_demand');
    expect(readOneOrder(await ask()).id).toBe(first.id);
    expect((await server.ask('fede', '/me/active_order')).status).toBe(422);
  });
});

describe('the counts of a customer (B-79)', () => {
  const counts = async () => {
    const [row] = await server.db.direct.select().from(users).where(eq(users.email, 'fede@demo.marche'));
    return [row?.success_count, row?.false_order_count];
  };

  it('rise when the order is delivered or was false, and fall when that is undone', async () => {
    await server.db.direct
      .update(users)
      .set({ success_count: 12, false_order_count: 1 })
      .where(eq(users.email, 'fede@demo.marche'));
    const { id } = await orderAsCustomer(server);
    await move(id, 'ACCEPTED');
    expect(await counts()).toEqual([12, 1]);
    const complete = readOneOrder(await move(id, 'COMPLETE'));
    expect([await counts(), complete.user?.orders_resume?.success.count]).toEqual([[13, 1], 13]);
    await move(id, 'DELIVER');
    expect(await counts()).toEqual([12, 1]);
    await reject(id, 'much_demand');
    expect(await counts()).toEqual([12, 1]);
    await move(id, 'PENDING');
    await reject(id, 'false_order');
    expect(await counts()).toEqual([12, 2]);
    await move(id, 'COMPLETE');
    expect(await counts()).toEqual([13, 1]);
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
    expect(row?.status).toBe('COMPLETE');
  });
});
