import { and, asc, between, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { PastDay } from '#contract/wire/past-days.ts';
import { pastOrdersMax } from '#domain/limits.ts';
import type { PastOrder } from '#domain/past-day.ts';
import { money } from '#domain/money.ts';
import { after, instant, type Instant, minutes } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { cashboxes } from '#server/db/schema/cashbox.ts';
import { isLive, orders } from '#server/db/schema/orders.ts';
import { codes } from '#server/db/schema/stores.ts';
import { audit } from '#server/db/schema/sync.ts';
import {
  type CashboxRow,
  personName,
  readEntriesBefore,
  readSettings,
  type SettingsRow,
} from '#server/modules/cashbox/cashbox-store.ts';
import { removedOrder } from '#server/modules/orders/delete-order.ts';
import { readHistories } from '#server/modules/orders/history/history-store.ts';

/** An order that was taken longer before the day is not looked for: the index on the time of taking leads to them. */
const longestMs = minutes(7 * 24 * 60);

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** What the store's board and registers were made of in that span of time. */
export async function findPastDay(tx: Tx, storeId: number, span: Span): Promise<PastDay> {
  const found = await readOrdersIn(tx, storeId, span);
  const settings = await readSettings(tx, storeId);
  return {
    ...span,
    orders: found.slice(0, pastOrdersMax),
    complete: found.length <= pastOrdersMax,
    registers: settings ? await readRegistersIn(tx, settings, span) : [],
  };
}

/** One more than are told, so that the caller knows whether these are all. */
async function readOrdersIn(tx: Tx, storeId: number, span: Span): Promise<PastOrder[]> {
  const rows = [...(await readPresent(tx, storeId, span)), ...(await readRemoved(tx, storeId, span))]
    .toSorted((a, b) => a.created_at - b.created_at || a.id - b.id)
    .slice(0, pastOrdersMax + 1);
  const histories = await readHistories(
    tx,
    storeId,
    rows.map(({ id }) => id),
  );
  return rows.map((order) => ({ ...order, changes: histories.get(order.id) ?? [] }));
}

type PastFacts = Omit<PastOrder, 'changes'>;

/** The orders of the span that are still there. */
async function readPresent(tx: Tx, storeId: number, { from, to }: Span): Promise<PastFacts[]> {
  const rows = await tx
    .select({
      id: orders.id,
      number: orders.number,
      type: orders.type,
      description: orders.description,
      customer: users.fullname,
      place: codes.description,
      created_at: orders.created_at,
      status: orders.status,
      ready_by: orders.ready_by,
      total: orders.total,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.user_id))
    .leftJoin(codes, eq(codes.id, orders.code_id))
    .where(
      and(
        eq(orders.store_id, storeId),
        gte(orders.created_at, after(from, -longestMs)),
        lt(orders.created_at, to),
        // A finished order has not changed since `status_at`.
        or(gte(orders.status_at, from), isLive(orders.status)),
      ),
    )
    .orderBy(asc(orders.created_at), asc(orders.id))
    .limit(pastOrdersMax + 1);
  return rows.map(({ description, customer, ...order }) => ({
    ...order,
    name: description ?? customer,
    removed_at: null,
  }));
}

/** The orders that were deleted in the span or after it; the audit keeps what they were. */
async function readRemoved(tx: Tx, storeId: number, { from, to }: Span): Promise<PastFacts[]> {
  const rows = await tx
    .select({ id: audit.entity_id, before: audit.before, at: audit.at })
    .from(audit)
    .where(
      // A literal, not a parameter: else the plan could not use the index of these rows.
      and(
        eq(audit.store_id, storeId),
        sql`${audit.action} = 'order.remove'`,
        between(audit.at, from, after(to, longestMs)),
      ),
    )
    .orderBy(asc(audit.at))
    .limit(pastOrdersMax + 1);
  return rows.flatMap(({ id, before, at }) => {
    const read = z.safeParse(removedOrder, before);
    if (!read.success) return [];
    const { created_at, ready_by, total, number, type, name, place, status } = read.data;
    const taken = instant(created_at);
    if (taken < after(from, -longestMs) || taken >= to) return [];
    const promised = ready_by === null ? null : instant(ready_by);
    const facts = { number, type, name, place, status, ready_by: promised, total: money(total) };
    return [{ id: Number(id), created_at: taken, removed_at: at, ...facts }];
  });
}

async function readRegistersIn(tx: Tx, settings: SettingsRow, { from, to }: Span): Promise<PastDay['registers']> {
  const rows: CashboxRow[] = await tx
    .select()
    .from(cashboxes)
    .where(
      and(
        eq(cashboxes.store_id, settings.store_id),
        lt(cashboxes.opened_at, to),
        or(isNull(cashboxes.closed_at), gte(cashboxes.closed_at, from)),
      ),
    )
    .orderBy(asc(cashboxes.shift));
  const registers: PastDay['registers'][number][] = [];
  for (const row of rows)
    registers.push({
      id: row.id,
      opened_at: row.opened_at,
      opened_by: await personName(tx, row.opened_by),
      closed_at: row.closed_at,
      closed_by: row.closed_by === null ? null : await personName(tx, row.closed_by),
      open_amount: row.open_amount,
      counted: row.counted,
      payouts: settings.payouts,
      entries: settings.blind && row.closed_at === null ? null : await readEntriesBefore(tx, row, to),
    });
  return registers;
}
