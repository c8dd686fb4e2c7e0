import type { Money } from './money.ts';
import { add, percentOf, split } from './money.ts';
import type { OrderDetailRow } from './order.ts';
import { nestedRows } from './order.ts';
import { lineTotal } from './pricing.ts';

/** A line of a table's bill. */
export interface BillLine {
  /** Its row in order_detail. */
  readonly row: number;
  readonly name: string;
  readonly quantity: number;
  readonly price: Money;
  /** Who it is for; null: for all. */
  readonly seat: number | null;
}

/** What the table pays: its total, and a tip on top that is in no subtotal and that no discount touches. */
export const toCharge = (total: Money, tip: Money): Money => add(total, tip);

/** A tip of a percentage of the total, at the currency's precision. */
export const tipOf = (total: Money, percent: number): Money => percentOf(total, percent);

/** The percentages offered as buttons. */
export const usualTips = [5, 10, 15] as const;

/** How many units of a line each part has. */
export type UnitsOfParts = ReadonlyMap<BillLine['row'], readonly number[]>;

/** More parts than people at a table are no use, and a list of them cannot be read. */
export const billPartsMax = 20;

/** The lines of a bill, from the rows of its orders. */
export const billLines = (rows: readonly OrderDetailRow[]): BillLine[] =>
  nestedRows(rows).map(({ row, additionals }) => ({
    row: row.id,
    name: row.name,
    quantity: row.quantity,
    price: lineTotal(
      row.unit_price,
      additionals.map(({ id, name, quantity, unit_price: price }) => ({ id, name, quantity, price })),
      row.quantity,
      row.discount,
    ),
    seat: row.seat ?? null,
  }));

/** Equal parts of a total. They add up to it: a rest goes to the first parts, one unit each. */
export const equalParts = (total: Money, parts: number): Money[] =>
  split(
    total,
    Array.from({ length: parts }, () => 1),
  );

/** Gives every line with a seat to the part of that seat. */
export const unitsBySeat = (lines: readonly BillLine[], parts: number): UnitsOfParts =>
  new Map(
    lines.flatMap(({ row, quantity, seat }) =>
      seat === null || seat > parts
        ? []
        : [[row, Array.from({ length: parts }, (_, part) => (part === seat - 1 ? quantity : 0))] as const],
    ),
  );

/** The units of a line that no part has. */
export const unassignedUnits = ({ row, quantity }: BillLine, units: UnitsOfParts): number =>
  quantity - (units.get(row) ?? []).reduce((sum, n) => sum + n, 0);

/** Gives one free unit of a line to a part; without a free unit, takes all of the part's units back. */
export function withUnitGiven(units: UnitsOfParts, line: BillLine, part: number, parts: number): UnitsOfParts {
  const own = Array.from({ length: parts }, (_, index) => units.get(line.row)?.[index] ?? 0);
  const given = unassignedUnits(line, units) > 0 ? (own[part] ?? 0) + 1 : 0;
  return new Map([...units, [line.row, own.with(part, given)]]);
}

/**
 * The parts of a bill whose lines were given to people. Units that nobody has are for all, in equal parts. `total` is
 * what the table pays: discounts, delivery and tip are shared in proportion to what each part has. The parts add up to it.
 */
export function partsOfLines(total: Money, lines: readonly BillLine[], parts: number, units: UnitsOfParts): Money[] {
  // Exact shares as weights: rounding each line would give all the rests to the first part.
  const weights = Array.from({ length: parts }, (_, part) =>
    lines.reduce((sum, line) => {
      const own = units.get(line.row)?.[part] ?? 0;
      return sum + (line.price * (own * parts + unassignedUnits(line, units))) / line.quantity;
    }, 0),
  );
  return split(total, weights);
}

/** Which parts have a payment of exactly their amount. Each payment counts for one part; a part of nothing needs none. */
export function coveredParts(parts: readonly Money[], paid: readonly Money[]): boolean[] {
  const left = [...paid];
  return parts.map((part) => {
    if (part === 0) return true;
    const at = left.indexOf(part);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
