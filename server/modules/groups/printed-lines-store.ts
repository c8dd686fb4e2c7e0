import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { printLines } from '#server/db/schema/printing.ts';

/** A line that goes to another order; with `into`, units of it go to that line. */
export interface FollowedLine {
  readonly row: number;
  readonly into: number | null;
  readonly quantity: number;
}

type PrintedRow = typeof printLines.$inferSelect;

/**
 * Lets the comanda ledger follow lines to another order: what the kitchen has on paper is not printed again, nor voided,
 * because guests changed their table (decision 040). The orders are locked.
 */
export async function followLines(
  tx: Tx,
  storeId: number,
  { to, lines }: { readonly to: number; readonly lines: readonly FollowedLine[] },
): Promise<void> {
  const touched = lines.flatMap(({ row, into }) => (into === null ? [row] : [row, into]));
  if (touched.length === 0) return;
  const rowsOf = (wanted: readonly number[]) =>
    and(eq(printLines.store_id, storeId), inArray(printLines.line_row, [...wanted]));
  const known = await tx.select().from(printLines).where(rowsOf(touched)).orderBy(printLines.revision);
  if (known.length === 0) return;
  const whole = lines.filter((l) => l.into === null).map((l) => l.row);
  if (whole.length > 0) await tx.update(printLines).set({ order_id: to }).where(rowsOf(whole));
  const cuts = lines.flatMap(({ row, into, quantity }) =>
    into === null ? [] : unitsMoved(known, { row, into, quantity, to }),
  );
  if (cuts.length > 0) await tx.insert(printLines).values(cuts);
}

function unitsMoved(
  known: readonly PrintedRow[],
  {
    row,
    into,
    quantity,
    to,
  }: { readonly row: number; readonly into: number; readonly quantity: number; readonly to: number },
): PrintedRow[] {
  const at = (r: PrintedRow): string => `${r.printpoint_id} ${r.printer}`;
  const left = known.filter((r) => r.line_row === row);
  return [...new Set(left.map(at))].flatMap((target) => {
    const own = left.filter((r) => at(r) === target);
    const last = own.at(-1);
    const units = Math.min(
      quantity,
      own.reduce((sum, r) => sum + r.delta, 0),
    );
    if (!last || units <= 0) return [];
    const revision = Math.max(
      0,
      ...known.filter((r) => r.line_row === into && at(r) === target).map((r) => r.revision),
    );
    return [
      { ...last, revision: last.revision + 1, delta: -units },
      {
        ...last,
        line_row: into,
        line: { ...last.line, row: into },
        revision: revision + 1,
        order_id: to,
        delta: units,
      },
    ];
  });
}
