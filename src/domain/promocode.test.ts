import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pesos, testNow } from '#testing/builders.ts';
import { generalDiscount } from './pricing.ts';
import { type KnownPromocode, normalPromocode, promocodeProblem, promocodeRefusal } from './promocode.ts';
import { after } from './time.ts';

describe('a promo code as it is typed', () => {
  it.each([
    [' ab c1 ', 'ABC1'],
    ['diez', 'DIEZ'],
    ['D\tI\nE\u00a0Z', 'DIEZ'],
    ['ñandú', 'ÑANDÚ'],
    ['   ', ''],
  ])('%j becomes %j: no whitespace, upper case (K-28)', (typed, code) => {
    expect(normalPromocode(typed)).toBe(code);
  });

  it.each([
    ['', 'required'],
    [' \t ', 'required'],
    ['ab', 'min-length'],
    ['a b', 'min-length'],
    ['abc', null],
    ['x'.repeat(20), null],
    [` ${'x '.repeat(20)}`, null],
    ['x'.repeat(21), 'max-length'],
  ])('%j is refused for %s: required, 3 to 20 characters once normalised (K-27)', (typed, rule) => {
    expect(promocodeProblem(typed)?.rule ?? null).toBe(rule);
  });

  it('normalised once is normalised for ever (K-28)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const code = normalPromocode(typed);
        expect(normalPromocode(code)).toBe(code);
        expect(code).not.toMatch(/\s/u);
      }),
    );
  });
});

describe('what a promo code takes off', () => {
  it('an AMOUNT no more than the subtotal (K-32)', () => {
    expect(generalDiscount({ type: 'AMOUNT', value: pesos(500) }, pesos(300))).toBe(pesos(300));
    expect(generalDiscount({ type: 'AMOUNT', value: pesos(500) }, pesos(500))).toBe(pesos(500));
    expect(generalDiscount({ type: 'AMOUNT', value: pesos(500) }, pesos(1_000))).toBe(pesos(500));
  });

  it('a PERCENTAGE rounded to the cent, half away from zero (K-23, M-05)', () => {
    expect(generalDiscount({ type: 'PERCENTAGE', value: 10 }, pesos(333.33))).toBe(pesos(33.33));
    expect(generalDiscount({ type: 'PERCENTAGE', value: 10 }, pesos(0.05))).toBe(pesos(0.01));
  });
});

describe('whether a promo code can be used (N-39)', () => {
  const known: KnownPromocode = {
    promocode: { code: 'DIEZ', type: 'PERCENTAGE', value: 10 },
    expires_at: after(testNow, 1),
    services: ['TAKEAWAY'],
  };
  const takeaway = { type: 'TAKEAWAY', code: null } as const;

  it.each([
    ['nobody knows', null, takeaway, 'unknown'],
    ['is fine', known, takeaway, null],
    ['is fine, as far as one can tell without an order', known, null, null],
    ['ended this very millisecond', { ...known, expires_at: testNow }, takeaway, 'expired'],
    ['ended, told also without an order', { ...known, expires_at: testNow }, null, 'expired'],
    ['never ends', { ...known, expires_at: null }, takeaway, null],
    ['is for another service', known, { type: 'DELIVERY', code: null } as const, 'not-applicable'],
    ['is for every service', { ...known, services: null }, { type: 'DELIVERY', code: null } as const, null],
    [
      'is used on a table (K-17)',
      { ...known, services: null },
      { type: 'LOCAL', code: { group: true } } as const,
      'not-applicable',
    ],
    ['is used at the bar', { ...known, services: null }, { type: 'LOCAL', code: { group: false } } as const, null],
  ])('one that %s', (_, code, order, expected) => {
    expect(promocodeRefusal(code, order, testNow)).toBe(expected);
  });
});
