import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DueSlip, PrintedLine } from '#domain/comanda-ledger.ts';
import { grantsOf } from '#domain/comanda-ledger.ts';
import { slipSilenceMs } from '#domain/limits.ts';
import type { OrderPaper } from '#domain/paper/kinds.ts';
import type { SlipState } from '#domain/print-jobs.ts';
import { after, type Instant, isoFromInstant, minutes } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import type { StoredLine } from '#server/db/schema/orders.ts';
import { printJobs, printLines, printSlips } from '#server/db/schema/printing.ts';
import type { Deps } from '#server/deps.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';

export type SlipRow = typeof printSlips.$inferSelect;

/** Tells admins that what is on paper of an order has changed. Call it last. */
export function announcePrinted(tx: Tx, storeId: number, orderId: number, at: Instant): void {
  const event = { name: 'print-updated', type: 'print', id: String(orderId), ver: null };
  pgFeeds(tx, storeId).append('admin', { at: isoFromInstant(at), ...event, payload: { order_id: orderId } }, at);
}

/** All slips of an order, oldest first. */
export const slipsOf = (tx: Tx, storeId: number, orderId: number): Promise<SlipRow[]> =>
  tx
    .select()
    .from(printSlips)
    .where(and(eq(printSlips.store_id, storeId), eq(printSlips.order_id, orderId)))
    .orderBy(printSlips.id);

/** What a print point has of an order, and the last revision of each of its lines. */
export interface OnPaper {
  readonly printed: readonly PrintedLine<StoredLine>[];
  readonly revisions: Map<string, number>;
}

const keyOf = (printer: string, row: number): string => `${row} ${printer}`;

export async function readOnPaper(
  tx: Tx,
  storeId: number,
  { pointId, orderId }: { readonly pointId: number; readonly orderId: number },
): Promise<OnPaper> {
  const rows = await tx
    .select()
    .from(printLines)
    .where(
      and(eq(printLines.store_id, storeId), eq(printLines.order_id, orderId), eq(printLines.printpoint_id, pointId)),
    )
    .orderBy(printLines.revision, printLines.line_row);
  const printed = new Map<string, PrintedLine<StoredLine>>();
  const revisions = new Map<string, number>();
  for (const { printer, line_row, revision, delta, place, line } of rows) {
    const key = keyOf(printer, line_row);
    const units = (printed.get(key)?.units ?? 0) + delta;
    printed.set(key, { printer, units, place, line: { ...line, row: line_row } });
    revisions.set(key, revision);
  }
  return { printed: [...printed.values()], revisions };
}

export interface NewSlip extends DueSlip<StoredLine> {
  readonly order_id: number;
  readonly printpoint_id: number | null;
  readonly kind: OrderPaper;
  readonly revision: number;
  readonly reprint: number;
  readonly state: SlipState;
  readonly created_by: number;
  readonly at: Instant;
}

/** Stores a slip, without grants. */
export async function insertSlip(tx: Tx, storeId: number, slip: NewSlip): Promise<SlipRow> {
  const { from, lines, at, ...fields } = slip;
  const [row] = await tx
    .insert(printSlips)
    .values({
      ...fields,
      lines: [...lines],
      place_from: from,
      store_id: storeId,
      created_at: at,
      sending_at: at,
    })
    .returning();
  if (!row) throw new Error('the slip was not stored');
  return row;
}

/** Stores what the slip permits. The unique key refuses a second permission for the same revision of a line. */
export async function insertGrants(
  tx: Tx,
  slip: SlipRow,
  { revisions, place }: { readonly revisions: OnPaper['revisions']; readonly place: string | null },
): Promise<void> {
  const { store_id, printpoint_id, printer, order_id, id: slip_id } = slip;
  if (printpoint_id === null) return;
  const grants = grantsOf(slip).map(({ line, delta }) => {
    const key = keyOf(printer, line.row);
    const revision = (revisions.get(key) ?? 0) + 1;
    revisions.set(key, revision);
    return { store_id, printpoint_id, printer, order_id, slip_id, line_row: line.row, revision, delta, place, line };
  });
  if (grants.length > 0) await tx.insert(printLines).values(grants);
  if (slip.change === 'table')
    await tx
      .update(printLines)
      .set({ place })
      .where(
        and(
          eq(printLines.store_id, store_id),
          eq(printLines.order_id, order_id),
          eq(printLines.printpoint_id, printpoint_id),
          eq(printLines.printer, printer),
        ),
      );
}

type Slips = readonly Pick<SlipRow, 'id'>[];

/** Takes back what slips permitted that surely did not print, and deals with them. */
export async function withdrawSlips(tx: Tx, storeId: number, slips: Slips, at: Instant): Promise<void> {
  if (slips.length === 0) return;
  const ids = slips.map((s) => s.id);
  await tx.delete(printLines).where(and(eq(printLines.store_id, storeId), inArray(printLines.slip_id, ids)));
  await settleSlips(tx, storeId, slips, at);
}

export async function settleSlips(tx: Tx, storeId: number, slips: Slips, at: Instant): Promise<void> {
  if (slips.length === 0) return;
  const ids = slips.map((s) => s.id);
  await tx
    .update(printSlips)
    .set({ settled_at: at })
    .where(and(eq(printSlips.store_id, storeId), inArray(printSlips.id, ids)));
}

/** Deals with the jobs about an order that ended badly. Returns how many there were. */
export async function settleJobsOf(
  tx: Tx,
  storeId: number,
  orderId: number,
  { kind, at }: { readonly kind: OrderPaper | null; readonly at: Instant },
): Promise<number> {
  const rows = await tx
    .update(printJobs)
    .set({ settled_at: at })
    .where(
      and(
        eq(printJobs.store_id, storeId),
        eq(printJobs.payable_type, 'order'),
        eq(printJobs.payable_id, orderId),
        kind === null ? undefined : eq(printJobs.kind, kind),
        inArray(printJobs.state, ['failed', 'unknown', 'expired']),
        sql`${printJobs.settled_at} is null`,
      ),
    )
    .returning({ id: printJobs.id });
  return rows.length;
}

/** Gives a failed slip its permission again. */
export async function sendAgain(tx: Tx, { id, store_id }: SlipRow, at: Instant): Promise<void> {
  await tx
    .update(printSlips)
    .set({ state: 'sending', sending_at: at, error: null })
    .where(and(eq(printSlips.store_id, store_id), eq(printSlips.id, id)));
}

/** Locks a slip of a print point until the transaction ends. */
export async function lockSlip(tx: Tx, storeId: number, pointId: number, id: number): Promise<SlipRow | null> {
  const [row] = await tx
    .select()
    .from(printSlips)
    .where(and(eq(printSlips.store_id, storeId), eq(printSlips.printpoint_id, pointId), eq(printSlips.id, id)))
    .for('update');
  return row ?? null;
}

/** Stores the end of a locked slip; a bad one is told. Call it last. */
export async function finishSlip(
  tx: Tx,
  { id, store_id, order_id, state: before }: SlipRow,
  { state, error, at }: { readonly state: SlipState; readonly error: string | null; readonly at: Instant },
): Promise<void> {
  await tx
    .update(printSlips)
    .set({ state, error })
    .where(and(eq(printSlips.store_id, store_id), eq(printSlips.id, id)));
  if (state !== 'accepted' || before !== 'sending') announcePrinted(tx, store_id, order_id, at);
}

/** The words of the index `print_slips_open`. */
export const isOpenSlip = sql`${printSlips.state} <> 'accepted' and ${printSlips.settled_at} is null`;

const keptMs = minutes(30 * 24 * 60);

/** Makes slips unknown whose computer went silent, and forgets those of a month ago. */
export async function settlePrintSlips({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.direct.delete(printSlips).where(lt(printSlips.created_at, after(now, -keptMs)));
  const before = after(now, -slipSilenceMs);
  const silent = await db.direct
    .select()
    .from(printSlips)
    .where(and(isOpenSlip, eq(printSlips.state, 'sending'), lt(printSlips.sending_at, before)));
  for (const { id, store_id, printpoint_id } of silent) {
    if (printpoint_id === null) continue;
    await db.store(store_id, 'write', async (tx) => {
      const slip = await lockSlip(tx, store_id, printpoint_id, id);
      if (slip?.state === 'sending' && slip.sending_at < before)
        await finishSlip(tx, slip, { state: 'unknown', error: null, at: now });
    });
  }
}
