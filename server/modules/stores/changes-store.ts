import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Audience } from '#contract/stores.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import type { Tx } from '#server/db/database.ts';
import { storeEvents, storeFeeds } from '#server/db/schema/sync.ts';
import type { StoredOrder } from '#server/modules/orders/order-rows.ts';
import { readBoard, readOrders } from '#server/modules/orders/orders-store.ts';
import type { Change } from '#server/realtime/feed-store.ts';
import { type CodeState, readCodes } from './stores-store.ts';

/** A device further behind gets the whole state: it is the shorter answer. */
const longestDelta = 500;

export interface Feed {
  readonly storeId: number;
  readonly audience: Audience;
  readonly currency: Currency;
  readonly timezone: string;
}

export interface ChangesAnswer {
  readonly head: number;
  readonly reset: boolean;
  readonly changes: Change[];
}

const orderChange = (order: StoredOrder, currency: Currency, store_seq: number, name: string, at: string): Change => ({
  store_seq,
  name,
  at,
  type: 'order',
  id: String(order.id),
  ver: order.ver,
  order: writeOrder(order, currency),
});

const codeChange = ({ ver, code }: CodeState, store_seq: number, at: string): Change => ({
  store_seq,
  name: 'code-updated',
  at,
  type: 'code',
  id: String(code.id),
  ver,
  payload: code,
});

/** Reads head and entities in one snapshot: give it a transaction of mode 'snapshot'. */
export async function readChanges(tx: Tx, feed: Feed, since: number | undefined, now: Instant): Promise<ChangesAnswer> {
  const [state] = await tx
    .select({
      head: storeFeeds.head,
      oldest: sql<
        string | null
      >`(select min(${storeEvents.store_seq}) from ${storeEvents} where ${storeEvents.store_id} = ${feed.storeId} and ${storeEvents.audience} = ${feed.audience})`,
    })
    .from(storeFeeds)
    .where(and(eq(storeFeeds.store_id, feed.storeId), eq(storeFeeds.audience, feed.audience)));
  if (!state) throw new Error(`store ${feed.storeId} has no feed ${feed.audience}`);
  const { head } = state;
  if (since === head) return { head, reset: false, changes: [] };
  const oldest = state.oldest === null ? head + 1 : Number(state.oldest);
  if (since === undefined || since > head || head - since > longestDelta || oldest > since + 1)
    return { head, reset: true, changes: await wholeState(tx, feed, head, now) };
  return { head, reset: false, changes: await delta(tx, feed, since) };
}

async function wholeState(
  tx: Tx,
  { storeId, audience, currency, timezone }: Feed,
  head: number,
  now: Instant,
): Promise<Change[]> {
  if (audience === 'admin') {
    const board = await readBoard(tx, storeId, timezone, now);
    return board.map((o) => orderChange(o, currency, head, 'order-updated', isoFromInstant(o.updated_at)));
  }
  const places = await readCodes(tx, storeId);
  return places.map((c) => codeChange(c, head, isoFromInstant(now)));
}

async function delta(tx: Tx, { storeId, audience, currency }: Feed, since: number): Promise<Change[]> {
  const events = await tx
    .select()
    .from(storeEvents)
    .where(and(eq(storeEvents.store_id, storeId), eq(storeEvents.audience, audience), gt(storeEvents.store_seq, since)))
    .orderBy(asc(storeEvents.store_seq));
  // One entry an entity, at its last event, with the entity as it is now.
  const lastOf = new Map(
    events.map((e) => [e.entity_id === null ? `event:${e.store_seq}` : `${e.type}:${e.entity_id}`, e]),
  );
  const last = [...lastOf.values()].toSorted((a, b) => a.store_seq - b.store_seq);
  const orderIds = last.filter((e) => e.type === 'order').map((e) => Number(e.entity_id));
  const orders = new Map((await readOrders(tx, storeId, orderIds)).map((o) => [String(o.id), o]));
  const places = last.some((e) => e.type === 'code') ? await readCodes(tx, storeId) : [];
  const codes = new Map(places.map((c) => [String(c.code.id), c]));
  return last.map((event): Change => {
    const at = isoFromInstant(event.created_at);
    const order = event.type === 'order' ? orders.get(event.entity_id ?? '') : undefined;
    if (order) return orderChange(order, currency, event.store_seq, event.name, at);
    const code = event.type === 'code' ? codes.get(event.entity_id ?? '') : undefined;
    if (code) return codeChange(code, event.store_seq, at);
    return {
      store_seq: event.store_seq,
      name: event.name,
      at,
      type: event.type,
      id: event.entity_id,
      ver: event.ver,
      payload: event.payload ?? undefined,
    };
  });
}
