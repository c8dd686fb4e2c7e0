import { and, asc, desc, eq, gt, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { guestPlace, guestRequest, staffGuestRequest } from '#contract/guest.ts';
import { readOptional, writeInstant, writeMoney } from '#contract/wire/amounts.ts';
import { guestRequestStanding, isListedRequest } from '#domain/guest.ts';
import { guestEndedShownMs, guestRequestMs } from '#domain/limits.ts';
import type { Currency } from '#domain/money.ts';
import { isActiveGroup } from '#domain/order-group.ts';
import type { Code } from '#domain/store.ts';
import { after, type Instant, isoFromInstant, minutes } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { guestRequests, guestVisits, isUnended } from '#server/db/schema/guests.ts';
import { isActive, orderGroups } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';

type RequestRow = typeof guestRequests.$inferSelect;

/** A request with the table that its guests sit at now. */
export interface PlacedRequest extends RequestRow {
  readonly code: Pick<Code, 'id' | 'code' | 'description'>;
  /** The group that the table has. */
  readonly table_group_id: number | null;
}

/** A guest's visit is kept this long after its end, with what was asked. */
const keptMs = minutes(24 * 60);
const placesMax = 20;
const ownRequestsMax = 50;
const listedMax = 200;

/** True in SQL for the stores that let guests in, as `letsGuestsIn`. */
export const storeLetsGuestsIn = and(eq(stores.guests, true), ne(stores.plan, 'free'));

/** The tables that this text names, of the stores that let guests in. */
export async function findPlaces(
  { direct }: Pick<Database, 'direct'>,
  code: string,
): Promise<z.infer<typeof guestPlace>[]> {
  return direct
    .select({
      store_id: stores.id,
      store_name: stores.name,
      logo_url: stores.logo_url,
      description: codes.description,
    })
    .from(codes)
    .innerJoin(stores, eq(stores.id, codes.store_id))
    .where(and(eq(codes.code, code), isNull(codes.removed_at), eq(codes.group, true), storeLetsGuestsIn))
    .orderBy(asc(stores.name), asc(stores.id))
    .limit(placesMax);
}

/** The store's table with that text; null without one. */
export async function findTable(tx: Tx, storeId: number, code: string): Promise<typeof codes.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(codes)
    .where(and(eq(codes.store_id, storeId), eq(codes.code, code), isNull(codes.removed_at), eq(codes.group, true)));
  return row ?? null;
}

/** The group that a table has. */
export async function activeGroupId(tx: Tx, storeId: number, codeId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: orderGroups.id })
    .from(orderGroups)
    .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.code_id, codeId), isActive(orderGroups.status)));
  return row?.id ?? null;
}

export async function insertVisit(tx: Tx, visit: Omit<typeof guestVisits.$inferSelect, 'id'>): Promise<void> {
  await tx.insert(guestVisits).values(visit);
}

/** Makes the requests of one table wait for each other. */
export const lockTable = (tx: Tx, storeId: number, codeId: number): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guests:${storeId}:${codeId}`}, 0))`);

const occupied = alias(orderGroups, 'occupied');

/** Requests as they stand at `now`. A group that moved took its requests with it. */
async function find(
  tx: Tx,
  storeId: number,
  { where, order, limit }: { readonly where: SQL | undefined; readonly order: SQL; readonly limit: number },
  now: Instant,
): Promise<PlacedRequest[]> {
  const rows = await tx
    .select({
      request: guestRequests,
      code: { id: codes.id, code: codes.code, description: codes.description },
      removed: codes.removed_at,
      askedStatus: orderGroups.status,
      askedEnd: orderGroups.status_at,
      table_group_id: occupied.id,
    })
    .from(guestRequests)
    .leftJoin(
      orderGroups,
      and(eq(orderGroups.store_id, guestRequests.store_id), eq(orderGroups.id, guestRequests.asked_group_id)),
    )
    .innerJoin(codes, eq(codes.id, sql`coalesce(${orderGroups.code_id}, ${guestRequests.code_id})`))
    .leftJoin(
      occupied,
      and(eq(occupied.store_id, guestRequests.store_id), eq(occupied.code_id, codes.id), isActive(occupied.status)),
    )
    .where(and(eq(guestRequests.store_id, storeId), where))
    .orderBy(order)
    .limit(limit);
  return rows.map(({ request, code, removed, askedStatus, askedEnd, table_group_id }) => {
    const groupEnded =
      request.asked_group_id === null || (askedStatus !== null && isActiveGroup(askedStatus))
        ? null
        : (askedEnd ?? request.created_at);
    const standing = guestRequestStanding(request, groupEnded ?? removed, now);
    return { ...request, ...standing, code, table_group_id };
  });
}

/** The requests of a visit, the newest first. */
export const requestsOfVisit = (tx: Tx, storeId: number, visitId: number, now: Instant): Promise<PlacedRequest[]> =>
  find(
    tx,
    storeId,
    { where: eq(guestRequests.visit_id, visitId), order: desc(guestRequests.id), limit: ownRequestsMax },
    now,
  );

/** The requests that wait at a table. */
export async function waitingAt(tx: Tx, storeId: number, codeId: number, now: Instant): Promise<PlacedRequest[]> {
  const recent = gt(guestRequests.created_at, after(now, -guestRequestMs));
  const where = and(eq(guestRequests.code_id, codeId), isUnended(guestRequests.state), recent);
  const found = await find(tx, storeId, { where, order: asc(guestRequests.id), limit: listedMax }, now);
  return found.filter(({ state }) => state === 'waiting');
}

/** Those that wait, the oldest first, then those that ended in the last hour, the newest first. */
export async function listedRequests(tx: Tx, storeId: number, now: Instant): Promise<PlacedRequest[]> {
  // A request waits half an hour at most, so none that is listed is older.
  const where = gt(guestRequests.created_at, after(now, -(guestRequestMs + guestEndedShownMs)));
  const found = await find(tx, storeId, { where, order: desc(guestRequests.id), limit: listedMax }, now);
  const waiting = found.filter(({ state }) => state === 'waiting').toReversed();
  const ended = found
    .filter(({ state, ended_at }) => state !== 'waiting' && isListedRequest(ended_at, now))
    .toSorted((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0));
  return [...waiting, ...ended];
}

/** A request of a visit by the key of its device. */
export async function requestOfKey(
  tx: Tx,
  storeId: number,
  { visitId, key, now }: { readonly visitId: number; readonly key: string; readonly now: Instant },
): Promise<PlacedRequest | null> {
  const where = and(eq(guestRequests.visit_id, visitId), eq(guestRequests.key, key));
  const [found] = await find(tx, storeId, { where, order: asc(guestRequests.id), limit: 1 }, now);
  return found ?? null;
}

/** A request, locked until the transaction ends; null: the store has none with this id. */
export async function lockRequest(tx: Tx, storeId: number, id: number, now: Instant): Promise<PlacedRequest | null> {
  const which = and(eq(guestRequests.store_id, storeId), eq(guestRequests.id, id));
  const [locked] = await tx.select({ id: guestRequests.id }).from(guestRequests).where(which).for('update');
  if (!locked) return null;
  const [found] = await find(tx, storeId, { where: which, order: asc(guestRequests.id), limit: 1 }, now);
  return found ?? null;
}

export async function insertRequest(tx: Tx, request: typeof guestRequests.$inferInsert): Promise<void> {
  await tx.insert(guestRequests).values(request);
}

/** What ends a request: an answer, or that its guest withdrew it. */
export type RequestEnd = Pick<RequestRow, 'state' | 'ended_at'> &
  Partial<Pick<RequestRow, 'reason' | 'order_id' | 'order_number' | 'order_group_id'>>;

export async function endRequest(tx: Tx, storeId: number, id: number, end: RequestEnd): Promise<void> {
  await tx
    .update(guestRequests)
    .set(end)
    .where(and(eq(guestRequests.store_id, storeId), eq(guestRequests.id, id)));
}

/** Tells the staff that a request is new or has ended. Call it last: it locks the feed. */
export function announceRequest(tx: Tx, { store_id, id }: Pick<RequestRow, 'store_id' | 'id'>, at: Instant): void {
  const event = { name: 'guest-requests-updated', type: 'guest-request', id: String(id), ver: null } as const;
  pgFeeds(tx, store_id).append('store', { at: isoFromInstant(at), ...event }, at);
}

/** As its guest sees it. */
export const writeGuestRequest = (request: RequestRow, currency: Currency): z.infer<typeof guestRequest> => ({
  id: request.id,
  key: request.key,
  kind: request.kind,
  state: request.state,
  lines: request.lines.map(({ name, quantity, comments, additionals, price }) => ({
    name,
    quantity,
    comments,
    additionals: additionals.map((a) => ({ name: a.name, quantity: a.quantity })),
    price: writeMoney(price, currency),
  })),
  total: writeMoney(request.total, currency),
  note: request.note,
  reason: request.reason,
  order_number: request.order_number,
  created_at: writeInstant(request.created_at),
  ended_at: readOptional(request.ended_at, writeInstant),
});

/** As the staff sees it. */
export const writeStaffRequest = (
  { code, table_group_id, ...request }: PlacedRequest,
  currency: Currency,
): z.infer<typeof staffGuestRequest> => ({
  ...writeGuestRequest(request, currency),
  code_id: code.id,
  code: code.code,
  description: code.description,
  group_id: request.order_group_id ?? table_group_id,
  order_id: request.order_id,
});

/** Deletes the visits that ended a day ago, with what they asked for. */
export const dropOldVisits = ({ direct }: Pick<Database, 'direct'>, now: Instant) =>
  direct.delete(guestVisits).where(lt(guestVisits.expires_at, after(now, -keptMs)));
