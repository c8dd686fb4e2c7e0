import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { isObject } from '#domain/unknown.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { audit } from '#server/db/schema/sync.ts';
import { readFeed } from '#server/testing/read.ts';
import { cashOf } from '#server/testing/submissions.ts';
import { endAllTables, tableCalls } from '#server/testing/tables.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());
beforeEach(() => endAllTables(server));

const { read, get, table, order, patch } = tableCalls(() => server);
/** A conflict carries the current group, so its shape is not that of other errors. */
const codeIn = ({ body }: Answer): unknown => (isObject(body) ? body['code'] : null);
const linesOf = ({ items }: WireGroup) => items.filter((i) => i.ref === null);
const rowOf = (group: WireGroup): number => linesOf(group)[0]?.id ?? 0;
const kept = ({ items, orders: own, subtotal, discount, total, payments, data, status }: WireGroup) => ({
  lines: items.map(({ id, quantity, discount: off, order_id }) => [id, quantity, off, order_id]),
  orders: own.map((o) => [o.id, o.status, o.total]),
  subtotal,
  discount,
  total,
  payments,
  data,
  status,
});

describe('PATCH /store/{id}/orderGroups/{id}/items', () => {
  it('moves units of a line to another table as an order of its own; undoing gives both tables back as they were', async () => {
    const from = await table('Mesa 1');
    const to = await table('Mesa 2');
    const made = await order('Mesa 1', 3);
    await server.ask('carla', `/store/1/orders/${made.id}`, {
      method: 'PATCH',
      body: { status: 'ACCEPTED' },
      headers: command({ rev: made.status_rev }),
    });
    const before = [kept(await get(from.id)), kept(await get(to.id))];
    const items = [{ item_id: rowOf(await get(from.id)), quantity: 2 }];
    const left = read(await patch(from.id, '/items', { to: to.id, items }, from.rev));
    expect([left.rev, left.subtotal, linesOf(left).map((l) => l.quantity)]).toEqual([from.rev + 1, 1_100, [1]]);
    const got = await get(to.id);
    expect([got.subtotal, linesOf(got).map((l) => l.quantity)]).toEqual([2_200, [2]]);
    // The kitchen has accepted it already.
    expect(got.orders).toMatchObject([{ status: 'ACCEPTED', total: 2_200 }]);
    expect(got.last_move).toMatchObject({ kind: 'items', from: 'Mesa 1', to: 'Mesa 2' });
    expect(left.last_move).toEqual(got.last_move);
    const undone = read(await patch(to.id, '/undo', { move_id: got.last_move?.id }, null));
    expect([kept(await get(from.id)), kept(undone)]).toEqual(before);
    expect(undone.last_move).toBeNull();
    const again = await patch(to.id, '/undo', { move_id: got.last_move?.id }, null);
    expect([again.status, codeIn(again)]).toEqual([409, 'conflict']);
  });

  it('an order of which all lines go, goes itself; it tells orders, codes and both tables, and is audited', async () => {
    const from = await table('Mesa 1');
    const to = await table('Mesa 2');
    const made = await order('Mesa 1');
    const since = readFeed(await server.ask('diego', '/store/1/changes')).head;
    const adminSince = readFeed(await server.ask('carla', '/store/1/changes?audience=admin')).head;
    const items = [{ item_id: rowOf(await get(from.id)), quantity: 1 }];
    const left = read(await patch(from.id, '/items', { to: to.id, items }, from.rev));
    expect([left.orders, left.waiting_count]).toEqual([[], 0]);
    expect((await get(to.id)).orders.map((o) => o.id)).toEqual([made.id]);
    const admin = readFeed(await server.ask('carla', `/store/1/changes?audience=admin&since=${adminSince}`)).changes;
    expect(admin).toMatchObject([{ name: 'order-updated', order: { id: made.id, code: { description: 'Mesa 2' } } }]);
    const staff = readFeed(await server.ask('diego', `/store/1/changes?since=${since}`)).changes;
    expect(staff.map((c) => c.name).toSorted()).toEqual([
      'code-updated',
      'code-updated',
      'order-group-updated',
      'order-group-updated',
    ]);
    const [note] = await server.db.direct
      .select()
      .from(audit)
      .where(and(eq(audit.action, 'group.moveItems'), eq(audit.entity_id, String(from.id))));
    expect(note).toMatchObject({ actor_id: 3, after: { to: to.id } });
    const undone = read(await patch(from.id, '/undo', { move_id: left.last_move?.id }, null));
    expect(undone.orders.map((o) => o.id)).toEqual([made.id]);
  });

  it('two devices move the same line: one wins, the other hears what holds now; a repeat moves nothing twice', async () => {
    const from = await table('Mesa 1');
    const [one, two] = [await table('Mesa 2'), await table('Mesa 3')];
    await order('Mesa 1', 2);
    const items = [{ item_id: rowOf(await get(from.id)), quantity: 1 }];
    const move = (to: number, key: ReturnType<typeof randomUUID>) =>
      patch(from.id, '/items', { to, items }, from.rev, key);
    const [key, other] = [randomUUID(), randomUUID()];
    const both = await Promise.all([move(one.id, key), move(two.id, other)]);
    expect(both.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isFirst = both[0]?.status === 200;
    const again = isFirst ? await move(one.id, key) : await move(two.id, other);
    expect(again.text).toBe(both[isFirst ? 0 : 1]?.text);
    const sums = [await get(from.id), await get(one.id), await get(two.id)].map((g) => g.subtotal);
    expect(sums.reduce((a, b) => a + b, 0)).toBe(2_200);
    const gone = await patch(
      from.id,
      '/items',
      { to: one.id, items: [{ item_id: 1_000_000, quantity: 1 }] },
      from.rev + 1,
    );
    expect([gone.status, gone.body]).toMatchObject([409, { code: 'conflict', current: { id: from.id } }]);
  });

  it('a discount goes along as far as the table that keeps it has no products left for it', async () => {
    const from = await table('Mesa 1');
    const to = await table('Mesa 2');
    await order('Mesa 1', 2);
    const saved = read(await patch(from.id, '', { discount: 2_000 }, from.rev));
    const items = [{ item_id: rowOf(saved), quantity: 1 }];
    const left = read(await patch(from.id, '/items', { to: to.id, items }, saved.rev));
    const got = await get(to.id);
    expect([left.discount, left.total, got.discount, got.total]).toEqual([1_100, 0, 900, 200]);
    const undone = read(await patch(from.id, '/undo', { move_id: left.last_move?.id }, null));
    expect([undone.discount, undone.total, (await get(to.id)).discount]).toEqual([2_000, 200, 0]);
  });

  it('after the kitchen went on with one half, undoing brings it back as an order of its own', async () => {
    const from = await table('Mesa 1');
    const to = await table('Mesa 2');
    await order('Mesa 1', 2);
    const items = [{ item_id: rowOf(await get(from.id)), quantity: 1 }];
    const left = read(await patch(from.id, '/items', { to: to.id, items }, from.rev));
    const [half] = (await get(to.id)).orders;
    await server.db.direct
      .update(orders)
      .set({ status: 'ACCEPTED' })
      .where(eq(orders.id, half?.id ?? 0));
    const undone = read(await patch(from.id, '/undo', { move_id: left.last_move?.id }, null));
    expect([undone.subtotal, undone.orders.map((o) => o.status)]).toEqual([2_200, ['PENDING', 'ACCEPTED']]);
  });

  it('refuses the table itself, one that is not there, one that ended, and a table that changed since', async () => {
    const from = await table('Mesa 1');
    const to = await table('Mesa 2');
    await order('Mesa 1');
    const items = [{ item_id: rowOf(await get(from.id)), quantity: 1 }];
    const codeOf = async (body: object, rev: number | null = from.rev) => {
      const answer = await patch(from.id, '/items', { to: to.id, items, ...body }, rev);
      return [answer.status, codeIn(answer)];
    };
    expect(await codeOf({ to: from.id })).toEqual([422, 'validation']);
    expect(await codeOf({ to: 999_999 })).toEqual([404, 'not_found']);
    expect(await codeOf({ items: [...items, ...items] })).toEqual([409, 'conflict']);
    expect(await codeOf({ items: [{ item_id: items[0]?.item_id, quantity: 2 }] })).toEqual([409, 'conflict']);
    expect(await codeOf({}, from.rev + 1)).toEqual([409, 'conflict']);
    await server.db.direct.update(orderGroups).set({ status: 'PAYING' }).where(eq(orderGroups.id, to.id));
    expect(await codeOf({})).toEqual([422, 'invalid_transition']);
  });
});

describe('a tip', () => {
  it('is on top of the total, no discount touches it, and it goes with a table that is joined and comes back', async () => {
    const [to, from] = [await table('Mesa 1'), await table('Mesa 2')];
    await order('Mesa 2', 2);
    const tipped = read(await patch(from.id, '', { tip: 150.5, discount: 200, total: 2_000 }, from.rev));
    expect(tipped).toMatchObject({ subtotal: 2_200, discount: 200, total: 2_000, tip: 150.5 });
    const less = read(await patch(from.id, '', { discount: 2_200 }, tipped.rev));
    expect(less).toMatchObject({ total: 0, tip: 150.5 });
    const joined = read(await patch(to.id, '/merge', { from: from.id, from_rev: less.rev }, to.rev));
    expect([joined.tip, (await get(from.id)).tip]).toEqual([150.5, 0]);
    await patch(to.id, '/undo', { move_id: joined.last_move?.id }, null);
    expect([(await get(to.id)).tip, (await get(from.id)).tip]).toEqual([0, 150.5]);
    const odd = await patch(to.id, '', { tip: 0.001 }, joined.rev + 1);
    expect([odd.status, codeIn(odd)]).toEqual([422, 'validation']);
  });
});

describe('PATCH /store/{id}/orderGroups/{id}/merge', () => {
  it('joins another table with its orders, payments, discount and people; undoing parts them again', async () => {
    const to = await table('Mesa 1', { data: { people: 3, childrens: false } });
    const from = await table('Mesa 2', { data: { people: 2, childrens: true } });
    await order('Mesa 1', 2);
    await order('Mesa 2', 1);
    const paid = read(await patch(from.id, '', { payments: [cashOf(500)], discount: 100 }, from.rev));
    const before = [kept(await get(to.id)), kept(paid)];
    const joined = read(await patch(to.id, '/merge', { from: from.id, from_rev: paid.rev }, to.rev));
    expect(joined).toMatchObject({
      subtotal: 3_300,
      discount: 100,
      total: 3_200,
      data: { people: 5, childrens: true },
      payments: [{ amount: 500 }],
      last_move: { kind: 'merge', from: 'Mesa 2', to: 'Mesa 1' },
    });
    expect(joined.orders).toHaveLength(2);
    expect(await get(from.id)).toMatchObject({ status: 'COMPLETE', total: 0, orders: [], payments: [] });
    // An order that came since stays where it was taken.
    const late = await order('Mesa 1');
    await patch(to.id, '/undo', { move_id: joined.last_move?.id }, null);
    const [first, second] = [await get(to.id), kept(await get(from.id))];
    expect(second).toEqual(before[1]);
    expect(first.orders.map((o) => o.id)).toContain(late.id);
    expect([first.subtotal, first.data, first.payments]).toEqual([3_300, to.data, []]);
  });

  it('cannot be undone once other guests have the table, or once somebody changed one of the two', async () => {
    const join = async () => {
      const [to, from] = [await table('Mesa 1'), await table('Mesa 2')];
      const { last_move, rev } = read(await patch(to.id, '/merge', { from: from.id, from_rev: from.rev }, to.rev));
      return { id: to.id, rev, move_id: last_move?.id };
    };
    const busy = await join();
    await table('Mesa 2');
    const refused = await patch(busy.id, '/undo', { move_id: busy.move_id }, null);
    expect([refused.status, codeIn(refused)]).toEqual([409, 'code_busy']);
    await server.db.direct.update(orderGroups).set({ status: 'COMPLETE' });
    const changed = await join();
    await patch(changed.id, '', { payments: [cashOf(1)] }, changed.rev);
    const late = await patch(changed.id, '/undo', { move_id: changed.move_id }, null);
    expect([late.status, codeIn(late), (await get(changed.id)).last_move]).toEqual([409, 'conflict', null]);
  });

  it('refuses another table that changed since the person saw it, and is for admins', async () => {
    const [to, from] = [await table('Mesa 1'), await table('Mesa 2')];
    const stale = await patch(to.id, '/merge', { from: from.id, from_rev: from.rev + 1 }, to.rev);
    expect([stale.status, codeIn(stale)]).toEqual([409, 'conflict']);
    const seller = await server.ask('diego', `/store/1/orderGroups/${to.id}/merge`, {
      method: 'PATCH',
      body: { from: from.id, from_rev: from.rev },
      headers: command({ rev: to.rev }),
    });
    expect(seller.status).toBe(403);
  });
});
