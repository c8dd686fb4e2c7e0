import type { Gateway } from './store.ts';
import type { Instant } from './time.ts';

/** Support tickets: a conversation with the support desk about one order (U-09, U-16). */

/** Why a ticket is opened (N-25); worded in texts/tickets. */
export const ticketReasons = ['payment', 'rider', 'customer', 'delay', 'order_error', 'other'] as const;
export type TicketReason = (typeof ticketReasons)[number];

/** Only support closes one, and nobody opens it again (architecture, Orders). */
export const ticketStatuses = ['open', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Who wrote a message: the store's staff or the support desk. */
export const messageSenders = ['store', 'core'] as const;
export type MessageSender = (typeof messageSenders)[number];

export interface TicketMessage {
  readonly id: number;
  readonly from: MessageSender;
  readonly message: string;
  /** Ids of the staff who have seen it; of a message of the store, its author first. */
  readonly read_by: readonly number[];
  readonly created_at: Instant;
  /** Made by whoever sent it: the same hash is the same message. */
  readonly hash: string;
}

export interface Ticket {
  readonly id: number;
  readonly order_id: number;
  readonly order: { readonly id: number; readonly number: number };
  readonly reason: TicketReason;
  readonly status: TicketStatus;
  /** Staff who opened it or wrote in it. */
  readonly members: readonly { readonly id: number; readonly fullname: string }[];
  /** Oldest first. */
  readonly messages: readonly TicketMessage[];
  /** Opened, written in or closed; reading changes nothing here. */
  readonly updated_at: Instant;
  /** Of support, and not yet read by whoever asked. */
  readonly new_messages_count: number;
  /** Any change, reading too; never goes back. */
  readonly ver: number;
}

/** A text as it is sent; null for an empty one, which is no message (U-12). */
export const messageText = (typed: string): string | null => typed.trim() || null;

/** How many messages of support this person has not read (B-07). */
export const unreadBy = (messages: readonly Pick<TicketMessage, 'from' | 'read_by'>[], userId: number): number =>
  messages.filter((m) => m.from === 'core' && !m.read_by.includes(userId)).length;

/** The number on the button of the board (B-07). */
export const unreadInAll = (tickets: readonly Pick<Ticket, 'new_messages_count'>[]): number =>
  tickets.reduce((sum, t) => sum + t.new_messages_count, 0);

/** Last one that something happened in first (U-01). */
export const newestTickets = (tickets: readonly Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => b.updated_at - a.updated_at || b.id - a.id);

/** The ticket of an order: the open one, else the last that was closed; null without any (U-06). */
export function ticketOfOrder(tickets: readonly Ticket[], orderId: number): Ticket | null {
  const own = newestTickets(tickets).filter((t) => t.order_id === orderId);
  return own.find((t) => t.status === 'open') ?? own[0] ?? null;
}

/** `gateway.config.support`: someone who answers (architecture, Conventions). A store without such a gateway has nobody to write to. */
export const hasSupport = (gateways: readonly { readonly config: Pick<Gateway['config'], 'support'> }[]): boolean =>
  gateways.some((g) => g.config.support);

/** Puts what the server said of one ticket among the others; an older version changes nothing. */
export function withTicket(tickets: readonly Ticket[], next: Ticket): readonly Ticket[] {
  const known = tickets.find((t) => t.id === next.id);
  if (known && known.ver >= next.ver) return tickets;
  return newestTickets([...tickets.filter((t) => t.id !== next.id), next]);
}
