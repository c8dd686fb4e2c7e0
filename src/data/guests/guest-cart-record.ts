import { cartRecord, isCart } from '#data/cart/cart-record.ts';
import { changeCart, isCartNow, moveCartTo, setCart, useCart } from '#data/cart/cart-store.ts';
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

/** What was in the guest's cart has been sent. They may have left their screens meanwhile, where it is not on screen. */
export function emptyGuestCart(sent: Cart): void {
  const empty = (cart: Cart): Cart => ({ ...cart, lines: [], comments: '' });
  if (isCartNow(sent)) return changeCart(empty);
  const kept = record.read();
  if (kept?.uid === sent.uid && kept !== null) record.write(empty(kept));
}
