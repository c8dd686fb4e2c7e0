import type { Currency, Money } from '#domain/money.ts';
import { moneyFromDecimal, moneyToDecimal } from '#domain/money.ts';
import type { Instant } from '#domain/time.ts';
import { instant, instantFromIso, isoFromInstant } from '#domain/time.ts';

/** The answer breaks the contract. That is a bug of the server; do not show the data. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Converts a wire decimal to Money. Throws if it has more decimals than the currency. */
export function readMoney(value: number, currency: Currency): Money {
  const amount = moneyFromDecimal(value, currency);
  if (amount === null) throw new WireError(`amount ${value} has more than ${currency.decimals} decimals`);
  return amount;
}

export const writeMoney = moneyToDecimal;

export function readInstant(text: string): Instant {
  const at = instantFromIso(text);
  if (at === null) throw new WireError(`not a timestamp: ${text}`);
  return at;
}

export const readOptional = <W, T>(value: W | null, read: (value: W) => T): T | null =>
  value === null ? null : read(value);

export const writeInstant = (at: Instant): string => isoFromInstant(instant(at));
