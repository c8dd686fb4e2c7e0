import type { ReactNode } from 'react';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';

/** One of an order's options. Features that have one export it; the route joins them and hands them to the order's view. */
export interface OrderAction {
  readonly id: string;
  readonly icon: ReactNode;
  readonly label: (order: Order, store: Store) => string;
  /** Whether this person may do it to this order now. */
  readonly when: (order: Order, store: Store) => boolean;
  readonly run: (order: Order) => void;
}
