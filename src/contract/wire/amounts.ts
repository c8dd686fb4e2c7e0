import type { Currency, Money } from '#domain/money.ts';
import { moneyFromDecimal, moneyToDecimal } from '#domain/money.ts';
import type { Instant } from '#domain/time.ts';
import { instant, instantFromIso, isoFromInstant } from '#domain/time.ts';

/** An answer that does not keep the contract: a bug of the other side, never something to show as data. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Decimals become Money here and nowhere else; an amount that the currency cannot hold is a broken answer. */
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
