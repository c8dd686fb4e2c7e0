import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { guestRequest, guestsContract, guestState, guestTable, staffGuestRequest } from '#contract/guest.ts';
import type { GuestRequestKind } from '#domain/guest.ts';
import { guestVisitMs } from '#domain/limits.ts';
import { zero } from '#domain/money.ts';
import type { GuestSettings } from '#domain/store.ts';
import { after } from '#domain/time.ts';
import { guestRequests, guestVisits } from '#server/db/schema/guests.ts';
import { orderGroups } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import type { Person } from '#server/seed/people.ts';
import { freeTables } from './tables.ts';
import type { Answer, TestServer } from './test-server.ts';

const welcoming: GuestSettings = { guests: true, guest_orders: true, guest_units_max: 20 };

/** Sets what guests can do in a store; by default everything. */
export async function setGuests(
  { db }: Pick<TestServer, 'db'>,
  { store = 1, ...settings }: Partial<GuestSettings> & { readonly store?: number } = {},
): Promise<void> {
  await db.direct
    .update(stores)
    .set({ ...welcoming, ...settings })
    .where(eq(stores.id, store));
}

/** A request that waits at a free table of the store, of a visit that nobody has the token of. Returns its id. */
export async function waitingRequest(
  server: Pick<TestServer, 'db' | 'clock'>,
  storeId: number,
  kind: GuestRequestKind = 'waiter',
): Promise<number> {
  const { direct } = server.db;
  const created_at = server.clock.now();
  const [free] = await freeTables(server, storeId);
  const [bar] = free === undefined ? await direct.select().from(codes).where(eq(codes.store_id, storeId)) : [];
  const code_id = free ?? bar?.id ?? (await madeTable(server, storeId));
  const visit = { store_id: storeId, code_id, code: 'x', created_at, expires_at: after(created_at, guestVisitMs) };
  const [begun] = await direct
    .insert(guestVisits)
    .values({ ...visit, token_hash: randomUUID() })
    .returning();
  const asked = { store_id: storeId, visit_id: begun?.id ?? 0, key: randomUUID(), code_id, kind, created_at };
  const [made] = await direct
    .insert(guestRequests)
    .values({ ...asked, state: 'waiting', lines: [], total: zero })
    .returning();
  return made?.id ?? 0;
}

async function madeTable({ db }: Pick<TestServer, 'db'>, store_id: number): Promise<number> {
  const table = {
    store_id,
    code: randomUUID(),
    description: 'Mesa',
    type: 'LOCAL',
    group: true,
    default: false,
  } as const;
  const [row] = await db.direct.insert(codes).values(table).returning();
  return row?.id ?? 0;
}

/** What a guest asks for: item name and quantity, with additionals by id. */
export interface GuestWish {
  readonly key?: string;
  readonly kind?: GuestRequestKind;
  readonly items?: readonly (readonly [name: string, quantity: number])[];
  readonly note?: string | null;
  /** Replaces the lines. */
  readonly lines?: readonly object[];
}

/** Calls of guests of La Esquina, and of the staff about them. */
export function guestCalls(server: () => TestServer) {
  const codeOf = async (place: string): Promise<typeof codes.$inferSelect> => {
    const [row] = await server()
      .db.direct.select()
      .from(codes)
      .where(and(eq(codes.store_id, 1), eq(codes.description, place)));
    if (!row) throw new Error(`no ${place}`);
    return row;
  };
  const asGuest = (token: string, path: string, more: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown } = {}) =>
    server().ask(null, `/guest${path}`, { ...more, headers: { 'x-guest': token } });
  return {
    codeOf,
    asGuest,
    menu: async (place: string): Promise<z.infer<typeof guestTable>> =>
      z.parse(guestTable, (await server().ask(null, `/guest/stores/1/codes/${(await codeOf(place)).code}`)).body),
    /** The token of a new visit. */
    visit: async (place: string): Promise<string> => {
      const path = `/guest/stores/1/codes/${(await codeOf(place)).code}/visits`;
      const { body } = await server().ask(null, path, { method: 'POST' });
      return z.parse(guestsContract.begin['~orpc'].outputSchema ?? z.never(), body).token;
    },
    ask: async (token: string, { key = randomUUID(), kind = 'order', note = null, ...wish }: GuestWish = {}) => {
      const { items = kind === 'order' ? [['Medialuna de manteca', 2] as const] : [] } = wish;
      const { body } = await server().ask('ana', '/store/1/catalog');
      const menu = z.parse(z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) }), body);
      const lines =
        wish.lines ??
        items.map(([name, quantity]) => {
          const id = menu.items.find((i) => i.name === name)?.id;
          return { id, quantity, comments: null, additionals: [] };
        });
      return asGuest(token, '/requests', { method: 'POST', body: { key, kind, lines, note } });
    },
    state: async (token: string): Promise<z.infer<typeof guestState>> =>
      z.parse(guestState, (await asGuest(token, '/visit')).body),
    withdraw: (token: string, key: string): Promise<Answer> => asGuest(token, `/requests/${key}`, { method: 'DELETE' }),
    list: async (who: Person = 'ana') => {
      const { body } = await server().ask(who, '/store/1/guestRequests');
      return z.parse(z.object({ requests: z.array(staffGuestRequest) }), body).requests;
    },
    accept: (id: number, who: Person = 'ana', store = 1): Promise<Answer> =>
      server().ask(who, `/store/${store}/guestRequests/${id}/accept`, { method: 'POST' }),
    reject: (id: number, reason = 'La cocina cerró', who: Person = 'ana', store = 1): Promise<Answer> =>
      server().ask(who, `/store/${store}/guestRequests/${id}/reject`, { method: 'POST', body: { reason } }),
    readOwn: ({ body }: Answer): z.infer<typeof guestRequest> => z.parse(guestRequest, body),
    readStaff: ({ body }: Answer): z.infer<typeof staffGuestRequest> => z.parse(staffGuestRequest, body),
    groupsAt: async (place: string): Promise<number> =>
      server().db.direct.$count(orderGroups, eq(orderGroups.code_id, (await codeOf(place)).id)),
  };
}
