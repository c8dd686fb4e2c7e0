import type { ReactNode } from 'react';
import type { Order } from '#domain/order.ts';
import { isAllowed, type OrderActionRule } from '#domain/order-actions.ts';
import { nextStatus } from '#domain/order-status.ts';
import type { Store } from '#domain/store.ts';

/** The dialogs for one order. The board's route renders them. */
export type OrderDialog = 'reject' | 'delay' | 'payments' | 'pay-again' | 'invoice' | 'table';

/**
 * An action on an order. Features export their actions and the route joins them into one list. Card, detail, keyboard,
 * bulk dialog, notices and kitchen screen read that list. A new action is one more entry.
 */
export type OrderAction = OrderActionRule & {
  readonly icon: ReactNode;
  /** The text of its button. */
  readonly label: (order: Order) => string;
  /** Its text among the other statuses, if it differs from the button (B-57). */
  readonly destination?: { readonly column: string; readonly status: string };
  /**
   * Where it appears. card: on the card and in the detail; options: in the menu of the detail; payments: beside the
   * payments.
   */
  readonly place: 'card' | 'options' | 'payments';
  readonly danger?: boolean;
  /** An extra condition on the order or the store, beside the right. */
  readonly when?: (order: Order, store: Store) => boolean;
} & (
    | { readonly dialog: OrderDialog }
    /** Returns false when the device did not accept the command. */
    | { readonly run: (order: Order, store: Store) => boolean | Promise<boolean> }
  );

/** Runs an action on an order, or opens its dialog; resolves to false when the device did not accept it. */
export type OnAction = (action: OrderAction, order: Order) => Promise<boolean>;

/** Whether this member may run the action on this order now. */
export const offers = (action: OrderAction, order: Order, store: Store): boolean =>
  isAllowed(action, order, store) && (action.when?.(order, store) ?? true);

/** The actions for an order in one place: the next step, the other statuses, and the rest. */
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
