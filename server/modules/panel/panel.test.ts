import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { change } from '#contract/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import { parseProfile, readCreated, readError, readFeed, readManyOrders, readOneOrder } from '#server/testing/read.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { askPanel, type PanelAsk, panelKey } from '#server/testing/panel.ts';
import { openDevice, portOf } from '#server/testing/sockets.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { floorMapDrawing } from '#server/seed/floor-maps.ts';

let server: TestServer;
let ana: Awaited<ReturnType<typeof openDevice>>;

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { partnerPanelKey: panelKey });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ana = await openDevice(server, portOf(server), await server.token('ana'));
  await Promise.all(['private-store.1', 'private-store.1.admin', 'stores'].map((name) => ana.join(name)));
});
afterAll(async () => {
  ana.close();
  await server.close();
});

const call = (...asked: PanelAsk) => askPanel(server, ...asked);
const put = (path: string, body: unknown) => call('PUT', path, body);
const idOf = ({ body }: Answer): number => z.parse(z.object({ id: z.int() }), body).id;

const head = async (audience: 'store' | 'admin' = 'store') =>
  readFeed(await server.ask('ana', `/store/1/changes?audience=${audience}`)).head;
const profile = async () => parseProfile(await server.ask('ana', '/store/1'));

const seqOf = (data: unknown) => z.safeParse(z.object({ store_seq: z.int() }), data).data?.store_seq;

/** What the work makes audible: the events of the sockets, and those that a device reads that was away. */
async function told(work: () => Promise<Answer>, audience: 'store' | 'admin' = 'store') {
  const before = await head(audience);
  const answer = await work();
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  const delta = readFeed(await server.ask('ana', `/store/1/changes?audience=${audience}&since=${before}`));
  const changes = delta.changes.map(({ name, payload }) => ({ name, payload }));
  const channel = audience === 'store' ? 'private-store.1' : 'private-store.1.admin';
  if (delta.head > before)
    await ana.heard.next((h) => h.channel === channel && seqOf(h.data) === delta.head && h.event !== 'head');
  const heard = ana.heard.items
    // An earlier event may arrive late.
    .filter((h) => h.channel === channel && h.event !== 'head' && (seqOf(h.data) ?? 0) > before)
    .map(({ event, data }) => ({ name: event, payload: z.parse(change, data).payload }));
  const [entry] = await server.db.direct.select().from(audit).orderBy(desc(audit.id)).limit(1);
  return { answer, heard, changes, audited: entry };
}

const byPanel = { store_id: 1, actor_kind: 'provider', actor_id: null, actor_name: 'partner-panel' };

const plainItem = async () => {
  const { catalog } = await profile();
  const item = catalog.items.find((i) => i.name === 'Fainá');
  if (!item) throw new Error('the menu has no Fainá');
  return item;
};

/** The server's half of; the journey of live changes shows both halves. */
describe('what the partner panel changes is told in its transaction', () => {
  it('the catalog: a product and its price, once for a whole call, and for a device that was away', async () => {
    const item = await plainItem();
    const priced = { ...item, price: item.price + 500, groups: [] };
    const { heard, changes, audited } = await told(() =>
      put('catalog', {
        sections: [{ name: 'De estación' }],
        items: [priced, { name: 'Locro', price: 5200.5, section_id: item.section_id }],
      }),
    );
    expect(heard).toEqual([{ name: 'catalog-updated', payload: {} }]);
    expect(changes).toEqual([{ name: 'catalog-updated', payload: {} }]);
    expect(audited).toMatchObject({ ...byPanel, action: 'item.create', before: null });
    const { catalog } = await profile();
    expect(catalog.items.find((i) => i.id === item.id)?.price).toBe(item.price + 500);
    expect(catalog.items.at(-1)).toMatchObject({ name: 'Locro', price: 5200.5, groups: [], catalogs: null });
    expect(catalog.sections.at(-1)?.name).toBe('De estación');
    // An order of now is checked against the new price.
    const sold = readCreated(await sendOrder(server, { wanted: { items: [['Fainá', 1]] } }));
    expect(sold.items[0]?.unit_price).toBe(item.price + 500);
    const repeat = await told(() => put('catalog', { items: [priced] }));
    expect([repeat.heard, repeat.changes]).toEqual([[], []]);
    await put('catalog', { items: [{ ...item, groups: [] }] });
  });

  it('the settings of the register, after the first setup and not before; the riders’ cash only while it is closed (X-25)', async () => {
    const register = cashboxCalls(() => server);
    const settings = { payouts: true, block: true, blind: true, drawer: true, time_limit: 12 };
    expect((await put('cashbox', settings)).status).toBe(404);
    await register.configure({ payouts: true });
    const { id } = register.read(await register.open(10));
    const { heard, audited } = await told(() => put('cashbox', settings));
    expect(heard).toEqual([{ name: 'cashbox-updated', payload: { id, block: true, drawer: true } }]);
    expect(audited).toMatchObject({ ...byPanel, action: 'cashbox.change', after: settings });
    expect(await register.state()).toMatchObject({
      time_limit: 12,
      config: { payouts: true, block: true, blind: true, drawer: true },
    });
    expect((await told(() => put('cashbox', settings))).heard).toEqual([]);
    const refused = await put('cashbox', { ...settings, payouts: false });
    expect([refused.status, readError(refused).message]).toEqual([
      409,
      'Las rendiciones se cambian con la caja cerrada.',
    ]);
    await register.close(id, { amount: 10 });
    expect((await put('cashbox', { ...settings, payouts: false })).status).toBe(200);
    for (const time_limit of [0, 169, 1.5, '12'])
      expect(readError(await put('cashbox', { ...settings, time_limit })).errors).toEqual({
        time_limit: [expect.any(String)],
      });
    await register.forget();
  });

  it("a product's groups: rows that keep their name keep their id, the others go", async () => {
    const { catalog } = await profile();
    const item = catalog.items.find((i) => i.name === 'Hamburguesa clásica');
    if (!item) throw new Error('the menu has no burger');
    const [first, ...others] = item.groups;
    const [option, ...rest] = first?.additionals ?? [];
    if (!first || !option) throw new Error('the burger has no groups');
    const body = {
      ...item,
      groups: [
        { name: first.name, constraints: first.constraints, additionals: [{ name: option.name, price: 7, max: 2 }] },
      ],
    };
    expect((await put('catalog', { items: [body] })).status).toBe(200);
    const now = (await profile()).catalog.items.find((i) => i.id === item.id);
    expect(now?.groups).toEqual([{ ...first, additionals: [{ ...option, price: 7, unit_price: 7, max: 2 }] }]);
    expect(others.length + rest.length).toBeGreaterThan(0);
    await put('catalog', { items: [item] });
  });

  it('a product that a living order has can go: the order keeps its line', async () => {
    const { section_id } = await plainItem();
    const made = await put('catalog', { items: [{ name: 'Puchero', price: 900, section_id }] });
    const id = z.parse(z.object({ items: z.array(z.object({ id: z.int() })) }), made.body).items[0]?.id ?? 0;
    const order = readCreated(await sendOrder(server, { wanted: { items: [['Puchero', 1]] } }));
    const { heard } = await told(() => call('DELETE', `catalog/items/${id}`));
    expect(heard).toEqual([{ name: 'catalog-updated', payload: {} }]);
    expect((await profile()).catalog.items.some((i) => i.id === id)).toBe(false);
    const moved = await server.ask('ana', `/store/1/orders/${order.id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: 1 }),
    });
    expect(readOneOrder(moved)).toMatchObject({ status: 'ACCEPTED', items: [{ name: 'Puchero', price: 900 }] });
    expect((await call('DELETE', `catalog/items/${id}`)).status).toBe(404);
  });

  it('a section goes when it is empty', async () => {
    const { section_id } = await plainItem();
    expect(readError(await call('DELETE', `catalog/sections/${section_id}`)).errors).toEqual({
      section_id: ['Es inválido'],
    });
    const made = await put('catalog', { sections: [{ name: 'Vacía' }] });
    const id = z.parse(z.object({ sections: z.array(z.object({ id: z.int() })) }), made.body).sections[0]?.id;
    const { heard } = await told(() => call('DELETE', `catalog/sections/${id}`));
    expect(heard).toEqual([{ name: 'catalog-updated', payload: {} }]);
  });

  it('a discount: created, changed, removed, with orders that keep theirs', async () => {
    const { id: target } = await plainItem();
    const rule = { name: 'Fainá a mitad', catalogs: ['LOCAL'], target: [target], type: 'PERCENTAGE', value: 50 };
    const created = await told(() => put('discounts', rule));
    const id = idOf(created.answer);
    const payload = { id, ...rule, from: null, to: null, days: null };
    const nothing = { products_from: null, products_to: null, products_combination: null };
    expect(created.heard).toEqual([{ name: 'discount-created', payload: { ...payload, ...nothing } }]);
    expect(created.changes).toEqual(created.heard);
    expect(created.audited).toMatchObject({ ...byPanel, action: 'discount.create', entity_id: String(id) });
    const order = readCreated(await sendOrder(server, { wanted: { items: [['Fainá', 1]] } }));
    expect(order.items[0]?.discount).toBe((order.items[0]?.unit_price ?? 0) / 2);

    const changed = await told(() => put('discounts', { ...rule, id, value: 25 }));
    expect(changed.heard).toEqual([{ name: 'discount-updated', payload: { ...payload, ...nothing, value: 25 } }]);
    expect((await profile()).discounts.find((d) => d.id === id)?.value).toBe(25);
    expect((await told(() => put('discounts', { ...rule, value: 25 }))).heard).toEqual([]);

    const removed = await told(() => call('DELETE', `discounts/${id}`));
    expect(removed.heard).toEqual([{ name: 'discount-removed', payload: { id } }]);
    expect(removed.changes).toEqual(removed.heard);
    expect((await profile()).discounts.some((d) => d.id === id)).toBe(false);
    const kept = readOneOrder(await server.ask('ana', `/store/1/orders/${order.id}`));
    expect(kept.items).toEqual(order.items);
  });

  it('a code: created, changed, removed; its living orders stay, and new ones are refused', async () => {
    const body = { code: 'LE-P1', description: 'Patio 1', group: false };
    const created = await told(() => put('codes', body));
    const id = idOf(created.answer);
    const payload = { id, ...body, type: 'LOCAL', default: false, waiting_count: 0 };
    expect(created.heard).toEqual([{ name: 'code-created', payload }]);
    expect(created.changes).toEqual([{ name: 'code-updated', payload }]);

    const changed = await told(() => put('codes', { ...body, description: 'Patio 2' }));
    expect(idOf(changed.answer)).toBe(id);
    expect(changed.heard).toEqual([{ name: 'code-updated', payload: { ...payload, description: 'Patio 2' } }]);
    expect(changed.audited).toMatchObject({ ...byPanel, action: 'code.change' });

    const before = await buildSubmission(server, { place: 'Patio 2' });
    const order = readCreated(await sendOrder(server, { wanted: { place: 'Patio 2' } }));
    const removed = await told(() => call('DELETE', `codes/${id}`));
    expect(removed.heard).toEqual([{ name: 'code-removed', payload: { id } }]);
    expect(removed.changes).toEqual(removed.heard);
    expect((await profile()).codes.some((c) => c.id === id)).toBe(false);
    // A change of its order tells the removal again, not the code.
    const moved = await told(() =>
      server.ask('ana', `/store/1/orders/${order.id}`, {
        method: 'PATCH',
        body: { status: 'COMPLETE' },
        headers: command({ rev: 1 }),
      }),
    );
    expect(moved.heard).toEqual([{ name: 'code-removed', payload: { id } }]);
    expect(readOneOrder(moved.answer).code).toMatchObject({ id, description: 'Patio 2' });
    const send = (headers: Record<string, string>) =>
      server.ask('ana', '/store/1/orders', { method: 'POST', body: before, headers: { ...command(), ...headers } });
    expect(readError(await send({})).errors).toEqual({ code: ['Es inválido'] });
    // What was sold there while the network was away is recorded.
    expect(readCreated(await send({ 'x-taken-offline': '1' })).code?.id).toBe(id);
    const again = await put('codes', body);
    expect(idOf(again)).not.toBe(id);
    await call('DELETE', `codes/${idOf(again)}`);
  });

  it('a floor map: created, changed, removed', async () => {
    const body = { name: 'Terraza', draw: floorMapDrawing('Terraza', []) };
    const created = await told(() => put('maps', body));
    const id = idOf(created.answer);
    expect(created.heard).toEqual([{ name: 'map-created', payload: { id } }]);
    expect(created.changes).toEqual(created.heard);
    const place = { codeId: 1, label: '1', x: 1, y: 1, shape: 'round' as const };
    const changed = await told(() => put('maps', { ...body, draw: floorMapDrawing('Terraza', [place]) }));
    expect(changed.heard).toEqual([{ name: 'map-updated', payload: { id } }]);
    expect((await profile()).maps.find((m) => m.id === id)?.draw).toContain('"code_id":1');
    const removed = await told(() => call('DELETE', `maps/${id}`));
    expect(removed.heard).toEqual([{ name: 'map-removed', payload: { id } }]);
    expect((await profile()).maps.some((m) => m.id === id)).toBe(false);
  });

  it('a gateway: on the public channel, and in the feed of its store', async () => {
    const config = { support: false, order_ready: false, delay: 5, delay_display: 'Hay mucho tránsito.' };
    const body = { type: 'shipping', name: 'Moto Sur', service: 'moto-sur', config };
    const created = await told(() => put('gateways', body));
    const id = idOf(created.answer);
    expect(created.heard).toEqual([{ name: 'gateway-updated', payload: { id, type: 'shipping' } }]);
    expect(created.changes).toEqual(created.heard);
    const heard = await ana.heard.next((h) => h.channel === 'stores' && h.event === 'gateway-updated');
    expect(heard.data).toEqual({ store_ids: [1], type: 'shipping', at: expect.any(String) });
    expect((await profile()).gateways.at(-1)).toEqual({ ...body, id, public_key: null });
    const removed = await told(() => call('DELETE', `gateways/${id}`));
    expect(removed.heard).toEqual([{ name: 'gateway-updated', payload: { id, type: 'shipping' } }]);
    await expect
      .poll(() => ana.heard.items.filter((h) => h.channel === 'stores' && h.event === 'gateway-updated').length)
      .toBe(2);
  });

  it('the removal of an order, with its ticket and payments; the audit keeps it', async () => {
    const waits = readCreated(await sendOrder(server, { wanted: { place: 'Barra 2' } }));
    const open = { order_id: waits.id, reason: 'delay' };
    await server.ask('ana', '/store/1/tickets', { method: 'POST', body: open, headers: command() });
    const since = await head();
    const removed = await told(() => call('DELETE', `orders/${waits.id}`), 'admin');
    const payload = { id: waits.id, uid: waits.uid };
    expect(removed.heard.map((h) => h.name)).toEqual(['ticket-updated', 'order-removed']);
    expect(removed.heard.at(-1)).toEqual({ name: 'order-removed', payload });
    expect(removed.changes.at(-1)).toEqual({ name: 'order-removed', payload });
    expect(removed.audited).toMatchObject({ ...byPanel, action: 'order.remove', before: { number: waits.number } });
    const { changes } = readFeed(await server.ask('ana', `/store/1/changes?since=${since}`));
    expect(changes).toEqual([expect.objectContaining({ payload: expect.objectContaining({ waiting_count: 0 }) })]);
    expect((await server.ask('ana', `/store/1/orders/${waits.id}`)).status).toBe(404);
    expect(readManyOrders(await server.ask('ana', '/store/1/orders')).some((o) => o.id === waits.id)).toBe(false);
    expect((await call('DELETE', `orders/${waits.id}`)).status).toBe(404);
  });
});
