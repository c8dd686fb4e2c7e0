import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Combination, DiscountContext, DiscountRule } from './discounts.ts';
import { applies, combinations, discountContext, finalPrice, freeUnits, lineDiscounts, ruleFor } from './discounts.ts';
import { add, money, percentOf, times } from './money.ts';
import { instant } from './time.ts';

const scope = { name: 'Regla', catalogs: ['LOCAL'] as const, from: null, to: null, days: null, target: null };

const percentage = (value: number, more: Partial<DiscountRule> = {}): DiscountRule =>
  Object.assign({ ...scope, id: 1, type: 'PERCENTAGE' as const, value }, more);

const products = (from: number, to: number, combination: Combination, more: Partial<DiscountRule> = {}): DiscountRule =>
  Object.assign(
    {
      ...scope,
      id: 2,
      type: 'PRODUCTS' as const,
      products_from: from,
      products_to: to,
      products_combination: combination,
    },
    more,
  );

/** 2025-06-18 is a Wednesday. */
const at: DiscountContext = {
  type: 'LOCAL',
  catalogType: 'LOCAL',
  wall: { date: '2025-06-18', weekday: 3 },
};

const line = (id: number, price: number, quantity: number) => ({ item: { id, price: money(price) }, quantity });

describe('whether a rule applies', () => {
  it.each([
    ['all fits', {}, true],
    ['another catalog', { catalogs: ['TAKEAWAY'] }, false],
    ['no catalog', { catalogs: [] }, false],
    ['begins tomorrow', { from: '2025-06-19' }, false],
    ['begins today', { from: '2025-06-18' }, true],
    ['ended yesterday', { to: '2025-06-17' }, false],
    ['ends today', { to: '2025-06-18' }, true],
    ['another weekday', { days: [1, 2] }, false],
    ['this weekday', { days: [3] }, true],
    ['another item', { target: [8] }, false],
    ['no item', { target: [] }, false],
    ['this item', { target: [7, 8] }, true],
  ] as const)('%s (M-07)', (_, change, expected) => {
    expect(applies(percentage(10, change), 7, at)).toBe(expected);
  });

  it.each([
    ['2025-06-19T02:59:59Z', true],
    ['2025-06-19T03:00:00Z', false],
  ])('ends with the day of the store, at %s: %s (M-07, N-08)', (iso, expected) => {
    const now = discountContext(at, instant(Date.parse(iso)), 'America/Argentina/Buenos_Aires');
    expect(applies(percentage(10, { to: '2025-06-18', days: [3] }), 7, now)).toBe(expected);
  });

  it.each([
    [['ONLINE'], true],
    [['TAKEAWAY'], true],
    [['DELIVERY'], false],
    [['LOCAL'], false],
  ] as const)('matches %j by the catalog or by the type of a take-away (M-07, D-09)', (catalogs, expected) => {
    const takeaway: DiscountContext = { ...at, type: 'TAKEAWAY', catalogType: 'ONLINE' };
    expect(applies(percentage(10, { catalogs }), 7, takeaway)).toBe(expected);
  });
});

describe('the one rule of an item', () => {
  it.each([
    ['the greater percentage', [percentage(10), percentage(20, { id: 5 })], 5],
    ['2x1 over 40 %', [percentage(40), products(2, 1, 'SAME')], 2],
    ['60 % over 2x1', [products(2, 1, 'SAME'), percentage(60)], 1],
    ['the percentage on a tie', [products(2, 1, 'SAME', { id: 1 }), percentage(50, { id: 9 })], 9],
    ['the lowest id on a tie of the same kind', [percentage(10, { id: 4 }), percentage(10, { id: 3 })], 3],
    ['one that says nothing useful last', [products(0, 0, 'ANY', { id: 1 }), percentage(5, { id: 9 })], 9],
  ])('is %s (M-07)', (_, rules, id) => {
    expect(ruleFor(rules, 7, at)?.id).toBe(id);
    expect(ruleFor(rules.toReversed(), 7, at)?.id).toBe(id);
  });

  it('is none when none applies', () => {
    expect(ruleFor([percentage(10, { target: [8] })], 7, at)).toBeNull();
    expect(ruleFor([], 7, at)).toBeNull();
  });
});

describe('final price', () => {
  it.each([
    [9999, 15, 8499],
    [10_000, 0, 10_000],
    [10_000, 100, 0],
    [1_390_000, 10, 1_251_000],
  ])('%i less %i %% is %i (C-53)', (price, value, expected) => {
    expect(finalPrice(money(price), percentage(value))).toBe(expected);
  });

  it('is the price when units are given away instead, or nothing is (C-53)', () => {
    expect(finalPrice(money(10_000), products(3, 2, 'SAME'))).toBe(10_000);
    expect(finalPrice(money(10_000), null)).toBe(10_000);
  });
});

describe('free units', () => {
  it.each([
    [7, 3, 2, 2],
    [2, 3, 2, 0],
    [6, 6, 5, 1],
    [4, 2, 1, 2],
    [9, 3, 1, 6],
    [5, 0, 0, 0],
    [5, 2, 3, 0],
  ])('of %i units in a %ix%i: %i (M-08)', (quantity, from, to, free) => {
    expect(freeUnits(quantity, from, to)).toBe(free);
  });
});

describe('discounts of the lines', () => {
  it('gives 200 off 7 units of 100 in a 3x2 (M-08)', () => {
    expect(lineDiscounts([line(7, 100_00, 7)], [products(3, 2, 'SAME')], at)).toEqual([200_00]);
  });

  it('takes the percentage of one unit, rounded, times the units (M-05)', () => {
    expect(lineDiscounts([line(7, 333, 3)], [percentage(10)], at)).toEqual([99]);
  });

  it('pools equal items only: SAME (M-09)', () => {
    const lines = [line(7, 100, 2), line(8, 100, 1), line(7, 100, 1)];
    expect(lineDiscounts(lines, [products(3, 2, 'SAME')], at)).toEqual([100, 0, 0]);
  });

  it('pools what costs the same: VALUE (M-10)', () => {
    const lines = [line(7, 100, 1), line(8, 100, 1), line(9, 100, 1), line(10, 90, 2)];
    expect(lineDiscounts(lines, [products(3, 2, 'VALUE')], at)).toEqual([100, 0, 0, 0]);
  });

  it('pools all that the rule covers and gives the cheapest: ANY (M-11)', () => {
    const lines = [line(7, 500, 2), line(8, 100, 1), line(9, 300, 3), line(99, 1, 5)];
    const rule = products(3, 2, 'ANY', { target: [7, 8, 9] });
    expect(lineDiscounts(lines, [rule], at)).toEqual([0, 100, 300, 0]);
  });

  it('spreads the free units over lines when the cheapest has too few (M-08)', () => {
    expect(lineDiscounts([line(7, 100, 1), line(8, 200, 5)], [products(2, 1, 'ANY')], at)).toEqual([100, 400]);
  });

  it('keeps the pools of two rules apart', () => {
    const rules = [products(2, 1, 'ANY', { id: 2, target: [7] }), products(2, 1, 'ANY', { id: 3, target: [8] })];
    expect(lineDiscounts([line(7, 100, 1), line(8, 100, 1)], rules, at)).toEqual([0, 0]);
  });

  const lineOf = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }))
    .map(([id, quantity]) => line(id, id * 137, quantity));
  const lines = fc.array(lineOf, { maxLength: 12 });
  const rule = fc.oneof(
    fc.nat(100).map((value) => percentage(value)),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.nat(6), fc.constantFrom(...combinations))
      .map(([from, to, combination]) => products(from, to, combination)),
  );

  it('are never below 0 nor above what the units cost, one for each line (M-05, M-08)', () => {
    fc.assert(
      fc.property(lines, rule, (all, one) => {
        const discounts = lineDiscounts(all, [one], at);
        expect(discounts).toHaveLength(all.length);
        all.forEach((l, i) => {
          expect(discounts[i]).toBeGreaterThanOrEqual(0);
          expect(discounts[i]).toBeLessThanOrEqual(l.item.price * l.quantity);
        });
      }),
    );
  });

  it('do not depend on how the same units are spread over lines (M-08)', () => {
    fc.assert(
      fc.property(lines, rule, (all, one) => {
        const together = new Map<number, number>();
        for (const l of all) together.set(l.item.id, (together.get(l.item.id) ?? 0) + l.quantity);
        const merged = [...together].map(([id, quantity]) => line(id, id * 137, quantity));
        expect(add(...lineDiscounts(all, [one], at))).toBe(add(...lineDiscounts(merged, [one], at)));
      }),
    );
  });

  it('give away only whole units, the cheapest that are there: ANY (M-08)', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 2, max: 6 }), (all, from) => {
        const units = all
          .flatMap((l) => Array.from({ length: l.quantity }, () => l.item.price))
          .toSorted((a, b) => a - b);
        const free = units.slice(0, freeUnits(units.length, from, from - 1));
        expect(add(...lineDiscounts(all, [products(from, from - 1, 'ANY')], at))).toBe(add(...free));
      }),
    );
  });

  it('grow with every unit more of an item (M-05, M-08)', () => {
    fc.assert(
      fc.property(lineOf, rule, (l, one) => {
        const less = lineDiscounts([l], [one], at);
        const more = lineDiscounts([{ ...l, quantity: l.quantity + 1 }], [one], at);
        expect(more[0]).toBeGreaterThanOrEqual(less[0] ?? 0);
      }),
    );
  });

  it('of a percentage equal the card: price less final price, times the units (C-53, M-05)', () => {
    fc.assert(
      fc.property(lineOf, fc.nat(100), (l, value) => {
        const one = percentage(value);
        expect(lineDiscounts([l], [one], at)).toEqual([times(percentOf(l.item.price, value), l.quantity)]);
        expect(times(finalPrice(l.item.price, one), l.quantity)).toBe(
          l.item.price * l.quantity - (lineDiscounts([l], [one], at)[0] ?? 0),
        );
      }),
    );
  });
});
