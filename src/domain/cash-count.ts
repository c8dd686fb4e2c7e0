import type { FieldProblem } from './errors.ts';
import { add, type Currency, money, type Money, zero } from './money.ts';
import type { Country } from './store.ts';
import { isObject } from './unknown.ts';

/** Why an opening or a final amount is refused; null: it is not. */
export function countedProblem(amount: Money | null): FieldProblem | null {
  if (amount === null) return { rule: 'required' };
  return amount < 0 ? { rule: 'min-value', min: 0 } : null;
}

/** Why the amount of a movement is refused; negative is money out (X-30, N-10). */
export function flowProblem(amount: Money | null): FieldProblem | null {
  if (amount === null) return { rule: 'required' };
  return amount === 0 ? { rule: 'invalid' } : null;
}

/** Notes and coins, largest first, in major units. */
export const cashPieces: Readonly<Record<Country, readonly number[]>> = {
  AR: [20_000, 10_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  PY: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50],
};

/** How many of each piece were counted, by its value in major units. */
export type CountedPieces = Readonly<Record<string, number>>;

export const isCounted = (value: unknown): value is CountedPieces | null =>
  value === null || (isObject(value) && Object.values(value).every((count) => Number.isSafeInteger(count)));

/** What the counted pieces make. */
export const piecesTotal = (pieces: CountedPieces, { decimals }: Currency): Money =>
  add(zero, ...Object.entries(pieces).map(([value, count]) => money(Number(value) * 10 ** decimals * count)));
