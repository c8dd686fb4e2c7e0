import { lte } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { storeEvents, storeFeeds } from '#server/db/schema/sync.ts';
import { readCreated, readFeed, readOneOrder } from '#server/testing/read.ts';
import { askToOpen, buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const feed = async (audience: 'store' | 'admin', since?: number, who: 'ana' | 'diego' = 'ana') =>
  readFeed(
    await server.ask(who, `/store/1/changes?audience=${audience}${since === undefined ? '' : `&since=${since}`}`),
  );

const create = async (place?: string) =>
  readCreated(
    await server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body: await buildSubmission(server, { place }),
      headers: command(),
    }),
  );

const move = async (id: number, rev: number, status: string) =>
  readOneOrder(
    await server.ask('ana', `/store/1/orders/${id}`, { method: 'PATCH', body: { status }, headers: command({ rev }) }),
  );

describe('GET /changes (R-29)', () => {
  it('answers the whole board with reset when the device knows nothing', async () => {
    const { head, reset, changes } = await feed('admin');
    expect([head, reset]).toEqual([0, true]);
    expect(changes).toHaveLength(9);
    expect(
      changes.every((c) => c.name === 'order-updated' && c.order?.id === Number(c.id) && c.ver === c.order?.ver),
    ).toBe(true);
  });

  it('answers one entry an entity with the order as it is now, in order of their last events', async () => {
    const before = (await feed('admin')).head;
    const one = await create();
    const two = await create('Barra 3');
    await move(one.id, 1, 'ACCEPTED');
    await move(one.id, 2, 'DELIVER');
    const { head, reset, changes } = await feed('admin', before);
    expect([head - before, reset]).toEqual([4, false]);
    expect(changes.map((c) => [c.store_seq - before, c.name, c.id, c.ver, c.order?.status])).toEqual([
      [2, 'order-created', String(two.id), 1, 'PENDING'],
      [4, 'order-updated', String(one.id), 3, 'DELIVER'],
    ]);
  });

  it('answers nothing at the head', async () => {
    const { head } = await feed('admin');
    expect(await feed('admin', head)).toEqual({ head, epoch: 0, reset: false, changes: [] });
  });

  it('carries the waiting count of codes to all staff, and no order (N-50, R-27)', async () => {
    await askToOpen(server, 'Mesa 5');
    const before = (await feed('store')).head;
    await create('Mesa 5');
    const { changes } = await feed('store', before, 'diego');
    expect(changes).toEqual([
      expect.objectContaining({
        name: 'code-updated',
        type: 'code',
        payload: expect.objectContaining({ description: 'Mesa 5', waiting_count: 1 }),
      }),
      expect.objectContaining({
        name: 'order-group-updated',
        type: 'order-group',
        payload: expect.objectContaining({ status: 'OPENED', waiting_count: 1 }),
      }),
    ]);
    expect(changes.every((c) => c.order === undefined)).toBe(true);
  });

  it("resets the staff feed to every code, every occupied table and the store's status", async () => {
    const { reset, changes, head } = await feed('store');
    expect(reset).toBe(true);
    expect(changes.filter((c) => c.name === 'code-updated')).toHaveLength(16);
    const tables = changes.filter((c) => c.type === 'order-group');
    expect(tables.map((c) => [c.name, c.ver])).toEqual([
      ['order-group-updated', head],
      ['order-group-updated', head],
      ['order-group-updated', head],
    ]);
    expect(changes.filter((c) => c.type !== 'code' && c.type !== 'order-group')).toEqual([
      expect.objectContaining({
        name: 'store-status-updated',
        ver: head,
        payload: expect.objectContaining({ open: true, autoclose: null, hours: expect.any(Array) }),
      }),
    ]);
  });

  it('refuses the admin feed to sellers and consultants (R-27)', async () => {
    for (const who of ['diego', 'elena'] as const) {
      const answer = await server.ask(who, '/store/1/changes?audience=admin');
      expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ code: 'forbidden' })]);
    }
  });

  it('resets a device that is ahead or older than what is kept', async () => {
    const { head } = await feed('admin');
    expect((await feed('admin', 0)).reset).toBe(false);
    await server.db.direct.delete(storeEvents).where(lte(storeEvents.store_seq, 1));
    expect((await feed('admin', 0)).reset).toBe(true);
    expect((await feed('admin', 1)).reset).toBe(false);
    expect((await feed('admin', head + 1)).reset).toBe(true);
  });

  it('resets a device that is more than 500 behind: the whole state is the shorter answer', async () => {
    const { head } = await feed('admin');
    await server.db.direct.update(storeFeeds).set({ head: head + 500 });
    expect((await feed('admin', head)).reset).toBe(false);
    await server.db.direct.update(storeFeeds).set({ head: head + 501 });
    expect((await feed('admin', head)).reset).toBe(true);
  });

  it.each(['-1', 'x', '1.5', '1e400'])('refuses since=%s with 422', async (since) => {
    expect((await server.ask('ana', `/store/1/changes?since=${since}`)).status).toBe(422);
  });
});
