import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import { type gatewayNotice, panelCode, panelDiscount, panelGateway, panelMap } from '#contract/panel.ts';
import { publicChannel } from '#contract/events.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { isoFromInstant } from '#domain/time.ts';
import { discounts, items } from '#server/db/schema/catalog.ts';
import { codes, floorMaps, gateways } from '#server/db/schema/stores.ts';
import { invalidField } from '#server/http/validation.ts';
import { announceStore, type StoreAnnouncement } from '#server/realtime/announce.ts';
import { lockStoreFeed, pgFeeds } from '#server/realtime/feed-store.ts';
import { notifyRelayed } from '#server/realtime/listener.ts';
import { type PanelCall, type PanelChange, recordPanelChange } from './panel-call.ts';

interface Row {
  readonly id: number;
}

/** How one kind of entity is found, written and told. `Body`: as its schema reads it. */
interface Kind<Body, Stored extends Row> {
  readonly entity: PanelChange['entity'];
  readonly schema: z.ZodMiniType<Body>;
  /** The entity that the body names, or of that id. */
  find(call: PanelCall, named: Body | number): Promise<readonly Stored[]>;
  /** Checks of the body that the database does not make. */
  check?(call: PanelCall, body: Body, known: Stored | undefined): Promise<Result<null>>;
  insert(call: PanelCall, body: Body): Promise<readonly Stored[]>;
  update(call: PanelCall, id: number, body: Body): Promise<readonly Stored[]>;
  remove(call: PanelCall, id: number): Promise<unknown>;
  tell(call: PanelCall, row: Stored, verb: 'created' | 'updated' | 'removed'): void | Promise<void>;
}

/** Adds or replaces the entity that the body names; a repeat changes and tells nothing. 404 for an unknown id. */
export async function putEntity<Body extends { readonly id?: number | undefined }, Stored extends Row>(
  call: PanelCall,
  kind: Kind<Body, Stored>,
  body: Body,
): Promise<Result<{ id: number }>> {
  const [known] = await kind.find(call, body);
  if (body.id !== undefined && !known) return fail('not_found');
  const checked = (await kind.check?.(call, body, known)) ?? ok(null);
  if (!checked.ok) return checked;
  const [after] = known ? await kind.update(call, known.id, body) : await kind.insert(call, body);
  if (!after) throw new Error('a written row is gone');
  if (recordPanelChange(call, { entity: kind.entity, id: after.id, before: known ?? null, after }))
    await kind.tell(call, after, known ? 'updated' : 'created');
  return ok({ id: after.id });
}

export async function removeEntity<Body, Stored extends Row>(
  call: PanelCall,
  kind: Kind<Body, Stored>,
  id: number,
): Promise<Result<null>> {
  const [known] = await kind.find(call, id);
  if (!known) return fail('not_found');
  await kind.remove(call, id);
  recordPanelChange(call, { entity: kind.entity, id, before: known, after: null });
  await kind.tell(call, known, 'removed');
  return ok(null);
}

const announce = ({ tx, storeId, at }: PanelCall, event: Omit<StoreAnnouncement, 'at'>): void =>
  announceStore(pgFeeds(tx, storeId), { ...event, at });

/** The condition that finds an entity: by its id, or by what else the body names it with. */
function whichOf<Body extends { readonly id?: number | undefined }>(
  idColumn: PgColumn,
  named: Body | number,
  byName: (body: Body) => SQL,
): SQL {
  if (typeof named === 'number') return eq(idColumn, named);
  return named.id === undefined ? byName(named) : eq(idColumn, named.id);
}

type Values<Body> = Omit<Body, 'id'>;
const without = <Body extends { readonly id?: number | undefined }>({ id: _id, ...values }: Body): Values<Body> =>
  values;

/** A removed code stays with its orders. */
export const codeKind: Kind<z.infer<typeof panelCode>, typeof codes.$inferSelect> = {
  entity: 'code',
  schema: panelCode,
  find({ tx, storeId }, named) {
    // In the order of an announced order, which locks the feed, then the code.
    tx.behind(tx.run(lockStoreFeed, { storeId }));
    const which = whichOf(codes.id, named, ({ code }) => eq(codes.code, code));
    return tx
      .select()
      .from(codes)
      .where(and(eq(codes.store_id, storeId), isNull(codes.removed_at), which));
  },
  async check({ tx, storeId }, { code }, known) {
    const same = and(eq(codes.store_id, storeId), isNull(codes.removed_at), eq(codes.code, code));
    const others = await tx.$count(codes, and(same, known && ne(codes.id, known.id)));
    return others > 0 ? invalidField('code') : ok(null);
  },
  insert: ({ tx, storeId }, body) =>
    tx
      .insert(codes)
      .values({ ...without(body), store_id: storeId })
      .returning(),
  update: ({ tx, storeId }, id, body) =>
    tx
      .update(codes)
      .set(without(body))
      .where(and(eq(codes.store_id, storeId), eq(codes.id, id)))
      .returning(),
  remove: ({ tx, storeId, at }, id) =>
    tx
      .update(codes)
      .set({ removed_at: at })
      .where(and(eq(codes.store_id, storeId), eq(codes.id, id))),
  tell(call, { id, code, description, type, group, default: isDefault }, verb) {
    if (verb !== 'created') return pgFeeds(call.tx, call.storeId).appendCode(id, call.at);
    const payload = { id, code, description, type, group, default: isDefault, waiting_count: 0 };
    announce(call, { name: 'code-created', id, payload });
  },
};

/** Orders keep the discounts that they were sold with. */
export const discountKind: Kind<z.infer<typeof panelDiscount>, typeof discounts.$inferSelect> = {
  entity: 'discount',
  schema: panelDiscount,
  find({ tx, storeId }, named) {
    const which = whichOf(discounts.id, named, ({ name }) => eq(discounts.name, name));
    return tx
      .select()
      .from(discounts)
      .where(and(eq(discounts.store_id, storeId), which))
      .orderBy(discounts.id);
  },
  async check({ tx, storeId }, { target }) {
    if (target === null) return ok(null);
    const ids = [...new Set(target)];
    const found = await tx.$count(items, and(eq(items.store_id, storeId), inArray(items.id, ids)));
    return found === ids.length ? ok(null) : invalidField('target');
  },
  insert: ({ tx, storeId }, body) =>
    tx
      .insert(discounts)
      .values({ ...discountColumns(body), store_id: storeId })
      .returning(),
  update: ({ tx, storeId }, id, body) =>
    tx
      .update(discounts)
      .set(discountColumns(body))
      .where(and(eq(discounts.store_id, storeId), eq(discounts.id, id)))
      .returning(),
  remove: ({ tx, storeId }, id) =>
    tx.delete(discounts).where(and(eq(discounts.store_id, storeId), eq(discounts.id, id))),
  tell(call, { id, store_id: _store, ...rule }, verb) {
    announce(call, { name: `discount-${verb}`, id, payload: verb === 'removed' ? { id } : { id, ...rule } });
  },
};

function discountColumns(body: z.infer<typeof panelDiscount>) {
  const none = { value: null, products_from: null, products_to: null, products_combination: null };
  return { ...none, ...without(body) };
}

/** */
export const mapKind: Kind<z.infer<typeof panelMap>, typeof floorMaps.$inferSelect> = {
  entity: 'map',
  schema: panelMap,
  find({ tx, storeId }, named) {
    const which = whichOf(floorMaps.id, named, ({ name }) => eq(floorMaps.name, name));
    return tx
      .select()
      .from(floorMaps)
      .where(and(eq(floorMaps.store_id, storeId), which))
      .orderBy(floorMaps.id);
  },
  insert: ({ tx, storeId }, body) =>
    tx
      .insert(floorMaps)
      .values({ ...without(body), store_id: storeId })
      .returning(),
  update: ({ tx, storeId }, id, body) =>
    tx
      .update(floorMaps)
      .set(without(body))
      .where(and(eq(floorMaps.store_id, storeId), eq(floorMaps.id, id)))
      .returning(),
  remove: ({ tx, storeId }, id) =>
    tx.delete(floorMaps).where(and(eq(floorMaps.store_id, storeId), eq(floorMaps.id, id))),
  tell(call, { id }, verb) {
    announce(call, { name: `map-${verb}`, id, payload: { id } });
  },
};

/** told on the public channel, and in the store's feed for a device that was away. */
export const gatewayKind: Kind<z.infer<typeof panelGateway>, typeof gateways.$inferSelect> = {
  entity: 'gateway',
  schema: panelGateway,
  find({ tx, storeId }, named) {
    const which = whichOf(gateways.id, named, ({ name }) => eq(gateways.name, name));
    return tx
      .select()
      .from(gateways)
      .where(and(eq(gateways.store_id, storeId), which))
      .orderBy(gateways.id);
  },
  insert: ({ tx, storeId }, body) =>
    tx
      .insert(gateways)
      .values({ ...without(body), store_id: storeId })
      .returning(),
  update: ({ tx, storeId }, id, body) =>
    tx
      .update(gateways)
      .set(without(body))
      .where(and(eq(gateways.store_id, storeId), eq(gateways.id, id)))
      .returning(),
  remove: ({ tx, storeId }, id) => tx.delete(gateways).where(and(eq(gateways.store_id, storeId), eq(gateways.id, id))),
  async tell(call, { id, type }) {
    const { tx, storeId, at } = call;
    const notice: z.infer<typeof gatewayNotice> = { store_ids: [storeId], type, at: isoFromInstant(at) };
    announce(call, { name: 'gateway-updated', id, payload: { id, type } });
    await notifyRelayed(tx, [{ channel: publicChannel, name: 'gateway-updated', data: JSON.stringify(notice) }]);
  },
};
