import { describe, expect, it } from 'vitest';
import { money } from './money.ts';
import { amountCell, barPercent, changeInPercent, csvOf } from './sales-report.ts';

const sums = (total: number) => ({ orders: 1, total: money(total) });

it.each([
  [1_200, 1_000, 20],
  [500, 1_000, -50],
  [1_000, 1_000, 0],
  [1_000, 0, null],
])('%i instead of %i is a change of %s percent', (now, then, percent) => {
  const sales = { ...sums(now), hours: [], products: [], categories: [], sellers: [], services: [] };
  expect(changeInPercent({ sales, weekBefore: sums(then) })).toBe(percent);
});

describe('a table as CSV', () => {
  it('has semicolons and decimal commas, as a spreadsheet in Spanish reads it', () => {
    const total = amountCell(money(123_450), { symbol: '$ ', decimals: 2 });
    expect(
      csvOf([
        ['Producto', 'Total'],
        ['Café', total],
      ]),
    ).toBe('Producto;Total\r\nCafé;1234,5\r\n');
  });

  it.each([
    ['a;b', '"a;b"'],
    ['dijo "sí"', '"dijo ""sí"""'],
    ['dos\nlíneas', '"dos\nlíneas"'],
    // A spreadsheet would run these.
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-cmd', "'-cmd"],
  ])('keeps %j one cell', (text, cell) => {
    expect(csvOf([[text]])).toBe(`${cell}\r\n`);
  });
});

it('the longest bar is the most sold; nothing sold has none', () => {
  const rows = [{ total: money(200) }, { total: money(50) }, { total: money(0) }];
  expect(rows.map((row) => barPercent(row, rows))).toEqual([100, 25, 0]);
  expect(barPercent({ total: money(0) }, [{ total: money(0) }])).toBe(0);
});
