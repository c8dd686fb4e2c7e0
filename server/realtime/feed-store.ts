import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Audience } from '#contract/stores.ts';
import { isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { type FixedQuery, fixedQuery } from '#server/db/fixed-query.ts';
import { withNumber } from '#server/db/late-number.ts';
import { storeEvents } from '#server/db/schema/sync.ts';
import type { Change, NewChange, StoreFeeds } from './announce.ts';

/** PostgreSQL notification channel; each message is one Announcement. */
export const changesChannel = 'marche_changes';

/** NOTIFY accepts at most 8,000 bytes. */
const maxNotifyBytes = 7_900;
/** At most what the store, the audience, the number and the version take of it. */
const envelopeBytes = 200;

/** Entity types whose payload is stored with the event. */
const keptTypes: ReadonlySet<string> = new Set([
  'message',
  'ticket',
  'payout',
  'catalog',
  'discount',
  'map',
  'gateway',
]);

/** What /changes cannot read again: it sends the payload that is stored with the event. */
const isKept = ({ type, name }: Pick<NewChange, 'type' | 'name'>): boolean =>
  keptTypes.has(type) || name.endsWith('-removed');

/** JSON of a change without its number and version. One too long for NOTIFY becomes a hint to ask for the delta. */
function noticeOf({ order, payload, ver: _ver, ...hint }: NewChange): string {
  const whole = JSON.stringify({ ...hint, order, payload });
  return Buffer.byteLength(whole) <= maxNotifyBytes - envelopeBytes ? whole : JSON.stringify(hint);
}

type EventKey = Pick<Change, 'name' | 'type' | 'id'> & { readonly storeId: number; readonly audience: Audience };

const value = sql.placeholder;

/**
 * Numbers and stores an event and announces it on commit; `source` selects one row (name, ver, payload, notice). A store
 * without this feed has no number for it: the insert then fails, and the transaction with it.
 */
const appending = <Values extends Omit<EventKey, 'name'>>(source: SQL, touched?: SQL) =>
  fixedQuery<Values & { readonly at: string }, { readonly sent: unknown }>(sql`
    with ${touched && sql`touched as (${touched}),`} feed as (
        update store_feeds set head = head + 1
        where store_id = ${value('storeId')}::integer and audience = ${value('audience')}::text
        returning store_id, audience, head),
      event as (${source}),
      stored as (
        insert into store_events (store_id, audience, store_seq, name, type, entity_id, ver, payload, created_at)
        select store_id, audience, head, name, ${value('type')}::text, ${value('id')}::text,
          coalesce(ver, head), payload, ${value('at')}::timestamptz
        from feed, event)
    select pg_notify('${sql.raw(changesChannel)}', concat(
      '{"store_id":', store_id, ',"audience":"', audience, '","change":{"store_seq":', head,
      ',"ver":', coalesce(ver, head), ',', substr(notice, 2), '}')) as sent
    from feed, event`);

const appendEvent = appending<
  EventKey & { readonly ver: number | null; readonly payload: string | null; readonly notice: string }
>(
  sql`select ${value('name')}::text as name, ${value('ver')}::integer as ver, ${value('payload')}::jsonb as payload, ${withNumber(sql`${value('notice')}`)} as notice`,
);

/** Locks the staff's feed until the transaction ends. */
export const lockStoreFeed = fixedQuery<{ readonly storeId: number }>(sql`
  select from store_feeds where store_id = ${value('storeId')}::integer and audience = 'store' for no key update`);

/** Once the code is removed, its event is code-removed, whatever raised its version. */
const appendCode = appending<Omit<EventKey, 'name'> & { readonly codeId: number }>(
  sql`
    select name, ver, payload, json_build_object('name', name, 'type', ${value('type')}::text,
        'id', ${value('id')}::text, 'at', ${value('at')}::text, 'payload', coalesce(payload::json, living))::text as notice
    from (
      select ver, case when removed_at is null then 'code-updated' else 'code-removed' end as name,
        case when removed_at is not null then jsonb_build_object('id', id) end as payload,
        json_build_object('id', id, 'code', code,
          'description', description, 'type', type, 'group', "group", 'default', "default", 'waiting_count', (
            select count(*) from orders
            where orders.store_id = ${value('storeId')}::integer and code_id = ${value('codeId')}::integer
              and status = 'PENDING')) as living
      from touched) code`,
  sql`update codes set ver = ver + 1 where store_id = ${value('storeId')}::integer and id = ${value('codeId')}::integer
    returning *`,
);

function sendEvent<Values extends Omit<EventKey, 'name'>>(
  tx: Tx,
  query: FixedQuery<Values, { readonly sent: unknown }>,
  values: Values,
): void {
  tx.behind(tx.run(query, values), ({ length }) => {
    if (length !== 1) throw new Error(`an event of store ${values.storeId} found no feed or no entity`);
  });
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
  append(audience, change, at) {
    const { ver, name, type, id } = change;
    // /changes reads orders and codes again; a kept payload is all there is of these types.
    const payload = isKept(change) ? JSON.stringify(change.payload) : null;
    const event = { ver, payload, notice: noticeOf(change), at: isoFromInstant(at) };
    sendEvent(tx, appendEvent, { storeId, audience, name, type, id, ...event });
  },
  appendCode(id, at) {
    // Locks the feed first, by a statement of its own: what is counted after it includes every order of this code that
    // was announced before.
    tx.behind(tx.run(lockStoreFeed, { storeId }));
    const change = { type: 'code', id: String(id) } as const;
    sendEvent(tx, appendCode, { storeId, audience: 'store', codeId: id, ...change, at: isoFromInstant(at) });
  },
});
