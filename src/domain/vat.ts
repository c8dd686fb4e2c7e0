import type { Money } from './money.ts';
import { add, money, split, subtract, zero } from './money.ts';
import type { Country } from './store.ts';

/** VAT rates in tenths of a percent: 210 is 21 %, 105 is 10,5 %. Prices include them. */
export const vatRates = { AR: [210, 105, 0], PY: [100, 50, 0] } as const satisfies Record<Country, readonly number[]>;
export type VatRate = (typeof vatRates)[Country][number];

/** Of a product without a rate of its own, and of a delivery. */
export const defaultVatRate: Readonly<Record<Country, VatRate>> = { AR: 210, PY: 100 };

/** The rate, if the country has it; else its usual one. */
export const vatRateOf = (country: Country, rate: number | null | undefined): VatRate =>
  vatRates[country].find((known) => known === rate) ?? defaultVatRate[country];

/** '21 %', '10,5 %'. */
export const vatRateText = (rate: VatRate): string => `${String(rate / 10).replace('.', ',')}\u00A0%`;

/** What is invoiced of a line, with its taxes, in minor units. */
export interface VatLine {
  readonly amount: Money;
  readonly rate: VatRate;
}

/** The taxes of a document by rate: base + tax = what its lines of that rate cost. */
export interface VatSum {
  readonly rate: VatRate;
  readonly base: Money;
  readonly tax: Money;
}

/** The part of a price that is no tax: half away from zero, so that base and tax add up to the price (ARCA 10048). */
function baseOf(gross: Money, rate: VatRate): Money {
  // A gross of up to 10^12 units times 1000 stays below 2^53.
  const [scaled, divisor] = [gross * 1_000, 1_000 + rate];
  const rest = Math.abs(scaled % divisor);
  return money(Math.trunc(scaled / divisor) + (rest * 2 >= divisor ? Math.sign(scaled) : 0));
}

/** The taxes of lines by rate, the highest rate first. */
export function vatSums(lines: readonly VatLine[]): VatSum[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => b - a);
  return rates.map((rate) => {
    const gross = add(zero, ...lines.filter((line) => line.rate === rate).map(({ amount }) => amount));
    const base = baseOf(gross, rate);
    return { rate, base, tax: subtract(gross, base) };
  });
}

/** Spreads what was given off over lines, in proportion, so that they add up to what is paid. */
export function spreadDiscount<T extends VatLine>(lines: readonly T[], discount: Money): T[] {
  const parts = split(
    discount,
    lines.map(({ amount }) => Math.max(0, amount)),
  );
  return lines.map((line, at) => ({ ...line, amount: subtract(line.amount, parts[at] ?? zero) }));
}
