import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Audience } from '#contract/stores.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { storeEvents } from '#server/db/schema/sync.ts';
import type { Change, NewChange, StoreFeeds } from './announce.ts';

/** PostgreSQL notification channel; each message is one Announcement. */
export const changesChannel = 'marche_changes';

/** NOTIFY accepts at most 8,000 bytes. */
const maxNotifyBytes = 7_900;
/** At most what the store, the audience, the number and the version take of it. */
const envelopeBytes = 200;

/** Entity types whose payload is stored with the event. */
const keptTypes: ReadonlySet<string> = new Set(['message', 'ticket', 'payout']);

/** JSON of a change without its number and version. One too long for NOTIFY becomes a hint to ask for the delta. */
function noticeOf({ order, payload, ...hint }: Omit<NewChange, 'ver'>): string {
  const whole = JSON.stringify({ ...hint, order, payload });
  return Buffer.byteLength(whole) <= maxNotifyBytes - envelopeBytes ? whole : JSON.stringify(hint);
}

/**
 * SQL that numbers and stores an event and announces it on commit; `source` selects one row (ver, payload, notice). A
 * store without this feed has no number for it: the insert then fails, and the transaction with it.
 */
const appended = (
  storeId: number,
  audience: Audience,
  { name, type, id }: Pick<Change, 'name' | 'type' | 'id'>,
  { at, source, touched }: { readonly at: Instant; readonly source: SQL; readonly touched?: SQL },
): SQL => sql`
  with ${touched && sql`touched as (${touched}),`} feed as (
      update store_feeds set head = head + 1 where store_id = ${storeId}::integer and audience = ${audience}::text
      returning head),
    event as (${source}),
    stored as (
      insert into store_events (store_id, audience, store_seq, name, type, entity_id, ver, payload, created_at)
      select ${storeId}::integer, ${audience}::text, (select head from feed), ${name}::text, ${type}::text, ${id}::text,
        coalesce(ver, (select head from feed)), payload, ${new Date(at).toISOString()}::timestamptz
      from event)
  select pg_notify(${changesChannel}::text, concat(
    '{"store_id":', ${storeId}::integer, ',"audience":"', ${audience}::text, '","change":{"store_seq":', head,
    ',"ver":', coalesce(ver, head), ',', substr(notice, 2), '}'))
  from feed, event`;

const sendEvent = (tx: Tx, storeId: number, event: SQL): void =>
  tx.behind(tx.execute(event), ({ rows }) => {
    if (rows.length !== 1) throw new Error(`an event of store ${storeId} found no feed or no entity`);
  });

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
  append(audience, { ver, ...change }, at) {
    // /changes reads orders and codes again; a kept payload is all there is of these types.
    const payload = keptTypes.has(change.type) ? JSON.stringify(change.payload) : null;
    const source = sql`select ${ver}::integer as ver, ${payload}::jsonb as payload, ${noticeOf(change)}::text as notice`;
    sendEvent(tx, storeId, appended(storeId, audience, change, { at, source }));
  },
});

/**
 * Raises a code's version, counts its waiting orders (N-50) and announces both to all staff. Locks the feed first, by a
 * statement of its own: what is counted after it includes every order of this code that was announced before.
 */
export function announceCode(tx: Tx, storeId: number, id: number, at: Instant): void {
  tx.behind(
    tx.execute(
      sql`select from store_feeds where store_id = ${storeId}::integer and audience = 'store' for no key update`,
    ),
  );
  const change = { name: 'code-updated', type: 'code', id: String(id) } as const;
  const source = sql`
    select ver, null::jsonb as payload,
      json_build_object('name', ${change.name}::text, 'type', ${change.type}::text, 'id', ${change.id}::text,
        'at', ${isoFromInstant(at)}::text, 'payload', json_build_object('id', id, 'code', code,
          'description', description, 'type', type, 'group', "group", 'default', "default", 'waiting_count', (
            select count(*) from orders
            where orders.store_id = ${storeId}::integer and code_id = ${id}::integer and status = 'PENDING')))::text as notice
    from touched`;
  const event = sql`update codes set ver = ver + 1 where store_id = ${storeId}::integer and id = ${id}::integer returning *`;
  sendEvent(tx, storeId, appended(storeId, 'store', change, { at, source, touched: event }));
}
