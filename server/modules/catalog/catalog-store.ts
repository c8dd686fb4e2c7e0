import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Additional, Catalog, Item, OptionGroup } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import type { Tx } from '#server/db/database.ts';
import { additionals, catalogs, discounts, items, optionGroups, sections } from '#server/db/schema/catalog.ts';

const grouped = <T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> => {
  const map = new Map<K, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = map.get(key);
    if (known) known.push(row);
    else map.set(key, [row]);
  }
  return map;
};

/** Items with their groups and additionals, in three queries and one round trip whatever the number; `only` restricts the items. */
export async function readItems(tx: Tx, storeId: number, only?: readonly number[]): Promise<Item[]> {
  const ids = only && sql`any(${sql.param([...only])}::integer[])`;
  const itemRows = tx
    .select()
    .from(items)
    .where(and(eq(items.store_id, storeId), ids && sql`${items.id} = ${ids}`))
    .orderBy(items.position, items.id);
  const ofItems = and(eq(optionGroups.store_id, storeId), ids && sql`${optionGroups.item_id} = ${ids}`);
  const groupRows = tx.select().from(optionGroups).where(ofItems).orderBy(optionGroups.position, optionGroups.id);
  const groupIds = tx.select({ id: optionGroups.id }).from(optionGroups).where(ofItems);
  const additionalRows = tx
    .select()
    .from(additionals)
    .where(and(eq(additionals.store_id, storeId), ids && inArray(additionals.group_id, groupIds)))
    .orderBy(additionals.position, additionals.id);
  const [ownItems, groups, extras] = await Promise.all([itemRows, groupRows, additionalRows]);

  const additionalsOf = grouped(extras, (a) => a.group_id);
  const groupsOf = grouped(groups, (g) => g.item_id);
  return ownItems.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    image_sm: row.image_sm,
    image_md: row.image_md,
    section_id: row.section_id,
    catalogs: row.catalogs,
    assembly_id: row.assembly_id,
    ...(row.vat_rate !== null && { vat_rate: row.vat_rate }),
    groups: (groupsOf.get(row.id) ?? []).map((g): OptionGroup => ({
      id: g.id,
      name: g.name,
      constraints: { min: g.min, max: g.max },
      additionals: (additionalsOf.get(g.id) ?? []).map((a): Additional => ({
        id: a.id,
        name: a.name,
        price: a.price,
        max: a.max,
        group_id: a.group_id,
      })),
    })),
  }));
}

/** The store's catalog. A store has exactly one. */
export async function loadCatalog(tx: Tx, storeId: number): Promise<Catalog> {
  const [catalog] = await tx.select().from(catalogs).where(eq(catalogs.store_id, storeId));
  if (!catalog) throw new Error(`store ${storeId} has no catalog`);
  const sectionRows = await tx
    .select({ id: sections.id, name: sections.name })
    .from(sections)
    .where(and(eq(sections.store_id, storeId), eq(sections.catalog_id, catalog.id)))
    .orderBy(sections.position, sections.id);
  return { id: catalog.id, sections: sectionRows, items: await readItems(tx, storeId) };
}

/** Throws when the row lacks the columns of its type. */
export function discountRuleOf(row: typeof discounts.$inferSelect): DiscountRule {
  const { id, name, catalogs: inCatalogs, from, to, days, target } = row;
  const scope = { id, name, catalogs: inCatalogs, from, to, days, target };
  if (row.type === 'PERCENTAGE' && row.value !== null) return { ...scope, type: 'PERCENTAGE', value: row.value };
  const { products_from, products_to, products_combination } = row;
  if (products_from === null || products_to === null || products_combination === null)
    throw new Error(`discount ${id} of store ${row.store_id} is incomplete`);
  return { ...scope, type: 'PRODUCTS', products_from, products_to, products_combination };
}

/** The store's discount rules. Throws when a row lacks the columns of its type. */
export async function readDiscounts(tx: Tx, storeId: number): Promise<DiscountRule[]> {
  const rows = await tx.select().from(discounts).where(eq(discounts.store_id, storeId)).orderBy(discounts.id);
  return rows.map(discountRuleOf);
}
