import { expect, it } from 'vitest';
import { bringsCash } from './cash-taken.ts';
import { money } from './money.ts';

it('a drawer opens for cash that was not there before', () => {
  const row = (method: 'cash' | 'card', amount: number) => ({ method, amount: money(amount) });
  expect(bringsCash([row('cash', 100)])).toBe(true);
  expect(bringsCash([row('card', 100)])).toBe(false);
  expect(bringsCash([row('card', 50), row('cash', 50)], [row('cash', 50)])).toBe(false);
  expect(bringsCash([row('cash', 30), row('cash', 30)], [row('cash', 50)])).toBe(true);
  expect(bringsCash([], [row('cash', 50)])).toBe(false);
});
