import { describe, expect, it } from 'vitest';
import { cartStore, emptyCart, roomService, table } from '#testing/builders-cart.ts';
import { newCart, withDiscount, withPromocode } from './cart.ts';
import { money } from './money.ts';
import { catalogTypeOf, serviceTypes, whens } from './store.ts';

describe('choosing a type', () => {
  it('starts without items, payments or address (K-01, K-06)', () => {
    expect(newCart(cartStore(), 'TAKEAWAY', null)).toEqual({
      store_id: 3,
      type: 'TAKEAWAY',
      catalogType: 'ONLINE',
      code: null,
      when: { option: 'immediate' },
      payments: [],
      seller_id: null,
      description: '',
      phone: '',
      comments: '',
      address: null,
      shippingCost: null,
      discount: null,
      promocode: null,
      lines: [],
    });
  });

  it.each([
    ['LOCAL', table, 'LOCAL'],
    ['LOCAL', roomService, 'DELIVERY'],
    ['LOCAL', null, 'ONLINE'],
    ['TAKEAWAY', table, 'ONLINE'],
    ['DELIVERY', null, 'ONLINE'],
  ] as const)('%s with %j takes from the catalog %s (K-02, C-47)', (type, code, expected) => {
    expect(newCart(cartStore(), type, code).catalogType).toBe(expected);
    expect(catalogTypeOf(type, code)).toBe(expected);
  });

  it('keeps a code only for LOCAL (K-74)', () => {
    expect(newCart(cartStore(), 'LOCAL', table).code).toBe(table);
    expect(newCart(cartStore(), 'TAKEAWAY', table).code).toBeNull();
  });

  it.each(serviceTypes)('is immediate for %s only if the store offers it (K-03)', (type) => {
    expect(newCart(cartStore([type]), type, null).when).toEqual({ option: 'immediate' });
    expect(newCart(cartStore(serviceTypes.filter((t) => t !== type)), type, null).when).toBeNull();
  });

  it('knows two answers to when (K-05)', () => {
    expect(whens).toEqual(['immediate', 'scheduled']);
  });
});

describe('the one discount of a cart (D-23)', () => {
  const tenPercent = { type: 'PERCENTAGE', value: 10 } as const;
  const promo = { code: 'MIL', type: 'AMOUNT', value: money(1_000_00) } as const;

  it('is the last of the two that was given: by hand or by code', () => {
    const byHand = withDiscount(emptyCart, tenPercent);
    expect(byHand).toMatchObject({ discount: tenPercent, promocode: null });
    const byCode = withPromocode(byHand, promo);
    expect(byCode).toMatchObject({ discount: null, promocode: promo });
    expect(withDiscount(byCode, tenPercent)).toEqual(byHand);
  });

  it('taking one away leaves the other alone', () => {
    expect(withPromocode(withDiscount(emptyCart, tenPercent), null).discount).toEqual(tenPercent);
    expect(withDiscount(withPromocode(emptyCart, promo), null).promocode).toEqual(promo);
  });
});
