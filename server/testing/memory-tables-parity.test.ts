import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OrderGroupDetail } from '#domain/order-group.ts';
import { orderGroups } from '#server/db/schema/orders.ts';
import { type BillCall, BillHistory, type BillServer, billStep } from './bill-histories.ts';
import { billsOnMaps, billsOverHttp, menuLines } from './bill-servers.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

type Views = readonly OrderGroupDetail[];

const byPlace = (views: Views): Views => views.toSorted((a, b) => (a.code.description < b.code.description ? -1 : 1));

/** Drops ids and numbers, which differ between the servers. */
const comparable = (views: Views): unknown =>
  byPlace(views).map(({ code, status, data, subtotal, discount, total, tip, waiting_count, rev, ...group }) => ({
    place: code.description,
    facts: [status, data, subtotal, discount, total, tip, waiting_count, rev],
    items: group.items.map(({ name, quantity, unit_price, discount: off, seat }) => [
      name,
      quantity,
      unit_price,
      off,
      seat,
    ]),
    orders: group.orders.map((o) => [o.status, o.total]),
    payments: group.payments.map((p) => [p.method, p.amount, p.status].join(' ')).toSorted(),
    move: group.last_move && [group.last_move.kind, group.last_move.from, group.last_move.to],
  }));

/** Plays every step on both and compares what they answer and show; a history knows the ids of the one over maps. */
class BothServers implements BillServer {
  readonly #memory = billsOnMaps(undefined, { lines: menuLines });
  readonly #real = billsOverHttp(server);
  /** Both as they were before the step. */
  #views: readonly [Views, Views] = [[], []];

  newKey = randomUUID;
  write: BillServer['write'] = (amount) => this.#memory.write(amount);
  place = (table: number): string => this.#memory.place(table);

  async view(): Promise<Views> {
    this.#views = [await this.#memory.view(), await this.#real.view()];
    expect(comparable(this.#views[0])).toEqual(comparable(this.#views[1]));
    return this.#views[0];
  }

  async openTable(table: number, people: number): Promise<void> {
    await this.#memory.openTable(table, people);
    await this.#real.openTable(table, people);
  }

  async add(group: OrderGroupDetail, picks: Parameters<BillServer['add']>[1]): Promise<void> {
    await this.#memory.add(group, picks);
    await this.#real.add(group, picks);
  }

  async cook(orderId: number, to: Parameters<BillServer['cook']>[1]): Promise<void> {
    await this.#memory.cook(orderId, to);
    await this.#real.cook(
      this.#twin((g) => g.orders.map((o) => o.id), orderId),
      to,
    );
  }

  async send(call: BillCall): Promise<number> {
    const status = await this.#memory.send(call);
    const group = (id: unknown) => this.#twin((g) => [g.id], Number(id));
    const { items, to, from, move_id: move, ...body } = call.body;
    const twin = {
      ...call,
      id: group(call.id),
      body: {
        ...body,
        ...(to !== undefined && { to: group(to) }),
        ...(from !== undefined && { from: group(from) }),
        ...(move !== undefined && { move_id: this.#twin((g) => [g.last_move?.id ?? 0], Number(move)) }),
        ...(Array.isArray(items) && {
          items: items.map((i) => ({ ...i, item_id: this.#twin((g) => g.items.map((l) => l.id), i.item_id) })),
        }),
      },
    };
    expect([call.what, await this.#real.send(twin)]).toEqual([call.what, status]);
    return status;
  }

  /** The id at the real server of what has this id over maps. An id that is at no table any more is none there either. */
  #twin(idsOf: (group: OrderGroupDetail) => readonly number[], id: number): number {
    const [memory, real] = this.#views.map((views) => byPlace(views).flatMap(idsOf));
    return real?.[memory?.indexOf(id) ?? -1] ?? 1_000_000;
  }
}

it('MemoryTables answers and shows what the server does (I1)', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(billStep, { minLength: 4, maxLength: 14 }), async (script) => {
      await server.db.direct.update(orderGroups).set({ status: 'COMPLETE' });
      const opened = (['open', 'add'] as const).flatMap((kind) =>
        [0, 1].map((a) => ({ kind, a, b: 0, picks: [5, 7_777, 4_321] as const })),
      );
      // A repeat is answered by its key alone, and the ids of what it was about may be gone: it has tests of its own.
      const steps = script.filter((s) => s.kind !== 'repeat');
      const history = await new BillHistory(new BothServers()).play([...opened, ...steps]);
      for (const [kind, count] of history.done) done.set(kind, (done.get(kind) ?? 0) + count);
      expect(history.broken).toEqual([]);
    }),
    // The same histories each time: each kind of step has to be among them.
    { numRuns: 60, endOnFailure: true, seed: 7 },
  );
  expect([...done.keys()]).toEqual(
    expect.arrayContaining(['add', 'cook', 'discount', 'finish', 'items', 'merge', 'pay', 'stale refused', 'undo']),
  );
}, 600_000);
