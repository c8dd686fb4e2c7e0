import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Profile } from '#contract/wire/stores.ts';
import { currentOrder } from '#data/orders/orders.ts';
import type { TakenOrder } from '#data/orders/take-order.ts';
import { backTarget } from '#data/session/return-pages.ts';
import { canInvoice } from '#domain/can-invoice.ts';
import type { Cart } from '#domain/cart.ts';
import { toInvoice } from './-to-invoice.ts';

/** Catalog, address, checkout. */
const cartScreen = /\/cart\/\w+$/;

/**
 * Leaves the screen on which an order was taken: to the screen of its payment, to that of its invoice where the store
 * invoices, else back (K-77 to K-79). A customer follows their order. Whoever has gone on meanwhile stays where they are.
 */
export function useAfterOrder({ store }: Pick<Profile, 'store'>, byCustomer: Cart['byCustomer']) {
  const navigate = useNavigate();
  const router = useRouter();
  const storeId = String(store.id);
  return (taken: Extract<TakenOrder, { readonly uid: string }>): void => {
    if (!cartScreen.test(router.latestLocation.pathname)) return;
    const order = (taken.kind === 'taken' && taken.order) || currentOrder(taken.uid);
    if (order?.status === 'PAYING' && order.id !== null)
      void navigate({
        to: '/$storeId/paying/$type/$id',
        params: { storeId, type: 'order', id: String(order.id) },
        replace: true,
      });
    else if (byCustomer && order && order.id !== null)
      void navigate({ to: '/customer/$storeId/order/$id', params: { storeId, id: String(order.id) }, replace: true });
    else if (order !== null && order.id !== null && canInvoice(order, store))
      void navigate({ ...toInvoice(store.id, { type: 'order', id: order.id }), replace: true });
    else void navigate({ href: backTarget(store.id) });
  };
}
