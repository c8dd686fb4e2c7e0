import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BillLine } from './bill.ts';
import {
  coveredParts,
  equalParts,
  unassignedUnits,
  partsOfLines,
  tipOf,
  toCharge,
  unitsBySeat,
  withUnitGiven,
} from './bill.ts';
import { add, money, zero } from './money.ts';
import { groupAmounts } from './order-group.ts';

const line = (row: number, price: number, quantity = 1, seat: number | null = null): BillLine => ({
  row,
  name: `Línea ${row}`,
  quantity,
  price: money(price),
  seat,
});

const amounts = fc.integer({ min: 0, max: 10_000_000_000 }).map(money);
const lines = fc
  .array(
    fc.record({
      price: fc.integer({ min: 0, max: 50_000_000 }),
      quantity: fc.integer({ min: 1, max: 30 }),
      seat: fc.option(fc.integer({ min: 1, max: 25 })),
    }),
    { maxLength: 30 },
  )
  .map((all) => all.map(({ price, quantity, seat }, index) => line(index + 1, price, quantity, seat)));

describe('the parts of a bill', () => {
  it('a rest of one cent goes to the first part; guaraníes have no cents', () => {
    expect(equalParts(money(1_000), 3)).toEqual([334, 333, 333]);
    expect(equalParts(money(1_001), 2)).toEqual([501, 500]);
    expect(equalParts(zero, 2)).toEqual([0, 0]);
  });

  it('a line with a seat is for that person, the others are for all', () => {
    const bill = [line(1, 3_000, 1, 1), line(2, 1_000, 2, 2), line(3, 1_000)];
    expect(partsOfLines(money(5_000), bill, 2, unitsBySeat(bill, 2))).toEqual([3_500, 1_500]);
  });

  it('discount and tip are shared in proportion', () => {
    const bill = [line(1, 3_000, 1, 1), line(2, 1_000, 1, 2)];
    const units = unitsBySeat(bill, 2);
    expect(partsOfLines(money(3_600), bill, 2, units)).toEqual([2_700, 900]);
    expect(partsOfLines(money(4_400), bill, 2, units)).toEqual([3_300, 1_100]);
  });

  it('a tap gives a unit to a part; when all are given, it takes them back', () => {
    const three = line(1, 900, 3);
    const once = withUnitGiven(new Map(), three, 0, 2);
    const twice = withUnitGiven(withUnitGiven(once, three, 1, 2), three, 1, 2);
    expect([once.get(1), twice.get(1), unassignedUnits(three, twice)]).toEqual([[1, 0], [1, 2], 0]);
    expect(partsOfLines(money(900), [three], 2, twice)).toEqual([300, 600]);
    expect(withUnitGiven(twice, three, 1, 2).get(1)).toEqual([1, 0]);
  });

  it('a payment of exactly its amount covers a part, and no second one', () => {
    const parts = [334, 333, 333, 0].map(money);
    expect(coveredParts(parts, [money(333), money(100)])).toEqual([false, true, false, true]);
    expect(coveredParts(parts, [money(333), money(334), money(333)])).toEqual([true, true, true, true]);
  });

  it('a tip is on top of the total, whatever is discounted, and is shared with it', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 20 }), (...given) => {
        const [subtotal, off, percent, parts] = given;
        const { discount, total } = groupAmounts(subtotal, off);
        const tip = tipOf(total, percent);
        expect(toCharge(total, tip)).toBe(subtotal - discount + tip);
        expect(groupAmounts(subtotal, off)).toEqual({ subtotal, discount, delivery_amount: 0, total });
        expect(add(...equalParts(toCharge(total, tip), parts))).toBe(total + tip);
      }),
    );
    expect(tipOf(money(1_995), 10)).toBe(200);
  });

  it('always add up to the total, whoever has what', () => {
    fc.assert(
      fc.property(
        amounts,
        lines,
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60 }),
        (total, bill, parts, taps) => {
          let units = unitsBySeat(bill, parts);
          for (const [of, part] of taps) {
            const tapped = bill[of % Math.max(1, bill.length)];
            if (tapped) units = withUnitGiven(units, tapped, part % parts, parts);
          }
          for (const l of bill) expect(unassignedUnits(l, units)).toBeGreaterThanOrEqual(0);
          const equal = equalParts(total, parts);
          for (const split of [equal, partsOfLines(total, bill, parts, units)]) {
            expect(split).toHaveLength(parts);
            expect(add(...split)).toBe(total);
            for (const part of split) expect(part).toBeGreaterThanOrEqual(0);
          }
          expect(Math.max(...equal) - Math.min(...equal)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
