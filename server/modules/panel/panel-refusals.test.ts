import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { audit } from '#server/db/schema/sync.ts';
import { askPanel, type PanelAsk, panelKey } from '#server/testing/panel.ts';
import { parseProfile, readError, readFeed } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { panelCalls } from './panel-routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { partnerPanelKey: panelKey });
});
afterAll(() => server.close());

const call = (...asked: PanelAsk) => askPanel(server, ...asked);
const put = (path: string, body: unknown) => call('PUT', path, body);
const head = async () => readFeed(await server.ask('ana', '/store/1/changes')).head;
const profile = async () => parseProfile(await server.ask('ana', '/store/1'));
const plainItem = async () => {
  const { catalog } = await profile();
  const item = catalog.items.find((i) => i.name === 'Fainá');
  if (!item) throw new Error('the menu has no Fainá');
  return item;
};

describe('what the panel may send', () => {
  it.each<[string, string, unknown, Record<string, string[]>]>([
    ['nothing', 'catalog', {}, { items: ['Este campo es obligatorio'] }],
    [
      'a product without a name',
      'catalog',
      { items: [{ name: ' ', price: 1, section_id: 1 }] },
      { 'items.0.name': ['Este campo es obligatorio'] },
    ],
    [
      'a price of three decimals',
      'catalog',
      { items: [{ name: 'x', price: 0.001, section_id: 1 }] },
      { 'items.0.price': ['Es inválido'] },
    ],
    [
      "another store's section",
      'catalog',
      { items: [{ name: 'x', price: 1, section_id: 99_999 }] },
      { 'items.0.section_id': ['Es inválido'] },
    ],
    [
      'a product that is none',
      'catalog',
      { items: [{ id: 99_999, name: 'x', price: 1, section_id: 1 }] },
      { 'items.0.id': ['Es inválido'] },
    ],
    [
      'a picture that is a script',
      'catalog',
      { items: [{ name: 'x', price: 1, section_id: 1, image_sm: 'javascript:alert(1)' }] },
      { 'items.0.image_sm': ['Es inválido'] },
    ],
    [
      'a discount of 101 %',
      'discounts',
      { name: 'x', catalogs: ['LOCAL'], type: 'PERCENTAGE', value: 101 },
      { value: ['Este campo debe tener un valor máximo de 100'] },
    ],
    [
      '3 for 3',
      'discounts',
      {
        name: 'x',
        catalogs: ['LOCAL'],
        type: 'PRODUCTS',
        products_from: 3,
        products_to: 3,
        products_combination: 'ANY',
      },
      { products_to: ['Es inválido'] },
    ],
    [
      'a discount of a product that is none',
      'discounts',
      { name: 'x', catalogs: ['LOCAL'], type: 'PERCENTAGE', value: 5, target: [99_999] },
      { target: ['Es inválido'] },
    ],
    [
      'a code without text',
      'codes',
      { code: '', description: 'x', group: false },
      { code: ['Este campo es obligatorio'] },
    ],
    [
      'a map that runs code',
      'maps',
      { name: 'x', draw: '{"className":"Image","attrs":{"onload":"x"}}' },
      { draw: ['Es inválido'] },
    ],
    ['a map that is no JSON', 'maps', { name: 'x', draw: '{' }, { draw: ['Es inválido'] }],
    [
      'a gateway without its settings',
      'gateways',
      { type: 'shipping', name: 'x', service: 'x' },
      { config: ['Este campo es obligatorio'] },
    ],
  ])('refuses %s with the usual field errors, and nothing of the call stays', async (_what, path, body, errors) => {
    const before = [await head(), await server.db.direct.$count(audit)];
    const answer = await put(path, body);
    expect([answer.status, readError(answer).errors]).toEqual([422, errors]);
    expect([await head(), await server.db.direct.$count(audit)]).toEqual(before);
  });

  it('a call that fails at its second product changes nothing', async () => {
    const item = await plainItem();
    const bad = { name: 'x', price: 1, section_id: 99_999 };
    expect((await put('catalog', { items: [{ ...item, groups: [], price: 1 }, bad] })).status).toBe(422);
    expect((await plainItem()).price).toBe(item.price);
  });

  it('a code twice is refused', async () => {
    const { codes } = await profile();
    const [one, two] = codes;
    const body = { id: one?.id, code: two?.code, description: 'x', group: false };
    expect(readError(await put('codes', body)).errors).toEqual({ code: ['Es inválido'] });
  });

  it('needs its own key, a store that exists and an id that is one (T2)', async () => {
    expect(panelCalls.length).toBe(14);
    for (const { method, path } of panelCalls) {
      const url = (entity: string) => path.replace('/core/store/:id/', '').replace(':entity', entity);
      const body = method === 'PUT' ? {} : undefined;
      for (const key of [null, '', 'wrong', `${panelKey}x`, panelKey.slice(1), await server.token('ana')])
        expect([path, (await call(method, url('1'), body, { key })).status]).toEqual([path, 401]);
      for (const store of ['0', 'x', '987654', '2147483648', '1.0', '__proto__'])
        expect([path, (await call(method, url('1'), body, { store })).status]).toEqual([path, 404]);
      if (method === 'DELETE')
        for (const entity of ['0', 'x', '987654', '2147483648', '1.0', '%00'])
          expect([path, (await call(method, url(entity))).status]).toEqual([path, 404]);
    }
    // Another store's discount under the own path.
    const { discounts } = await profile();
    expect((await call('DELETE', `discounts/${discounts[0]?.id}`, undefined, { store: 5 })).status).toBe(404);
    const entries = await server.db.direct.select().from(audit).where(eq(audit.store_id, 5));
    expect(entries).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  it('does not exist without a key in the environment, and is held to the requests of a minute', async () => {
    const limits = { signInPerMinute: 1_000_000, requestsPerMinute: 2, promocodesPerMinute: 1_000_000 };
    const silent = await startTestServer(inject('postgresUrl'));
    const busy = await startTestServer(inject('postgresUrl'), { partnerPanelKey: panelKey, limits });
    const headers = { authorization: `Bearer ${panelKey}` };
    const ask = (to: TestServer) => to.ask(null, '/core/store/1/maps/987654', { method: 'DELETE', headers });
    expect((await silent.ask(null, '/core/store/1/maps', { method: 'PUT', body: {}, headers })).status).toBe(404);
    expect([(await ask(busy)).status, (await ask(busy)).status]).toEqual([404, 404]);
    const third = await ask(busy);
    expect([third.status, third.headers['retry-after']]).toEqual([429, expect.any(String)]);
    await silent.close();
    await busy.close();
  });
});
