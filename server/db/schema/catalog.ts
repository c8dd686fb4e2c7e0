import { bigint, date, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { Combination } from '#domain/discounts.ts';
import type { CatalogType } from '#domain/store.ts';
import type { Weekday } from '#domain/time.ts';
import type { VatRate } from '#domain/vat.ts';
import { amount, key, moment } from './columns.ts';
import { assemblies, stores } from './stores.ts';

const storeId = () =>
  integer()
    .notNull()
    .references(() => stores.id);

export const catalogs = pgTable('catalogs', { id: key(), store_id: storeId() }, (t) => [
  index('catalogs_store').on(t.store_id),
]);

export const sections = pgTable(
  'sections',
  {
    id: key(),
    store_id: storeId(),
    catalog_id: integer()
      .notNull()
      .references(() => catalogs.id),
    name: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [index('sections_catalog').on(t.store_id, t.catalog_id)],
);

export const items = pgTable(
  'items',
  {
    id: key(),
    store_id: storeId(),
    section_id: integer()
      .notNull()
      .references(() => sections.id),
    name: text().notNull(),
    description: text(),
    price: amount().notNull(),
    image_sm: text(),
    image_md: text(),
    /** null = in all catalogs. */
    catalogs: text().array().$type<CatalogType[]>(),
    assembly_id: integer().references(() => assemblies.id),
    /** VAT in tenths of a percent; null: the country's usual rate. */
    vat_rate: integer().$type<VatRate>(),
    position: integer().notNull(),
  },
  (t) => [index('items_store').on(t.store_id, t.section_id)],
);

export const optionGroups = pgTable(
  'option_groups',
  {
    id: key(),
    store_id: storeId(),
    item_id: integer()
      .notNull()
      .references(() => items.id),
    name: text().notNull(),
    min: integer().notNull(),
    max: integer().notNull(),
    position: integer().notNull(),
  },
  (t) => [index('option_groups_item').on(t.store_id, t.item_id)],
);

export const additionals = pgTable(
  'additionals',
  {
    id: key(),
    store_id: storeId(),
    group_id: integer()
      .notNull()
      .references(() => optionGroups.id),
    name: text().notNull(),
    price: amount().notNull(),
    max: integer().notNull(),
    position: integer().notNull(),
  },
  (t) => [index('additionals_group').on(t.store_id, t.group_id)],
);

/** Discount rules (M-06). */
export const discounts = pgTable(
  'discounts',
  {
    id: key(),
    store_id: storeId(),
    name: text().notNull(),
    catalogs: text().array().notNull().$type<CatalogType[]>(),
    from: date({ mode: 'string' }),
    to: date({ mode: 'string' }),
    days: smallint().array().$type<Weekday[]>(),
    target: integer().array(),
    type: text().notNull().$type<'PERCENTAGE' | 'PRODUCTS'>(),
    value: smallint(),
    products_from: integer(),
    products_to: integer(),
    products_combination: text().$type<Combination>(),
  },
  (t) => [index('discounts_store').on(t.store_id)],
);

/** The tables whose prices are kept when they change. */
export type PricedTable = 'items' | 'additionals' | 'discounts' | 'delivery_zones';

/** The prices, discount rules and delivery fees before each change. Triggers write them, for any statement. */
export const formerPrices = pgTable(
  'former_prices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    store_id: integer().notNull(),
    kind: text().notNull().$type<PricedTable>(),
    entity_id: integer().notNull(),
    /** The row before the change; null = it did not exist. */
    before: jsonb(),
    /** When it was changed. */
    until: moment().notNull(),
  },
  (t) => [index('former_prices_store').on(t.store_id, t.until)],
);
