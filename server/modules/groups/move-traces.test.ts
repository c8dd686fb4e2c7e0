import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { historyEntry } from '#contract/order-history.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
beforeEach(() => endAllTables(server));

const { read, get, table, order, patch } = tableCalls(() => server);
const seatsOf = ({ items }: WireGroup) => items.map((l) => l.seat);
const entriesOf = async (id: number) => {
  const { body } = await server.ask('ana', `/store/1/orders/${id}/history`);
  const { entries } = z.parse(z.object({ entries: z.array(historyEntry) }), body);
  return entries.map(({ action, before, after, actor }) => ({ action, before, after, by: actor.id }));
};
const profileCodes = z.object({ codes: z.array(z.object({ id: z.int(), description: z.string() })) });
const undo = (group: WireGroup) => patch(group.id, '/undo', { move_id: group.last_move?.id }, null);

describe('the history of an order tells', () => {
  it('what of it went to another table, and came back', async () => {
    const [from, to] = [await table('Mesa 1'), await table('Mesa 2')];
    const whole = await order('Mesa 1', 3);
    const row = (await get(from.id)).items[0]?.id;
    const items = [{ item_id: row, quantity: 2 }];
    const left = read(await patch(from.id, '/items', { to: to.id, items }, from.rev));
    const [part] = (await get(to.id)).orders;
    expect(await entriesOf(part?.id ?? 0)).toEqual([
      { action: 'split', before: { place: 'Mesa 1', number: whole.number }, after: { total: 2_200 }, by: 3 },
    ]);
    await undo(left);
    const moved = { place: 'Mesa 2', items: [{ name: 'Medialuna de manteca', quantity: 2 }] };
    expect((await entriesOf(whole.id)).slice(1)).toEqual([
      { action: 'items-away', before: { total: 3_300 }, after: { total: 1_100, ...moved }, by: 3 },
      { action: 'items-back', before: { total: 1_100 }, after: { total: 3_300, ...moved }, by: 3 },
    ]);
  });

  it('each other table that it was at: all of its lines moved, tables joined and parted, a table changed', async () => {
    const [from, to] = [await table('Mesa 1'), await table('Mesa 2')];
    const made = await order('Mesa 1');
    const items = [{ item_id: (await get(from.id)).items[0]?.id, quantity: 1 }];
    await undo(read(await patch(from.id, '/items', { to: to.id, items }, from.rev)));
    const { rev } = await get(from.id);
    const joined = read(await patch(to.id, '/merge', { from: from.id, from_rev: rev }, (await get(to.id)).rev));
    await undo(joined);
    const { codes } = z.parse(profileCodes, (await server.ask('ana', '/store/1')).body);
    const free = codes.find((c) => c.description === 'Mesa 3');
    const changed = await server.ask('carla', `/store/1/orderGroups/${from.id}/change`, {
      method: 'PATCH',
      body: { code_id: free?.id },
      headers: command(null),
    });
    expect(changed.status).toBe(200);
    const ways = [
      ['Mesa 1', 'Mesa 2'],
      ['Mesa 2', 'Mesa 1'],
      ['Mesa 1', 'Mesa 2'],
      ['Mesa 2', 'Mesa 1'],
      ['Mesa 1', 'Mesa 3'],
    ];
    expect((await entriesOf(made.id)).slice(1)).toEqual(
      ways.map(([was, is]) => ({ action: 'table', before: { place: was }, after: { place: is }, by: 3 })),
    );
  });
});

describe('the seats of lines that come to another table', () => {
  it('are behind those of its people, also of lines that are cut; undoing gives them back', async () => {
    const to = await table('Mesa 1', { data: { people: 2, childrens: false } });
    const from = await table('Mesa 2', { data: { people: 3, childrens: false } });
    await order('Mesa 1', 1, 2);
    await order('Mesa 2', 2, 1);
    await order('Mesa 2', 1);
    const joined = read(await patch(to.id, '/merge', { from: from.id, from_rev: from.rev }, to.rev));
    expect(seatsOf(joined)).toEqual([2, 3, undefined]);
    expect(joined.data.people).toBe(5);
    await undo(joined);
    expect([seatsOf(await get(to.id)), seatsOf(await get(from.id))]).toEqual([[2], [1, undefined]]);
    const source = await get(from.id);
    const items = [{ item_id: source.items[0]?.id, quantity: 1 }];
    const left = read(await patch(from.id, '/items', { to: to.id, items }, source.rev));
    expect([seatsOf(left), seatsOf(await get(to.id))]).toEqual([
      [1, undefined],
      [2, 3],
    ]);
    await undo(left);
    expect([seatsOf(await get(to.id)), seatsOf(await get(from.id))]).toEqual([[2], [1, undefined]]);
  });
});

it('leaves no unexpected error', () => {
  expect(server.errors).toEqual([]);
});
