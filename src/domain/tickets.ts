import type { Gateway } from './store.ts';
import type { Instant } from './time.ts';

/** Support tickets: a conversation with the support desk about one order (U-09, U-16). */

/** The reasons to open a ticket (N-25); texts/tickets has the words. */
export const ticketReasons = ['payment', 'rider', 'customer', 'delay', 'order_error', 'other'] as const;
export type TicketReason = (typeof ticketReasons)[number];

/** Only the support desk closes a ticket, and a closed ticket stays closed (architecture, Orders). */
export const ticketStatuses = ['open', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** The author of a message: the store's staff or the support desk. */
export const messageSenders = ['store', 'core'] as const;
export type MessageSender = (typeof messageSenders)[number];

export interface TicketMessage {
  readonly id: number;
  readonly from: MessageSender;
  readonly message: string;
  /** Ids of the staff who have read it. For a message of the store, its author comes first. */
  readonly read_by: readonly number[];
  readonly created_at: Instant;
  /** Made by the sender: messages with the same hash are the same message. */
  readonly hash: string;
}

export interface Ticket {
  readonly id: number;
  readonly order_id: number;
  readonly order: { readonly id: number; readonly number: number };
  readonly reason: TicketReason;
  readonly status: TicketStatus;
  /** Staff who opened the ticket or wrote in it. */
  readonly members: readonly { readonly id: number; readonly fullname: string }[];
  /** Oldest first. */
  readonly messages: readonly TicketMessage[];
  /** The last opening, message or closing. Reading does not change it. */
  readonly updated_at: Instant;
  /** Messages of the support desk that the requesting person has not read. */
  readonly new_messages_count: number;
  /** Rises with every change, reading included. */
  readonly ver: number;
}

/** The text to send; null for an empty one, which is not sent (U-12). */
export const messageText = (typed: string): string | null => typed.trim() || null;

/** How many support messages this person has not read (B-07). */
export const unreadBy = (messages: readonly Pick<TicketMessage, 'from' | 'read_by'>[], userId: number): number =>
  messages.filter((m) => m.from === 'core' && !m.read_by.includes(userId)).length;

/** The number on the board's button (B-07). */
export const unreadInAll = (tickets: readonly Pick<Ticket, 'new_messages_count'>[]): number =>
  tickets.reduce((sum, t) => sum + t.new_messages_count, 0);

/** Sorted by last activity, newest first (U-01). */
export const newestTickets = (tickets: readonly Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => b.updated_at - a.updated_at || b.id - a.id);

/** The ticket of an order: the open one, else the last closed one; null without any (U-06). */
export function ticketOfOrder(tickets: readonly Ticket[], orderId: number): Ticket | null {
  const own = newestTickets(tickets).filter((t) => t.order_id === orderId);
  return own.find((t) => t.status === 'open') ?? own[0] ?? null;
}

/**
 * `gateway.config.support`: the gateway has a support desk (architecture, Conventions). Without one the store cannot
 * open tickets.
 */
export const hasSupport = (gateways: readonly { readonly config: Pick<Gateway['config'], 'support'> }[]): boolean =>
  gateways.some((g) => g.config.support);

/** Replaces one ticket in the list; an older version changes nothing. */
export function withTicket(tickets: readonly Ticket[], next: Ticket): readonly Ticket[] {
  const known = tickets.find((t) => t.id === next.id);
  if (known && known.ver >= next.ver) return tickets;
  return newestTickets([...tickets.filter((t) => t.id !== next.id), next]);
}
