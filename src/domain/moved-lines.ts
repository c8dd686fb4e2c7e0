import type { Money } from './money.ts';
import { add, split, subtract, times, zero } from './money.ts';
import type { OrderAmounts } from './order-money.ts';
import { totalOf } from './order-money.ts';

/** What a stored line has to have to be moved. `row` is its key, also in another order. */
export interface MovableLine {
  readonly row: number;
  readonly quantity: number;
  readonly unit_price: Money;
  readonly discount: Money;
  readonly price: Money;
  readonly additionals: readonly { readonly row: number; readonly quantity: number; readonly price: Money }[];
}

/** An order as far as its lines and amounts go. */
export interface MovableOrder<L extends MovableLine> extends OrderAmounts {
  readonly lines: readonly L[];
}

/** Units of a line that are to be moved. */
export interface WantedUnits {
  readonly row: number;
  readonly quantity: number;
}

/** Where a moved line was: its place in the order, and the line that stayed behind if only some units were moved. */
export interface MovedLine {
  readonly row: number;
  readonly place: number;
  readonly from: number | null;
}

export interface TakenLines<L extends MovableLine> {
  readonly stays: MovableOrder<L>;
  readonly goes: MovableOrder<L>;
  readonly moved: readonly MovedLine[];
}

const priceOf = ({ unit_price, additionals }: MovableLine, quantity: number, discount: Money): Money =>
  subtract(times(add(unit_price, ...additionals.map((a) => times(a.price, a.quantity))), quantity), discount);

const sumOf = (lines: readonly MovableLine[]): Money => add(zero, ...lines.map((l) => l.price));

function amountsOf<L extends MovableLine>(
  lines: readonly L[],
  discount: Money,
  delivery_amount: Money,
): MovableOrder<L> {
  const left = { subtotal: sumOf(lines), discount, delivery_amount };
  return { lines, ...left, total: totalOf(left) };
}

/** Cuts a line in two. Its discount is shared by units, so both prices follow from their units again. */
function cutLine<L extends MovableLine>(line: L, quantity: number, newRow: () => number): [L, L] {
  const left = line.quantity - quantity;
  const [off = zero, kept = zero] = split(line.discount, [quantity, left]);
  const part = (units: number, discount: Money) => ({
    ...line,
    quantity: units,
    discount,
    price: priceOf(line, units, discount),
  });
  const gone = {
    ...part(quantity, off),
    row: newRow(),
    additionals: line.additionals.map((a) => ({ ...a, row: newRow() })),
  };
  return [gone, part(left, kept)];
}

/**
 * Takes units of lines out of an order. Lines and money of both together are what they were: the order's discount is
 * shared by what the lines cost, the delivery fee stays. null: a line is not there, or has fewer units.
 */
export function withLinesTaken<L extends MovableLine>(
  order: MovableOrder<L>,
  wanted: readonly WantedUnits[],
  newRow: () => number,
): TakenLines<L> | null {
  const asked = new Map(wanted.map(({ row, quantity }) => [row, quantity]));
  const fits = wanted.every(({ row, quantity }) => {
    const line = order.lines.find((l) => l.row === row);
    return line !== undefined && Number.isInteger(quantity) && quantity >= 1 && quantity <= line.quantity;
  });
  if (!fits || asked.size === 0 || asked.size !== wanted.length) return null;
  const stays: L[] = [];
  const goes: L[] = [];
  const moved: MovedLine[] = [];
  for (const [place, line] of order.lines.entries()) {
    const quantity = asked.get(line.row) ?? 0;
    if (quantity === 0) stays.push(line);
    else if (quantity === line.quantity) {
      goes.push(line);
      moved.push({ row: line.row, place, from: null });
    } else {
      const [gone, kept] = cutLine(line, quantity, newRow);
      stays.push(kept);
      goes.push(gone);
      moved.push({ row: gone.row, place, from: line.row });
    }
  }
  const [off = zero, left = zero] = split(order.discount, [sumOf(goes), sumOf(stays)]);
  return {
    stays: amountsOf(stays, left, order.delivery_amount),
    goes: amountsOf(goes, off, zero),
    moved,
  };
}

/**
 * Puts lines back into the order from which `withLinesTaken` took them. A line that stayed behind gets its units again;
 * if it was removed since, the returning one stands by itself.
 */
export function withLinesReturned<L extends MovableLine>(
  order: MovableOrder<L>,
  back: MovableOrder<L>,
  moved: readonly MovedLine[],
): MovableOrder<L> {
  let lines = [...order.lines];
  const places = new Map(moved.map((m) => [m.row, m]));
  const placeOf = ({ row }: L): number => places.get(row)?.place ?? Infinity;
  for (const line of back.lines.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const from = places.get(line.row)?.from ?? null;
    if (from !== null && lines.some((l) => l.row === from))
      lines = lines.map((l) =>
        l.row === from
          ? {
              ...l,
              quantity: l.quantity + line.quantity,
              discount: add(l.discount, line.discount),
              price: add(l.price, line.price),
            }
          : l,
      );
    else lines.splice(Math.min(placeOf(line), lines.length), 0, line);
  }
  return amountsOf(lines, add(order.discount, back.discount), add(order.delivery_amount, back.delivery_amount));
}
