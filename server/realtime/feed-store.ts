import { and, eq, sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { Code } from '#domain/store.ts';
import { isoFromInstant, type Instant } from '#domain/time.ts';
import type { EventName } from '#contract/events.ts';
import type { Audience, change } from '#contract/stores.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import type * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import { codes } from '#server/db/schema/stores.ts';
import { storeEvents, storeFeeds } from '#server/db/schema/sync.ts';
import type { StoredOrder } from '#server/modules/orders/order-rows.ts';
import { waitingCounts } from '#server/modules/orders/orders-store.ts';
import { codeOf } from '#server/modules/stores/stores-store.ts';

export type Change = z.infer<typeof change>;

/** PostgreSQL channel of the changes; a message is one Announcement. */
export const changesChannel = 'marche_changes';

export interface Announcement {
  readonly store_id: number;
  readonly audience: Audience;
  readonly change: Change;
}

/** NOTIFY takes 8,000 bytes at most. */
const maxNotifyBytes = 7_900;

interface Entry {
  readonly name: EventName;
  readonly type: string;
  readonly id: string;
  readonly ver: number;
  /** Travels over the socket only: /changes reads the entity as it is then. */
  readonly order?: Change['order'];
  readonly payload?: unknown;
}

/** Takes the next numbers of a feed; its row stays locked until the commit, so the numbers have no gaps. */
async function raiseHead(tx: Tx, storeId: number, audience: Audience, by: number): Promise<number> {
  const [feed] = await tx
    .update(storeFeeds)
    .set({ head: sql`${storeFeeds.head} + ${by}` })
    .where(and(eq(storeFeeds.store_id, storeId), eq(storeFeeds.audience, audience)))
    .returning({ head: storeFeeds.head });
  if (!feed) throw new Error(`store ${storeId} has no feed ${audience}`);
  return feed.head - by;
}

async function append(
  tx: Tx,
  storeId: number,
  audience: Audience,
  at: Instant,
  from: number,
  entries: readonly Entry[],
): Promise<void> {
  await tx.insert(storeEvents).values(
    entries.map((e, i) => ({
      store_id: storeId,
      audience,
      store_seq: from + i + 1,
      name: e.name,
      type: e.type,
      entity_id: e.id,
      ver: e.ver,
      payload: null,
      created_at: at,
    })),
  );
  const messages = entries.map((e, i) => {
    const hint: Change = {
      store_seq: from + i + 1,
      name: e.name,
      at: isoFromInstant(at),
      type: e.type,
      id: e.id,
      ver: e.ver,
    };
    const whole: Change = {
      ...hint,
      ...(e.order && { order: e.order }),
      ...(e.payload !== undefined && { payload: e.payload }),
    };
    const message = JSON.stringify({ store_id: storeId, audience, change: whole } satisfies Announcement);
    // Too long to travel: the hint alone makes the devices ask for the delta.
    return Buffer.byteLength(message) <= maxNotifyBytes
      ? message
      : JSON.stringify({ store_id: storeId, audience, change: hint } satisfies Announcement);
  });
  await tx.execute(
    sql`select pg_notify(${changesChannel}, m) from jsonb_array_elements_text(${JSON.stringify(messages)}::jsonb) as m`,
  );
}

export interface OrderHappening {
  readonly storeId: number;
  readonly currency: Currency;
  readonly at: Instant;
  readonly name: 'order-created' | 'order-updated' | 'order-removed';
  readonly order: StoredOrder;
  /** The code's count of waiting orders may have changed. */
  readonly waitingChanged: boolean;
}

/**
 * Writes what happened to an order into the feeds and announces it on commit. Call it last: it locks the store's feeds,
 * always admin first, then store, so that two transactions never wait for each other.
 */
export async function announceOrder(
  tx: Tx,
  { storeId, currency, at, name, order, waitingChanged }: OrderHappening,
): Promise<void> {
  const from = await raiseHead(tx, storeId, 'admin', 1);
  const wire = name === 'order-removed' ? {} : { order: writeOrder(order, currency) };
  await append(tx, storeId, 'admin', at, from, [
    { name, type: 'order', id: String(order.id), ver: order.ver, ...wire },
  ]);
  if (!waitingChanged || order.code === null) return;
  const storeFrom = await raiseHead(tx, storeId, 'store', 1);
  // Counted under the feed's lock: whoever changed another order of this code has committed or not yet counted.
  const { ver, code } = await touchCode(tx, storeId, order.code.id);
  await append(tx, storeId, 'store', at, storeFrom, [
    { name: 'code-updated', type: 'code', id: String(code.id), ver, payload: code },
  ]);
}

async function touchCode(tx: Tx, storeId: number, id: number): Promise<{ ver: number; code: Code }> {
  const [row] = await tx
    .update(codes)
    .set({ ver: sql`${codes.ver} + 1` })
    .where(and(eq(codes.store_id, storeId), eq(codes.id, id)))
    .returning();
  if (!row) throw new Error(`code ${id} is gone`);
  return { ver: row.ver, code: codeOf(row, await waitingCounts(tx, storeId, [id])) };
}
