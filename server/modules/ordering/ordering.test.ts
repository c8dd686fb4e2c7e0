import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { promocode, scheduleOption, shippingCost } from '#contract/ordering.ts';
import { pesos } from '#testing/builders.ts';
import { instant } from '#domain/time.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { deliveryZones, promocodes, stores } from '#server/db/schema/stores.ts';
import { commands } from '#server/db/schema/sync.ts';
import type { Person } from '#server/seed/people.ts';
import { readError } from '#server/testing/read.ts';
import { nearLaEsquina } from '#server/testing/submissions.ts';
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.db.direct.insert(promocodes).values([
    { store_id: 1, code: 'VIEJO', type: 'PERCENTAGE', value: 50, expires_at: instant(server.clock.now() - 1) },
    { store_id: 5, code: 'AJENO', type: 'PERCENTAGE', value: 50 },
  ]);
});
afterAll(() => server.close());

const post = (path: string, body: unknown, who: Person = 'ana'): Promise<Answer> =>
  server.ask(who, path, { method: 'POST', body });
const refusedWith = (answer: Answer) => {
  const { code, message, errors } = readError(answer);
  return [answer.status, code, message, ...(errors ? [Object.keys(errors)] : [])];
};

describe('POST /store/{id}/promocode/check', () => {
  const check = (code: unknown, who?: Person) => post('/store/1/promocode/check', { code }, who);
  const data = z.object({ data: promocode });

  it('answers type and value, in percent or in pesos, however the code was typed (K-28, K-30, D-32)', async () => {
    const percent = await check(' di ez ');
    expect(percent.status).toBe(200);
    expect(z.parse(data, percent.body)).toEqual({ data: { code: 'DIEZ', type: 'PERCENTAGE', value: 10 } });
    expect(z.parse(data, (await check('mil')).body)).toEqual({ data: { code: 'MIL', type: 'AMOUNT', value: 1_000 } });
  });

  it.each([
    ['NADA', 'El código promocional no existe.'],
    ['AJENO', 'El código promocional no existe.'],
    ['VIEJO', 'El código promocional venció.'],
  ])('%s: %s (N-39, K-31)', async (code, message) => {
    expect(refusedWith(await check(code))).toEqual([422, 'promocode_invalid', message]);
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['two characters', 'ab'],
    ['21 characters', 'x'.repeat(21)],
    ['a number', 123],
    ['a million characters, cut by the body cap', 'x'.repeat(200_000)],
  ])('refuses %s at the field (K-27)', async (_, code) => {
    const answer = await check(code);
    expect([answer.status, readError(answer).code, Object.keys(readError(answer).errors ?? {})]).toEqual([
      422,
      'validation',
      ['code'],
    ]);
  });

  it('is only for those who may give a discount (N-28, K-16)', async () => {
    expect((await check('DIEZ', 'diego')).status).toBe(403);
    await server.db.direct.update(memberships).set({ can_discount: true }).where(eq(memberships.user_id, 4));
    expect((await check('DIEZ', 'diego')).status).toBe(200);
    await server.db.direct.update(memberships).set({ can_discount: null }).where(eq(memberships.user_id, 4));
  });

  it('changes nothing: no command is kept', async () => {
    const before = await server.db.direct.$count(commands);
    await check('DIEZ');
    expect(await server.db.direct.$count(commands)).toBe(before);
  });

  it('cannot be used to guess codes: ten a minute of one person in one store (T15)', async () => {
    const strict = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 100, requestsPerMinute: 600, promocodesPerMinute: 10 },
    });
    try {
      const ask = (code: string, store = 1, who: Person = 'ana') =>
        strict.ask(who, `/store/${store}/promocode/check`, { method: 'POST', body: { code } });
      for (let i = 0; i < 10; i += 1) expect((await ask(`NO${i}`)).status).toBe(422);
      const limited = await ask('DIEZ');
      expect([limited.status, readError(limited).code]).toEqual([429, 'too_many_requests']);
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
      expect((await ask('DIEZ', 1, 'bruno')).status).toBe(200);
      expect((await ask('DIEZ', 4)).status).toBe(422);
      strict.clock.advance(60_000);
      expect((await ask('DIEZ')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('POST /store/{id}/schedule/options', () => {
  const options = (body: unknown, store = 1) => post(`/store/${store}/schedule/options`, body);

  it('lists days and half hours of the timetable, past midnight too (K-38, K-39, N-08)', async () => {
    const answer = await options({ type: 'DELIVERY', geolocation: nearLaEsquina.geolocation });
    expect(answer.status).toBe(200);
    const days = z.parse(z.array(scheduleOption), answer.body);
    expect(days.map((d) => d.date_for_humans).slice(0, 2)).toEqual([
      'Viernes 20 de noviembre',
      'Sábado 21 de noviembre',
    ]);
    expect(days).toHaveLength(7);
    // It is 20:00, and the store's delay is 20 minutes.
    expect(days[0]?.hours[0]).toEqual({ from: '20:30', to: '21:00' });
    expect(days[1]?.hours.slice(0, 6).map((h) => h.from)).toEqual([
      '00:00',
      '00:30',
      '01:00',
      '01:30',
      '02:00',
      '08:00',
    ]);
  });

  it('none without a timetable (K-86)', async () => {
    const [row] = await server.db.direct.select().from(stores).where(eq(stores.id, 1));
    await server.db.direct.update(stores).set({ hours: [] }).where(eq(stores.id, 1));
    expect((await options({ type: 'TAKEAWAY' })).body).toEqual([]);
    await server.db.direct
      .update(stores)
      .set({ hours: row?.hours ?? [] })
      .where(eq(stores.id, 1));
  });

  it.each([
    ['LOCAL', 1, {}],
    ['a service that the store has not', 4, { type: 'TAKEAWAY' }],
    ['a store without preorders', 2, { type: 'TAKEAWAY' }],
    ['a delivery to where the store does not go', 1, { type: 'DELIVERY', geolocation: { lat: -34, lng: -58 } }],
  ])('refuses %s: service_unavailable (K-33)', async (_, store, body) => {
    expect(refusedWith(await options({ type: 'LOCAL', ...body }, store))).toEqual([
      422,
      'service_unavailable',
      'El servicio no está disponible.',
    ]);
  });
});

describe('POST /store/{id}/shipping/cost', () => {
  const cost = (more: object = {}, store = 1) => post(`/store/${store}/shipping/cost`, { ...nearLaEsquina, ...more });

  it('answers what the zone of the address costs (K-52, N-40)', async () => {
    const answer = await cost();
    expect(answer.status).toBe(200);
    expect(z.parse(shippingCost, answer.body)).toEqual({
      fee_base: 900,
      fee_free: 30_000,
      order_minimum: 5_000,
      raining: false,
      high_wait: false,
    });
    const farther = { geolocation: { lat: -34.6037, lng: -58.4095 } };
    expect((await cost(farther)).body).toMatchObject({ fee_base: 1_800, fee_free: null, high_wait: true });
    const grill = { address_line_1: 'Palma', geolocation: { lat: -25.2819, lng: -57.6359 } };
    expect((await cost(grill, 4)).body).toMatchObject({ fee_base: 10_000, fee_free: 150_000 });
  });

  it('tells rain and long waits as they are now (K-55, K-56)', async () => {
    await server.db.direct.update(deliveryZones).set({ raining: true, high_wait: true, fee_base: pesos(1_200.5) });
    expect((await cost()).body).toMatchObject({ raining: true, high_wait: true, fee_base: 1_200.5 });
    await server.db.direct.update(deliveryZones).set({ raining: false, high_wait: false, fee_base: pesos(900) });
  });

  it('refuses an address outside of every zone: out_of_zone (N-39)', async () => {
    expect(refusedWith(await cost({ geolocation: { lat: -34.62, lng: -58.4145 } }))).toEqual([
      422,
      'out_of_zone',
      'La dirección está fuera de la zona de entrega.',
    ]);
  });

  it('a store that does not deliver: service_unavailable', async () => {
    expect(refusedWith(await cost({}, 3))[1]).toBe('service_unavailable');
  });

  it.each([
    ['no coordinates (K-44)', { geolocation: undefined }, 'geolocation'],
    ['a latitude beyond the pole', { geolocation: { lat: 91, lng: 0 } }, 'geolocation.lat'],
    ['a longitude as text', { geolocation: { lat: 0, lng: '1e9' } }, 'geolocation.lng'],
    ['a 21st character of the second line (K-47)', { address_line_2: 'x'.repeat(21) }, 'address_line_2'],
    ['a street of 100,000 characters', { address_line_1: 'x'.repeat(100_000) }, 'address_line_1'],
  ])('refuses %s at the field', async (_, more, field) => {
    expect(Object.keys(readError(await cost(more)).errors ?? {})).toEqual([field]);
  });
});
