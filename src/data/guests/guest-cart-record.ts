import { cartRecord, isCart } from '#data/cart/cart-record.ts';
import { moveCartTo, setCart, useCart } from '#data/cart/cart-store.ts';
import type { Cart } from '#domain/cart.ts';
import { localRecord } from '#platform/local-record.ts';

/** What a guest at a table has chosen: beside the cart of whoever uses the device. */
const record = localRecord<Cart>('guest-cart', 2, isCart);

/**
 * The screens of a guest at a table use a cart of their own, which `begin` makes of the one on the disk. Returns the
 * function that brings back the cart of whoever uses the device.
 */
export function openGuestCart(begin: (before: Cart | null) => Cart): () => void {
  moveCartTo(record);
  setCart(begin(useCart.getState().cart));
  return () => moveCartTo(cartRecord);
}
