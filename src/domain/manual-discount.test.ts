import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discounted, discountWays, isNoDiscount, readDiscount } from './manual-discount.ts';
import { money } from './money.ts';
import { generalDiscount } from './pricing.ts';

const subtotal = money(500_00);
const entry = { way: 'percentage', percent: '', amount: null } as const;

describe('a discount by hand', () => {
  it('has three ways (K-19), and one must be chosen (K-18)', () => {
    expect(discountWays).toEqual(['percentage', 'amount', 'subtotal']);
    expect(readDiscount({ ...entry, way: null }, subtotal)).toEqual({ ok: false, problem: 'choose-type' });
  });

  it.each(['', '-1', '100.5', '10,5', '101', '1e1', '0x10', ' ', '1 0', 'diez'])(
    'refuses %j per cent (K-20)',
    (percent) => {
      expect(readDiscount({ ...entry, percent }, subtotal)).toEqual({ ok: false, problem: 'invalid' });
    },
  );

  it.each(['0', '7', '100', ' 15 '])('takes %j per cent (K-20)', (percent) => {
    expect(readDiscount({ ...entry, percent }, subtotal)).toEqual({
      ok: true,
      value: { type: 'PERCENTAGE', value: Number(percent) },
    });
  });

  it.each([
    [0, 0],
    [50_00, 50_00],
    [500_00, 500_00],
  ])('takes an amount of %i as it is (K-21, K-24)', (typed, value) => {
    expect(readDiscount({ way: 'amount', percent: '', amount: money(typed) }, subtotal)).toEqual({
      ok: true,
      value: { type: 'AMOUNT', value },
    });
  });

  it.each([
    [0, 500_00],
    [450_00, 50_00],
    [500_00, 0],
  ])('a new subtotal of %i takes %i off (K-22, K-25)', (typed, value) => {
    expect(readDiscount({ way: 'subtotal', percent: '', amount: money(typed) }, subtotal)).toEqual({
      ok: true,
      value: { type: 'AMOUNT', value },
    });
  });

  it.each(['amount', 'subtotal'] as const)(
    'refuses for %s what is no amount of 0 to the subtotal (K-21, K-22)',
    (way) => {
      for (const amount of [null, undefined, money(-1), money(500_01)])
        expect(readDiscount({ way, percent: '', amount }, subtotal)).toEqual({ ok: false, problem: 'invalid' });
    },
  );

  it('333.33 at 10 per cent is 33.33 (K-23)', () => {
    const read = readDiscount({ ...entry, percent: '10' }, money(333_33));
    expect(read.ok && generalDiscount(read.value, money(333_33))).toBe(33_33);
  });

  it('leaves what the order will say, whatever is typed (K-23 to K-25)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...discountWays),
        fc.nat(100),
        fc.nat(1_000_000),
        fc.nat(1_000_000),
        (way, percent, typed, sum) => {
          const of = money(sum);
          const read = readDiscount({ way, percent: String(percent), amount: money(typed) }, of);
          if (!read.ok) {
            expect(way === 'percentage').toBe(false);
            expect(typed).toBeGreaterThan(sum);
            return;
          }
          const left = discounted(of, read.value);
          expect(left).toBe(sum - generalDiscount(read.value, of));
          if (way === 'subtotal') expect(left).toBe(typed);
          expect(isNoDiscount(read.value)).toBe(read.value.value === 0);
        },
      ),
    );
  });
});
