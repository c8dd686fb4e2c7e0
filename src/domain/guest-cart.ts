import { newCart, type Cart } from './cart.ts';
import type { CatalogType, Code, StoreStatus } from './store.ts';

interface GuestsTable {
  readonly store: { readonly id: number };
  readonly code: Pick<Code, 'code' | 'description'> & { readonly type: CatalogType };
  readonly status: StoreStatus;
}

/**
 * The order that a guest at a table puts together. What they had chosen in the same store stays, also when its code was
 * replaced or they changed tables. The id of the code is the staff's business.
 */
export function guestCart({ store, code, status }: GuestsTable, before: Cart | null): Cart {
  const cart = newCart({ id: store.id, services: [], status }, 'LOCAL', { ...code, id: 0, group: true });
  return before?.store_id === store.id ? { ...cart, lines: before.lines, comments: before.comments } : cart;
}
