import { isObject } from '#domain/unknown.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import type { CartPayment } from '#domain/payments.ts';
import type { PaymentMethod } from '#domain/store.ts';
import { paymentMethods, serviceTypes } from '#domain/store.ts';
import { localRecord } from '#platform/local-record.ts';

const isLine = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['key'] === 'string' &&
  Number.isInteger(value['item_id']) &&
  Number.isInteger(value['quantity']) &&
  isObject(value['selection']);

/** Checks the fields that both versions have, which are enough to show the cart. */
const isAnyCart = (value: unknown): value is Record<string, unknown> =>
  isObject(value) &&
  Number.isInteger(value['store_id']) &&
  serviceTypes.some((t) => t === value['type']) &&
  typeof value['catalogType'] === 'string' &&
  ['description', 'phone', 'comments'].every((key) => typeof value[key] === 'string') &&
  Array.isArray(value['lines']) &&
  value['lines'].every(isLine);

export const isCart = (value: unknown): value is Cart =>
  isAnyCart(value) &&
  Array.isArray(value['payments']) &&
  ['address', 'shippingCost', 'discount', 'promocode'].every((key) => key in value);

type OldCart = Omit<Cart, 'payments' | 'address' | 'shippingCost' | 'discount' | 'promocode' | 'lines'> & {
  readonly payment: PaymentMethod | null;
  readonly lines: readonly Omit<CartLine, 'unit'>[];
};

const isOldCart = (value: unknown): value is OldCart =>
  isAnyCart(value) && (value['payment'] === null || paymentMethods.some((m) => m === value['payment']));

const record = localRecord<Cart>('cart', 2, isCart);
const oldRecord = localRecord<OldCart>('cart', 1, isOldCart);

const paysAll = (method: PaymentMethod): CartPayment => ({
  key: 1,
  method,
  amount: 'rest',
  type: method === 'cash' ? 'exact' : null,
  value: null,
  can_modify: true,
});

/**
 * Converts a cart of version 1, which had one payment, no address and no discount, so that an update does not lose the
 * order.
 */
export function upgraded({ payment, lines, ...cart }: OldCart): Cart {
  return {
    ...cart,
    payments: payment === null ? [] : [paysAll(payment)],
    address: null,
    shippingCost: null,
    discount: null,
    promocode: null,
    lines: lines.map((l) => ({ ...l, unit: null })),
  };
}

function read(): Cart | null {
  const old = oldRecord.read();
  return old ? upgraded(old) : record.read();
}

/** The cart on this device's disk. Reads the earlier version too; any other content counts as no cart. */
export const cartRecord = {
  read,
  write: (cart: Cart): void => record.write(cart),
  clear: (): void => record.clear(),
};
