import type { OrderAction } from '#data/orders/order-action.ts';
import { paymentsAction } from '#features/checkout/payments/payments-action.tsx';
import { boardActions } from '#features/order-board/actions/order-actions.tsx';
import { ticketAction } from '#features/tickets/ticket-action.tsx';

/**
 * Everything that can be done with an open order. The board's cards show only actions of their place, so the board gets
 * `boardActions` and does not wait for the code of the others.
 */
export const orderActions: readonly OrderAction[] = [...boardActions, paymentsAction, ticketAction];
