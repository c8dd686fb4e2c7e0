import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, money, zero } from './money.ts';
import type { MovableLine, MovableOrder } from './moved-lines.ts';
import { withLinesReturned, withLinesTaken } from './moved-lines.ts';
import { lineTotal } from './pricing.ts';

const price = fc.integer({ min: 0, max: 500_000 }).map(money);

const lineAt = (row: number): fc.Arbitrary<MovableLine> =>
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 40 }),
      unit_price: price,
      extra: fc.option(price),
      share: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ quantity, unit_price, extra, share }) => {
      const additionals = extra === null ? [] : [{ row: row + 1, id: 1, name: 'Queso', quantity: 2, price: extra }];
      const full = lineTotal(unit_price, additionals, quantity, zero);
      const discount = money(Math.floor((full * share) / 100));
      return {
        row,
        quantity,
        unit_price,
        discount,
        additionals,
        price: lineTotal(unit_price, additionals, quantity, discount),
      };
    });

const orders: fc.Arbitrary<MovableOrder<MovableLine>> = fc
  .tuple(
    fc.integer({ min: 1, max: 8 }).chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => lineAt(10 * (i + 1))))),
    fc.integer({ min: 0, max: 100 }),
    price,
  )
  .map(([lines, share, delivery_amount]) => {
    const subtotal = add(zero, ...lines.map((l) => l.price));
    const discount = money(Math.floor((subtotal * share) / 100));
    return { lines, subtotal, discount, delivery_amount, total: money(subtotal - discount + delivery_amount) };
  });

const rows = (): (() => number) => {
  let last = 1_000;
  return () => (last += 1);
};

describe('lines that are moved', () => {
  it('the sums of units and of money stay, and undoing gives the order back as it was', () => {
    fc.assert(
      fc.property(
        orders,
        fc.array(fc.tuple(fc.boolean(), fc.nat()), { minLength: 8, maxLength: 8 }),
        (order, picks) => {
          const wanted = order.lines.flatMap(({ row, quantity }, i) => {
            const [isWanted = false, units = 0] = picks[i] ?? [];
            return isWanted ? [{ row, quantity: (units % quantity) + 1 }] : [];
          });
          const taken = withLinesTaken(order, wanted, rows());
          if (wanted.length === 0) {
            expect(taken).toBeNull();
            return;
          }
          if (!taken) throw new Error('nothing was taken');
          const { stays, goes, moved } = taken;
          for (const field of ['subtotal', 'discount', 'delivery_amount', 'total'] as const)
            expect(add(stays[field], goes[field])).toBe(order[field]);
          const units = (of: readonly MovableLine[]) => of.reduce((sum, l) => sum + l.quantity, 0);
          expect(units(stays.lines) + units(goes.lines)).toBe(units(order.lines));
          for (const l of [...stays.lines, ...goes.lines]) {
            const additionals = l.additionals.map((a) => ({ ...a, id: 1, name: '' }));
            expect(l.price).toBe(lineTotal(l.unit_price, additionals, l.quantity, l.discount));
            expect(l.price).toBeGreaterThanOrEqual(0);
          }
          for (const part of [stays, goes]) expect(part.total).toBeGreaterThanOrEqual(0);
          expect(withLinesReturned(stays, goes, moved)).toEqual(order);
        },
      ),
    );
  });

  const two: MovableLine = {
    row: 1,
    quantity: 2,
    unit_price: money(500),
    discount: money(1),
    price: money(999),
    additionals: [],
  };
  const order = { lines: [two], subtotal: money(999), discount: zero, delivery_amount: zero, total: money(999) };

  it.each([
    ['a line that is not there', [{ row: 9, quantity: 1 }]],
    ['more units than there are', [{ row: 1, quantity: 3 }]],
    ['no unit', [{ row: 1, quantity: 0 }]],
    ['half a unit', [{ row: 1, quantity: 0.5 }]],
    [
      'a line twice',
      [
        { row: 1, quantity: 1 },
        { row: 1, quantity: 1 },
      ],
    ],
    ['nothing', []],
  ])('%s cannot be taken', (_what, wanted) => {
    expect(withLinesTaken(order, wanted, rows())).toBeNull();
  });

  it('a discount of one cent stays whole: one half has it', () => {
    const taken = withLinesTaken(order, [{ row: 1, quantity: 1 }], rows());
    expect([taken?.goes.total, taken?.stays.total]).toEqual([499, 500]);
  });

  it('a line whose other half was removed since stands by itself', () => {
    const taken = withLinesTaken(order, [{ row: 1, quantity: 1 }], rows());
    if (!taken) throw new Error('nothing was taken');
    const other = { ...two, row: 7 };
    const rest = { lines: [other], subtotal: money(999), discount: zero, delivery_amount: zero, total: money(999) };
    const back = withLinesReturned(rest, taken.goes, taken.moved);
    expect([back.lines.map((l) => [l.row, l.quantity]), back.total]).toEqual([
      [
        [1_001, 1],
        [7, 2],
      ],
      1_498,
    ]);
  });
});
