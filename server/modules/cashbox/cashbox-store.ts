import { and, asc, desc, eq, gt, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ShownEntry } from '#contract/wire/cashbox.ts';
import { type WireOutboxBalance, writeOutboxBalance } from '#contract/wire/outboxes.ts';
import {
  balanceOf,
  type Cashbox,
  type CashboxBalance,
  type CashboxConfig,
  type CashboxState,
  type CashFlow,
  type EntrySum,
} from '#domain/cashbox.ts';
import { uuidTime } from '#domain/ids.ts';
import { moneyEntriesMax, pastEntriesMax } from '#domain/limits.ts';
import { add, money, zero } from '#domain/money.ts';
import { boardStatuses } from '#domain/order.ts';
import { instant, type Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { cashboxes, cashboxSettings, moneyEntries } from '#server/db/schema/cashbox.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { codes, stores } from '#server/db/schema/stores.ts';
import { readDevices } from '#server/modules/outboxes/outboxes-store.ts';
import { rejectReasonLabels } from '#texts/order.ts';

export type SettingsRow = typeof cashboxSettings.$inferSelect;
export type CashboxRow = typeof cashboxes.$inferSelect;

export async function readSettings(tx: Tx, storeId: number): Promise<SettingsRow | null> {
  const [row] = await tx.select().from(cashboxSettings).where(eq(cashboxSettings.store_id, storeId));
  return row ?? null;
}

/**
 * Locks the store's row, as a new order does first, then the settings of its register against every booking. null: it
 * is not set up.
 */
export async function lockSettings(tx: Tx, storeId: number): Promise<SettingsRow | null> {
  await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, storeId)).for('no key update');
  const [row] = await tx.select().from(cashboxSettings).where(eq(cashboxSettings.store_id, storeId)).for('update');
  return row ?? null;
}

export async function insertSettings(tx: Tx, settings: typeof cashboxSettings.$inferInsert): Promise<void> {
  await tx.insert(cashboxSettings).values(settings);
}

export async function updateSettings(
  tx: Tx,
  storeId: number,
  settings: Pick<SettingsRow, 'payouts' | 'block' | 'blind' | 'drawer' | 'time_limit'>,
): Promise<void> {
  await tx.update(cashboxSettings).set(settings).where(eq(cashboxSettings.store_id, storeId));
}

export async function findOpen(tx: Tx, storeId: number): Promise<CashboxRow | null> {
  const [row] = await tx
    .select()
    .from(cashboxes)
    .where(and(eq(cashboxes.store_id, storeId), sql`${cashboxes.closed_at} is null`));
  return row ?? null;
}

export async function findCashbox(tx: Tx, storeId: number, id: number): Promise<CashboxRow | null> {
  const [row] = await tx
    .select()
    .from(cashboxes)
    .where(and(eq(cashboxes.store_id, storeId), eq(cashboxes.id, id)));
  return row ?? null;
}

export async function insertCashbox(tx: Tx, row: typeof cashboxes.$inferInsert): Promise<CashboxRow> {
  const [inserted] = await tx.insert(cashboxes).values(row).returning();
  if (!inserted) throw new Error('the register was not inserted');
  return inserted;
}

export type ClosingColumns = Pick<
  CashboxRow,
  'closed_at' | 'closed_by' | 'counted' | 'expected' | 'pieces' | 'difference_reason' | 'observations' | 'devices'
>;

/** Closes the register, and begins the next shift. Needs `lockSettings` before it. */
export async function closeShift(tx: Tx, { id, store_id }: CashboxRow, closing: ClosingColumns): Promise<void> {
  await tx.update(cashboxes).set(closing).where(eq(cashboxes.id, id));
  await tx
    .update(cashboxSettings)
    .set({ shift: sql`${cashboxSettings.shift} + 1` })
    .where(eq(cashboxSettings.store_id, store_id));
}

const configOf = ({ payouts, block, blind, drawer }: SettingsRow): CashboxConfig => ({ payouts, block, blind, drawer });

/** What every device is told of the register; `id`: the open one. */
export const registerNotice = ({ block, drawer }: Pick<CashboxConfig, 'block' | 'drawer'>, id: number | null) => ({
  id,
  block,
  drawer,
});

/** Literals, as for `isLive`: they are rare, which a plan for any values could not know. */
const isUnfinishedRow = sql`${orders.status} in (${sql.raw(boardStatuses.map((status) => `'${status}'`).join(', '))})`;

/** The state of the store's register, without the open one itself. */
export async function readState(tx: Tx, settings: SettingsRow): Promise<Omit<CashboxState, 'open'>> {
  const { store_id: storeId, time_limit } = settings;
  const [last] = await tx
    .select({ id: cashboxes.id })
    .from(cashboxes)
    .where(and(eq(cashboxes.store_id, storeId), isNotNull(cashboxes.closed_at)))
    .orderBy(desc(cashboxes.shift))
    .limit(1);
  const unfinished = await tx.$count(orders, and(eq(orders.store_id, storeId), isUnfinishedRow));
  return { config: configOf(settings), time_limit, last_id: last?.id ?? null, unfinished };
}

const ofShift = (storeId: number, shift: number) =>
  and(eq(moneyEntries.store_id, storeId), eq(moneyEntries.shift, shift));

async function sumsOfShift(tx: Tx, storeId: number, shift: number): Promise<EntrySum[]> {
  const rows = await tx
    .select({
      kind: moneyEntries.kind,
      method: moneyEntries.method,
      amount: sql<string>`sum(${moneyEntries.amount})`,
    })
    .from(moneyEntries)
    .where(ofShift(storeId, shift))
    .groupBy(moneyEntries.kind, moneyEntries.method);
  return rows.map(({ kind, method, amount }) => ({ kind, method: method ?? 'tip', amount: money(Number(amount)) }));
}

async function flowsOfShift(tx: Tx, storeId: number, shift: number): Promise<CashFlow[]> {
  const rows = await tx
    .select({ entry: moneyEntries, by: users.fullname })
    .from(moneyEntries)
    .leftJoin(users, eq(users.id, moneyEntries.actor_id))
    .where(and(ofShift(storeId, shift), eq(moneyEntries.kind, 'movement')))
    .orderBy(asc(moneyEntries.id));
  return rows.map(({ entry, by }) => ({
    id: entry.id,
    type: entry.flow_type ?? 'other',
    description: entry.description,
    amount: entry.amount,
    created_at: entry.at,
    by: by ?? entry.actor_name ?? '',
  }));
}

/** The full name of a person of the store. */
export async function personName(tx: Tx, id: number): Promise<string> {
  const [person] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, id));
  if (!person) throw new Error(`person ${id} is gone`);
  return person.fullname;
}

/** A register with its sums and movements: all of them are read from the rows of its shift. */
export async function readRegister(
  tx: Tx,
  row: CashboxRow,
  { payouts }: Pick<SettingsRow, 'payouts'>,
): Promise<Cashbox & { readonly balance: CashboxBalance }> {
  const { store_id: storeId, shift } = row;
  const entries = await sumsOfShift(tx, storeId, shift);
  const flows = await flowsOfShift(tx, storeId, shift);
  const flowsIn = add(zero, ...flows.map((f) => (f.amount > 0 ? f.amount : zero)));
  return {
    id: row.id,
    opened_at: row.opened_at,
    opened_by: await personName(tx, row.opened_by),
    closed_at: row.closed_at,
    closed_by: row.closed_by === null ? null : await personName(tx, row.closed_by),
    counted: row.counted,
    expected: row.expected,
    pieces: row.pieces,
    difference_reason: row.difference_reason,
    observations: row.observations,
    balance: balanceOf(entries, { open: row.open_amount, flowsIn, payouts }),
    flows,
  };
}

/** When the register before this one was closed; null: there was none. */
async function previousClose(tx: Tx, { store_id, shift }: CashboxRow): Promise<Instant | null> {
  const [before] = await tx
    .select({ at: cashboxes.closed_at })
    .from(cashboxes)
    .where(and(eq(cashboxes.store_id, store_id), lt(cashboxes.shift, shift)))
    .orderBy(desc(cashboxes.shift))
    .limit(1);
  return before?.at ?? null;
}

/** What the devices of the store have sent since the last close, before which everything belongs to another register. */
export async function readOpenDevices(tx: Tx, row: CashboxRow, now: Instant): Promise<WireOutboxBalance> {
  const from = (await previousClose(tx, row)) ?? row.opened_at;
  return writeOutboxBalance({ askedAt: row.asked_at, devices: await readDevices(tx, row.store_id, { from, now }) });
}

/** Notes that the devices were asked. */
export async function noteAsked(tx: Tx, { id }: CashboxRow, at: Instant): Promise<void> {
  await tx.update(cashboxes).set({ asked_at: at }).where(eq(cashboxes.id, id));
}

/** When a device took what a command brought, by its own clock; null: the command does not say it. */
function takenAt(command: string | null): Instant | null {
  const ms = command === null ? null : uuidTime(command);
  return ms === null ? null : instant(ms);
}

/** One row of a register. */
export async function readEntry(tx: Tx, row: CashboxRow, id: number): Promise<ShownEntry> {
  const [entry] = await entriesWhere(tx, row, eq(moneyEntries.id, id));
  if (!entry) throw new Error(`row ${id} of money is missing`);
  return entry;
}

/** The rows of a register after `since`, oldest first; with `returns` only refunds and rejections. */
export const readEntries = (
  tx: Tx,
  row: CashboxRow,
  { since, returns }: { readonly since: number; readonly returns: boolean },
): Promise<ShownEntry[]> =>
  entriesWhere(
    tx,
    row,
    and(gt(moneyEntries.id, since), returns ? inArray(moneyEntries.kind, ['refund', 'rejection']) : undefined),
  );

/** The rows of a register before `to`, oldest first. */
export const readEntriesBefore = (tx: Tx, row: CashboxRow, to: Instant): Promise<ShownEntry[]> =>
  entriesWhere(tx, row, lt(moneyEntries.at, to), pastEntriesMax);

async function entriesWhere(
  tx: Tx,
  row: CashboxRow,
  which: SQL | undefined,
  most: number = moneyEntriesMax,
): Promise<ShownEntry[]> {
  const closed = await previousClose(tx, row);
  const authorisers = alias(users, 'authorisers');
  const earlier = alias(moneyEntries, 'earlier');
  const countedBefore = sql<boolean>`exists (select 1 from ${moneyEntries} ${sql.identifier('earlier')}
    where ${earlier.store_id} = ${moneyEntries.store_id} and ${earlier.shift} < ${moneyEntries.shift}
      and (${earlier.order_id} = ${moneyEntries.order_id} or ${earlier.order_group_id} = ${moneyEntries.order_group_id}))`;
  const rows = await tx
    .select({
      entry: moneyEntries,
      by: users.fullname,
      authorisedBy: authorisers.fullname,
      rejected: orders.reject_reason,
      number: orders.number,
      orderedAt: orders.created_at,
      seatedAt: orderGroups.created_at,
      code: codes.description,
      countedBefore,
    })
    .from(moneyEntries)
    .leftJoin(users, eq(users.id, moneyEntries.actor_id))
    .leftJoin(authorisers, eq(authorisers.id, moneyEntries.authorised_by))
    .leftJoin(orders, and(eq(orders.store_id, moneyEntries.store_id), eq(orders.id, moneyEntries.order_id)))
    .leftJoin(orderGroups, eq(orderGroups.id, moneyEntries.order_group_id))
    .leftJoin(codes, eq(codes.id, orderGroups.code_id))
    .where(and(ofShift(row.store_id, row.shift), which))
    .orderBy(asc(moneyEntries.id))
    .limit(most);
  const isBefore = (at: Instant | null): boolean => closed !== null && at !== null && at < closed;
  return rows.map(({ entry, by, authorisedBy, rejected, number, orderedAt, seatedAt, code, countedBefore: known }) => ({
    id: entry.id,
    kind: entry.kind,
    method: entry.method,
    amount: entry.amount,
    order: entry.order_id === null ? null : { id: entry.order_id, number },
    group: entry.order_group_id === null ? null : { id: entry.order_group_id, code: code ?? '' },
    flow_type: entry.flow_type,
    description: entry.kind === 'rejection' && rejected !== null ? rejectReasonLabels[rejected] : entry.description,
    authorised_by: authorisedBy,
    by: by ?? entry.actor_name ?? '',
    device: entry.device,
    at: entry.at,
    late: known || [orderedAt, seatedAt, takenAt(entry.cmd_id)].some(isBefore),
  }));
}
