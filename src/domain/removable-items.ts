import type { Order } from './order.ts';
import { amountsAreInvoiced } from './order-money.ts';
import { itemsRefusal } from './order-status.ts';
import { can } from './permissions.ts';
import type { Store } from './store.ts';

/**
 * Whether a person is offered to remove rows of the order (N-12). While it is being paid, the question says why a row has to
 * stay.
 */
export const offersItemRemoval = (order: Order, store: Pick<Store, 'pivot' | 'plan'>): boolean =>
  can('order.removeItem', store) && itemsRefusal(order.status) !== 'items-after-end' && !amountsAreInvoiced(order);
