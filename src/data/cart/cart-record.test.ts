import { beforeEach, describe, expect, it } from 'vitest';
import { emptyCart } from '#testing/builders-cart.ts';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { cartRecord } from './cart-record.ts';

let disk: Map<string, string>;

beforeEach(() => {
  disk = stubLocalStorage();
});

const ofFirstVersion = {
  store_id: 1,
  type: 'LOCAL',
  catalogType: 'LOCAL',
  code: { id: 7, code: 'm7', description: 'Mesa 7', type: 'LOCAL', group: false },
  when: { option: 'immediate' },
  payment: 'cash',
  seller_id: null,
  description: 'Ana',
  phone: '',
  comments: '',
  lines: [{ key: '5||', item_id: 5, quantity: 2, selection: {}, comments: null }],
};
const put = (v: number, value: unknown): void => void disk.set('marche:cart', JSON.stringify({ v, value }));

describe('the cart on disk', () => {
  it('comes back as it was left', () => {
    cartRecord.write(emptyCart);
    expect(cartRecord.read()).toEqual(emptyCart);
    cartRecord.clear();
    expect(cartRecord.read()).toBeNull();
  });

  it('of version 1 is still the order that somebody is taking', () => {
    put(1, ofFirstVersion);
    const { payment: _, lines, ...same } = ofFirstVersion;
    expect(cartRecord.read()).toEqual({
      ...same,
      payments: [{ key: 1, method: 'cash', amount: 'rest', type: 'exact', value: null, can_modify: true }],
      address: null,
      shippingCost: null,
      discount: null,
      promocode: null,
      lines: lines.map((l) => ({ ...l, unit: null })),
    });
    put(1, { ...ofFirstVersion, payment: null });
    expect(cartRecord.read()?.payments).toEqual([]);
  });

  it.each([
    ['another version', 3, emptyCart],
    ['text', 2, 'cart'],
    ['a cart of version 1 under version 2', 2, ofFirstVersion],
    ['an unknown type', 2, { ...emptyCart, type: 'DRONE' }],
    ['lines of nothing', 2, { ...emptyCart, lines: [null] }],
    ['an unknown payment', 1, { ...ofFirstVersion, payment: 'gold' }],
  ])('%s counts as none', (_, version, value) => {
    put(version, value);
    expect(cartRecord.read()).toBeNull();
  });
});
