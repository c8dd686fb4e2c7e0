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

/** What both tables' discounts take off together. */
export const discountsOf = (...groups: readonly { readonly subtotal: Money; readonly discount: Money }[]): Money =>
  add(...groups.map((g) => smaller(g.discount, g.subtotal)));
