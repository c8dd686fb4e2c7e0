import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { pesos } from '#testing/builders.ts';
import { orders } from '#server/db/schema/orders.ts';
import { deliveryZones, stores } from '#server/db/schema/stores.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { readCreated, readError, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, nearLaEsquina, sendOrder, type Sent } from '#server/testing/submissions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const centre = and(eq(deliveryZones.store_id, 1), eq(deliveryZones.name, 'Centro'));

/** Fainá for 11.400: above the minimum, below free delivery. */
const delivery = { type: 'DELIVERY', items: [['Fainá', 6]] } as const;
const send = (more: Partial<OrderSubmission> = {}, sent: Sent = {}) =>
  sendOrder(server, { wanted: delivery, more, ...sent });

async function refused(more: Partial<OrderSubmission>, sent: Sent = {}) {
  const before = await server.db.direct.$count(orders);
  const answer = await send(more, sent);
  expect(await server.db.direct.$count(orders)).toBe(before);
  const { code, errors } = readError(answer);
  return [answer.status, code, Object.keys(errors ?? {})];
}

describe('a delivery', () => {
  it('is taken with its address, phone, fee and payments (K-48, K-52, K-73, M-03, Y-08)', async () => {
    const body = await buildSubmission(server, delivery);
    const half = body.total / 2;
    const cash = { method: 'cash', option: 'cash' } as const;
    const answer = await send({
      address: { ...nearLaEsquina, address_line_1: '  Av. Corrientes 3510 ' },
      phone: '11 4555-0199',
      payments: [
        { ...cash, amount: half, type: 'other', value: body.total },
        { method: 'bank-transfer', amount: half, option: 'bank-transfer', type: null, value: null },
      ],
    });
    expect(answer.status).toBe(201);
    const order = readCreated(answer);
    expect(order).toMatchObject({
      type: 'DELIVERY',
      status: 'PENDING',
      phone: '+541145550199',
      address: nearLaEsquina,
      coordinates: nearLaEsquina.geolocation,
      delivery_amount: 900,
      total: order.subtotal + 900,
      is_scheduled: false,
      ready_by: null,
      payments: [
        { method: 'cash', amount: half, type: 'other', value: body.total },
        { method: 'bank-transfer', amount: half },
      ],
    });
    expect(readOneOrder(await server.ask('ana', `/store/1/orders/${order.id}`))).toEqual(order);
  });

  it('is free from fee_free on, one cent less is not (K-53, N-40)', async () => {
    const { subtotal } = await buildSubmission(server, delivery);
    const freeFrom = (amount: number) =>
      server.db.direct
        .update(deliveryZones)
        .set({ fee_free: pesos(amount) })
        .where(centre);
    await freeFrom(subtotal);
    expect(readCreated(await send()).delivery_amount).toBe(0);
    await freeFrom(subtotal + 0.01);
    expect(readCreated(await send()).delivery_amount).toBe(900);
    await freeFrom(30_000);
  });

  it('asks for the minimum before the discount, and says which it is (K-54, N-40)', async () => {
    const less = { wanted: { type: 'DELIVERY', items: [['Medialuna de manteca', 2]] } } as const;
    const answer = await sendOrder(server, less);
    expect(readError(answer)).toMatchObject({ code: 'order_minimum', message: 'Pedido mínimo: $\u00A05.000,00' });
    expect(await refused({}, less)).toEqual([422, 'order_minimum', ['subtotal']]);
    const { subtotal } = await buildSubmission(server, delivery);
    expect((await send({ discount: subtotal, total: 900 })).status).toBe(201);
  });

  it('costs what the zone asks now: a fee that rose meanwhile is refused (N-15)', async () => {
    const body = await buildSubmission(server, delivery);
    await server.db.direct
      .update(deliveryZones)
      .set({ fee_base: pesos(950) })
      .where(centre);
    expect(await refused(body)).toEqual([422, 'total_mismatch', []]);
    const offline = await server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body,
      headers: { ...command(), 'x-taken-offline': '1' },
    });
    expect(readCreated(offline)).toMatchObject({ delivery_amount: 900, total: body.total, price_difference: -50 });
    await server.db.direct
      .update(deliveryZones)
      .set({ fee_base: pesos(900) })
      .where(centre);
  });

  it.each<[string, Partial<OrderSubmission>, string, string]>([
    ['no address (K-44)', { address: undefined }, 'validation', 'address'],
    [
      'a street without number in Argentina (K-45)',
      { address: { ...nearLaEsquina, address_line_1: 'Av. Corrientes' } },
      'validation',
      'address.address_line_1',
    ],
    [
      'an address outside of the zone (N-39)',
      { address: { ...nearLaEsquina, geolocation: { lat: -34.5, lng: -58.4 } } },
      'out_of_zone',
      'address',
    ],
    ['no phone (K-69)', { phone: null }, 'validation', 'phone'],
    ['an empty phone (K-69)', { phone: '  ' }, 'validation', 'phone'],
    ['half a phone (K-69)', { phone: '11 4555' }, 'validation', 'phone'],
    ['a phone of another country (K-69)', { phone: '+595981555019' }, 'validation', 'phone'],
    ['no payment (Y-08, K-66)', { payments: [] }, 'validation', 'payments'],
    ['a table', { code: 1 }, 'validation', 'code'],
  ])('refuses %s', async (_, more, code, field) => {
    expect(await refused(more)).toEqual([422, code, [field]]);
  });

  it('needs no number in Paraguay, and is paid in whole guaraníes (K-46, N-14)', async () => {
    const address = { address_line_1: 'Palma', address_line_2: null, geolocation: { lat: -25.2819, lng: -57.6359 } };
    const wanted = { storeId: 4, type: 'DELIVERY', items: [['Chipa', 7]], address } as const;
    const answer = await sendOrder(server, { wanted });
    const order = readCreated(answer);
    expect(order).toMatchObject({ delivery_amount: 10_000, total: 45_000, phone: '+595981555019' });
    expect(await refused({ total: 45_000.5 }, { wanted })).toEqual([422, 'validation', ['total']]);
  });

  it('is not taken where it is switched off: service_unavailable', async () => {
    await server.db.direct.update(stores).set({ immediate_delivery: false }).where(eq(stores.id, 1));
    expect(await refused({})).toEqual([422, 'service_unavailable', []]);
    await server.db.direct.update(stores).set({ immediate_delivery: true }).where(eq(stores.id, 1));
  });
});

describe('a scheduled order', () => {
  const at = (date: string, hour: string) => ({ when: { option: 'scheduled', date, hour, description: '' } }) as const;

  it('is ready at the start of its hour, in the zone of the store, and stays so when accepted (N-04, K-40)', async () => {
    const order = readCreated(await send(at('2026-11-21', '12:30-13:00')));
    expect(order).toMatchObject({ is_scheduled: true, ready_by: '2026-11-21T15:30:00.000Z', status: 'PENDING' });
    const accepted = await server.ask('ana', `/store/1/orders/${order.id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: 1 }),
    });
    expect(readOneOrder(accepted).ready_by).toBe(order.ready_by);
  });

  it('may be for after midnight and for a take-away (N-08, K-33)', async () => {
    const takeaway = { wanted: { type: 'TAKEAWAY', items: [['Fainá', 1]] } } as const;
    const order = readCreated(await send(at('2026-11-21', '02:00-02:30'), takeaway));
    expect(order.ready_by).toBe('2026-11-21T05:00:00.000Z');
  });

  it.each([
    ['an hour that has passed', '2026-11-20', '19:30-20:00'],
    ['an hour before the delay of 20 minutes has passed', '2026-11-20', '20:00-20:30'],
    ['an hour of yesterday', '2026-11-19', '20:30-21:00'],
    ['an hour while the store is closed', '2026-11-21', '17:00-17:30'],
    ['an hour of its own making', '2026-11-21', '12:10-12:40'],
    ['a day too far ahead', '2026-11-27', '12:30-13:00'],
  ])('refuses %s: service_unavailable (K-38)', async (_, date, hour) => {
    expect(await refused(at(date, hour))).toEqual([422, 'service_unavailable', ['when']]);
  });

  it('refuses an hour that was offered and has passed when it is sent (K-38)', async () => {
    const body = { ...(await buildSubmission(server, delivery)), ...at('2026-11-20', '20:30-21:00') };
    const post = () => server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
    server.clock.advance(11 * 60_000);
    expect(readError(await post()).code).toBe('service_unavailable');
    server.clock.advance(-11 * 60_000);
    expect((await post()).status).toBe(201);
  });

  it.each([
    ['LOCAL', 1],
    ['TAKEAWAY', 2],
  ] as const)('refuses %s in a store that does not offer it (K-33)', async (type, storeId) => {
    const wanted = { storeId, type, items: [[storeId === 1 ? 'Fainá' : 'Locro', 1]] } as const;
    expect(await refused(at('2026-11-21', '12:30-13:00'), { wanted })).toEqual([422, 'service_unavailable', ['when']]);
  });

  it.each([
    ['an option that is none (K-05)', { option: 'later' }, 'when.option'],
    ['no hour', { option: 'scheduled', date: '2026-11-21', description: '' }, 'when.hour'],
    [
      'a date that is none',
      { option: 'scheduled', date: '2026-02-31', hour: '12:30-13:00', description: '' },
      'when.date',
    ],
  ])('refuses %s at the field', async (_, when, field) => {
    const body = { ...(await buildSubmission(server, delivery)), when };
    const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
    expect([answer.status, Object.keys(readError(answer).errors ?? {})]).toEqual([422, [field]]);
  });
});
