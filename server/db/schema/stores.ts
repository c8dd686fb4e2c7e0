import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CatalogType, Country, Gateway, Plan, Service, ServiceType, StorePaymentMethod } from '#domain/store.ts';
import { guestUnits } from '#domain/limits.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { Money } from '#domain/money.ts';
import type { DayHours } from '#domain/time.ts';
import { amount, key, moment } from './columns.ts';

/** Stores (T-02, T-03). Values that rules use are columns; values that are only displayed are JSON. */
export const stores = pgTable(
  'stores',
  {
    id: key(),
    name: text().notNull(),
    description: text(),
    logo: text(),
    logo_url: text(),
    cover: text(),
    address_small: text().notNull(),
    address_complete: text().notNull(),
    /** Where it is, in degrees; null = unknown, and no customer finds it. */
    lat: doublePrecision(),
    lng: doublePrecision(),
    country: text().notNull().$type<Country>(),
    timezone: text().notNull(),
    plan: text().notNull().$type<Plan>(),
    currency_symbol: text().notNull(),
    currency_decimals: integer().notNull(),
    vat_category: integer().$type<1 | 2>(),
    payment_methods: jsonb().notNull().$type<StorePaymentMethod[]>(),
    hours: jsonb().notNull().$type<DayHours[]>(),
    services: jsonb().notNull().$type<Service[]>(),
    open: boolean().notNull(),
    /** When it was last opened; of a store that was open before this column, when the column was added. */
    opened_at: moment()
      .notNull()
      .default(sql`now()`),
    immediate_open: boolean().notNull(),
    immediate_local: boolean().notNull(),
    immediate_takeaway: boolean().notNull(),
    immediate_delivery: boolean().notNull(),
    preorder: boolean().notNull(),
    delay_minutes: integer().notNull(),
    autoclose: moment(),
    /** A member answered the closing question with '0 min': it is not asked again for this `autoclose` (N-06). */
    autoclose_accepted: boolean().notNull().default(false),
    /** The closing question for this `autoclose` was sent. */
    autoclose_asked: boolean().notNull().default(false),
    /** When a paused service turns on again by itself (B5). */
    local_paused_until: moment(),
    takeaway_paused_until: moment(),
    delivery_paused_until: moment(),
    /** What guests at the tables can do without an account (docs/decisions/045-guests.md). */
    guests: boolean().notNull().default(false),
    guest_orders: boolean().notNull().default(false),
    guest_units_max: integer().notNull().default(guestUnits.usual),
    /** The last order number of this store. */
    last_order_number: integer().notNull().default(0),
    /**
     * Raised by triggers with every change of what orders are checked against: this row, the menu, discounts, codes,
     * promo codes, zones, people. Caches compare it inside the transaction.
     */
    facts_version: integer().notNull().default(1),
    created_at: moment().notNull(),
  },
  (t) => [index('stores_place').on(t.lat, t.lng)],
);

const storeId = () =>
  integer()
    .notNull()
    .references(() => stores.id);

export const gateways = pgTable(
  'gateways',
  {
    id: key(),
    store_id: storeId(),
    type: text().notNull().$type<Gateway['type']>(),
    name: text().notNull(),
    service: text().notNull(),
    config: jsonb().notNull().$type<Gateway['config']>(),
    public_key: text(),
  },
  (t) => [index('gateways_store').on(t.store_id)],
);

/** Tables (of a group) and bar places, each with its printed code. */
export const codes = pgTable(
  'codes',
  {
    id: key(),
    store_id: storeId(),
    code: text().notNull(),
    description: text().notNull(),
    type: text().notNull().$type<CatalogType>(),
    group: boolean().notNull(),
    default: boolean().notNull(),
    ver: integer().notNull().default(1),
    /** A removed code stays for its orders, and takes no new ones. */
    removed_at: moment(),
  },
  (t) => [
    uniqueIndex('codes_store_code')
      .on(t.store_id, t.code)
      .where(sql`removed_at is null`),
    // A guest's device knows the code and not the store.
    index('codes_code')
      .on(t.code)
      .where(sql`removed_at is null and "group"`),
  ],
);

export const floorMaps = pgTable(
  'floor_maps',
  {
    id: key(),
    store_id: storeId(),
    name: text().notNull(),
    /** Canvas of 800 × 800 as JSON text; its shapes carry `code_id`. */
    draw: text().notNull(),
  },
  (t) => [index('floor_maps_store').on(t.store_id)],
);

export const assemblies = pgTable('assemblies', { id: key(), store_id: storeId(), name: text().notNull() }, (t) => [
  index('assemblies_store').on(t.store_id),
]);

export const promocodes = pgTable(
  'promocodes',
  {
    id: key(),
    store_id: storeId(),
    code: text().notNull(),
    type: text().notNull().$type<'PERCENTAGE' | 'AMOUNT'>(),
    /** Percent, or minor units. */
    value: integer().notNull().$type<number | Money>(),
    expires_at: moment(),
    /** Services that accept the code; null = all. */
    services: jsonb().$type<ServiceType[]>(),
  },
  (t) => [uniqueIndex('promocodes_store_code').on(t.store_id, t.code)],
);

/** Delivery zones with their fees (K-52). Zones may overlap. */
export const deliveryZones = pgTable(
  'delivery_zones',
  {
    id: key(),
    store_id: storeId(),
    name: text().notNull(),
    /** A closed polygon: the last corner joins the first. */
    area: jsonb().notNull().$type<Geolocation[]>(),
    fee_base: amount().notNull(),
    /** Order amount from which delivery is free; null = never free. */
    fee_free: amount(),
    order_minimum: amount(),
    raining: boolean().notNull().default(false),
    high_wait: boolean().notNull().default(false),
  },
  (t) => [index('delivery_zones_store').on(t.store_id)],
);
