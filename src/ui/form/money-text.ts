import { maxMoney, money } from '#domain/money.ts';
import type { Currency, Money } from '#domain/money.ts';

/**
 * What a person types becomes an amount: dots are thousands, a comma (or a dot that cannot be thousands) starts the
 * decimals. '' gives null; undefined means that it is not an amount.
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

/** '12.500,50' for a field: no symbol, decimals only as many as the currency has. */
export function typedFromMoney(amount: Money | null, { decimals }: Pick<Currency, 'decimals'>): string {
  if (amount === null) return '';
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, '.');
  return decimals > 0 ? `${whole},${digits.slice(-decimals)}` : whole;
}
