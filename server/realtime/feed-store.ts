import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { storeEvents, storeFeeds } from '#server/db/schema/sync.ts';
import type { Announcement, StoreFeeds } from './announce.ts';

/** PostgreSQL notification channel; each message is one Announcement. */
export const changesChannel = 'marche_changes';

/** NOTIFY accepts at most 8,000 bytes. */
const maxNotifyBytes = 7_900;

/** Entity types whose payload is stored with the event. */
const keptTypes: ReadonlySet<string> = new Set(['message', 'ticket', 'payout']);

/** Serialises an announcement. One too long for NOTIFY is sent as a hint, on which devices ask for the delta. */
function noticeOf(announcement: Announcement): string {
  const whole = JSON.stringify(announcement);
  if (Buffer.byteLength(whole) <= maxNotifyBytes) return whole;
  const { order: _order, payload: _payload, ...hint } = announcement.change;
  return JSON.stringify({ ...announcement, change: hint } satisfies Announcement);
}

/** The message to all staff with this id, or null. Locks the id, so a concurrent repeat waits. */
export async function readMessage(tx: Tx, storeId: number, id: string): Promise<unknown> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`message:${storeId}:${id}`}, 0))`);
  const { store_id, audience, type, entity_id, payload } = storeEvents;
  const [known] = await tx
    .select({ payload })
    .from(storeEvents)
    .where(and(eq(store_id, storeId), eq(audience, 'store'), eq(type, 'message'), eq(entity_id, id)));
  return known?.payload ?? null;
}

/** The feeds of a store in PostgreSQL: the update locks the feed's row, the commit sends the notifications. */
export const pgFeeds = (tx: Tx, storeId: number): StoreFeeds => ({
  async next(audience) {
    const [feed] = await tx
      .update(storeFeeds)
      .set({ head: sql`${storeFeeds.head} + 1` })
      .where(and(eq(storeFeeds.store_id, storeId), eq(storeFeeds.audience, audience)))
      .returning({ head: storeFeeds.head });
    if (!feed) throw new Error(`store ${storeId} has no feed ${audience}`);
    return feed.head;
  },

  async append(audience, change, at) {
    await tx.insert(storeEvents).values({
      store_id: storeId,
      audience,
      store_seq: change.store_seq,
      name: change.name,
      type: change.type,
      entity_id: change.id,
      ver: change.ver,
      // /changes reads orders and codes again; a kept payload is all there is of these types.
      payload: keptTypes.has(change.type) ? change.payload : null,
      created_at: at,
    });
    await tx.execute(sql`select pg_notify(${changesChannel}, ${noticeOf({ store_id: storeId, audience, change })})`);
  },
});
