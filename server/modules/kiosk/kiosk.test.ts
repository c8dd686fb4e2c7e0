import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isNextStep } from '#domain/kiosk.ts';
import { orderStatuses } from '#domain/order.ts';
import { statusTargets } from '#domain/order-status.ts';
import { orders } from '#server/db/schema/orders.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { readCreated, readError, readFeed, readManyOrders, readOneOrder, parseProfile } from '#server/testing/read.ts';
import { nearLaEsquina, buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const create = async (more: object = {}) =>
  readCreated(
    await server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body: { ...(await buildSubmission(server)), ...more },
      headers: command(),
    }),
  );

const set = (id: number, status: (typeof orderStatuses)[number]) =>
  server.db.direct.update(orders).set({ status, status_rev: 7 }).where(eq(orders.id, id));

describe('what a kitchen screen may do', () => {
  it('takes the next step and nothing else, for every pair of statuses', async () => {
    const { headers } = await pairedScreen(server);
    const { id } = await create();
    for (const from of orderStatuses)
      for (const to of orderStatuses) {
        await set(id, from);
        const answer = await server.ask(null, `/store/1/orders/${id}`, {
          method: 'PATCH',
          body: { status: to },
          headers: { ...headers, ...command({ rev: 7 }) },
        });
        expect([from, to, answer.status]).toEqual([from, to, isNextStep(from, to) ? 200 : 403]);
        if (answer.status === 403)
          expect(readError(answer)).toMatchObject({
            code: 'forbidden',
            message: 'Esta pantalla solo puede pasar un pedido al paso siguiente.',
          });
      }
    expect(statusTargets.DELIVER).toContain('COMPLETE');
  });

  it('changes nothing beside the status, not even with the next step', async () => {
    const { headers } = await pairedScreen(server);
    const { id } = await create();
    const bodies = [{ status: 'ACCEPTED', discount: 1 }, { payments: [] }, { status: 'ACCEPTED', total: 0 }];
    for (const body of bodies) {
      const answer = await server.ask(null, `/store/1/orders/${id}`, {
        method: 'PATCH',
        body,
        headers: { ...headers, ...command({ rev: 1 }) },
      });
      expect([answer.status, readError(answer).code]).toEqual([403, 'forbidden']);
    }
    const [row] = await server.db.direct.select().from(orders).where(eq(orders.id, id));
    expect(row).toMatchObject({ status: 'PENDING', ver: 1 });
  });

  it('is told who won when another device was first (N-16)', async () => {
    const { headers } = await pairedScreen(server);
    const { id } = await create();
    await server.ask('carla', `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'DELIVER' },
      headers: command({ rev: 1 }),
    });
    const late = await server.ask(null, `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: { ...headers, ...command({ rev: 1 }) },
    });
    expect([late.status, readError(late)]).toEqual([
      409,
      expect.objectContaining({
        by: { fullname: 'Carla Domínguez' },
        current: expect.objectContaining({ phone: null }),
      }),
    ]);
  });

  it('is named as who moved the order', async () => {
    const { headers } = await pairedScreen(server, { name: 'Parrilla' });
    const { id } = await create();
    const steps = await server.ask(null, `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: { ...headers, ...command({ rev: 1 }) },
    });
    expect(steps.status).toBe(200);
    const late = await server.ask('ana', `/store/1/orders/${id}`, {
      method: 'PATCH',
      body: { status: 'DELIVER' },
      headers: command({ rev: 1 }),
    });
    expect(readError(late).by).toEqual({ fullname: 'Cocina · Parrilla' });
  });
});

describe('what a kitchen screen may know', () => {
  const hidden = { user: null, phone: null, address: null, coordinates: null, payments: [] };

  it('sees what to cook and the name to call, never phone, address, account or payment', async () => {
    const { headers } = await pairedScreen(server);
    const order = await create({ description: 'Lucía', phone: '+5492664123456' });
    await server.db.direct
      .update(orders)
      .set({ address: { address_line_1: 'Colón 123', address_line_2: null, geolocation: nearLaEsquina.geolocation } })
      .where(eq(orders.id, order.id));
    const told = await server.ask('ana', `/store/1/orders/${order.id}`);
    expect(readOneOrder(told)).toMatchObject({ phone: '+5492664123456' });
    const ask = (path: string) => server.ask(null, path, { headers });
    const mine = { id: order.id, description: 'Lucía', ...hidden };
    expect(readOneOrder(await ask(`/store/1/orders/${order.id}`))).toMatchObject(mine);
    expect(readManyOrders(await ask('/store/1/orders')).find((o) => o.id === order.id)).toMatchObject(mine);
    const profile = parseProfile(await ask('/store/1'));
    expect(profile.orders.find((o) => o.id === order.id)).toMatchObject(mine);
    expect(profile.sellers).toEqual([]);
    const feed = readFeed(await ask('/store/1/changes?audience=kitchen'));
    expect(feed.changes.find((c) => c.order?.id === order.id)?.order).toMatchObject(mine);
    for (const path of [
      `/store/1/orders/${order.id}`,
      '/store/1/orders',
      '/store/1',
      '/store/1/changes?audience=kitchen',
    ])
      expect((await ask(path)).text).not.toMatch(/2664123456|Colón 123/);
  });

  it('calls a customer of the app by name', async () => {
    const { headers } = await pairedScreen(server);
    const order = await create({ description: null });
    await server.db.direct.update(orders).set({ user_id: 1, description: null }).where(eq(orders.id, order.id));
    const seen = readOneOrder(await server.ask(null, `/store/1/orders/${order.id}`, { headers }));
    expect([seen.user, seen.description]).toEqual([null, 'Ana Ferreyra']);
  });

  it('follows its own feed at the pace of the admins, which it may not hear; others may not hear its', async () => {
    const { headers } = await pairedScreen(server);
    const admin = readFeed(await server.ask('ana', '/store/1/changes?audience=admin'));
    const kitchen = readFeed(await server.ask(null, '/store/1/changes?audience=kitchen', { headers }));
    expect([kitchen.head, kitchen.reset]).toEqual([admin.head, true]);
    const order = await create();
    const delta = readFeed(
      await server.ask(null, `/store/1/changes?audience=kitchen&since=${kitchen.head}`, { headers }),
    );
    expect([delta.reset, delta.changes.map((c) => c.order?.id)]).toEqual([false, [order.id]]);
    expect((await server.ask(null, '/store/1/changes?audience=admin', { headers })).status).toBe(403);
    expect((await server.ask('ana', '/store/1/changes?audience=kitchen')).status).toBe(403);
    expect((await server.ask('diego', '/store/1/changes?audience=kitchen')).status).toBe(403);
  });
});
