import { create } from 'zustand';
import type { Cart } from '#domain/cart.ts';
import { deviceClock } from '#platform/clock.ts';
import { afterNextPaint } from '#platform/frames.ts';
import { cartRecord } from './cart-record.ts';

/** The order being taken on this device: survives reload, update and a power cut (F-09, K-06). */
interface CartState {
  readonly cart: Cart | null;
  /** What lists and totals show: the cart, a little late, so that a tapped card is painted before them. */
  readonly shown: Cart | null;
  /** The cart just thrown away, for «Deshacer». */
  readonly discarded: Cart | null;
}

export const useCart = create<CartState>(() => {
  const cart = cartRecord.read();
  return { cart, shown: cart, discarded: null };
});

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
  useCart.setState({ cart, shown: cart, discarded: null });
}

/** Changes the cart if there is one. */
export function changeCart(change: (cart: Cart) => Cart): void {
  const { cart } = useCart.getState();
  if (cart) setCart(change(cart));
}

/** The longest that lists and totals may stay behind, under a key held down or a scanner's burst. */
const behindAtMostMs = 500;
let forget: (() => void) | null = null;
let behindSince = 0;

/** The same for a tap on a card, which is answered first; what else shows the cart follows once the taps pause. */
export function tapCart(change: (cart: Cart) => Cart): void {
  const { cart } = useCart.getState();
  if (!cart) return;
  const changed = change(cart);
  put(changed);
  useCart.setState({ cart: changed, discarded: null });
  const now = deviceClock.mono();
  if (!forget) behindSince = now;
  else if (now - behindSince < behindAtMostMs) forget();
  else return;
  forget = afterNextPaint(() => {
    forget = null;
    useCart.setState((s) => ({ shown: s.cart }));
  });
}

export function discardCart(): void {
  const { cart } = useCart.getState();
  put(null);
  useCart.setState({ cart: null, shown: null, discarded: cart });
}

/** Empties it for good: the order was taken. */
export function clearCart(): void {
  put(null);
  useCart.setState({ cart: null, shown: null, discarded: null });
}

export function restoreCart(): void {
  const { discarded } = useCart.getState();
  if (discarded) setCart(discarded);
}
