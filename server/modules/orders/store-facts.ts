import type { Item } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import type { KnownPromocode } from '#domain/promocode.ts';
import type { DeliveryZone } from '#domain/shipping.ts';
import type { Code, Store } from '#domain/store.ts';
import type { Tx } from '#server/db/database.ts';
import type { StoreMember } from '#server/http/access-store.ts';
import { readDiscounts, readItems } from '#server/modules/catalog/catalog-store.ts';
import { loadPromocode, readZones } from '#server/modules/ordering/ordering-store.ts';
import { readCode } from '#server/modules/stores/codes-store.ts';
import { isStaff, readStoreRow, storeOf, type StoredStore } from '#server/modules/stores/stores-store.ts';

/*
 * The facts that a new order is checked against, kept in this process. Triggers raise stores.facts_version when one of
 * them changes. A transaction passes the `member` that it has read itself; if its version differs from the kept one, the
 * kept facts of the store are discarded.
 */

const mostStores = 500;

interface Kept {
  readonly version: number;
  store: StoredStore | null;
  rules: readonly DiscountRule[] | null;
  zones: readonly DeliveryZone[] | null;
  readonly items: Map<number, Item>;
  readonly codes: Map<number, Code>;
  readonly promocodes: Map<string, KnownPromocode>;
  readonly staff: Set<number>;
}

/** The facts kept of each store, the least recently changed first. One per process and database. */
export type KeptFacts = Map<number, Kept>;

function keptOf(all: KeptFacts, { storeId, factsVersion: version }: StoreMember): Kept {
  const known = all.get(storeId);
  if (known?.version === version) return known;
  const { items, codes, promocodes, staff } = {
    items: new Map(),
    codes: new Map(),
    promocodes: new Map(),
    staff: new Set<number>(),
  };
  const kept: Kept = { version, store: null, rules: null, zones: null, items, codes, promocodes, staff };
  all.delete(storeId);
  all.set(storeId, kept);
  const [oldest] = all.keys();
  if (all.size > mostStores && oldest !== undefined) all.delete(oldest);
  return kept;
}

/** Returns the kept value, or reads and keeps it; what the store does not have is not kept. */
async function through<K, V>(kept: Map<K, V>, key: K, read: () => Promise<V | null>): Promise<V | null> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = await read();
  if (value !== null) kept.set(key, value);
  return value;
}

/** The facts of one store for one transaction. Facts that are asked for at once are read in one round trip. */
export function storeFacts(all: KeptFacts, tx: Tx, member: StoreMember) {
  const { storeId, pivot } = member;
  const kept = keptOf(all, member);
  return {
    async store(): Promise<Omit<Store, 'gateways'>> {
      kept.store ??= await readStoreRow(tx, storeId);
      return storeOf(kept.store, pivot);
    },
    async rules(): Promise<readonly DiscountRule[]> {
      return (kept.rules ??= await readDiscounts(tx, storeId));
    },
    async zones(): Promise<readonly DeliveryZone[]> {
      return (kept.zones ??= await readZones(tx, storeId));
    },
    code: (id: number): Promise<Code | null> => through(kept.codes, id, () => readCode(tx, storeId, id)),
    promocode: (code: string): Promise<KnownPromocode | null> =>
      through(kept.promocodes, code, () => loadPromocode(tx, storeId, code)),

    /** Those of these items that the store has. */
    async items(ids: readonly number[]): Promise<readonly Item[]> {
      const missing = ids.filter((id) => !kept.items.has(id));
      if (missing.length > 0) for (const item of await readItems(tx, storeId, missing)) kept.items.set(item.id, item);
      return [...new Set(ids)].flatMap((id) => kept.items.get(id) ?? []);
    },

    async isStaff(userId: number): Promise<boolean> {
      const found = kept.staff.has(userId) || (await isStaff(tx, storeId, userId));
      if (found) kept.staff.add(userId);
      return found;
    },
  };
}
