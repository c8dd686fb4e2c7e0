import { describe, expect, it } from 'vitest';
import { maxMoney, money } from '#domain/money.ts';
import { moneyFromTyped, typedFromMoney } from './money-text.ts';

const pesos = { decimals: 2 };
const guaranies = { decimals: 0 };

describe('an amount as people type it', () => {
  it.each([
    ['', null],
    ['0', 0],
    ['12', 1200],
    ['12,', 1200],
    ['12,5', 1250],
    ['12,50', 1250],
    ['12.5', 1250],
    ['12.500', 1_250_000],
    ['12.500,50', 1_250_050],
    ['1.234.567,8', 123_456_780],
    [' $ 4.800,00 ', 480_000],
    [',5', 50],
  ])('reads %j as %j centavos', (text, minor) => {
    expect(moneyFromTyped(text, pesos)).toBe(minor);
  });

  it.each(['abc', '-5', '1,234', '1,2,3', '12,505', '1e5', ',', '.'])('refuses %j', (text) => {
    expect(moneyFromTyped(text, pesos)).toBeUndefined();
  });

  it('takes every dot as thousands where there are no decimals, at each key', () => {
    const typed = ['1', '1.', '1.2', '1.25', '1.250'].map((text) => moneyFromTyped(text, guaranies));
    expect(typed).toEqual([1, 1, 12, 125, 1250]);
    expect(moneyFromTyped('1,5', guaranies)).toBeUndefined();
  });

  it('refuses more than the largest amount', () => {
    expect(moneyFromTyped(String(maxMoney), guaranies)).toBe(maxMoney);
    expect(moneyFromTyped(String(maxMoney + 1), guaranies)).toBeUndefined();
  });
});

describe('an amount as the field writes it', () => {
  it('has thousands and all decimals', () => {
    expect(typedFromMoney(money(1_250_050), pesos)).toBe('12.500,50');
    expect(typedFromMoney(money(5), pesos)).toBe('0,05');
    expect(typedFromMoney(money(1_234_567), guaranies)).toBe('1.234.567');
    expect(typedFromMoney(null, pesos)).toBe('');
  });

  it('comes back as the same amount', () => {
    for (const minor of [0, 1, 99, 100, 123_456, 99_999_999]) {
      expect(moneyFromTyped(typedFromMoney(money(minor), pesos), pesos)).toBe(minor);
      expect(moneyFromTyped(typedFromMoney(money(minor), guaranies), guaranies)).toBe(minor);
    }
  });
});
