import { describe, expect, it } from 'vitest';
import { buildItem, buildOrder, buildStore, pesos } from '#testing/builders.ts';
import { discountOf } from './cart-pricing.ts';
import { missingParts } from './checkout.ts';
import { cartAgain, customerCart } from './customer-cart.ts';

const open = { ...buildStore(), allowImmediateRequests: true };
const phone = '+5491145550106';

describe('the cart of a customer', () => {
  it('is for now while the store is open, paid by its first method, with the phone of the account', () => {
    const cart = customerCart(open, 'TAKEAWAY', phone);
    expect(cart).toMatchObject({ byCustomer: true, phone, when: { option: 'immediate' }, catalogType: 'ONLINE' });
    expect(cart.payments.map((p) => p.method)).toEqual([open.payment_methods[0]?.type]);
    expect(customerCart({ ...open, allowImmediateRequests: false }, 'TAKEAWAY', phone).when).toBeNull();
  });

  it('needs a payment also for a take away, and takes a promo code without the right to discounts', () => {
    const cart = { ...customerCart(open, 'TAKEAWAY', phone), payments: [] };
    const totals = { subtotal: pesos(1), total: pesos(1) };
    expect(missingParts(cart, { totals, brokenLines: false })).toEqual(['items', 'payment']);
    const promocode = { code: 'DIEZ', type: 'PERCENTAGE' as const, value: 10 };
    expect(discountOf({ ...cart, promocode }, { canDiscount: false })).toEqual(promocode);
    expect(discountOf({ ...cart, discount: promocode }, { canDiscount: false })).toBeNull();
  });

  it('of an order once more has its products with their options, and the prices of now', () => {
    const item = buildItem({ id: 3, name: 'Café', price: pesos(100) });
    const order = buildOrder({
      type: 'TAKEAWAY',
      comments: 'Sin azúcar',
      items: [
        {
          id: item.id,
          name: item.name,
          quantity: 2,
          unit_price: pesos(90),
          discount: pesos(0),
          comments: 'Tibio',
          additionals: [{ id: 7, name: 'Leche', quantity: 1, price: pesos(5) }],
          price: pesos(190),
        },
      ],
    });
    const again = cartAgain(open, order, phone);
    expect(again.lines).toMatchObject([
      { item_id: 3, quantity: 2, selection: { 7: 1 }, comments: 'Tibio', unit: null },
    ]);
    expect([again.comments, again.byCustomer]).toEqual(['Sin azúcar', true]);
  });
});
