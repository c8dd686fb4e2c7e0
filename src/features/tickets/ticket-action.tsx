import type { OrderAction } from '#data/orders/order-action.ts';
import { askAboutOrder } from '#data/tickets/support-intents.ts';
import { can } from '#domain/permissions.ts';
import { hasSupport } from '#domain/tickets.ts';
import { IconTicket } from '#ui/icons.tsx';
import { ticketTexts } from './texts.ts';

/** 'Ticket' among the options of an order, for admins of a store that has somebody to write to (B-59, U-08, D-31). */
export const ticketAction: OrderAction = {
  id: 'ticket',
  icon: <IconTicket size={22} />,
  label: () => ticketTexts.option,
  when: (order, store) => order.id !== null && can('ticket.manage', store) && hasSupport(store.gateways),
  run: askAboutOrder,
};
