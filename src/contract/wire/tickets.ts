import type * as z from 'zod/mini';
import type { ticket, ticketMessage } from '#contract/tickets.ts';
import type { Ticket, TicketMessage } from '#domain/tickets.ts';
import { readInstant, writeInstant } from './amounts.ts';

export type WireTicket = z.infer<typeof ticket>;
export type WireTicketMessage = z.infer<typeof ticketMessage>;

export const readTicketMessage = (wire: WireTicketMessage): TicketMessage => ({
  ...wire,
  created_at: readInstant(wire.created_at),
});

export const readTicket = (wire: WireTicket): Ticket => ({
  ...wire,
  messages: wire.messages.map(readTicketMessage),
  updated_at: readInstant(wire.updated_at),
});

export const writeTicketMessage = (message: TicketMessage): WireTicketMessage => ({
  ...message,
  read_by: [...message.read_by],
  created_at: writeInstant(message.created_at),
});

export const writeTicket = (ticket: Ticket): WireTicket => ({
  ...ticket,
  order: { ...ticket.order },
  members: ticket.members.map((m) => ({ ...m })),
  messages: ticket.messages.map(writeTicketMessage),
  updated_at: writeInstant(ticket.updated_at),
});
