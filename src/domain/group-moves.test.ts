import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountsOf, highestSeat, sharedDiscounts, withSeatsMoved } from './group-moves.ts';
import { money } from './money.ts';

const amount = fc.integer({ min: 0, max: 1_000_000 }).map(money);

describe('the discounts of two tables', () => {
  it('a table that loses its products gives the rest of its discount to the other', () => {
    expect(sharedDiscounts(money(500), money(500), money(300), money(900))).toEqual([300, 200]);
    expect(sharedDiscounts(money(500), money(100), money(900), money(50))).toEqual([450, 50]);
  });

  it('take off together what they took off before, wherever the orders go', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), (...given) => {
        const [a, b, discountA, discountB, wanted, share] = given;
        const all = discountsOf({ subtotal: a, discount: discountA }, { subtotal: b, discount: discountB });
        const first = money(Math.floor((a + b) * share));
        const second = money(a + b - first);
        const [own, other] = sharedDiscounts(all, wanted, first, second);
        expect(own + other).toBe(all);
        for (const [discount, subtotal] of [
          [own, first],
          [other, second],
        ] as const) {
          expect(discount).toBeGreaterThanOrEqual(0);
          expect(discount).toBeLessThanOrEqual(subtotal);
        }
      }),
    );
  });
});

describe('the seats of two tables', () => {
  const seats = fc.array(fc.record({ seat: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }) }));

  it('do not collide when one table comes to the other, and are what they were after the way back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), seats, seats, (people, own, coming) => {
        const by = highestSeat({ data: { people }, items: own });
        const came = withSeatsMoved(coming, by);
        const taken = new Set([...own.map((l) => l.seat), ...Array.from({ length: people }, (_, i) => i + 1)]);
        for (const { seat } of came) expect(seat === undefined || !taken.has(seat)).toBe(true);
        expect(withSeatsMoved(came, -by)).toEqual(coming);
      }),
    );
  });
});
