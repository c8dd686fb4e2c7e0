import { brotliDecompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { floorMap, invitation, storeSummary } from '#contract/stores.ts';
import { floorMaps } from '#server/db/schema/stores.ts';
import { invitations, memberships } from '#server/db/schema/accounts.ts';
import { parseProfile } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const listOf = async (who: 'ana' | 'diego' | 'fede' | 'gabi') =>
  z.parse(
    z.object({ stores: z.array(storeSummary), invitations: z.array(invitation) }),
    (await server.ask(who, '/stores')).body,
  );

describe('GET /stores', () => {
  it('lists the stores and invitations of the caller and nobody else (S-04, S-10)', async () => {
    expect((await listOf('ana')).stores.map((s) => s.name)).toEqual([
      'La Esquina',
      'Rotisería Don Pepe',
      'Kiosco Sol',
      'Asunción Grill',
    ]);
    expect((await listOf('gabi')).stores.map((s) => s.name)).toEqual(['Otra Tienda']);
    const fede = await listOf('fede');
    expect(fede.stores).toEqual([]);
    expect(fede.invitations).toEqual([
      {
        id: expect.any(Number),
        role: 'seller',
        store: { id: 1, name: 'La Esquina', logo_url: '/sellers/pictures/hot-beverage.svg' },
      },
    ]);
    expect((await listOf('ana')).invitations).toEqual([]);
  });

  it('shows role and the orders waiting, the latter to admins only (S-18, R-27)', async () => {
    const [own] = (await listOf('ana')).stores;
    expect(own).toMatchObject({
      id: 1,
      pivot: { role: 'owner', owner: true },
      pending_count: 2,
      status: { open: true },
    });
    const sold = (await listOf('diego')).stores;
    expect(sold.map((s) => [s.name, s.pivot.role, s.pending_count])).toEqual([
      ['La Esquina', 'seller', null],
      ['Asunción Grill', 'seller', null],
    ]);
  });

  it('leaves out an invitation that was answered (S-08)', async () => {
    await server.db.direct.update(invitations).set({ answer: false });
    expect((await listOf('fede')).invitations).toEqual([]);
  });
});

describe('GET /store/{id}', () => {
  it('answers the twelve keys (T-01, T-03, T-17)', async () => {
    const answer = await server.ask('ana', '/store/1');
    expect(answer.status).toBe(200);
    const profile = parseProfile(answer);
    expect(Object.keys(profile)).toEqual([
      'store',
      'status',
      'gateways',
      'codes',
      'maps',
      'discounts',
      'sellers',
      'catalog',
      'orders',
      'orderGroups',
      'tickets',
      'payouts',
    ]);
    expect(profile.gateways.map((g) => g.type)).toEqual(['payment', 'billing', 'shipping']);
    expect(profile.codes.filter((c) => c.group)).toHaveLength(12);
    expect(profile.codes.find((c) => c.default)?.description).toBe('Barra 1');
    expect(profile.status.type.inmediate.services).toEqual({ LOCAL: true, TAKEAWAY: true, DELIVERY: true });
    expect(profile.store.hours.find((d) => d.day_idx === 5)?.hours.at(-1)).toEqual({ from: '19:00', to: '02:30' });
  });

  it('has a store with all its fields, and gateways with theirs (T-02, T-04, T-30)', async () => {
    const { store, gateways } = z.parse(
      z.object({ store: z.record(z.string(), z.unknown()), gateways: z.array(z.unknown()) }),
      (await server.ask('ana', '/store/1')).body,
    );
    const served = (type: string, scheduled: boolean) => ({
      type,
      status: true,
      options: [
        { type: 'immediate', status: true },
        { type: 'scheduled', status: scheduled },
      ],
    });
    expect(store).toMatchObject({
      id: 1,
      name: 'La Esquina',
      description: 'Bar y restaurante de barrio, desde 1987.',
      logo: '/sellers/pictures/hot-beverage.svg',
      logo_url: '/sellers/pictures/hot-beverage.svg',
      cover: null,
      address: { small: 'Av. Corrientes 3499', complete: 'Av. Corrientes 3499, Balvanera, Buenos Aires' },
      country: 'AR',
      plan: 'premium',
      pivot: { role: 'owner', owner: true, config: { vatCategory: 1 } },
      payment_methods: expect.arrayContaining([
        { type: 'bank-transfer', title: 'Transferencia bancaria', description: 'Alias: LA.ESQUINA.BAR' },
      ]),
      hours: expect.arrayContaining([
        {
          day_idx: 5,
          hours: [
            { from: '08:00', to: '16:00' },
            { from: '19:00', to: '02:30' },
          ],
        },
      ]),
      status: { open: true },
      services: [served('LOCAL', false), served('TAKEAWAY', true), served('DELIVERY', true)],
      info: { personalize: { currency: { symbol: '$ ', decimals: 2 } } },
      expires_in: 20,
    });
    const id = expect.any(Number);
    const quiet = { support: false, order_ready: false, delay: 0, delay_display: null };
    expect(gateways).toEqual([
      {
        id,
        type: 'payment',
        name: 'Mercado Pago (prueba)',
        service: 'mercadopago',
        config: quiet,
        public_key: 'TEST-sandbox-public-key',
      },
      { id, type: 'billing', name: 'ARCA (prueba)', service: 'sandbox', config: quiet, public_key: null },
      {
        id,
        type: 'shipping',
        name: 'Cadetes de la zona (prueba)',
        service: 'sandbox',
        config: {
          support: true,
          order_ready: true,
          delay: 10,
          delay_display: 'El envío puede demorar 10 minutos más.',
        },
        public_key: null,
      },
    ]);
    expect(store['gateways']).toEqual(gateways);
  });

  it('has codes with id, code, description, type, group flag and default flag (G-21)', async () => {
    const { body } = await server.ask('ana', '/store/1');
    const codes = z.parse(
      z.object({
        codes: z.array(
          z.strictObject({
            id: z.int(),
            code: z.string(),
            description: z.string(),
            type: z.enum(['LOCAL', 'ONLINE']),
            group: z.boolean(),
            default: z.boolean(),
            waiting_count: z.int(),
          }),
        ),
      }),
      body,
    ).codes;
    // Tables and the bar; one of them is what a sale in the venue begins with.
    expect(new Set(codes.map((code) => code.group))).toEqual(new Set([true, false]));
    expect(codes.filter((code) => code.default)).toHaveLength(1);
  });

  it('derives abilities, immediate and scheduled requests (N-28, T-30)', async () => {
    const { store } = parseProfile(await server.ask('ana', '/store/1'));
    expect(store.abilities).toEqual({
      canDiscount: true,
      canChooseSeller: true,
      canManageOrders: true,
      canManageStore: true,
    });
    expect([store.allowImmediateRequests, store.allowScheduledRequests]).toEqual([true, true]);
    const seller = parseProfile(await server.ask('diego', '/store/1')).store;
    expect(seller.abilities).toEqual({
      canDiscount: false,
      canChooseSeller: false,
      canManageOrders: false,
      canManageStore: false,
    });
  });

  it('lets a seller discount when the membership says so (N-28)', async () => {
    await server.db.direct.update(memberships).set({ can_discount: true }).where(eq(memberships.user_id, 5));
    const { store } = parseProfile(await server.ask('elena', '/store/1'));
    expect(store.abilities.canDiscount).toBe(true);
    expect(store.pivot?.config).toEqual({ vatCategory: 1, canDiscount: true });
  });

  it('shows orders to admins only (R-27)', async () => {
    const admin = parseProfile(await server.ask('carla', '/store/1'));
    expect(admin.orders).toHaveLength(9);
    expect(admin.orders.map((o) => o.status).toSorted()).toEqual(
      [
        'ACCEPTED',
        'ACCEPTED',
        'COMPLETE',
        'COMPLETE',
        'DELIVER',
        'DELIVER',
        'PENDING',
        'PENDING',
        'REJECTED',
      ].toSorted(),
    );
    for (const who of ['diego', 'elena'] as const)
      expect(parseProfile(await server.ask(who, '/store/1')).orders).toEqual([]);
  });

  it("writes amounts in the store's own currency (N-14, M-01)", async () => {
    const grill = parseProfile(await server.ask('ana', '/store/4'));
    expect(grill.store.info.personalize.currency).toEqual({ symbol: 'Gs. ', decimals: 0 });
    expect(grill.catalog.items.find((i) => i.name === 'Picaña')?.price).toBe(92_000);
    const esquina = parseProfile(await server.ask('ana', '/store/1'));
    expect(esquina.catalog.items.find((i) => i.name === 'Milanesa napolitana')?.price).toBe(17_400);
  });

  it('has an ETag and answers 304 to it, and is never stored by the browser', async () => {
    const first = await server.ask('ana', '/store/2');
    expect(first.headers['cache-control']).toBe('no-store');
    const again = await server.ask('ana', '/store/2', { headers: { 'if-none-match': String(first.headers['etag']) } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await server.ask('ana', '/store/2', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('compresses a long answer when asked (T15)', async () => {
    const answer = await server.app.inject({
      url: '/api/store/1',
      headers: { authorization: `Bearer ${await server.token('ana')}`, 'accept-encoding': 'gzip' },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.rawPayload.length).toBeLessThan(20_000);
  });

  it('prefers brotli, which is smaller, and keeps the ETag; a short answer goes as it is', async () => {
    const ask = async (url: string, encoding: string) =>
      server.app.inject({
        url,
        headers: { authorization: `Bearer ${await server.token('ana')}`, 'accept-encoding': encoding },
      });
    const [gzip, brotli] = [await ask('/api/store/1', 'gzip'), await ask('/api/store/1', 'gzip, deflate, br')];
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers.vary).toBe('authorization, accept-encoding');
    expect(brotli.headers['etag']).toBe(gzip.headers['etag']);
    expect(brotli.rawPayload.length).toBeLessThan(gzip.rawPayload.length);
    const plain = await server.ask('ana', '/store/1');
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(plain.body);
    expect((await ask('/api/health', 'br')).headers['content-encoding']).toBeUndefined();
  });

  it('a refusal has no ETag, and nothing keeps it', async () => {
    const { status, headers } = await server.ask('gabi', '/store/4242');
    expect([status, headers['etag'], headers['cache-control']]).toEqual([404, undefined, 'no-store']);
  });
});

describe('GET /store/{store_id}/map/{map_id}', () => {
  it('is a floor map: id, name and its drawing with the codes (G-19, G-20)', async () => {
    const { maps } = parseProfile(await server.ask('elena', '/store/1'));
    const answer = await server.ask('elena', `/store/1/map/${maps[0]?.id}`);
    expect(answer.status).toBe(200);
    expect(z.parse(floorMap, answer.body)).toEqual(maps[0]);
    expect(maps[0]).toMatchObject({ name: 'Salón', draw: expect.stringContaining('"code_id":') });
  });

  it('is 404 for a map of another store, and for none; the free plan has no maps (G-20)', async () => {
    const row = { name: 'Patio', draw: '{}' };
    const [foreign] = await server.db.direct
      .insert(floorMaps)
      .values({ ...row, store_id: 5 })
      .returning();
    const [free] = await server.db.direct
      .insert(floorMaps)
      .values({ ...row, store_id: 3 })
      .returning();
    const statusOf = async (path: string) => (await server.ask('ana', path)).status;
    expect(await statusOf(`/store/1/map/${foreign?.id}`)).toBe(404);
    expect(await statusOf('/store/1/map/987654')).toBe(404);
    expect(await statusOf(`/store/3/map/${free?.id}`)).toBe(403);
  });
});
