import { askForTicket, askForTickets } from '#data/tickets/support-intents.ts';
import { useTickets } from '#data/tickets/tickets.ts';
import { ticketOfOrder, unreadInAll } from '#domain/tickets.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconTicket } from '#ui/icons.tsx';
import type { RailButton } from '#ui/layout/rail.tsx';
import { ticketTexts } from './texts.ts';

interface OfStore {
  readonly storeId: number;
}

const useUnread = (storeId: number): number => unreadInAll(useTickets(storeId).data ?? []);

/** Button of the board, with the number of unread messages (B-07). */
export function TicketsButton({ storeId }: OfStore) {
  const unread = useUnread(storeId);
  return (
    <IconButton
      count={unread}
      icon={<IconTicket />}
      label={unread === 0 ? ticketTexts.button : ticketTexts.buttonUnread(unread)}
      onClick={askForTickets}
    />
  );
}

/** Entry of the side menu, on every screen (B1). */
export function TicketsEntry({ storeId, button: Entry }: OfStore & { readonly button: typeof RailButton }) {
  const unread = useUnread(storeId);
  return (
    <Entry
      count={unread}
      countLabel={ticketTexts.unread(unread)}
      icon={<IconTicket />}
      label={ticketTexts.button}
      onClick={askForTickets}
    />
  );
}

/** In an order's detail: whether its ticket is open or closed (U-06); renders nothing without one. */
export function TicketOfOrder({ storeId, orderId }: OfStore & { readonly orderId: number }) {
  const ticket = ticketOfOrder(useTickets(storeId).data ?? [], orderId);
  if (!ticket) return null;
  return (
    <Button icon={<IconTicket size={22} />} size="sm" variant="secondary" onClick={() => askForTicket(ticket.id)}>
      {ticketTexts.status[ticket.status]}
    </Button>
  );
}
