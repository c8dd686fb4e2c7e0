import type { OrderAction } from '#data/orders/order-action.ts';
import { paymentsAction } from '#features/checkout/payments/payments-action.tsx';
import { boardActions } from '#features/order-board/actions/order-actions.tsx';
import { ticketAction } from '#features/tickets/ticket-action.tsx';

/** Everything that can be done with an order; a feature that has an action adds it here. */
export const orderActions: readonly OrderAction[] = [...boardActions, paymentsAction, ticketAction];
