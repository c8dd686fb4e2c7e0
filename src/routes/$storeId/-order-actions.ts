import type { OrderAction } from '#data/orders/order-action.ts';
import { paymentsAction } from '#features/checkout/payments/payments-action.tsx';
import { invoiceActions } from '#features/invoices/invoice-action.tsx';
import { boardActions } from '#features/order-board/actions/order-actions.tsx';
import { tableAction } from '#features/order-groups/table-action.tsx';
import { printActions } from '#features/printing/print-actions.tsx';
import { ticketAction } from '#features/tickets/ticket-action.tsx';

/**
 * All actions on an open order. The board gets `boardActions` only, because its cards show no others, so it does not
 * wait for their code.
 */
export const orderActions: readonly OrderAction[] = [
  ...boardActions,
  paymentsAction,
  ...printActions,
  ...invoiceActions,
  tableAction,
  ticketAction,
];
