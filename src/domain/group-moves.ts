import type { Money } from './money.ts';
import { add, atLeastZero, money, smaller, subtract } from './money.ts';
import type { Instant } from './time.ts';

/** What was done to two tables: lines or orders went to another one, or one joined another. */
export const groupMoveKinds = ['items', 'merge'] as const;
export type GroupMoveKind = (typeof groupMoveKinds)[number];

/** The last move of a table, as long as it can be undone: nobody has changed either table since. */
export interface GroupMove {
  readonly id: number;
  readonly kind: GroupMoveKind;
  /** The names of both tables. */
  readonly from: string;
  readonly to: string;
  readonly at: Instant;
}

/**
 * Shares the discounts of two tables after orders went from one to the other, so that both together give off as much as
 * before: the first one gets `wanted`, as far as both subtotals allow.
 */
export function sharedDiscounts(all: Money, wanted: Money, first: Money, second: Money): readonly [Money, Money] {
  const least = atLeastZero(subtract(all, second));
  const own = smaller(smaller(all, first), money(Math.max(wanted, least)));
  return [own, subtract(all, own)];
}

/** The highest seat that a table's people have or its lines name. */
export const highestSeat = ({
  data,
  items,
}: {
  readonly data: { readonly people: number };
  readonly items: readonly { readonly seat?: number | undefined }[];
}): number => Math.max(data.people, ...items.map((l) => l.seat ?? 0));

/** Lines with their seats so far up; what is for all stays for all. */
export const withSeatsMoved = <L extends { readonly seat?: number | undefined }>(
  lines: readonly L[],
  by: number,
): L[] => lines.map((line) => (line.seat === undefined ? line : { ...line, seat: line.seat + by }));

/** What both tables' discounts take off together. */
export const discountsOf = (...groups: readonly { readonly subtotal: Money; readonly discount: Money }[]): Money =>
  add(...groups.map((g) => smaller(g.discount, g.subtotal)));
