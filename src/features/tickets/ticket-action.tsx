import type { OrderAction } from '#data/orders/order-action.ts';
import { askAboutOrder } from '#data/tickets/support-intents.ts';
import { hasSupport } from '#domain/tickets.ts';
import { IconTicket } from '#ui/icons.tsx';
import { ticketTexts } from './texts.ts';

/** 'Ticket' in an order's menu, for admins of a store with a support desk (B-59, U-08, D-31). */
export const ticketAction: OrderAction = {
  id: 'ticket',
  ability: () => 'ticket.manage',
  place: 'options',
  icon: <IconTicket size={22} />,
  label: () => ticketTexts.option,
  when: (order, store) => order.id !== null && hasSupport(store.gateways),
  run(order) {
    askAboutOrder(order);
    return true;
  },
};
