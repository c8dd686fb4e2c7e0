import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { catalog, item, section } from '#contract/catalog.ts';
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

  it('is kept by the browser and asked for again: 304', async () => {
    const first = await server.ask('ana', '/store/1/catalog');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await server.ask('ana', '/store/1/catalog', {
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
