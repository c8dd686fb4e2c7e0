import { describe, expect, it } from 'vitest';
import { canCharge, cardAccountOf, methodsFor } from './offered-payments.ts';
import type { Gateway, PaymentMethod, Store } from './store.ts';

const config: Gateway['config'] = { support: false, order_ready: false, delay: 0, delay_display: null };
const account: Gateway = {
  id: 1,
  type: 'payment',
  name: 'Mercado Pago',
  service: 'mercadopago',
  config,
  public_key: 'key',
};
const methods: readonly PaymentMethod[] = ['cash', 'mercadopago-qr', 'mercadopago-online', 'bancard'];
const shop = (change: Partial<Pick<Store, 'country' | 'gateways'>> = {}) => ({
  country: 'AR' as const,
  gateways: [account],
  payment_methods: methods.map((type) => ({ type, title: type, description: null })),
  ...change,
});
const charging = { service: 'mercadopago' };
const row = (key: number, method: PaymentMethod, can_modify = true) => ({ key, method, can_modify });

describe('the methods that a store offers', () => {
  it('charges online only with an account, and where its provider works', () => {
    expect(methods.filter((m) => canCharge(m, shop(), charging))).toEqual([
      'cash',
      'mercadopago-qr',
      'mercadopago-online',
    ]);
    expect(methods.filter((m) => canCharge(m, shop({ gateways: [] }), charging))).toEqual(['cash']);
    expect(methods.filter((m) => canCharge(m, shop({ country: 'PY' }), charging))).toEqual(['cash']);
    expect(methods.filter((m) => canCharge(m, shop(), null))).toEqual(['cash']);
    expect(methods.filter((m) => canCharge(m, shop(), { service: 'other' }))).toEqual(['cash']);
  });

  it('a new row may have each of them', () => {
    expect(methodsFor(null, [], shop(), charging)).toEqual(['cash', 'mercadopago-qr', 'mercadopago-online']);
  });

  it('one row of those that are not charged yet starts a payment in progress', () => {
    const rows = [row(1, 'mercadopago-qr'), row(2, 'cash')];
    expect(methodsFor(row(2, 'cash'), rows, shop(), charging)).toEqual(['cash']);
    const paid = [row(1, 'mercadopago-qr', false), row(2, 'cash')];
    expect(methodsFor(row(2, 'cash'), paid, shop(), charging)).toContain('mercadopago-qr');
    expect(methodsFor(row(1, 'mercadopago-qr'), rows, shop(), charging)).toContain('mercadopago-online');
  });

  it('a row keeps the method that it has', () => {
    const rows = [row(1, 'bancard')];
    expect(methodsFor(row(1, 'bancard'), rows, shop({ gateways: [] }), charging)).toEqual(['cash', 'bancard']);
  });

  it('cards go to the account of the payment gateway', () => {
    expect(cardAccountOf(shop())).toEqual({ gateway: 1, publicKey: 'key' });
    expect(cardAccountOf(shop({ gateways: [{ ...account, type: 'billing' }] }))).toBeNull();
    expect(cardAccountOf(shop({ gateways: [{ ...account, public_key: null }] }))).toBeNull();
  });
});
