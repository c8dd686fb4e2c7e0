import { expect, it } from 'vitest';
import { readDiscount } from '#domain/manual-discount.ts';
import { money } from '#domain/money.ts';
import { discountProblemTexts } from './texts.ts';

it('a discount without a way says that one must be chosen, a wrong value that it is invalid (K-18, K-20)', () => {
  const said = (way: 'percentage' | null): string => {
    const read = readDiscount({ way, percent: '101', amount: null }, money(500_00));
    return read.ok ? '' : discountProblemTexts[read.problem];
  };
  expect(said(null)).toBe('Debe seleccionar un tipo');
  expect(said('percentage')).toBe('El valor ingresado es inválido');
});
