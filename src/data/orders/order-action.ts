import type { ReactNode } from 'react';
import type { Order } from '#domain/order.ts';
import { isAllowed, type OrderActionRule } from '#domain/order-actions.ts';
import { nextStatus } from '#domain/order-status.ts';
import type { Store } from '#domain/store.ts';

/** The dialogs about one order; the board's route places them. */
export type OrderDialog = 'reject' | 'delay' | 'payments';

/**
 * One thing that can be done with an order. Features export theirs, the route joins them to one list, and card, detail,
 * keyboard, bulk dialog, notices and kitchen screen read that list. A new action is one more entry.
 */
export type OrderAction = OrderActionRule & {
  readonly icon: ReactNode;
  /** What its button says. */
  readonly label: (order: Order) => string;
  /** What its entry says among the other statuses, where that differs from the button (B-57). */
  readonly destination?: { readonly column: string; readonly status: string };
  /** card: on the card and in the detail · options: in the menu of the detail · payments: beside the payments. */
  readonly place: 'card' | 'options' | 'payments';
  readonly danger?: boolean;
  /** What it asks of the order or the store beside the right. */
  readonly when?: (order: Order, store: Store) => boolean;
} & (
    | { readonly dialog: OrderDialog }
    /** False: the device did not accept it. */
    | { readonly run: (order: Order, store: Store) => boolean | Promise<boolean> }
  );

/** Runs an action on an order, or opens its dialog; resolves to false when the device did not accept it. */
export type OnAction = (action: OrderAction, order: Order) => Promise<boolean>;

/** Whether this member may do it to this order now. */
export const offers = (action: OrderAction, order: Order, store: Store): boolean =>
  isAllowed(action, order, store) && (action.when?.(order, store) ?? true);

/** What can be done with the order at one place, split into the next step, the other statuses and the rest. */
export function actionsAt(
  actions: readonly OrderAction[],
  place: OrderAction['place'],
  order: Order,
  store: Store,
): {
  readonly step: OrderAction | null;
  readonly moves: readonly OrderAction[];
  readonly others: readonly OrderAction[];
} {
  const offered = actions.filter((action) => action.place === place && offers(action, order, store));
  const next = nextStatus(order.status);
  return {
    step: offered.find(({ to }) => to !== undefined && to === next) ?? null,
    moves: offered.filter(({ to }) => to !== undefined),
    others: offered.filter(({ to }) => to === undefined),
  };
}
