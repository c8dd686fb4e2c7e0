import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, money, zero } from './money.ts';
import { spreadDiscount, vatRateOf, vatRates, vatRateText, vatSums } from './vat.ts';

it('splits a price into base and tax: 121 is 100 and 21, 100 is 82,64 and 17,36, 110,50 is 100 and 10,50', () => {
  const of = (amount: number, rate: 210 | 105 | 100) => {
    const [sum] = vatSums([{ amount: money(amount), rate }]);
    return [sum?.base, sum?.tax];
  };
  expect([of(12_100, 210), of(10_000, 210), of(11_050, 105)]).toEqual([
    [10_000, 2_100],
    [8_264, 1_736],
    [10_000, 1_050],
  ]);
  expect(of(300_000, 100)).toEqual([272_727, 27_273]);
});

it('base and tax always add up to what the lines cost, and a discount loses no unit', () => {
  const line = fc.record({
    amount: fc.integer({ min: 0, max: 10 ** 9 }).map(money),
    rate: fc.constantFrom(...vatRates.AR),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 100 }), (lines, percent) => {
      const total = add(zero, ...lines.map(({ amount }) => amount));
      const off = money(Math.trunc((total * percent) / 100));
      const left = spreadDiscount(lines, off);
      expect(add(zero, ...left.map(({ amount }) => amount))).toBe(total - off);
      expect(left.every(({ amount }) => amount >= 0)).toBe(true);
      const sums = vatSums(left);
      expect(add(zero, ...sums.flatMap(({ base, tax }) => [base, tax]))).toBe(total - off);
      for (const { base, tax, rate } of sums) expect(Math.abs((base * rate) / 1_000 - tax)).toBeLessThanOrEqual(1);
    }),
  );
});

it('a rate that the country does not have is its usual one', () => {
  expect([vatRateOf('AR', null), vatRateOf('AR', 105), vatRateOf('AR', 50), vatRateOf('PY', undefined)]).toEqual([
    210, 105, 210, 100,
  ]);
  expect([vatRateText(210), vatRateText(105)]).toEqual(['21\u00A0%', '10,5\u00A0%']);
});
