import { isObject } from '#domain/unknown.ts';
import type { Currency } from '#domain/money.ts';

/** Checks that several command schemas share. */

const isCurrency = (value: unknown): value is Currency =>
  isObject(value) && typeof value['symbol'] === 'string' && typeof value['decimals'] === 'number';

/** The arguments that every order command has. */
export interface StoreArgs {
  readonly storeId: number;
  readonly currency: Currency;
}

export const isStoreArgs = (body: unknown): body is Record<string, unknown> & StoreArgs =>
  isObject(body) && typeof body['storeId'] === 'number' && isCurrency(body['currency']);

export const textOr = (value: unknown, otherwise: string | null): string | null =>
  typeof value === 'string' ? value : otherwise;

export const hourMs = 60 * 60_000;
