import { create } from 'zustand';
import type { Order } from '#domain/order.ts';

/** What of support and payouts is open over the screen; each part stands on the one before it. */
interface SupportWishes {
  /** 'Listado de tickets', or 'Rendiciones de dinero'. */
  readonly list: 'tickets' | 'payouts' | null;
  /** The order that a ticket is to be opened about. */
  readonly about: { readonly id: number; readonly number: number | null } | null;
  /** The conversation. */
  readonly ticket: number | null;
}

const nothing: SupportWishes = { list: null, about: null, ticket: null };

export const useSupportWishes = create<SupportWishes>(() => nothing);

export const askForTickets = (): void => useSupportWishes.setState({ ...nothing, list: 'tickets' });
export const askForPayouts = (): void => useSupportWishes.setState({ ...nothing, list: 'payouts' });
export const askForTicket = (ticket: number | null): void => useSupportWishes.setState({ ticket, about: null });
export const askAboutOrder = ({ id, number }: Pick<Order, 'id' | 'number'>): void => {
  if (id !== null) useSupportWishes.setState({ about: { id, number } });
};
export const closeSupport = (): void => useSupportWishes.setState(nothing);
