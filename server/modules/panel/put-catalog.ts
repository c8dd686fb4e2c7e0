import { and, eq, inArray, max, notInArray, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { PanelItem, panelCatalog } from '#contract/panel.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { type Money, moneyFromDecimal } from '#domain/money.ts';
import { vatRateOf } from '#domain/vat.ts';
import { additionals, catalogs, items, optionGroups, sections } from '#server/db/schema/catalog.ts';
import { assemblies } from '#server/db/schema/stores.ts';
import { invalidField } from '#server/http/validation.ts';
import { announceStore } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { readItems } from '#server/modules/catalog/catalog-store.ts';
import { type PanelCall, recordPanelChange, Refused } from './panel-call.ts';

type CatalogBody = z.infer<typeof panelCatalog>;

const refuseField = (field: string): Refused => new Refused(invalidField(field).failure);

/** The entry of `id`, or without one the first of that name; undefined = a new one. An unknown id is refused. */
function knownOf<T extends { readonly id: number; readonly name: string }>(
  rows: readonly T[],
  { id, name }: { readonly id?: number | undefined; readonly name: string },
  field: string,
): T | undefined {
  const found = rows.find((row) => (id === undefined ? row.name === name : row.id === id));
  if (id !== undefined && !found) throw refuseField(`${field}.id`);
  return found;
}

function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a written row is gone');
  return row;
}

const tell = ({ tx, storeId, at }: PanelCall, catalogId: number): void =>
  announceStore(pgFeeds(tx, storeId), { at, name: 'catalog-updated', id: catalogId, payload: {} });

/** Adds or replaces sections and products, and tells it once. Returns their ids, in the order of the body. */
export async function putCatalog(
  call: PanelCall,
  body: CatalogBody,
): Promise<Result<{ sections: { id: number }[]; items: { id: number }[] }>> {
  const { tx, storeId } = call;
  const catalog = only(await tx.select().from(catalogs).where(eq(catalogs.store_id, storeId)));
  let changed = false;
  const putSections: { id: number }[] = [];
  for (const [i, section] of body.sections.entries()) {
    const known = await tx.select().from(sections).where(eq(sections.store_id, storeId)).orderBy(sections.id);
    const before = knownOf(known, section, `sections.${i}`) ?? null;
    const { name } = section;
    const position = Math.max(-1, ...known.map((s) => s.position)) + 1;
    const rows = before
      ? tx.update(sections).set({ name }).where(eq(sections.id, before.id))
      : tx.insert(sections).values({ store_id: storeId, catalog_id: catalog.id, name, position });
    const after = only(await rows.returning());
    changed = recordPanelChange(call, { entity: 'section', id: after.id, before, after }) || changed;
    putSections.push({ id: after.id });
  }
  const putItems: { id: number }[] = [];
  for (const [i, item] of body.items.entries()) {
    const put = await putItem(call, item, `items.${i}`);
    changed ||= put.changed;
    putItems.push({ id: put.id });
  }
  if (changed) tell(call, catalog.id);
  return ok({ sections: putSections, items: putItems });
}

function moneyAt({ currency }: PanelCall, value: number, field: string): Money {
  const amount = moneyFromDecimal(value, currency);
  if (amount === null) throw refuseField(field);
  return amount;
}

async function putItem(call: PanelCall, item: PanelItem, field: string): Promise<{ id: number; changed: boolean }> {
  const { tx, storeId } = call;
  const named = item.id === undefined ? eq(items.name, item.name) : eq(items.id, item.id);
  const [known] = await tx
    .select({ id: items.id, name: items.name })
    .from(items)
    .where(and(eq(items.store_id, storeId), named))
    .orderBy(items.id)
    .limit(1);
  if (item.id !== undefined && !known) throw refuseField(`${field}.id`);
  const { vat_rate } = item;
  if (typeof vat_rate === 'number' && vatRateOf(call.country, vat_rate) !== vat_rate)
    throw refuseField(`${field}.vat_rate`);
  const [before] = known ? await readItems(tx, storeId, [known.id]) : [];
  const values = {
    name: item.name,
    description: item.description,
    price: moneyAt(call, item.price, `${field}.price`),
    image_sm: item.image_sm,
    image_md: item.image_md,
    section_id: item.section_id,
    catalogs: item.catalogs,
    assembly_id: item.assembly_id,
    ...(vat_rate !== undefined && { vat_rate }),
  };
  const ofStore = (where: SQL) => and(eq(sections.store_id, storeId), where);
  if ((await tx.$count(sections, ofStore(eq(sections.id, item.section_id)))) === 0)
    throw refuseField(`${field}.section_id`);
  if (
    item.assembly_id !== null &&
    (await tx.$count(assemblies, and(eq(assemblies.store_id, storeId), eq(assemblies.id, item.assembly_id)))) === 0
  )
    throw refuseField(`${field}.assembly_id`);
  const [last] = await tx
    .select({ position: max(items.position) })
    .from(items)
    .where(eq(items.store_id, storeId));
  const rows = before
    ? tx.update(items).set(values).where(eq(items.id, before.id))
    : tx.insert(items).values({ ...values, store_id: storeId, position: (last?.position ?? -1) + 1 });
  const { id } = only(await rows.returning());
  await putGroups(call, id, item.groups, field);
  const [after] = await readItems(tx, storeId, [id]);
  return { id, changed: recordPanelChange(call, { entity: 'item', id, before: before ?? null, after }) };
}

/** Replaces a product's groups. One that keeps its id or name keeps its row: carts on devices name its options by id. */
async function putGroups(call: PanelCall, itemId: number, groups: PanelItem['groups'], field: string): Promise<void> {
  const { tx, storeId } = call;
  const known = await tx.select().from(optionGroups).where(eq(optionGroups.item_id, itemId)).orderBy(optionGroups.id);
  const kept: number[] = [];
  for (const [position, group] of groups.entries()) {
    const at = `${field}.groups.${position}`;
    const before = knownOf(
      known.filter((g) => !kept.includes(g.id)),
      group,
      at,
    );
    const values = { name: group.name, min: group.constraints.min, max: group.constraints.max, position };
    const rows = before
      ? tx.update(optionGroups).set(values).where(eq(optionGroups.id, before.id))
      : tx.insert(optionGroups).values({ ...values, store_id: storeId, item_id: itemId });
    const { id } = only(await rows.returning());
    kept.push(id);
    await putAdditionals(call, id, group.additionals, at);
  }
  await dropGroups(
    call,
    known.map((g) => g.id).filter((id) => !kept.includes(id)),
  );
}

async function putAdditionals(
  call: PanelCall,
  groupId: number,
  options: PanelItem['groups'][number]['additionals'],
  field: string,
): Promise<void> {
  const { tx, storeId } = call;
  const known = await tx.select().from(additionals).where(eq(additionals.group_id, groupId)).orderBy(additionals.id);
  const kept: number[] = [];
  for (const [position, option] of options.entries()) {
    const at = `${field}.additionals.${position}`;
    const before = knownOf(
      known.filter((a) => !kept.includes(a.id)),
      option,
      at,
    );
    const values = { name: option.name, price: moneyAt(call, option.price, `${at}.price`), max: option.max, position };
    const rows = before
      ? tx.update(additionals).set(values).where(eq(additionals.id, before.id))
      : tx.insert(additionals).values({ ...values, store_id: storeId, group_id: groupId });
    kept.push(only(await rows.returning()).id);
  }
  await tx.delete(additionals).where(and(eq(additionals.group_id, groupId), notInArray(additionals.id, kept)));
}

async function dropGroups({ tx }: PanelCall, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(additionals).where(inArray(additionals.group_id, [...ids]));
  await tx.delete(optionGroups).where(inArray(optionGroups.id, [...ids]));
}

/** Removes a product. Orders keep their lines, which are copies. */
export async function removeItem(call: PanelCall, id: number): Promise<Result<null>> {
  const { tx, storeId } = call;
  const [before] = await readItems(tx, storeId, [id]);
  if (!before) return fail('not_found');
  await dropGroups(
    call,
    before.groups.map((g) => g.id),
  );
  await tx.delete(items).where(and(eq(items.store_id, storeId), eq(items.id, id)));
  recordPanelChange(call, { entity: 'item', id, before, after: null });
  tell(call, only(await tx.select().from(catalogs).where(eq(catalogs.store_id, storeId))).id);
  return ok(null);
}

/** Removes a section; one that still has products is refused. */
export async function removeSection(call: PanelCall, id: number): Promise<Result<null>> {
  const { tx, storeId } = call;
  const own = and(eq(sections.store_id, storeId), eq(sections.id, id));
  const [before] = await tx.select().from(sections).where(own);
  if (!before) return fail('not_found');
  if ((await tx.$count(items, eq(items.section_id, id))) > 0) return invalidField('section_id');
  await tx.delete(sections).where(own);
  recordPanelChange(call, { entity: 'section', id, before, after: null });
  tell(call, before.catalog_id);
  return ok(null);
}
