import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeMoney } from '#contract/wire/amounts.ts';
import { isUuid } from '#domain/ids.ts';
import { money } from '#domain/money.ts';
import { lineTotal } from '#domain/pricing.ts';
import { orderGroups } from '#server/db/schema/orders.ts';
import { loadGroup, readActiveGroups } from '#server/modules/groups/groups-store.ts';
import { type BillCall, BillHistory, type BillServer, billStep } from '#server/testing/bill-histories.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import { MemoryTables, type StorageBug } from '#server/testing/memory-tables.ts';
import { readCreated } from '#server/testing/read.ts';
import { askToOpen, sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { groupCommands } from './groups-routes.ts';

const histories = 10_000;
const overHttp = 1_000;
const patienceMs = 240_000;

const write: BillServer['write'] = (amount) => writeMoney(amount, memoryStore.currency);

/** A line as the catalog could sell it, in odd cents, with and without an additional and a discount. */
function lineOf([a, b, c]: readonly [number, number, number], id: number) {
  const [quantity, unit_price, seat] = [1 + (a % 7), money(1 + ((b * 37) % 99_999)), c % 4];
  const additionals = a % 3 === 0 ? [{ id: 1, name: 'Queso', quantity: 1 + (b % 2), price: money(333) }] : [];
  const discount = money(c % (unit_price * quantity));
  const price = lineTotal(unit_price, additionals, quantity, discount);
  const name = `Plato ${id} a ${unit_price}`;
  return { id, name, quantity, unit_price, discount, comments: null, additionals, price, ...(seat > 0 && { seat }) };
}

/** The executor and the decisions over maps. */
function onMaps(bug?: StorageBug, newKeys = false): BillServer {
  const tables = new MemoryTables(bug);
  type Sending = (given: object, headers: Parameters<MemoryTables['send']>[2]) => Promise<{ readonly status: number }>;
  const commands: Readonly<Record<BillCall['what'], Sending>> = {
    items: (given, headers) => tables.send(groupCommands.moveItems, given, headers),
    merge: (given, headers) => tables.send(groupCommands.merge, given, headers),
    undo: (given, headers) => tables.send(groupCommands.undoMove, given, headers),
    save: (given, headers) => tables.send(groupCommands.save, given, headers),
  };
  return {
    view: () => Promise.resolve(tables.open()),
    async openTable(table, people) {
      const data = { people, childrens: false };
      await tables.send(groupCommands.open, { uid: tables.newId(), code_id: table + 1, seller_id: null, data });
    },
    add: (group, [a, b, c]) => tables.add(group, [lineOf([a, b, c], 1), ...(c % 2 ? [lineOf([b, c, a], 2)] : [])]),
    cook: (orderId, to) => Promise.resolve(tables.cook(orderId, to)),
    async send({ what, id, body, rev, key }) {
      const cmdId = isUuid(key) && !newKeys ? key : tables.newId();
      const given = { id, ...body };
      const headers = { id: cmdId, base: rev === null ? null : { rev } };
      return (await commands[what](given, headers)).status;
    },
    newKey: () => tables.newId(),
    write,
    place: (table) => `Mesa ${table + 1}`,
  };
}

/** The steps until the first history that breaks something; throws fast-check's report then. */
async function play(server: () => BillServer, runs: number, steps: number, done = new Map<string, number>()) {
  await fc.assert(
    fc.asyncProperty(fc.array(billStep, { minLength: 3, maxLength: steps }), async (script) => {
      const opened = (['open', 'add'] as const).flatMap((kind) =>
        [0, 1].map((a) => ({ kind, a, b: 0, picks: [5, 7_777, 4_321] as const })),
      );
      const history = await new BillHistory(server()).play([...opened, ...script]);
      for (const [kind, count] of history.done) done.set(kind, (done.get(kind) ?? 0) + count);
      expect(history.broken).toEqual([]);
    }),
    { numRuns: runs },
  );
  return done;
}

describe('random histories of bills, with the shipped executor', () => {
  it(
    `keep units and money in ${histories} histories`,
    async () => {
      const done = await play(onMaps, histories, 16);
      // Every kind of step happened, and every kind of refusal that a history can provoke.
      expect([...done.keys()].toSorted()).toEqual(
        expect.arrayContaining([
          'add',
          'cook',
          'discount',
          'finish',
          'items',
          'merge',
          'open',
          'pay',
          'repeat',
          'undo',
        ]),
      );
      expect(done.get('stale refused')).toBeGreaterThan(100);
    },
    patienceMs,
  );

  const bugs: readonly (readonly [string, StorageBug])[] = [
    ['payments that stay behind', (r) => ({ ...r, movePayments: () => Promise.resolve([]) })],
    ['an order that stays behind', (r) => ({ ...r, moveOrder: () => Promise.resolve() })],
    [
      'lines that are copied instead of moved',
      (r) => ({ ...r, orders: { ...r.orders, saveMoney: () => Promise.resolve() } }),
    ],
    ['lines that come back and stay too', (r) => ({ ...r, removeOrder: () => Promise.resolve() })],
    [
      'cut lines that keep the key of the whole',
      (r) => ({ ...r, splitOrder: (from, part, to) => r.splitOrder(from, { ...part, lines: from.lines }, to) }),
    ],
    [
      'a discount that is lost',
      (r) => ({
        ...r,
        save: (id, change) => r.save(id, change.people === undefined ? change : { ...change, discount: money(0) }),
      }),
    ],
    [
      'a tip that stays with the table that is gone',
      (r) => ({
        ...r,
        save: (id, { tip, ...change }) =>
          r.save(id, change.people !== undefined || tip === undefined ? change : { ...change, tip }),
      }),
    ],
    [
      'people that are not parted again',
      (r) => ({ ...r, save: (id, { people: _lost, ...change }) => r.save(id, change) }),
    ],
  ];

  it.each(bugs)('catch %s', async (_what, bug) => {
    await expect(play(() => onMaps(bug), 2_000, 16)).rejects.toThrow(/Property failed/);
  });

  it('catch a repeat that is a new command', async () => {
    // With a revision of its own it would be refused, so the planted bug drops the comparison too.
    const blind = (): BillServer => {
      const server = onMaps(undefined, true);
      const send = async (call: BillCall) => {
        const own = (await server.view()).find((g) => g.id === call.id);
        return server.send({ ...call, rev: call.rev === null ? null : (own?.rev ?? call.rev) });
      };
      return { ...server, send };
    };
    await expect(play(blind, 2_000, 16)).rejects.toThrow(/Property failed/);
  });
});

describe('random histories of bills over HTTP, with PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('postgresUrl'));
    await server.db.direct.update(orderGroups).set({ status: 'COMPLETE' });
  });
  afterAll(() => server.close());

  const path = { items: '/items', merge: '/merge', undo: '/undo', save: '' } as const;
  const onHttp = (): BillServer => ({
    view: () =>
      server.db.store(1, 'snapshot', async (tx) => {
        const views = [];
        for (const { id } of await readActiveGroups(tx, 1, 0)) {
          const view = await loadGroup(tx, 1, id ?? 0, 0);
          if (view) views.push(view);
        }
        return views;
      }),
    async openTable(table, people) {
      await askToOpen(server, `Mesa ${table + 1}`, { more: { data: { people, childrens: false } } });
    },
    async add({ code: { description: place } }, [a, b]) {
      const items = [
        ['Medialuna de manteca', 1 + (a % 5)],
        ['Vaso de leche', 1 + (b % 3)],
      ] as const;
      readCreated(await sendOrder(server, { wanted: { place, items: items.slice(a % 2) } }));
    },
    async cook(orderId, status) {
      const [of, body] =
        status === 'REJECTED' ? (['/reject', { reject_reason: 'by_store' }] as const) : (['', { status }] as const);
      const { body: order } = await server.ask('ana', `/store/1/orders/${orderId}`);
      const rev = typeof order === 'object' && order !== null && 'status_rev' in order ? Number(order.status_rev) : 0;
      await server.ask('ana', `/store/1/orders/${orderId}${of}`, { method: 'PATCH', body, headers: command({ rev }) });
    },
    async send({ what, id, body, rev, key }) {
      const headers = { ...command(rev === null ? null : { rev }), 'idempotency-key': key };
      const call = { method: 'PATCH', body, headers } as const;
      return (await server.ask('ana', `/store/1/orderGroups/${id}${path[what]}`, call)).status;
    },
    newKey: randomUUID,
    write,
    place: (table) => `Mesa ${table + 1}`,
  });

  it(
    `keep units and money in ${overHttp} histories`,
    async () => {
      const done = new Map<string, number>();
      await fc.assert(
        // The tables stay as a history leaves them: the next one goes on from there.
        fc.asyncProperty(fc.array(billStep, { minLength: 1, maxLength: 4 }), async (script) => {
          const history = await new BillHistory(onHttp()).play(script);
          for (const [kind, count] of history.done) done.set(kind, (done.get(kind) ?? 0) + count);
          expect(history.broken).toEqual([]);
        }),
        { numRuns: overHttp, endOnFailure: true },
      );
      expect([...done.keys()]).toEqual(expect.arrayContaining(['add', 'items', 'merge', 'open', 'pay', 'undo']));
    },
    patienceMs,
  );
});
