import { and, eq, sql } from 'drizzle-orm';
import {
  type CountedMoney,
  countedOfGroup,
  countedOfOrder,
  type EntryKind,
  type EntrySum,
  type FlowType,
  missingEntries,
  type MoneyKey,
  nothingCounts,
} from '#domain/cashbox.ts';
import type { Uuid } from '#domain/ids.ts';
import { money, type Money, zero } from '#domain/money.ts';
import type { Order, PaymentRow } from '#domain/order.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { fixedQuery } from '#server/db/fixed-query.ts';
import { orderGroups, payments } from '#server/db/schema/orders.ts';
import type { Actor } from '#server/http/access-store.ts';
import { actorColumns, type NamedActor } from '#server/http/actors.ts';

/** Who changed money, with which command, and when. */
export interface Booking {
  readonly storeId: number;
  readonly actor: Actor | NamedActor;
  /** null: no queued command. */
  readonly command: Uuid | null;
  readonly at: Instant;
}

/** What a row of money belongs to. */
interface Subject {
  readonly order_id?: number;
  readonly order_group_id?: number;
  readonly payout_id?: number;
  readonly flow_type?: FlowType;
  readonly description?: string | null;
}

const value = sql.placeholder;

/*
 * The row of the store's settings is locked against a close until the transaction ends, so every row of money belongs to
 * exactly one shift. It is locked before the feeds, as a close does. A store without settings books nothing, nor does an
 * order that is older than the first setup.
 */
const shiftNow = sql`select store_id, shift from cashbox_settings
  where store_id = ${value('storeId')}::integer and configured_at <= ${value('since')}::timestamptz for share`;

const insertRows = fixedQuery<Record<string, unknown>, { readonly id: string }>(sql`
  with now as materialized (${shiftNow})
  insert into money_entries (store_id, shift, kind, method, amount, order_id, order_group_id, payout_id, flow_type,
    description, actor_kind, actor_id, actor_name, session_id, device, authorised_by, cmd_id, at)
  select now.store_id, now.shift, e.kind, nullif(e.method, 'tip'), e.amount, ${value('order_id')}::integer,
    ${value('order_group_id')}::integer, ${value('payout_id')}::integer, ${value('flow_type')}::text,
    ${value('description')}::text, ${value('actor_kind')}::text, ${value('actor_id')}::integer,
    ${value('actor_name')}::text, ${value('session_id')}::uuid, ${value('device')}::text, ${value('authorised_by')}::integer, ${value('cmd_id')}::uuid,
    ${value('at')}::timestamptz
  from now, jsonb_to_recordset(${value('entries')}::jsonb) as e(kind text, method text, amount bigint)
  returning id`);

/** Adds rows to the ledger. Resolves to their ids: none for a store whose register was not set up by `since`. */
export async function addEntries(
  tx: Tx,
  { storeId, actor, command, at }: Booking,
  { since, ...subject }: Subject & { readonly since: Instant },
  entries: readonly EntrySum[],
): Promise<number[]> {
  const rows = await tx.run(insertRows, {
    storeId,
    since: new Date(since).toISOString(),
    order_id: null,
    order_group_id: null,
    payout_id: null,
    flow_type: null,
    description: null,
    ...subject,
    ...bookingColumns({ actor, command }),
    at: new Date(at).toISOString(),
    entries: JSON.stringify(entries),
  });
  return rows.map((row) => Number(row.id));
}

interface BookedRow {
  readonly payouts: boolean;
  readonly kind: EntryKind | null;
  readonly method: MoneyKey;
  readonly amount: string;
}

const bookedOf = (column: 'order_id' | 'order_group_id') =>
  fixedQuery<{ readonly storeId: number; readonly id: number }, BookedRow>(sql`
  select settings.payouts, booked.kind, booked.method, booked.amount
  from cashbox_settings settings left join (
    select kind, coalesce(method, 'tip') as method, sum(amount) as amount from money_entries
    where store_id = ${value('storeId')}::integer and ${sql.identifier(column)} = ${value('id')}::integer
    group by kind, method) booked on true
  where settings.store_id = ${value('storeId')}::integer
  for share of settings`);

const booked = { order_id: bookedOf('order_id'), order_group_id: bookedOf('order_group_id') };

/** Which order or group. */
export interface Booked {
  readonly column: keyof typeof booked;
  readonly id: number;
}

/** What is booked of an order or a group. Locks the settings against a close; null: the register is not set up. */
export async function readBooked(
  tx: Tx,
  storeId: number,
  { column, id }: Booked,
): Promise<{ readonly payouts: boolean; readonly sums: EntrySum[] } | null> {
  const rows = await tx.run(booked[column], { storeId, id });
  const [settings] = rows;
  if (!settings) return null;
  const sums = rows.flatMap(({ kind, method, amount }): EntrySum[] =>
    kind === null ? [] : [{ kind, method, amount: money(Number(amount)) }],
  );
  return { payouts: settings.payouts, sums };
}

/** Books what counts for an order or a group now and is not booked yet. */
async function bookMissing(
  tx: Tx,
  booking: Booking,
  { column, id, since }: Booked & { readonly since: Instant },
  countedBy: (settings: { readonly payouts: boolean }) => CountedMoney | Promise<CountedMoney>,
): Promise<void> {
  const known = await readBooked(tx, booking.storeId, { column, id });
  if (!known) return;
  const entries = missingEntries(await countedBy(known), known.sums);
  if (entries.length > 0) await addEntries(tx, booking, { [column]: id, since }, entries);
}

type BookedOrder = Pick<Order, 'status' | 'origin' | 'payments' | 'shipping' | 'created_at'> & { readonly id: number };

/** What a new order brings to the register, for the statement that stores it. Nothing is booked of it yet. */
export const entriesOfNewOrder = (order: Omit<BookedOrder, 'id' | 'created_at'>): EntrySum[] =>
  // It is not with a rider yet, so the settings do not matter.
  missingEntries(countedOfOrder(order, { payouts: false }), []);

/** Who books, as columns of a row of money. */
export const bookingColumns = ({ actor, command }: Pick<Booking, 'actor' | 'command'>) => {
  const person = 'userId' in actor ? actor : null;
  return {
    ...actorColumns(actor),
    session_id: person?.sessionId ?? null,
    device: person?.device ?? null,
    authorised_by: person?.authorisedBy ?? null,
    cmd_id: command,
  };
};

/** Books what changed of a locked order. Call it before the feeds are locked. */
export const bookOrder = (tx: Tx, booking: Booking, order: BookedOrder): Promise<void> =>
  bookMissing(tx, booking, { column: 'order_id', id: order.id, since: order.created_at }, (settings) =>
    countedOfOrder(order, settings),
  );

/** Takes a locked order that is deleted out of the register. Call it before the feeds are locked. */
export const bookDeletedOrder = (
  tx: Tx,
  booking: Booking,
  { id, created_at: since }: Pick<BookedOrder, 'id' | 'created_at'>,
): Promise<void> => bookMissing(tx, booking, { column: 'order_id', id, since }, () => nothingCounts);

/** Books what changed of a locked group, also one that is deleted. Call it before the feeds are locked. */
export async function bookGroup(tx: Tx, booking: Booking, id: number): Promise<void> {
  const { storeId } = booking;
  const [group] = await tx
    .select({ status: orderGroups.status, tip: orderGroups.tip, since: orderGroups.created_at })
    .from(orderGroups)
    .where(and(eq(orderGroups.store_id, storeId), eq(orderGroups.id, id)));
  const since = group?.since ?? booking.at;
  await bookMissing(tx, booking, { column: 'order_group_id', id, since }, async () =>
    group ? countedOfGroup({ ...group, payments: await paymentsOf(tx, storeId, id) }) : nothingCounts,
  );
}

const paymentsOf = (
  tx: Tx,
  storeId: number,
  groupId: number,
): Promise<Pick<PaymentRow, 'method' | 'amount' | 'status'>[]> =>
  tx
    .select({ method: payments.method, amount: payments.amount, status: payments.status })
    .from(payments)
    .where(and(eq(payments.store_id, storeId), eq(payments.order_group_id, groupId)));

/** Books the cash of a rider that was confirmed. Call it before the feeds are locked. */
export const bookPayout = (
  tx: Tx,
  booking: Booking,
  { id, amount }: { readonly id: number; readonly amount: Money },
): Promise<unknown> =>
  amount === zero
    ? Promise.resolve()
    : addEntries(tx, booking, { payout_id: id, since: booking.at }, [{ kind: 'payout', method: 'cash', amount }]);
