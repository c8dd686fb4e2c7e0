import { create } from 'zustand';
import { useUiIntents } from '#data/device/ui-intents.ts';
import type { Order } from '#domain/order.ts';

const supportLists = ['tickets', 'payouts', 'saleReviews'] as const;

/** The open panels of support and payouts. Each panel opens on top of the previous one. */
interface SupportIntents {
  /** 'Listado de tickets', 'Rendiciones de dinero' or 'Ventas para revisar'. */
  readonly list: (typeof supportLists)[number] | null;
  /** The order that the person opens a ticket about. */
  readonly about: { readonly id: number; readonly number: number | null } | null;
  /** id of the ticket whose conversation is open. */
  readonly ticket: number | null;
}

const nothing: SupportIntents = { list: null, about: null, ticket: null };

export const useSupportIntents = create<SupportIntents>(() => nothing);

/** Opens the list with that name; another name is ignored. */
export const askForSupport = (name: string): void => {
  const list = supportLists.find((known) => known === name);
  if (list !== undefined && list !== useSupportIntents.getState().list)
    useSupportIntents.setState({ ...nothing, list });
};
export const askForTickets = (): void => useSupportIntents.setState({ ...nothing, list: 'tickets' });
export const askForPayouts = (): void => useSupportIntents.setState({ ...nothing, list: 'payouts' });
export const askForSaleReviews = (): void => useSupportIntents.setState({ ...nothing, list: 'saleReviews' });
export const askForTicket = (ticket: number | null): void => useSupportIntents.setState({ ticket, about: null });
export const askAboutOrder = ({ id, number }: Pick<Order, 'id' | 'number'>): void => {
  if (id !== null) useSupportIntents.setState({ about: { id, number } });
};
export const closeSupport = (): void => useSupportIntents.setState(nothing);

// A panel opened in one store must not open in the next.
useUiIntents.subscribe(({ storeId }, before) => {
  if (storeId !== before.storeId) closeSupport();
});
