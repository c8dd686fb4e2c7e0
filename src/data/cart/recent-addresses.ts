import { isObject } from '#domain/unknown.ts';
import type { Cart } from '#domain/cart.ts';
import type { Address } from '#domain/order.ts';
import { localRecord } from '#platform/local-record.ts';

/** An address of an earlier delivery, with its shipping cost at that time. */
export interface RecentAddress {
  readonly store_id: number;
  readonly address: Address;
  readonly shippingCost: Cart['shippingCost'];
}

const keptAddresses = 5;

const isRecent = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['store_id'] === 'number' &&
  isObject(value['address']) &&
  typeof value['address']['address_line_1'] === 'string' &&
  isObject(value['address']['geolocation']) &&
  'shippingCost' in value;

const isList = (value: unknown): value is readonly RecentAddress[] => Array.isArray(value) && value.every(isRecent);

const record = localRecord<readonly RecentAddress[]>('addresses', 1, isList);

/** The last 5 addresses of this device and store, newest first (C3). */
export const recentAddresses = (storeId: number): readonly RecentAddress[] =>
  (record.read() ?? []).filter((r) => r.store_id === storeId);

export function rememberAddress(recent: RecentAddress): void {
  const others = (record.read() ?? []).filter(
    (r) => r.store_id !== recent.store_id || r.address.address_line_1 !== recent.address.address_line_1,
  );
  const own = [recent, ...others.filter((r) => r.store_id === recent.store_id)].slice(0, keptAddresses);
  record.write([...own, ...others.filter((r) => r.store_id !== recent.store_id)]);
}

/** Deletes the customers' addresses at logout. */
export const forgetAddresses = (): void => record.clear();
