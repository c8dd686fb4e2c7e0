import { and, count, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { writeStatus } from '#contract/wire/stores.ts';
import type { Currency } from '#domain/money.ts';
import { isAdmin, abilitiesOf, kitchenRole, type Pivot } from '#domain/roles.ts';
import { type Gateway, type GuestSettings, type Seller, type Store, type StoreStatus } from '#domain/store.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { news } from '#server/db/schema/access.ts';
import { invitations, memberships, users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { cashboxes, cashboxSettings } from '#server/db/schema/cashbox.ts';
import { floorMaps, gateways, stores } from '#server/db/schema/stores.ts';
import { pivotOf } from '#server/http/access-store.ts';

/** A store with what its devices know of its register. */
export type StoredStore = typeof stores.$inferSelect & {
  readonly cashbox_id: number | null;
  /** null: the register is not set up. */
  readonly cashbox_block: boolean | null;
  readonly cashbox_drawer: boolean | null;
};

/** Seconds for which a device may reuse its list of stores. */
export const listSeconds = 20;

export const currencyOfRow = (row: typeof stores.$inferSelect): Currency => ({
  symbol: row.currency_symbol,
  decimals: row.currency_decimals,
});

/** What the public may see of a status: not the announced closing. */
export const publicStatus = (status: StoreStatus): StoreStatus => ({
  ...status,
  autoclose: null,
  autoclose_asked: false,
  autoclose_accepted: false,
});

export const storeStatusOf = (row: typeof stores.$inferSelect): StoreStatus => ({
  open: row.open,
  immediate: {
    open: row.immediate_open,
    services: { LOCAL: row.immediate_local, TAKEAWAY: row.immediate_takeaway, DELIVERY: row.immediate_delivery },
  },
  preorder: row.preorder,
  delay: row.delay_minutes,
  autoclose: row.autoclose,
  autoclose_asked: row.autoclose_asked,
  autoclose_accepted: row.autoclose_accepted,
  paused_until: {
    LOCAL: row.local_paused_until,
    TAKEAWAY: row.takeaway_paused_until,
    DELIVERY: row.delivery_paused_until,
  },
});

export const guestSettingsOf = (row: GuestSettings): GuestSettings => ({
  guests: row.guests,
  guest_orders: row.guest_orders,
  guest_units_max: row.guest_units_max,
});

/** The store without its gateways, for the rules about orders, as the caller with this role sees it. */
export const storeOf = (row: StoredStore, pivot: Pivot): Omit<Store, 'gateways'> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  logo: row.logo,
  logo_url: row.logo_url,
  cover: row.cover,
  address: { small: row.address_small, complete: row.address_complete },
  country: row.country,
  timezone: row.timezone,
  plan: row.plan,
  pivot,
  abilities: abilitiesOf(pivot),
  payment_methods: row.payment_methods,
  hours: row.hours,
  status: storeStatusOf(row),
  cashbox: { id: row.cashbox_id, block: row.cashbox_block ?? false, drawer: row.cashbox_drawer ?? false },
  guests: guestSettingsOf(row),
  allowImmediateRequests: row.open && row.immediate_open,
  allowScheduledRequests: row.preorder,
  services: row.services,
  currency: currencyOfRow(row),
  expires_in: listSeconds,
});

export async function readStoreRow(tx: Tx, storeId: number): Promise<StoredStore> {
  const [row] = await tx
    .select({
      store: stores,
      cashbox_id: cashboxes.id,
      cashbox_block: cashboxSettings.block,
      cashbox_drawer: cashboxSettings.drawer,
    })
    .from(stores)
    .leftJoin(cashboxSettings, eq(cashboxSettings.store_id, stores.id))
    .leftJoin(cashboxes, and(eq(cashboxes.store_id, stores.id), isNull(cashboxes.closed_at)))
    .where(eq(stores.id, storeId));
  if (!row) throw new Error(`store ${storeId} is gone`);
  const { store, ...register } = row;
  return { ...store, ...register };
}

export const readStoreAlone = async (tx: Tx, storeId: number, pivot: Pivot): Promise<Omit<Store, 'gateways'>> =>
  storeOf(await readStoreRow(tx, storeId), pivot);

export async function readGateways(tx: Tx, storeId: number): Promise<Gateway[]> {
  const own = await tx.select().from(gateways).where(eq(gateways.store_id, storeId)).orderBy(gateways.id);
  return own.map(({ id, type, name, service, config, public_key }) => ({
    id,
    type,
    name,
    service,
    config,
    public_key,
  }));
}

export async function loadStore(tx: Tx, storeId: number, pivot: Pivot): Promise<Store> {
  const alone = await readStoreAlone(tx, storeId, pivot);
  return { ...alone, gateways: await readGateways(tx, storeId) };
}

export const readMaps = (tx: Tx, storeId: number): Promise<{ id: number; name: string; draw: string }[]> =>
  tx
    .select({ id: floorMaps.id, name: floorMaps.name, draw: floorMaps.draw })
    .from(floorMaps)
    .where(eq(floorMaps.store_id, storeId))
    .orderBy(floorMaps.id);

/** One map of this store (G-20). */
export async function readMap(tx: Tx, storeId: number, id: number) {
  const [map] = await tx
    .select({ id: floorMaps.id, name: floorMaps.name, draw: floorMaps.draw })
    .from(floorMaps)
    .where(and(eq(floorMaps.store_id, storeId), eq(floorMaps.id, id)));
  return map ?? null;
}

/** Possible sellers of an order: every member except kitchen screens. */
export const readSellers = (tx: Tx, storeId: number): Promise<Seller[]> =>
  tx
    .select({ id: users.id, fullname: users.fullname })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.store_id, storeId), ne(memberships.role, kitchenRole)))
    .orderBy(users.fullname, users.id);

export async function isStaff(tx: Tx, storeId: number, userId: number): Promise<boolean> {
  const member = and(
    eq(memberships.store_id, storeId),
    eq(memberships.user_id, userId),
    ne(memberships.role, kitchenRole),
  );
  const found = await tx.$count(memberships, member);
  return found > 0;
}

/** The caller's stores and open invitations (S-04). */
export async function listStores(db: Database, userId: number) {
  const own = await db.direct
    .select({ store: stores, member: memberships })
    .from(memberships)
    .innerJoin(stores, eq(stores.id, memberships.store_id))
    .where(eq(memberships.user_id, userId))
    .orderBy(stores.id);
  const pending = await db.direct
    .select({ storeId: orders.store_id, count: count() })
    .from(orders)
    .innerJoin(memberships, and(eq(memberships.store_id, orders.store_id), eq(memberships.user_id, userId)))
    .where(eq(orders.status, 'PENDING'))
    .groupBy(orders.store_id);
  const pendingOf = new Map(pending.map((p) => [p.storeId, p.count]));
  const invited = await db.direct
    .select({
      id: invitations.id,
      role: invitations.role,
      store: { id: stores.id, name: stores.name, logo_url: stores.logo_url },
    })
    .from(invitations)
    .innerJoin(stores, eq(stores.id, invitations.store_id))
    .where(and(eq(invitations.user_id, userId), isNull(invitations.answer)))
    .orderBy(invitations.id);
  return {
    stores: own.map(({ store: row, member }) => ({
      id: row.id,
      name: row.name,
      logo_url: row.logo_url,
      address: { small: row.address_small, complete: row.address_complete },
      plan: row.plan,
      pivot: { ...pivotOf({ ...member, vat: row.vat_category }) },
      status: { open: row.open },
      pending_count: isAdmin(member.role) ? (pendingOf.get(row.id) ?? 0) : null,
    })),
    invitations: invited,
  };
}

/** The statuses of those of these stores that exist. Only members see the announced closing. */
export async function readStatuses(db: Database, ids: readonly number[], userId: number) {
  const rows = await db.direct
    .select({ store: stores, member: memberships.user_id })
    .from(stores)
    .leftJoin(memberships, and(eq(memberships.store_id, stores.id), eq(memberships.user_id, userId)))
    .where(inArray(stores.id, [...ids]))
    .orderBy(stores.id);
  return rows.map(({ store, member }) => {
    const status = storeStatusOf(store);
    return { id: store.id, status: writeStatus(member === null ? publicStatus(status) : status) };
  });
}

const newsShown = 20;

/** The latest product news, newest first (N-38). */
export const readNews = (db: Database) =>
  db.direct.select().from(news).orderBy(desc(news.date), desc(news.id)).limit(newsShown);
