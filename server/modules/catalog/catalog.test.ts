import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { catalog, item, section } from '#contract/catalog.ts';
import { combinations } from '#domain/discounts.ts';
import { discounts } from '#server/db/schema/catalog.ts';
import { parseProfile } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  id = z.parse(catalog, (await server.ask('ana', '/store/1/catalog')).body).id;
});
afterAll(() => server.close());

describe('GET /store/{id}/catalog', () => {
  it('answers sections and items with groups and additionals (C-43, C-44, C-45, C-48)', async () => {
    const answer = z.parse(catalog, (await server.ask('diego', '/store/1/catalog')).body);
    expect(answer.sections.map((s) => s.name)).toHaveLength(8);
    expect(answer.items).toHaveLength(64);
    const burger = answer.items.find((i) => i.name === 'Hamburguesa clásica');
    expect(burger?.groups.map((g) => [g.name, g.constraints.min, g.constraints.max])).toEqual([
      ['Punto de cocción', 1, 1],
      ['Agregados', 0, 5],
      ['Salsas', 1, 2],
    ]);
    expect(burger?.groups[1]?.additionals[0]).toEqual({
      id: expect.any(Number),
      name: 'Panceta',
      price: 1600,
      max: 2,
      quantity: 0,
      unit_price: 1600,
      group_id: burger?.groups[1]?.id,
    });
    expect(answer.items.some((i) => i.description === null) && answer.items.some((i) => i.image_sm === null)).toBe(
      true,
    );
  });

  it('filters by catalog type (C-47)', async () => {
    const names = async (type: string) =>
      z.parse(catalog, (await server.ask('ana', `/store/1/catalog?type=${type}`)).body).items.map((i) => i.name);
    expect(await names('LOCAL')).toContain('Gin tonic');
    expect(await names('ONLINE')).not.toContain('Gin tonic');
    expect((await server.ask('ana', '/store/1/catalog?type=NADA')).status).toBe(422);
  });

  it('answers items and sections of the given catalog only (C-48)', async () => {
    const items = z.parse(z.array(item), (await server.ask('ana', `/store/1/catalog/${id}/items`)).body);
    const sections = z.parse(z.array(section), (await server.ask('ana', `/store/1/catalog/${id}/sections`)).body);
    expect(new Set(items.map((i) => i.section_id))).toEqual(new Set(sections.map((s) => s.id)));
    for (const part of ['items', 'sections']) {
      expect((await server.ask('ana', `/store/1/catalog/${id + 1}/${part}`)).status).toBe(404);
      expect((await server.ask('ana', `/store/2/catalog/${id}/${part}`)).status).toBe(404);
    }
  });

  it('the profile has the discount rules, of both types (M-06)', async () => {
    const always = { from: null, to: null, days: null, target: null };
    const weekend = {
      name: 'Fin de semana',
      catalogs: ['LOCAL' as const, 'ONLINE' as const],
      from: '2026-11-01',
      to: '2026-11-30',
      days: [6 as const, 7 as const],
      target: [1, 2],
      type: 'PERCENTAGE' as const,
      value: 15,
      products_from: null,
      products_to: null,
      products_combination: null,
    };
    const threeForTwo = combinations.map((products_combination) => ({
      ...always,
      name: products_combination,
      catalogs: ['ONLINE' as const],
      type: 'PRODUCTS' as const,
      value: null,
      products_from: 3,
      products_to: 2,
      products_combination,
    }));
    const wanted = [weekend, ...threeForTwo];
    await server.db.direct.delete(discounts).where(eq(discounts.store_id, 1));
    await server.db.direct.insert(discounts).values(wanted.map((rule) => ({ ...rule, store_id: 1 })));
    expect(combinations).toEqual(['SAME', 'VALUE', 'ANY']);
    const profile = parseProfile(await server.ask('diego', '/store/1'));
    expect(profile.discounts).toEqual(wanted.map((rule) => ({ ...rule, id: expect.any(Number) })));
  });

  it('is kept by the browser and asked for again: 304', async () => {
    const first = await server.ask('ana', '/store/1/catalog');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await server.ask('ana', '/store/1/catalog', {
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
