/**
 * Money is an integer of minor units (centavos for ARS, whole guaraníes for PYG); never a float (M-05, N-14).
 * The exponent comes from the store's currency; the only roundings are `percentOf` and `moneyFromDecimal`.
 */
declare const moneyBrand: unique symbol;
export type Money = number & { readonly [moneyBrand]: true };

/** How a store writes amounts: its symbol with a space, and 0 to 2 decimals (M-01). */
export interface Currency {
  readonly symbol: string;
  readonly decimals: number;
}

export const defaultCurrency: Currency = { symbol: '$ ', decimals: 2 };

/** The largest accepted amount, in minor units: far below 2^53, so that sums stay exact. */
export const maxMoney = 1_000_000_000_000;

const isMoney = (n: number): n is Money => Number.isSafeInteger(n);

/** Brands an integer of minor units. Throws for any other number: that is a bug of the caller. */
export function money(minor: number): Money {
  if (!isMoney(minor)) throw new RangeError(`not an integer of minor units: ${minor}`);
  return minor === 0 ? zeroOf() : minor;
}

const zeroOf = (): Money => {
  const zero = 0;
  if (!isMoney(zero)) throw new RangeError('unreachable');
  return zero;
};

export const zero: Money = zeroOf();

export const add = (...amounts: readonly Money[]): Money => money(amounts.reduce<number>((sum, a) => sum + a, 0));
export const subtract = (a: Money, b: Money): Money => money(a - b);
export const times = (a: Money, count: number): Money => money(a * count);
export const atLeastZero = (a: Money): Money => (a < 0 ? zero : a);
export const smaller = (a: Money, b: Money): Money => (a < b ? a : b);

/** Rounds half away from zero, at the currency's precision. It is the only rounding of percentages (M-05, N-14). */
export function percentOf(amount: Money, percent: number): Money {
  // Percentages have at most two decimals, so the rate in hundredths of a percent is an integer. Multiply the quotient
  // and the remainder of 10,000 separately: the product of a large amount would exceed the safe integers.
  const rate = Math.round(percent * 100);
  const rest = amount % 10_000;
  const scaled = rest * rate;
  const quotient = Math.trunc(scaled / 10_000);
  const half = Math.abs(scaled % 10_000) * 2 >= 10_000 ? Math.sign(scaled) : 0;
  return money(((amount - rest) / 10_000) * rate + quotient + half);
}

/**
 * Splits an amount without losing a unit: the parts with the largest remainders get the extra units. Weights must not
 * be negative.
 */
export function split(amount: Money, weights: readonly number[]): Money[] {
  const sum = weights.reduce((total, w) => total + w, 0);
  if (weights.length === 0) return [];
  const even = sum === 0;
  const exact = weights.map((w) => (even ? amount / weights.length : (amount * w) / sum));
  const parts = exact.map((e) => Math.trunc(e));
  let missing = amount - parts.reduce((total, p) => total + p, 0);
  const byRemainder = exact
    .map((e, index) => ({ index, remainder: Math.abs(e - Math.trunc(e)) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder) {
    if (missing === 0) break;
    const step = Math.sign(missing);
    parts[index] = (parts[index] ?? 0) + step;
    missing -= step;
  }
  return parts.map(money);
}

/** Wire number in major units -> Money; null if it has more than `decimals` decimals or is too large. */
export function moneyFromDecimal(value: number, currency: Currency): Money | null {
  if (!Number.isFinite(value)) return null;
  const factor = 10 ** currency.decimals;
  const minor = Math.round(value * factor);
  if (Math.abs(minor) > maxMoney) return null;
  // A number that we wrote matches exactly. Accept a computed decimal, too: its floating-point error is far below 1e-4.
  if (minor / factor !== value && Math.abs(value * factor - minor) > 1e-4) return null;
  return money(minor);
}

/** Money -> wire number in major units. The division gives the nearest double, which prints exactly. */
export const moneyToDecimal = (amount: Money, currency: Currency): number => amount / 10 ** currency.decimals;

/** Between a number and its sign: no line breaks there. */
export const noBreak = '\u00A0';

/** '20 %', which does not break. */
export const formatPercent = (value: number): string => `${value}${noBreak}%`;

/** '$ 1.234.567,50', 'Gs. 1.234.568' (M-01), with spaces that do not break. */
export function formatMoney(amount: Money, currency: Currency): string {
  const digits = String(Math.abs(amount)).padStart(currency.decimals + 1, '0');
  const whole = digits.slice(0, digits.length - currency.decimals).replace(/\B(?=(\d{3})+$)/g, '.');
  const cents = currency.decimals > 0 ? `,${digits.slice(-currency.decimals)}` : '';
  return `${amount < 0 ? '-' : ''}${currency.symbol.replaceAll(' ', noBreak)}${whole}${cents}`;
}
