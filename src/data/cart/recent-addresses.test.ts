import { beforeEach, describe, expect, it } from 'vitest';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { forgetAddresses, recentAddresses, rememberAddress } from './recent-addresses.ts';

let disk: Map<string, string>;

beforeEach(() => {
  disk = stubLocalStorage();
});

const at = (n: number, store_id = 1) => ({
  store_id,
  address: { address_line_1: `Calle ${n}`, address_line_2: null, geolocation: { lat: n, lng: n } },
  shippingCost: null,
});
const streets = (storeId = 1): string[] => recentAddresses(storeId).map((r) => r.address.address_line_1);

describe('the last addresses of a device', () => {
  it('are five a store, newest first, each once', () => {
    for (const n of [1, 2, 3, 4, 5, 6, 3]) rememberAddress(at(n));
    rememberAddress(at(9, 2));
    expect(streets()).toEqual(['Calle 3', 'Calle 6', 'Calle 5', 'Calle 4', 'Calle 2']);
    expect(streets(2)).toEqual(['Calle 9']);
  });

  it('go with the person who leaves, and a spoilt record counts as none', () => {
    rememberAddress(at(1));
    forgetAddresses();
    expect(streets()).toEqual([]);
    disk.set('marche:addresses', JSON.stringify({ v: 1, value: [{ store_id: 1 }] }));
    expect(streets()).toEqual([]);
  });
});
