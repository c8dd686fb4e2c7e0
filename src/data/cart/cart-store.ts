import { create } from 'zustand';
import type { Cart } from '#domain/cart.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import { afterNextPaint } from '#platform/frames.ts';
import { cartRecord } from './cart-record.ts';

/** The order that a person is taking on this device. It survives a reload, an update and a power cut (F-09, K-06). */
interface CartState {
  readonly cart: Cart | null;
  /** The cart for lists and totals. It lags behind `cart`, so that a tapped card is painted first. */
  readonly shown: Cart | null;
  /** The cart that the person just discarded, for «Deshacer». */
  readonly discarded: Cart | null;
  /** The uid of the order that is being sent; null: none is. */
  readonly sending: string | null;
}

export const useCart = create<CartState>(() => {
  const cart = cartRecord.read();
  return { cart, shown: cart, discarded: null, sending: null };
});

/** Where the cart on screen is stored. */
let record: Pick<typeof cartRecord, 'read' | 'write' | 'clear'> = cartRecord;

const put = (cart: Cart | null): void => {
  if (cart) record.write(cart);
  else record.clear();
};

/** The cart on screen is from now on the one that is stored there. */
export function moveCartTo(home: typeof record): void {
  record = home;
  const cart = home.read();
  useCart.setState({ cart, shown: cart, discarded: null });
}

export const cartOf = (storeId: number): Cart | null => {
  const { cart } = useCart.getState();
  return cart?.store_id === storeId ? cart : null;
};

export function setCart(given: Cart): void {
  const cart = given.uid === undefined ? { ...given, uid: newUuid() } : given;
  put(cart);
  useCart.setState({ cart, shown: cart, discarded: null });
}

/** Changes the cart if there is one. */
export function changeCart(change: (cart: Cart) => Cart): void {
  const { cart } = useCart.getState();
  if (cart) setCart(change(cart));
}

/** Whether the cart on screen is still this one: what comes later must not touch the next order. */
export const isCartNow = ({ uid }: Pick<Cart, 'uid'>): boolean => useCart.getState().cart?.uid === uid;

/** Whether the order of the cart on screen is being sent, by whichever of its screens: nothing may change it then. */
export const isSending = ({ cart, sending }: CartState = useCart.getState()): boolean =>
  sending !== null && sending === cart?.uid;

/** Sends the order of the cart on screen, unless it is being sent: then it does nothing. */
export async function whileSending(send: () => Promise<void>): Promise<void> {
  if (isSending()) return;
  const sending = useCart.getState().cart?.uid ?? null;
  useCart.setState({ sending });
  try {
    await send();
  } finally {
    useCart.setState((s) => (s.sending === sending ? { sending: null } : s));
  }
}

/** From now on the cart is another order: the server has one under its uid, with other content. */
export const renewCart = (): void => changeCart(({ uid: _uid, ...cart }) => cart);

/** For «Deshacer» and late answers: changes the cart if it is still the one that is on screen now. */
export function laterInCart(): typeof changeCart {
  const { cart } = useCart.getState();
  return (change) => {
    if (cart && isCartNow(cart)) changeCart(change);
  };
}

/** The longest that `shown` may lag behind `cart` while taps keep coming (a held key, a scanner). */
const behindAtMostMs = 500;
let forget: (() => void) | null = null;
let behindSince = 0;

/** Like `changeCart`, for a tap on a card. The card updates first; lists and totals follow when the taps pause. */
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

/** Empties the cart without «Deshacer»: the order was taken. */
export function clearCart(): void {
  put(null);
  useCart.setState({ cart: null, shown: null, discarded: null });
}

/**
 * Takes the cart off the disk while its order, which is on the disk too, waits for the server's answer: after a reload
 * it must not be taken a second time.
 */
export const setCartAside = (): void => put(null);

/** Puts the cart that was set aside back on the disk: its order was refused or discarded. */
export const bringCartBack = (): void => put(useCart.getState().cart);

/** Drops an order that was begun and left without a product: it would block the next order and every update. */
export function dropEmptyCart(): void {
  if (useCart.getState().cart?.lines.length === 0) clearCart();
}

export function restoreCart(): void {
  const { discarded } = useCart.getState();
  if (discarded) setCart(discarded);
}
