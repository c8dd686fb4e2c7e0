import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { orderGroups } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { isOccupied, updateGroup } from '#server/modules/groups/groups-store.ts';
import { lockWaits } from '#server/testing/lock-waits.ts';
import { readError, readFeed } from '#server/testing/read.ts';
import { askToOpen } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
beforeEach(() => endAllTables(server));

const { read, codeId, order } = tableCalls(() => server);

const change = (id: number, code_id: number) =>
  server.ask('carla', `/store/1/orderGroups/${id}/change`, {
    method: 'PATCH',
    body: { code_id },
    headers: command(null),
  });
const remove = (id: number) => server.ask('carla', `/store/1/orderGroups/${id}`, { method: 'DELETE' });

describe('PATCH /store/{id}/orderGroups/{id}/change', () => {
  it('moves the group with its orders to a free table, and tells both codes and every order (G-51)', async () => {
    const { id } = read(await askToOpen(server, 'Mesa 1'));
    const made = await order('Mesa 1');
    const moved = read(await change(id, await codeId('Mesa 9')));
    expect(moved).toMatchObject({ code: { description: 'Mesa 9' }, waiting_count: 1 });
    const feed = readFeed(await server.ask('carla', '/store/1/changes?audience=admin&since=0'));
    expect(feed.changes.find((c) => c.id === String(made.id))?.order?.code?.description).toBe('Mesa 9');
    const staff = readFeed(await server.ask('diego', '/store/1/changes'));
    const waiting = async (place: string) => {
      const wanted = String(await codeId(place));
      return staff.changes.find((c) => c.type === 'code' && c.id === wanted)?.payload;
    };
    expect([await waiting('Mesa 1'), await waiting('Mesa 9')]).toMatchObject([
      { waiting_count: 0 },
      { waiting_count: 1 },
    ]);
    expect((await askToOpen(server, 'Mesa 1')).status).toBe(201);
  });

  it('refuses a table with a group, a bar place, and a group that ended; its own table changes nothing (G-51)', async () => {
    const { id } = read(await askToOpen(server, 'Mesa 1'));
    await askToOpen(server, 'Mesa 2');
    expect(readError(await change(id, await codeId('Mesa 2'))).code).toBe('code_busy');
    expect(readError(await change(id, await codeId('Barra 1'))).errors).toHaveProperty('code_id');
    const own = read(await change(id, await codeId('Mesa 1')));
    await server.db.direct.update(orderGroups).set({ status: 'COMPLETE' }).where(eq(orderGroups.id, id));
    expect(own.code.description).toBe('Mesa 1');
    expect(readError(await change(id, await codeId('Mesa 3')))).toMatchObject({
      code: 'invalid_transition',
      message: 'Esta mesa ya terminó: no se puede cambiar.',
    });
  });

  it('a table that is opened where another one is about to come waits, and is refused without a deadlock (G-51)', async () => {
    const { id } = read(await askToOpen(server, 'Mesa 1'));
    const free = await codeId('Mesa 9');
    const { opening } = await server.db.store(1, 'write', async (tx) => {
      expect(await isOccupied(tx, 1, free, id)).toBe(false);
      const asked = askToOpen(server, 'Mesa 9');
      await expect.poll(() => lockWaits(server.db)).toBe(1);
      await updateGroup(tx, 1, id, { code_id: free, by: 1, at: server.clock.now() });
      return { opening: asked };
    });
    expect(readError(await opening).code).toBe('code_busy');
  });

  it('moves one of three tables that go to the same free one at once, beside one that is opened there (G-51)', async () => {
    const places = ['Mesa 1', 'Mesa 2', 'Mesa 3'];
    const free = await codeId('Mesa 9');
    for (let round = 0; round < 5; round += 1) {
      await endAllTables(server);
      const groups = await Promise.all(places.map(async (place) => read(await askToOpen(server, place))));
      const opening = round % 2 === 0 ? [askToOpen(server, 'Mesa 9')] : [];
      const answers = await Promise.all([...groups.map(({ id }) => change(id, free)), ...opening]);
      const refused = answers.filter(({ status }) => status >= 300);
      expect(refused.map((answer) => readError(answer).code)).toEqual(refused.map(() => 'code_busy'));
      expect(refused).toHaveLength(answers.length - 1);
    }
  });
});

describe('GET and DELETE /store/{id}/orderGroups/{id}', () => {
  it('404 for a group that the store does not have (G-48)', async () => {
    const { id } = read(await askToOpen(server, 'Mesa 11'));
    expect((await server.ask('diego', `/store/1/orderGroups/${id}`)).status).toBe(200);
    expect((await server.ask('ana', '/store/1/orderGroups/999999')).status).toBe(404);
    expect((await server.ask('gabi', `/store/5/orderGroups/${id}`)).status).toBe(404);
  });

  it('deletes an open group and its orders, tells it, and answers 404 the second time (G-52)', async () => {
    const { id, uid } = read(await askToOpen(server, 'Mesa 1'));
    const made = await order('Mesa 1');
    const since = readFeed(await server.ask('diego', '/store/1/changes')).head;
    const adminSince = readFeed(await server.ask('carla', '/store/1/changes?audience=admin')).head;
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect((await server.ask('ana', `/store/1/orders/${made.id}`)).status).toBe(404);
    const admin = readFeed(await server.ask('carla', `/store/1/changes?audience=admin&since=${adminSince}`));
    expect(admin.changes).toMatchObject([{ name: 'order-removed', payload: { id: made.id, uid: made.uid } }]);
    const staff = readFeed(await server.ask('diego', `/store/1/changes?since=${since}`));
    expect(staff.changes.find((c) => c.type === 'order-group')).toMatchObject({
      name: 'order-group-updated',
      payload: { id, uid, status: 'REJECTED', removed: true },
    });
    expect(staff.changes.find((c) => c.type === 'code')).toMatchObject({ payload: { waiting_count: 0 } });
    const [kept] = await server.db.direct.select().from(audit).where(eq(audit.action, 'group.remove'));
    expect(kept).toMatchObject({ entity_id: String(id), before: { id, uid } });
  });

  it('refuses a group that is finished or being paid (G-52)', async () => {
    const { id } = read(await askToOpen(server, 'Mesa 1'));
    for (const status of ['COMPLETE', 'REJECTED', 'PAYING'] as const) {
      await server.db.direct.update(orderGroups).set({ status }).where(eq(orderGroups.id, id));
      const answer = await remove(id);
      expect([status, answer.status, readError(answer).code]).toEqual([status, 422, 'invalid_transition']);
    }
  });
});

it('the profile lists the tables that are occupied, for the staff of a paid plan', async () => {
  const { id } = read(await askToOpen(server, 'Mesa 1'));
  const profile = (await server.ask('diego', '/store/1')).body;
  expect(profile).toMatchObject({ orderGroups: [{ id, status: 'OPENED', code: { description: 'Mesa 1' } }] });
});
