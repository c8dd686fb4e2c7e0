import type { OrderAction } from '#data/orders/order-action.ts';
import { takesPayments } from '#domain/order-status.ts';
import { orderActionLabels } from '#texts/order.ts';
import { IconEdit } from '#ui/icons.tsx';

/** 'Cambiar' beside an order's payments (B-66). The orders of a table are paid together, not one by one (Y-10). */
export const paymentsAction: OrderAction = {
  id: 'payments',
  ability: () => 'order.changePayments',
  place: 'payments',
  icon: <IconEdit size={20} />,
  label: () => orderActionLabels.payments,
  when: takesPayments,
  dialog: 'payments',
};

/** «Reintentar» of a refused card: the payments with that one as a new one, which asks for the card (C14). */
export const payAgainAction: OrderAction = { ...paymentsAction, dialog: 'pay-again' };
