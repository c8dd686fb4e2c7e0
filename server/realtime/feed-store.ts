import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Audience } from '#contract/stores.ts';
import { isoFromInstant } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import type { Tx } from '#server/db/database.ts';
import { type FixedQuery, fixedQuery } from '#server/db/fixed-query.ts';
import { withNumber } from '#server/db/late-number.ts';
import { storeEvents } from '#server/db/schema/sync.ts';
import { type Change, groupType, type NewChange, type StoreFeeds } from './announce.ts';
import { groupCardOf } from './group-card.ts';

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
  'payment',
  'cashbox',
  'print-job',
  'print',
]);

/** What /changes cannot read again: it sends the payload that is stored with the event. */
const isKept = ({ type, name, payload }: Pick<NewChange, 'type' | 'name' | 'payload'>): boolean =>
  keptTypes.has(type) || name.endsWith('-removed') || (isObject(payload) && payload['removed'] === true);

/** JSON of a change without its number and version. One too long for NOTIFY becomes a hint to ask for the delta. */
function noticeOf({ order, payload, ver: _ver, ...hint }: NewChange): string {
  const whole = JSON.stringify({ ...hint, order, payload });
  return Buffer.byteLength(whole) <= maxNotifyBytes - envelopeBytes ? whole : JSON.stringify(hint);
}

type EventKey = Pick<Change, 'name' | 'type' | 'id'> & { readonly storeId: number; readonly audience: Audience };

const value = sql.placeholder;

/** The number that the event got. */
interface Sent {
  /** A bigint, as the driver reads it. */
  readonly head: string;
}

/**
 * Numbers and stores an event and announces it on commit; `source` selects one row (name, ver, payload, notice). A store
 * without this feed has no number for it: the insert then fails, and the transaction with it.
 */
const appending = <Values extends Omit<EventKey, 'name'>>(source: SQL, touched?: SQL) =>
  fixedQuery<Values & { readonly at: string }, Sent>(sql`
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
    select head, pg_notify('${sql.raw(changesChannel)}', concat(
      '{"store_id":', store_id, ',"audience":"', audience, '","change":{"store_seq":', head,
      ',"ver":', coalesce(ver, head), ',', substr(notice, 2), '}'))
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

const appendGroup = appending<EventKey & { readonly groupId: number }>(sql`
  select ${value('name')}::text as name, null::integer as ver, null::jsonb as payload,
    json_build_object('name', ${value('name')}::text, 'type', ${value('type')}::text, 'id', ${value('id')}::text,
      'at', ${value('at')}::text, 'payload', card)::text as notice
  from (${groupCardOf(value('storeId'), value('groupId'))}) known`);

/** Does not wait for the event; the commit fails without it. */
function sendEvent<Values extends Omit<EventKey, 'name'>>(
  tx: Tx,
  query: FixedQuery<Values, Sent>,
  values: Values,
): Promise<number> {
  const sent = tx.run(query, values).then(([event]) => {
    if (!event) throw new Error(`an event of store ${values.storeId} found no feed or no entity`);
    return Number(event.head);
  });
  tx.behind(sent);
  return sent;
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
    void sendEvent(tx, appendEvent, { storeId, audience, name, type, id, ...event });
  },
  appendCode(id, at) {
    // Locks the feed first, by a statement of its own: what is counted after it includes every order of this code that
    // was announced before.
    tx.behind(tx.run(lockStoreFeed, { storeId }));
    const change = { type: 'code', id: String(id) } as const;
    void sendEvent(tx, appendCode, { storeId, audience: 'store', codeId: id, ...change, at: isoFromInstant(at) });
  },
  appendGroup(id, name, at) {
    // As for a code: what is counted includes every order of this group that was announced before.
    tx.behind(tx.run(lockStoreFeed, { storeId }));
    const change = { name, type: groupType, id: String(id), at: isoFromInstant(at) } as const;
    return sendEvent(tx, appendGroup, { storeId, audience: 'store', groupId: id, ...change });
  },
});
