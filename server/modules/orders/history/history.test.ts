import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { historyEntry } from '#contract/order-history.ts';
import { readHistoryEntry } from '#contract/wire/order-history.ts';
import { defaultCurrency } from '#domain/money.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readCreated, readError } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const answer = z.object({ entries: z.array(historyEntry) });
const read = (given: Answer) => z.parse(answer, given.body).entries;

const tablet =
  'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** Bruno's requests from a tablet, with a session of that device. */
async function onTablet(): Promise<
  (path: string, method: 'PATCH' | 'DELETE', body?: unknown, rev?: number) => Promise<Answer>
> {
  const { body } = await server.ask(null, '/tokens', {
    method: 'POST',
    body: { email: 'bruno@demo.marche', password: 'marche2026' },
    headers: { 'user-agent': tablet },
  });
  const token = z.parse(z.object({ access_token: z.string() }), body).access_token;
  return (path, method, sent, rev) =>
    server.ask(null, path, {
      method,
      ...(sent !== undefined && { body: sent }),
      headers: { ...command(rev === undefined ? null : { rev }), authorization: `Bearer ${token}` },
    });
}

const create = async () =>
  readCreated(
    await sendOrder(server, {
      wanted: {
        items: [
          ['Medialuna de manteca', 2],
          ['Fainá', 1],
        ],
      },
    }),
  );

describe('GET /store/{id}/orders/{id}/history (T7)', () => {
  it('tells the whole life of an order: who, on which device, when, before and after', async () => {
    const order = await create();
    const bruno = await onTablet();
    const path = `/store/1/orders/${order.id}`;
    const started = server.clock.now();
    server.clock.advance(60_000);
    await bruno(path, 'PATCH', { status: 'ACCEPTED' }, 1);
    await bruno(`${path}/delay`, 'PATCH', { minutes: 10 });
    await bruno(`${path}/item/${order.order_detail[1]?.id}`, 'DELETE');
    await bruno(
      path,
      'PATCH',
      { payments: [{ method: 'cash', amount: 2_200, option: 'cash', type: 'exact', value: null }] },
      2,
    );
    await bruno(`${path}/reject`, 'PATCH', { reject_reason: 'closed' }, 2);
    const entries = read(await server.ask('ana', `${path}/history`));
    const iso = (ms: number): string => new Date(ms).toISOString();
    const amounts = { subtotal: order.subtotal, discount: 0, delivery_amount: 0, total: order.total };
    const left = { subtotal: 2_200, discount: 0, delivery_amount: 0, total: 2_200 };
    const late = { at: iso(started + 60_000), actor: { id: 2, fullname: 'Bruno Acosta' }, device: 'Chrome en Android' };
    expect(entries).toMatchObject([
      {
        at: iso(started),
        actor: { fullname: 'Ana Ferreyra' },
        action: 'create',
        before: null,
        after: { total: order.total },
      },
      { ...late, action: 'status', before: { status: 'PENDING' }, after: { status: 'ACCEPTED' } },
      { ...late, action: 'delay' },
      {
        ...late,
        action: 'remove-item',
        before: { ...amounts, item: { name: 'Fainá', quantity: 1, price: 1_900 } },
        after: left,
      },
      {
        ...late,
        action: 'money',
        before: { ...left, payments: [] },
        after: { ...left, payments: [{ method: 'cash', amount: 2_200 }] },
      },
      { ...late, action: 'reject', before: { status: 'ACCEPTED' }, after: { reject_reason: 'closed' } },
    ]);
    const [, , delayed] = entries;
    expect(
      delayed?.action === 'delay' && Date.parse(delayed.after.ready_by) - Date.parse(delayed.before.ready_by ?? ''),
    ).toBe(10 * 60_000);
    // A device can read the server's history.
    expect(entries.map((e) => readHistoryEntry(e, defaultCurrency).event.action)).toEqual([
      'create',
      'status',
      'delay',
      'remove-item',
      'money',
      'reject',
    ]);
  });

  it('keeps a refused change out of it, and repeats none (T7, N-16)', async () => {
    const order = await create();
    const path = `/store/1/orders/${order.id}`;
    const headers = command({ rev: 1 });
    for (const _ of [1, 2]) await server.ask('carla', path, { method: 'PATCH', body: { status: 'ACCEPTED' }, headers });
    await server.ask('carla', path, { method: 'PATCH', body: { status: 'DELIVER' }, headers: command({ rev: 1 }) });
    expect(read(await server.ask('ana', `${path}/history`)).map((e) => e.action)).toEqual(['create', 'status']);
  });

  it('an entry that this version cannot read is still one: who and when', async () => {
    const order = await create();
    const row = {
      store_id: 1,
      actor_id: 3,
      session_id: '00000000-0000-4000-8000-000000000000',
      device: '',
      entity: 'order',
      entity_id: String(order.id),
      at: server.clock.now(),
    };
    await server.db.direct.insert(audit).values([
      { ...row, action: 'order.merge', before: null, after: { with: 3 } },
      { ...row, action: 'order.reject', before: { status: 'LOST' }, after: null },
    ]);
    const entries = read(await server.ask('ana', `/store/1/orders/${order.id}/history`));
    const told = { actor: { fullname: 'Carla Domínguez' }, device: 'Otro dispositivo', action: 'unknown' };
    expect(entries.slice(1)).toMatchObject([told, told]);
  });

  it('has what the system, a timer and a provider did, by their Spanish name and without a device (T7)', async () => {
    const order = await create();
    const row = {
      store_id: 1,
      entity: 'order',
      entity_id: String(order.id),
      at: server.clock.now(),
      action: 'order.changeStatus',
      before: { status: 'PENDING' },
      after: { status: 'ACCEPTED' },
    };
    await server.db.direct.insert(audit).values([
      { ...row, actor_kind: 'timer', actor_name: 'store-closing' },
      { ...row, actor_kind: 'provider', actor_name: 'support-desk' },
      { ...row, actor_kind: 'provider', actor_name: 'a-payment-service' },
      { ...row, actor_kind: 'system', actor_name: 'migration' },
    ]);
    const entries = read(await server.ask('ana', `/store/1/orders/${order.id}/history`));
    const by = (fullname: string) => ({ actor: { id: null, fullname }, device: null, action: 'status' });
    expect(entries.slice(1)).toMatchObject([
      by('El cierre automático'),
      by('Soporte'),
      by('Un servicio externo'),
      by('El sistema'),
    ]);
    expect(readHistoryEntry(entries[1] ?? expect.fail(), defaultCurrency).actor.id).toBeNull();
  });

  it('is for those who may change orders, of orders of their own store (T2)', async () => {
    const order = await create();
    expect((await server.ask('diego', `/store/1/orders/${order.id}/history`)).status).toBe(403);
    expect((await server.ask('ana', '/store/1/orders/999999/history')).status).toBe(404);
    const other = await server.ask('ana', `/store/2/orders/${order.id}/history`);
    expect([other.status, readError(other).code]).toEqual([404, 'not_found']);
  });
});
