import type { PrinterShare } from './paper/split.ts';

/**
 * What the kitchen holds on paper, line by line: a line is printed once on its printer, and after that only its
 * difference (decision 040).
 *
 *   units of the line - units on paper = what is due
 *   more -> added (or whole, when the printer holds nothing of the order)     fewer -> voided
 */

/** A line of an order. `row` is its key, which it keeps at another table. */
export interface LedgerLine {
  readonly row: number;
  readonly quantity: number;
}

/** Units of a line that a printer was granted and that were not voided. */
export interface PrintedLine<Line extends LedgerLine> {
  readonly printer: string;
  readonly units: number;
  /** The table that its paper names; null: none. */
  readonly place: string | null;
  /** As it was printed. */
  readonly line: Line;
}

/** Slips of the kitchen, by what they say. table: the lines come to another table. */
export const slipChanges = ['whole', 'added', 'voided', 'table'] as const;
export type SlipChange = (typeof slipChanges)[number];

/** A slip that a printer has to print, its lines with the units that it tells. */
export interface DueSlip<Line extends LedgerLine> {
  readonly printer: string;
  readonly change: SlipChange;
  readonly lines: readonly Line[];
  /** The table on the paper that the kitchen holds; of `table` only. */
  readonly from: string | null;
}

interface Differences<Line extends LedgerLine> {
  readonly added: Line[];
  readonly voided: Line[];
}

const withUnits = <Line extends LedgerLine>(line: Line, quantity: number): Line => ({ ...line, quantity });

/**
 * The slips that are due. `shares`: the lines of the order as they are now, by printer; none when it is rejected. A line
 * that is on paper stays with the printer that has it, whatever the settings say by now. What is not wanted any more
 * comes before what is added.
 */
export function dueSlips<Line extends LedgerLine>(
  shares: readonly PrinterShare<Line>[],
  printed: readonly PrintedLine<Line>[],
  place: string | null,
): DueSlip<Line>[] {
  const held = printed.filter(({ units }) => units > 0);
  const due = new Map<string, Differences<Line>>();
  const at = (printer: string): Differences<Line> => {
    const known = due.get(printer) ?? { added: [], voided: [] };
    due.set(printer, known);
    return known;
  };
  const wanted = new Map<number, number>();
  for (const { printer, lines } of shares)
    for (const line of lines) {
      wanted.set(line.row, line.quantity);
      const holders = held.filter((h) => h.line.row === line.row);
      const onPaper = holders.reduce((sum, { units }) => sum + units, 0);
      if (line.quantity > onPaper)
        at(holders[0]?.printer ?? printer).added.push(withUnits(line, line.quantity - onPaper));
    }
  for (const { printer, units, line } of held) {
    const left = wanted.get(line.row) ?? 0;
    const kept = Math.min(units, left);
    wanted.set(line.row, left - kept);
    if (kept < units) at(printer).voided.push(withUnits(line, units - kept));
  }
  // Papers that stay name the table at which they were ordered.
  for (const { printer } of held) at(printer);
  return [...due].flatMap(([printer, { added, voided }]) => {
    const own = held.filter((h) => h.printer === printer);
    const gone = voided.reduce((sum, { quantity }) => sum + quantity, 0);
    const stays = own.reduce((sum, { units }) => sum + units, 0) - gone > 0;
    const from = own.find((h) => h.place !== place)?.place ?? null;
    const slips: DueSlip<Line>[] = [];
    if (voided.length > 0) slips.push({ printer, change: 'voided', lines: voided, from: null });
    if (stays && from !== null && place !== null) slips.push({ printer, change: 'table', lines: [], from });
    if (added.length > 0)
      slips.push({ printer, change: own.length === 0 ? 'whole' : 'added', lines: added, from: null });
    return slips;
  });
}

/** What a slip grants or takes back of each of its lines; a change of table neither. */
export const grantsOf = <Line extends LedgerLine>({
  change,
  lines,
}: Pick<DueSlip<Line>, 'change' | 'lines'>): { readonly line: Line; readonly delta: number }[] =>
  change === 'table'
    ? []
    : lines.map((line) => ({ line, delta: change === 'voided' ? -line.quantity : line.quantity }));
