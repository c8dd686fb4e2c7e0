import { create } from 'zustand';
import type { Cart } from '#domain/cart.ts';
import { cartRecord } from './cart-record.ts';

/** The order being taken on this device: survives reload, update and a power cut (F-09, K-06). */
interface CartState {
  readonly cart: Cart | null;
  /** The cart just thrown away, for «Deshacer». */
  readonly discarded: Cart | null;
}

export const useCart = create<CartState>(() => ({ cart: cartRecord.read(), discarded: null }));

const put = (cart: Cart | null): void => {
  if (cart) cartRecord.write(cart);
  else cartRecord.clear();
};

export const cartOf = (storeId: number): Cart | null => {
  const { cart } = useCart.getState();
  return cart?.store_id === storeId ? cart : null;
};

export function setCart(cart: Cart): void {
  put(cart);
  useCart.setState({ cart, discarded: null });
}

/** Changes the cart if there is one. */
export function changeCart(change: (cart: Cart) => Cart): void {
  const { cart } = useCart.getState();
  if (cart) setCart(change(cart));
}

export function discardCart(): void {
  const { cart } = useCart.getState();
  put(null);
  useCart.setState({ cart: null, discarded: cart });
}

/** Empties it for good: the order was taken. */
export function clearCart(): void {
  put(null);
  useCart.setState({ cart: null, discarded: null });
}

export function restoreCart(): void {
  const { discarded } = useCart.getState();
  if (discarded) setCart(discarded);
}
