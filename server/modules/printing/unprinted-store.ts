import { and, eq, gt, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { unprinted } from '#contract/printing.ts';
import { automaticPrintMaxAgeMs, comandaLateMs } from '#domain/limits.ts';
import { orderPapers, paperStatuses } from '#domain/paper/kinds.ts';
import { after, type Instant, isoFromInstant } from '#domain/time.ts';
import type { Unprinted } from '#domain/unprinted.ts';
import type { Tx } from '#server/db/database.ts';
import { orders } from '#server/db/schema/orders.ts';
import { printJobs, printPoints, printSlips } from '#server/db/schema/printing.ts';
import { isOpenSlip } from './slips-store.ts';

/**
 * The orders of the last 12 hours that should be on paper and are not, or perhaps not: slips and jobs that ended badly and
 * that nobody has dealt with, and accepted orders that the computer which prints by itself did not take. One row each. A
 * paper that the order can no longer have, such as the comanda of a rejected one, does not count.
 */
export async function readUnprinted(tx: Tx, storeId: number, now: Instant): Promise<Unprinted[]> {
  const since = after(now, -automaticPrintMaxAgeMs);
  const slips = await tx
    .select({
      order_id: printSlips.order_id,
      status: orders.status,
      kind: printSlips.kind,
      state: printSlips.state,
      printer: printSlips.printer,
      since: printSlips.created_at,
    })
    .from(printSlips)
    .innerJoin(orders, and(eq(orders.store_id, storeId), eq(orders.id, printSlips.order_id)))
    .where(
      and(
        eq(printSlips.store_id, storeId),
        isOpenSlip,
        inArray(printSlips.state, ['failed', 'unknown']),
        gt(printSlips.created_at, since),
      ),
    )
    .orderBy(printSlips.id);
  const jobs = await tx
    .select({
      order_id: printJobs.payable_id,
      status: orders.status,
      kind: printJobs.kind,
      state: printJobs.state,
      since: printJobs.created_at,
    })
    .from(printJobs)
    .innerJoin(orders, and(eq(orders.store_id, storeId), eq(orders.id, printJobs.payable_id)))
    .where(
      and(
        eq(printJobs.store_id, storeId),
        eq(printJobs.payable_type, 'order'),
        inArray(printJobs.state, ['failed', 'unknown', 'expired']),
        isNull(printJobs.settled_at),
        gt(printJobs.created_at, since),
      ),
    )
    .orderBy(printJobs.created_at);
  const found = new Map<number, Unprinted>();
  for (const row of await readLate(tx, storeId, { since, before: after(now, -comandaLateMs) }))
    found.set(row.order_id, row);
  for (const { kind, state, status, ...job } of jobs) {
    const paper = orderPapers.find((p) => p === kind && paperStatuses[p].includes(status));
    const reason = state === 'expired' ? 'late' : state === 'unknown' ? 'unknown' : 'failed';
    if (paper) found.set(job.order_id, { ...job, kind: paper, reason, printer: null });
  }
  // What a slip says is nearer to the paper than what its job says.
  for (const { state, status, ...slip } of slips)
    if (paperStatuses[slip.kind].includes(status))
      found.set(slip.order_id, { ...slip, reason: state === 'unknown' ? 'unknown' : 'failed' });
  return [...found.values()];
}

/** Accepted orders without any comanda, where a computer prints them by itself. */
async function readLate(
  tx: Tx,
  storeId: number,
  { since, before }: { readonly since: Instant; readonly before: Instant },
): Promise<Unprinted[]> {
  const [point] = await tx
    .select({ since: sql<Date>`min(${printPoints.automatic_since})`.mapWith(printPoints.automatic_since) })
    .from(printPoints)
    .where(and(eq(printPoints.store_id, storeId), isNotNull(printPoints.automatic_since)));
  const from: Instant | null = point?.since ?? null;
  if (from === null) return [];
  const slip = tx
    .select({ id: printSlips.id })
    .from(printSlips)
    .where(and(eq(printSlips.store_id, storeId), eq(printSlips.order_id, orders.id), eq(printSlips.kind, 'commander')));
  const rows = await tx
    .select({ order_id: orders.id, since: orders.status_at })
    .from(orders)
    .where(
      and(
        eq(orders.store_id, storeId),
        inArray(orders.status, ['ACCEPTED', 'DELIVER']),
        gt(orders.created_at, from > since ? from : since),
        lt(orders.status_at, before),
        notExists(slip),
      ),
    );
  return rows.map((row) => ({ ...row, kind: 'commander', reason: 'late', printer: null }));
}

export const writeUnprinted = ({ since, ...row }: Unprinted): z.infer<typeof unprinted> => ({
  ...row,
  since: isoFromInstant(since),
});
