import type { Item } from './catalog.ts';
import type { Money } from './money.ts';
import { add, percentOf, subtract, times, zero } from './money.ts';
import type { CatalogType, ServiceType } from './store.ts';
import type { Instant, WallTime, Weekday } from './time.ts';
import { wallTime } from './time.ts';

interface RuleScope {
  readonly id: number;
  readonly name: string;
  readonly catalogs: readonly CatalogType[];
  /** Inclusive dates in the store's time zone. */
  readonly from: string | null;
  readonly to: string | null;
  /** null: every day. */
  readonly days: readonly Weekday[] | null;
  /** Item ids; null: all items. */
  readonly target: readonly number[] | null;
}

export const combinations = ['SAME', 'VALUE', 'ANY'] as const;
export type Combination = (typeof combinations)[number];

export type DiscountRule = RuleScope &
  (
    | { readonly type: 'PERCENTAGE'; readonly value: number }
    | {
        readonly type: 'PRODUCTS';
        readonly products_from: number;
        readonly products_to: number;
        readonly products_combination: Combination;
      }
  );

export interface DiscountContext {
  readonly type: ServiceType;
  readonly catalogType: CatalogType;
  readonly wall: Pick<WallTime, 'date' | 'weekday'>;
}

/** The context of an order at `at` in a store of this time zone. Its wall time is computed when a rule needs it. */
export function discountContext(
  { type, catalogType }: Pick<DiscountContext, 'type' | 'catalogType'>,
  at: Instant,
  zone: string,
): DiscountContext {
  let wall: WallTime | null = null;
  return {
    type,
    catalogType,
    // The first use of Intl costs a weak tablet 0.1 s.
    get wall() {
      return (wall ??= wallTime(at, zone));
    },
  };
}

/**
 * Whether the rule covers the item: the cart's catalog type or order type, date, weekday and item must match (M-07,
 * D-09).
 */
export function applies(rule: DiscountRule, itemId: number, at: DiscountContext): boolean {
  return (
    (rule.catalogs.includes(at.catalogType) || rule.catalogs.includes(at.type)) &&
    (rule.from === null || rule.from <= at.wall.date) &&
    (rule.to === null || at.wall.date <= rule.to) &&
    (rule.days === null || rule.days.includes(at.wall.weekday)) &&
    (rule.target === null || rule.target.includes(itemId))
  );
}

const rate = (rule: DiscountRule): number => {
  if (rule.type === 'PERCENTAGE') return rule.value / 100;
  return rule.products_from > 0 ? (rule.products_from - rule.products_to) / rule.products_from : 0;
};

/**
 * The rule that applies to an item. Rules do not stack: the highest rate wins, then PERCENTAGE, then the lowest id
 * (money rule 6).
 */
export function ruleFor(rules: readonly DiscountRule[], itemId: number, at: DiscountContext): DiscountRule | null {
  let best: DiscountRule | null = null;
  for (const rule of rules) {
    if (!applies(rule, itemId, at)) continue;
    const wins =
      best === null ||
      rate(rule) > rate(best) ||
      (rate(rule) === rate(best) && (rule.type === best.type ? rule.id < best.id : rule.type === 'PERCENTAGE'));
    if (wins) best = rule;
  }
  return best;
}

/** The unit price after a percentage rule. Other rules do not change it (C-53, money rule 4). */
export const finalPrice = (price: Money, rule: DiscountRule | null): Money =>
  rule?.type === 'PERCENTAGE' ? subtract(price, percentOf(price, rule.value)) : price;

interface Discountable {
  readonly item: Pick<Item, 'id' | 'price'>;
  readonly quantity: number;
}

const poolKey = (rule: DiscountRule & { type: 'PRODUCTS' }, item: Pick<Item, 'id' | 'price'>): string => {
  switch (rule.products_combination) {
    case 'SAME':
      return `${rule.id}:item:${item.id}`;
    case 'VALUE':
      return `${rule.id}:price:${item.price}`;
    case 'ANY':
      return `${rule.id}`;
  }
};

/** The number of free units in a pool (M-08). */
export const freeUnits = (quantity: number, from: number, to: number): number =>
  from > 0 && to < from ? Math.trunc(quantity / from) * (from - to) : 0;

/**
 * The discount of each line, in the same order. It applies to the item's price, never to additionals (money rules 3 to
 * 5).
 */
export function lineDiscounts(
  lines: readonly Discountable[],
  rules: readonly DiscountRule[],
  at: DiscountContext,
): Money[] {
  const discounts: Money[] = lines.map(() => zero);
  const pools = new Map<string, { rule: DiscountRule & { type: 'PRODUCTS' }; members: number[] }>();
  lines.forEach((line, index) => {
    const rule = ruleFor(rules, line.item.id, at);
    if (rule?.type === 'PERCENTAGE') discounts[index] = times(percentOf(line.item.price, rule.value), line.quantity);
    if (rule?.type === 'PRODUCTS') {
      const key = poolKey(rule, line.item);
      const pool = pools.get(key);
      if (pool) pool.members.push(index);
      else pools.set(key, { rule, members: [index] });
    }
  });
  for (const { rule, members } of pools.values()) {
    const quantity = members.reduce((sum, i) => sum + (lines[i]?.quantity ?? 0), 0);
    let free = freeUnits(quantity, rule.products_from, rule.products_to);
    const cheapestFirst = members.toSorted(
      (a, b) => (lines[a]?.item.price ?? 0) - (lines[b]?.item.price ?? 0) || a - b,
    );
    for (const index of cheapestFirst) {
      const line = lines[index];
      if (!line || free === 0) continue;
      const units = Math.min(free, line.quantity);
      discounts[index] = add(discounts[index] ?? zero, times(line.item.price, units));
      free -= units;
    }
  }
  return discounts;
}
