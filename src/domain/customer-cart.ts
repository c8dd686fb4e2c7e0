import { newCart, type Cart, type CartLine } from './cart.ts';
import { cartLineKey } from './cart-lines.ts';
import type { Order } from './order.ts';
import { withOnlyPayment } from './payments.ts';
import { customerImmediateServices, type ServiceType, type Store } from './store.ts';

type OrderedFrom = Pick<Store, 'id' | 'services' | 'status' | 'allowImmediateRequests' | 'payment_methods'>;

/**
 * An order that a customer begins: for now only if the store is open (N-54), paid by the first method that the store
 * offers them, with the phone of their account.
 */
export function customerCart(store: OrderedFrom, type: ServiceType, phone: string): Cart {
  const cart = newCart(store, type, null);
  const [first] = store.payment_methods;
  return {
    ...cart,
    byCustomer: true,
    phone,
    when: customerImmediateServices(store).includes(type) ? { option: 'immediate' } : null,
    payments: first ? withOnlyPayment([], first.type) : [],
  };
}

/** The same products, address and comments once more, at the prices of now («Volver a pedir»). */
export function cartAgain(store: OrderedFrom, order: Order, phone: string): Cart {
  const lines = order.items.map((line): CartLine => {
    const selection = Object.fromEntries(line.additionals.map((a) => [a.id, a.quantity]));
    const key = cartLineKey(line.id, selection, line.comments, undefined);
    return { key, item_id: line.id, quantity: line.quantity, selection, comments: line.comments, unit: null };
  });
  const { type, address, comments } = order;
  return { ...customerCart(store, type, order.phone ?? phone), lines, address, comments: comments ?? '' };
}
