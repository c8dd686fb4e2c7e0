import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Currency } from './money.ts';
import {
  add,
  atLeastZero,
  defaultCurrency,
  formatMoney,
  formatPercent,
  maxMoney,
  money,
  moneyFromDecimal,
  moneyToDecimal,
  percentOf,
  smaller,
  split,
  subtract,
  times,
  zero,
} from './money.ts';

const guarani: Currency = { symbol: 'Gs. ', decimals: 0 };
const amount = fc.integer({ min: -maxMoney, max: maxMoney }).map(money);
const positive = fc.integer({ min: 0, max: maxMoney }).map(money);
const currency = fc.constantFrom<Currency>(defaultCurrency, guarani, { symbol: 'U$ ', decimals: 1 });

/** Rounds half away from zero by exact integer arithmetic: the expected result of percentOf. */
function exactPercent(minor: number, hundredths: number): number {
  const product = BigInt(minor) * BigInt(hundredths);
  const size = product < 0n ? -product : product;
  const rounded = (size * 2n + 10_000n) / 20_000n;
  return Number(product < 0n ? -rounded : rounded) || 0;
}

describe('formatMoney', () => {
  it.each([
    [123_456_750, defaultCurrency, '$ 1.234.567,50'],
    [0, defaultCurrency, '$ 0,00'],
    [5, defaultCurrency, '$ 0,05'],
    [99_999, defaultCurrency, '$ 999,99'],
    [-480_000, defaultCurrency, '-$ 4.800,00'],
    [1_234_568, guarani, 'Gs. 1.234.568'],
    [0, guarani, 'Gs. 0'],
  ])('writes %i minor units as the store does (M-01), with spaces that do not break', (minor, style, text) => {
    expect(formatMoney(money(minor), style)).toBe(text.replaceAll(' ', '\u00A0'));
    expect(formatPercent(20)).toBe('20\u00A0%');
  });

  it('says the whole amount: reading its digits back gives it (M-01)', () => {
    fc.assert(
      fc.property(amount, currency, (value, style) => {
        const text = formatMoney(value, style);
        const digits = Number(text.replace(style.symbol.replaceAll(' ', '\u00A0'), '').replaceAll(/[.,]/g, ''));
        expect(digits).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe('wire amounts', () => {
  it('comes back from the wire as it left, whatever its size (M-05)', () => {
    fc.assert(
      fc.property(amount, currency, (value, style) => {
        expect(moneyFromDecimal(moneyToDecimal(value, style), style)).toBe(value);
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads an amount of ten digits that a plain multiplication would miss', () => {
    expect(moneyFromDecimal(9_999_999_999.99, defaultCurrency)).toBe(999_999_999_999);
    expect(moneyFromDecimal(9_999_999_900.07, defaultCurrency)).toBe(999_999_990_007);
  });

  it.each([
    [0.1 + 0.2, 30],
    [1234.56, 123_456],
    [-0.01, -1],
    [-0, 0],
  ])('reads %f in pesos as %i centavos', (value, minor) => {
    expect(moneyFromDecimal(value, defaultCurrency)).toBe(minor);
  });

  it.each([0.001, 12.345, 1e-3, Number.NaN, Number.POSITIVE_INFINITY, maxMoney])(
    'refuses %f: not an amount in pesos',
    (value) => {
      expect(moneyFromDecimal(value, defaultCurrency)).toBeNull();
    },
  );

  it('refuses a fraction of a guaraní (N-14)', () => {
    expect(moneyFromDecimal(1234.5, guarani)).toBeNull();
    expect(moneyFromDecimal(1234, guarani)).toBe(1234);
  });

  it('takes only whole minor units', () => {
    expect(() => money(0.5)).toThrow(RangeError);
    expect(() => money(Number.NaN)).toThrow(RangeError);
    expect(Object.is(money(-0), 0)).toBe(true);
  });
});

describe('percentOf', () => {
  it.each([
    [9999, 15, 1500],
    [33_333, 10, 3333],
    [-33_335, 10, -3334],
    [5, 10, 1],
    [4, 10, 0],
    [100, 0, 0],
    [100, 100, 100],
    [1_390_000, 33.33, 463_287],
  ])('takes %i × %f %% half away from zero (K-23, C-53)', (minor, percent, expected) => {
    expect(percentOf(money(minor), percent)).toBe(expected);
  });

  it('equals exact decimals for every amount and hundredth of a percent (M-05)', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (value, hundredths) => {
        expect(percentOf(value, hundredths / 100)).toBe(exactPercent(value, hundredths));
      }),
      { numRuns: 2_000 },
    );
  });

  it('never takes more than there is, and more for a higher percentage (K-20)', () => {
    fc.assert(
      fc.property(positive, fc.nat(10_000), fc.nat(10_000), (value, a, b) => {
        const low = percentOf(value, Math.min(a, b) / 100);
        const high = percentOf(value, Math.max(a, b) / 100);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(high);
        expect(high).toBeLessThanOrEqual(value);
      }),
    );
  });
});

describe('split', () => {
  const weights = fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 30 });

  it('adds up to the minor unit, and no part is further than one unit from its share', () => {
    fc.assert(
      fc.property(amount, weights, (value, shares) => {
        const parts = split(value, shares);
        expect(add(...parts)).toBe(value);
        const sum = BigInt(shares.reduce((total, w) => total + w, 0));
        parts.forEach((part, i) => {
          const count = BigInt(shares.length);
          // |part × whole − value × weight| < whole, in integers.
          const [weight, whole] = sum === 0n ? [1n, count] : [BigInt(shares[i] ?? 0), sum];
          const distance = BigInt(part) * whole - BigInt(value) * weight;
          expect(distance < whole && distance > -whole).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [100, [0, 0], [50, 50]],
    [100, [3, 0, 1], [75, 0, 25]],
    [0, [1, 2], [0, 0]],
    [5, [], []],
  ])('splits %i by %j', (value, shares, parts) => {
    expect(split(money(value), shares)).toEqual(parts);
  });
});

describe('the four operations', () => {
  it('are exact and stay whole', () => {
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 999 }), (a, b, n) => {
        expect(subtract(add(a, b), b)).toBe(a);
        expect(times(a, n)).toBe(n === 0 ? 0 : a * n);
        expect(smaller(a, b)).toBe(Math.min(a, b));
        expect(atLeastZero(a)).toBe(Math.max(a, 0));
      }),
    );
    expect(add()).toBe(zero);
  });
});
