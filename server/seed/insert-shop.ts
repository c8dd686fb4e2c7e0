import { type Currency, moneyFromDecimal, type Money } from '#domain/money.ts';
import { countryRules } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { memberships } from '#server/db/schema/accounts.ts';
import { additionals, catalogs, items, optionGroups, sections } from '#server/db/schema/catalog.ts';
import { fiscalSettings } from '#server/db/schema/billing.ts';
import { assemblies, deliveryZones, gateways, stores } from '#server/db/schema/stores.ts';
import { storeFeeds } from '#server/db/schema/sync.ts';
import { audiences } from '#contract/stores.ts';
import { areaAround } from '#server/modules/geo/demo-town.ts';
import type { MenuSection } from './menus/menu.ts';
import type { Person } from './people.ts';
import type { SeedShop } from './shops.ts';

const price = (value: number, currency: Currency): Money => {
  const amount = moneyFromDecimal(value, currency);
  if (amount === null) throw new Error(`${value} does not fit ${currency.symbol}`);
  return amount;
};

const only = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
};

/** Inserts a store with its people, feeds and menu; returns its id. */
export async function insertShop(
  tx: Tx,
  shop: SeedShop,
  userIds: ReadonlyMap<Person, number>,
  now: Instant,
): Promise<number> {
  const rules = countryRules[shop.country];
  const immediate = (type: string): boolean => shop.services.some((s) => s.type === type && s.status);
  const { id } = only(
    await tx
      .insert(stores)
      .values({
        name: shop.name,
        description: shop.description,
        logo: shop.logo,
        logo_url: shop.logo,
        cover: null,
        address_small: shop.address.small,
        address_complete: shop.address.complete,
        ...shop.place,
        country: shop.country,
        timezone: rules.timezone,
        plan: shop.plan,
        currency_symbol: rules.currency.symbol,
        currency_decimals: rules.currency.decimals,
        vat_category: shop.vat,
        payment_methods: [...shop.payments],
        hours: [...shop.hours],
        services: [...shop.services],
        open: shop.open,
        opened_at: now,
        immediate_open: shop.open,
        immediate_local: immediate('LOCAL'),
        immediate_takeaway: immediate('TAKEAWAY'),
        immediate_delivery: immediate('DELIVERY'),
        preorder: shop.preorder,
        delay_minutes: shop.delay,
        autoclose: null,
        created_at: now,
      })
      .returning({ id: stores.id }),
  );
  await tx.insert(storeFeeds).values(audiences.map((audience) => ({ store_id: id, audience, head: 0 })));
  const staff = shop.staff.flatMap(({ who, role }) => {
    const user_id = userIds.get(who);
    return user_id === undefined
      ? []
      : [{ store_id: id, user_id, role, owner: role === 'owner', can_discount: null, created_at: now }];
  });
  if (staff.length > 0) await tx.insert(memberships).values(staff);
  if (shop.gateways.length > 0) await tx.insert(gateways).values(shop.gateways.map((g) => ({ ...g, store_id: id })));
  if (shop.fiscal)
    await tx.insert(fiscalSettings).values({
      store_id: id,
      authority: shop.country === 'AR' ? 'ARCA' : 'SIFEN',
      environment: 'sandbox',
      issuer: shop.fiscal,
      changed_at: now,
    });
  if (shop.delivery) await insertZones(tx, id, shop.delivery, rules.currency);
  await insertMenu(tx, id, shop.menu, rules.currency);
  return id;
}

async function insertZones(
  tx: Tx,
  storeId: number,
  { town, zones }: NonNullable<SeedShop['delivery']>,
  currency: Currency,
): Promise<void> {
  await tx.insert(deliveryZones).values(
    zones.map(({ name, metres, fee, freeFrom, minimum, highWait = false }) => ({
      store_id: storeId,
      name,
      area: areaAround(town.centre, metres),
      fee_base: price(fee, currency),
      fee_free: freeFrom === null ? null : price(freeFrom, currency),
      order_minimum: minimum === null ? null : price(minimum, currency),
      high_wait: highWait,
    })),
  );
}

/** Inserts sections, items, groups and additionals in the given order, with one insert per kind of row. */
export async function insertMenu(
  tx: Tx,
  storeId: number,
  menu: readonly MenuSection[],
  currency: Currency,
): Promise<void> {
  const catalog = only(await tx.insert(catalogs).values({ store_id: storeId }).returning({ id: catalogs.id }));
  const assemblyNames = [...new Set(menu.flatMap((s) => s.items.flatMap((i) => i.assembly ?? [])))];
  const assemblyRows =
    assemblyNames.length === 0
      ? []
      : await tx
          .insert(assemblies)
          .values(assemblyNames.map((name) => ({ store_id: storeId, name })))
          .returning();
  const assemblyId = new Map(assemblyRows.map((a) => [a.name, a.id]));
  const sectionRows = await tx
    .insert(sections)
    .values(menu.map((s, position) => ({ store_id: storeId, catalog_id: catalog.id, name: s.name, position })))
    .returning({ id: sections.id, position: sections.position });
  const sectionId = new Map(sectionRows.map((s) => [s.position, s.id]));

  const flat = menu.flatMap((section, index) =>
    section.items.map((item) => ({ item, section: sectionId.get(index) ?? 0 })),
  );
  const itemIds = await inChunks(flat, (chunk, start) =>
    tx
      .insert(items)
      .values(
        chunk.map(({ item, section }, i) => ({
          store_id: storeId,
          section_id: section,
          name: item.name,
          description: item.description ?? null,
          price: price(item.price, currency),
          image_sm: item.picture ? `/sellers/pictures/${item.picture}.svg` : null,
          image_md: item.picture ? `/sellers/pictures/${item.picture}.svg` : null,
          catalogs: item.catalogs ? [...item.catalogs] : null,
          assembly_id: item.assembly ? (assemblyId.get(item.assembly) ?? null) : null,
          position: start + i,
        })),
      )
      .returning({ id: items.id }),
  );
  const groups = flat.flatMap(({ item }, index) =>
    (item.groups ?? []).map((group, position) => ({ group, position, item_id: itemIds[index] ?? 0 })),
  );
  const groupIds = await inChunks(groups, (chunk) =>
    tx
      .insert(optionGroups)
      .values(
        chunk.map(({ group, position, item_id }) => ({
          store_id: storeId,
          item_id,
          name: group.name,
          min: group.min,
          max: group.max,
          position,
        })),
      )
      .returning({ id: optionGroups.id }),
  );
  const options = groups.flatMap(({ group }, index) =>
    group.options.map(([name, value, max = 1], position) => ({
      store_id: storeId,
      group_id: groupIds[index] ?? 0,
      name,
      price: price(value, currency),
      max,
      position,
    })),
  );
  await inChunks(options, (chunk) => tx.insert(additionals).values(chunk).returning({ id: additionals.id }));
}

/** PostgreSQL accepts 65,535 parameters per statement. Ids are returned in the order of the rows. */
async function inChunks<T>(
  rows: readonly T[],
  insert: (chunk: T[], start: number) => Promise<readonly { id: number }[]>,
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < rows.length; start += 1000)
    ids.push(...(await insert(rows.slice(start, start + 1000), start)).map((r) => r.id));
  return ids;
}
