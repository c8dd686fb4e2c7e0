import { type Currency, type Money, moneyToDecimal, zero } from './money.ts';
import type { ServiceType } from './store.ts';
import type { Instant } from './time.ts';

/** What was sold of one product, category, seller, service or hour. */
export interface SalesRow<Key = string> {
  readonly key: Key;
  /** Orders; of a product or a category, units. */
  readonly count: number;
  readonly total: Money;
}

/** The orders that were taken in a span of time and are not rejected. */
export interface Sales {
  readonly orders: number;
  readonly total: Money;
  /** By hour of the store's day, from 0. */
  readonly hours: readonly SalesRow<number>[];
  /** By name, the most sold first. */
  readonly products: readonly SalesRow[];
  readonly categories: readonly SalesRow[];
  /** null: nobody sold them. */
  readonly sellers: readonly SalesRow<string | null>[];
  readonly services: readonly SalesRow<ServiceType>[];
}

/** What a register's time brought, and the same time a week before. */
export interface SalesReport {
  readonly from: Instant;
  readonly to: Instant;
  /** Z report: the register is closed. X report: it is open. */
  readonly closed: boolean;
  readonly sales: Sales;
  readonly weekBefore: Pick<Sales, 'orders' | 'total'>;
}

/** Percent more or less than a week before, rounded; null: nothing was sold then. */
export function changeInPercent({ sales, weekBefore }: Pick<SalesReport, 'sales' | 'weekBefore'>): number | null {
  if (weekBefore.total === zero) return null;
  return Math.round(((sales.total - weekBefore.total) / weekBefore.total) * 100);
}

/** A table as CSV for a spreadsheet in Spanish: semicolons, decimal commas, and no cell that begins a formula. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    if (typeof value === 'number') return String(value).replace('.', ',');
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}

/** An amount for a cell, in major units. */
export const amountCell = (amount: Money, currency: Currency): number => moneyToDecimal(amount, currency);

/** How long a row's bar is, in percent of the longest. */
export const barPercent = (
  { total }: Pick<SalesRow<unknown>, 'total'>,
  rows: readonly Pick<SalesRow<unknown>, 'total'>[],
): number => {
  const most = Math.max(...rows.map((row) => row.total), 0);
  return most === 0 ? 0 : Math.round((total / most) * 100);
};
