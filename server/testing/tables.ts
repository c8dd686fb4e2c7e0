import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { orderGroup } from '#contract/groups.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { insertGroup } from '#server/modules/groups/groups-store.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import type { Person } from '#server/seed/people.ts';
import { readCreated, readFeed } from './read.ts';
import { askToOpen, buildSubmission, sendOrder } from './submissions.ts';
import { type Answer, command, type TestServer } from './test-server.ts';

/** Tables of a store, without groups. Returns the ids of their codes. */
export async function freeTables({ db }: Pick<TestServer, 'db'>, storeId: number): Promise<number[]> {
  const tables = await db.direct
    .select({ id: codes.id })
    .from(codes)
    .where(and(eq(codes.store_id, storeId), eq(codes.group, true)))
    .orderBy(codes.id);
  const ids = tables.map((t) => t.id);
  await db.direct.delete(orderGroups).where(and(eq(orderGroups.store_id, storeId), inArray(orderGroups.code_id, ids)));
  return ids;
}

/** Opens the first table of a store whose tables are all free, or one of the store that has none. Returns the group's id. */
export async function openedGroup(server: Pick<TestServer, 'db' | 'clock'>, storeId: number): Promise<number> {
  const [table] = await freeTables(server, storeId);
  const [place] = table === undefined ? await placeIn(server, storeId) : [table];
  const group = { uid: randomUUID(), code_id: place ?? 0, seller_id: 1, people: 2, childrens: false };
  const times = { created_by: 1, created_at: server.clock.now() };
  const id = await server.db.store(storeId, 'write', (tx) => insertGroup(tx, storeId, { ...group, ...times }));
  if (id === null) throw new Error(`store ${storeId} has no free table`);
  return id;
}

/** Ends all groups and orders of all stores. */
export async function endAllTables({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await db.direct.update(orderGroups).set({ status: 'COMPLETE' });
  await db.direct.update(orders).set({ status: 'COMPLETE' });
}

/** Opens every table of a store. */
export async function openAllTables(server: Pick<TestServer, 'db' | 'clock'>, storeId: number): Promise<void> {
  for (const code_id of await freeTables(server, storeId)) {
    const group = { uid: randomUUID(), code_id, seller_id: null, people: 2, childrens: false };
    const times = { created_by: 1, created_at: server.clock.now() };
    await server.db.store(storeId, 'write', (tx) => insertGroup(tx, storeId, { ...group, ...times }));
  }
}

async function placeIn({ db }: Pick<TestServer, 'db'>, storeId: number): Promise<number[]> {
  const made = { store_id: storeId, code: randomUUID(), description: 'Mesa', type: 'LOCAL', default: false } as const;
  const rows = await db.direct
    .insert(codes)
    .values({ ...made, group: true })
    .returning({ id: codes.id });
  return rows.map((r) => r.id);
}

/** Calls about tables of La Esquina. */
export function tableCalls(server: () => TestServer) {
  const read = ({ body }: Answer): WireGroup => z.parse(orderGroup, body);
  return {
    read,
    get: async (id: number): Promise<WireGroup> => read(await server().ask('ana', `/store/1/orderGroups/${id}`)),
    table: async (place: string, more: object = {}): Promise<WireGroup> =>
      read(await askToOpen(server(), place, { more })),
    /** Orders one dish, for the person at this seat. */
    order: async (place: string, quantity = 1, seat?: number): Promise<WireOrder> => {
      const wanted = { place, items: [['Medialuna de manteca', quantity]] } as const;
      const { items } = await buildSubmission(server(), wanted);
      return readCreated(await sendOrder(server(), { wanted, more: { items: items.map((i) => ({ ...i, seat })) } }));
    },
    patch: (id: number, what: string, body: object, rev: number | null, key = randomUUID()): Promise<Answer> =>
      server().ask('carla', `/store/1/orderGroups/${id}${what}`, {
        method: 'PATCH',
        body,
        headers: command(rev === null ? null : { rev }, key),
      }),
    save: (
      id: number,
      rev: number,
      body: object,
      { who = 'carla', key = randomUUID() }: { readonly who?: Person; readonly key?: string } = {},
    ): Promise<Answer> =>
      server().ask(who, `/store/1/orderGroups/${id}`, { method: 'PATCH', body, headers: command({ rev }, key) }),
    /** Rejects an order that nobody has changed yet. */
    reject: (orderId: number, reject_reason = 'by_store'): Promise<Answer> =>
      server().ask('carla', `/store/1/orders/${orderId}/reject`, {
        method: 'PATCH',
        body: { reject_reason },
        headers: command({ rev: 1 }),
      }),
    codeId: async (place: string): Promise<number> => {
      const [row] = await server()
        .db.direct.select()
        .from(codes)
        .where(and(eq(codes.store_id, 1), eq(codes.description, place)));
      return row?.id ?? 0;
    },
    /** What the last event of a group carries. */
    cardOf: async (id: number) => {
      const { changes } = readFeed(await server().ask('diego', '/store/1/changes'));
      return changes.find((c) => c.type === 'order-group' && c.id === String(id))?.payload;
    },
  };
}
