import { randomUUID } from 'node:crypto';
import { writeMoney } from '#contract/wire/amounts.ts';
import { isUuid } from '#domain/ids.ts';
import { money, times, zero } from '#domain/money.ts';
import type { OrderLine } from '#domain/order.ts';
import { lineTotal } from '#domain/pricing.ts';
import { groupCommands } from '#server/modules/groups/groups-routes.ts';
import { loadGroup, readActiveGroups } from '#server/modules/groups/groups-store.ts';
import type { BillCall, BillServer, BillStep } from './bill-histories.ts';
import { memoryStore } from './memory-catalog.ts';
import { MemoryTables, type StorageBug } from './memory-tables.ts';
import { readCreated } from './read.ts';
import { askToOpen, sendOrder } from './submissions.ts';
import { command, type TestServer } from './test-server.ts';

type Picks = BillStep['picks'];

const write: BillServer['write'] = (amount) => writeMoney(amount, memoryStore.currency);

/** A line as the catalog could sell it, in odd cents, with and without an additional and a discount. */
function lineOf([a, b, c]: Picks, id: number): OrderLine {
  const [quantity, unit_price, seat] = [1 + (a % 7), money(1 + ((b * 37) % 99_999)), c % 4];
  const additionals = a % 3 === 0 ? [{ id: 1, name: 'Queso', quantity: 1 + (b % 2), price: money(333) }] : [];
  const discount = money(c % (unit_price * quantity));
  const price = lineTotal(unit_price, additionals, quantity, discount);
  const name = `Plato ${id} a ${unit_price}`;
  return { id, name, quantity, unit_price, discount, comments: null, additionals, price, ...(seat > 0 && { seat }) };
}

const oddLines = ([a, b, c]: Picks): OrderLine[] => [lineOf([a, b, c], 1), ...(c % 2 ? [lineOf([b, c, a], 2)] : [])];

/** One or two dishes of the demo menu. */
const dishesOf = ([a, b]: Picks) =>
  (
    [
      ['Medialuna de manteca', 1 + (a % 5)],
      ['Vaso de leche', 1 + (b % 3)],
    ] as const
  ).slice(a % 2);

const menuPrices = { 'Medialuna de manteca': money(110_000), 'Vaso de leche': money(190_000) };

/** The lines of `dishesOf`, as the server prices them. */
export const menuLines = (picks: Picks): OrderLine[] =>
  dishesOf(picks).map(([name, quantity], id) => {
    const unit_price = menuPrices[name];
    const price = times(unit_price, quantity);
    return { id, name, quantity, unit_price, discount: zero, comments: null, additionals: [], price };
  });

/** The executor and the decisions over maps. `newKeys`: a repeat is a command of its own. */
export function billsOnMaps(
  bug?: StorageBug,
  { newKeys = false, lines = oddLines }: { readonly newKeys?: boolean; readonly lines?: typeof oddLines } = {},
): BillServer {
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
    add: (group, picks) => tables.add(group, lines(picks)),
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

const path = { items: '/items', merge: '/merge', undo: '/undo', save: '' } as const;

/** The real server, with the tables of La Esquina. */
export const billsOverHttp = (server: TestServer): BillServer => ({
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
  async add({ code: { description: place } }, picks) {
    readCreated(await sendOrder(server, { wanted: { place, items: dishesOf(picks) } }));
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
