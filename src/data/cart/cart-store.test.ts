// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { emptyCart } from '#testing/builders-cart.ts';
import { stubLocalStorage } from '#testing/memory-storage.ts';
import { changeCart, clearCart, isCartNow, laterInCart, renewCart, setCart, useCart } from './cart-store.ts';

const now = () => useCart.getState().cart;

beforeEach(() => {
  stubLocalStorage();
  clearCart();
});

it('a cart keeps its uid through all changes; the next one has another', () => {
  setCart(emptyCart);
  const first = now()?.uid;
  changeCart((cart) => ({ ...cart, description: 'Ana' }));
  expect([typeof first, now()?.uid]).toEqual(['string', first]);
  renewCart();
  expect([now()?.description, now()?.uid === first]).toEqual(['Ana', false]);
  clearCart();
  setCart(emptyCart);
  expect(now()?.uid).not.toBe(first);
});

it('what comes later changes the cart that it was meant for, and never the next one (F-09)', () => {
  setCart(emptyCart);
  const cart = now();
  const later = laterInCart();
  changeCart((c) => ({ ...c, phone: '1' }));
  later((c) => ({ ...c, description: 'Ana' }));
  expect(now()).toMatchObject({ phone: '1', description: 'Ana' });
  setCart(emptyCart);
  later((c) => ({ ...c, description: 'Beto' }));
  expect([now()?.description, cart && isCartNow(cart)]).toEqual(['', false]);
  clearCart();
  later((c) => ({ ...c, description: 'Beto' }));
  expect(now()).toBeNull();
});
