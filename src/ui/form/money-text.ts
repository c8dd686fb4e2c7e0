import { maxMoney, money } from '#domain/money.ts';
import type { Currency, Money } from '#domain/money.ts';

/**
 * Parses a typed amount. A dot separates thousands; a comma, or a dot that cannot separate thousands, starts the
 * decimals. '' gives null; undefined means that the text is no amount.
 */
export function moneyFromTyped(text: string, { decimals }: Pick<Currency, 'decimals'>): Money | null | undefined {
  const bare = text.replace(/[\s$]/g, '');
  if (bare === '') return null;
  const comma = bare.includes(',');
  const thousands = /^\d{1,3}(\.\d{3})+(,\d*)?$/.test(bare);
  const normal = comma || thousands || decimals === 0 ? bare.replace(/\./g, '').replace(',', '.') : bare;
  const parts = /^(\d*)(?:\.(\d*))?$/.exec(normal);
  if (!parts) return undefined;
  const [, whole = '', cents = ''] = parts;
  if (cents.length > decimals || whole + cents === '') return undefined;
  const minor = Number(`${whole}${cents.padEnd(decimals, '0')}`);
  return minor > maxMoney ? undefined : money(minor);
}

/** Formats an amount for a field, such as '12.500,50': without the symbol, with all decimals of the currency. */
export function typedFromMoney(amount: Money | null, { decimals }: Pick<Currency, 'decimals'>): string {
  if (amount === null) return '';
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, '.');
  return decimals > 0 ? `${whole},${digits.slice(-decimals)}` : whole;
}
