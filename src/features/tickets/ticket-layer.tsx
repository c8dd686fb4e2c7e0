import { useEffect } from 'react';
import { useOrderUid } from '#data/orders/orders.ts';
import { askForTicket, closeSupport, useSupportIntents } from '#data/tickets/support-intents.ts';
import { useTickets } from '#data/tickets/tickets.ts';
import type { Store } from '#domain/store.ts';
import { ticketOfOrder } from '#domain/tickets.ts';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ticketTexts } from './texts.ts';
import { TicketChat } from './ticket-chat.tsx';
import { TicketList } from './ticket-list.tsx';

interface TicketLayerProps {
  readonly store: Store;
  /** Opens an order of this device. */
  readonly onOrder: (uid: string) => void;
}

/** The ticket list, the chat over it, and the form for a new ticket (H1 to H3). */
export function TicketLayer({ store, onOrder }: TicketLayerProps) {
  const { list, about, ticket: asked } = useSupportIntents();
  const { data: tickets, isFetching } = useTickets(store.id);
  const known = tickets?.find((t) => t.id === asked) ?? null;
  const openOne = about && ticketOfOrder(tickets ?? [], about.id);
  const openId = openOne?.status === 'open' ? openOne.id : null;
  // If the order already has an open ticket, opens it instead of the form.
  useEffect(() => {
    if (openId !== null) askForTicket(openId);
  }, [openId]);
  const uid = useOrderUid(known?.order_id ?? null);
  const back = (): void => askForTicket(null);
  return (
    <>
      {list === 'tickets' ? <TicketList store={store} onClose={closeSupport} onOpen={askForTicket} /> : null}
      {about && openId === null ? (
        <ReasonDialog key={about.id} order={about} storeId={store.id} onClose={back} onOpened={askForTicket} />
      ) : null}
      {asked === null ? null : known ? (
        <TicketChat
          key={asked}
          store={store}
          ticket={known}
          onClose={back}
          onOrder={
            uid === null
              ? null
              : () => {
                  closeSupport();
                  onOrder(uid);
                }
          }
        />
      ) : (
        <Overlay open size="md" title={ticketTexts.title(asked)} onClose={back}>
          {isFetching ? (
            <SkeletonGroup label={ticketTexts.loading}>
              <Skeleton height={120} />
            </SkeletonGroup>
          ) : (
            <Notice tone="warning">{ticketTexts.gone}</Notice>
          )}
        </Overlay>
      )}
    </>
  );
}
