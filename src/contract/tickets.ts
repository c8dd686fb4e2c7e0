import * as z from 'zod/mini';
import { ticketMessageMaxChars } from '#domain/limits.ts';
import { messageSenders, ticketReasons, ticketStatuses } from '#domain/tickets.ts';
import { id, pathId, requiredText, text, timestamp, uuid } from './fields.ts';
import { procedure } from './procedure.ts';

/** U-09. `read_by`: ids of the staff who have read it. */
export const ticketMessage = z.object({
  id,
  from: z.enum(messageSenders),
  message: z.string(),
  read_by: z.array(id),
  created_at: timestamp,
  hash: uuid,
});

/**
 * U-09, with `ver` (rises with any change, reading included). `new_messages_count` counts the caller's unread messages.
 */
export const ticket = z.object({
  id,
  order_id: id,
  order: z.object({ id, number: z.int() }),
  reason: z.enum(ticketReasons),
  status: z.enum(ticketStatuses),
  members: z.array(z.object({ id, fullname: z.string() })),
  messages: z.array(ticketMessage),
  updated_at: timestamp,
  new_messages_count: z.int(),
  ver: z.int(),
});

/** The payload of ticket-updated: it tells which ticket to read again. */
export const ticketNotice = z.object({
  id,
  order_id: id,
  status: z.enum(ticketStatuses),
  new_messages_count: z.int(),
  updated_at: timestamp,
});

const storePath = { store_id: pathId };
const ticketPath = { ...storePath, ticket_id: pathId };
const manage = 'ticket.manage';

export const ticketsContract = {
  /** The hundred most recently active tickets, newest first. */
  list: procedure(manage, 'GET', '/store/{store_id}/tickets', 'Support tickets')
    .input(z.object(storePath))
    .output(z.array(ticket)),
  get: procedure(manage, 'GET', '/store/{store_id}/tickets/{ticket_id}', 'One ticket')
    .input(z.object(ticketPath))
    .output(ticket),
  /**
   * Idempotency-Key. If the order has an open ticket with that reason, the answer is that ticket (U-14). 404 for an
   * unknown order, 422 service_unavailable without a gateway with support.
   */
  create: procedure(manage, 'POST', '/store/{store_id}/tickets', 'Open a ticket about an order', 201)
    .input(z.object({ ...storePath, order_id: id, reason: z.enum(ticketReasons) }))
    .output(ticket),
  /** Marks all messages as read by the caller. Repeating it changes nothing (U-13). */
  read: procedure(manage, 'PATCH', '/store/{store_id}/tickets/{ticket_id}/read', 'Mark as read', 204).input(
    z.object(ticketPath),
  ),
  /**
   * `hash` is the message's id. Sending it again returns the stored message, with or without an Idempotency-Key (U-15).
   * `id` and `read_by` serve only the device: the server ignores them, so they may differ then. Error: ticket_closed.
   */
  send: procedure(manage, 'POST', '/store/{store_id}/tickets/{ticket_id}/message', 'Write in a ticket', 201)
    .input(
      z.pipe(
        z.object({
          ...ticketPath,
          id: z.optional(z.nullable(z.union([z.int(), text(64)]))),
          from: z.literal('store'),
          read_by: z.optional(z.array(id).check(z.maxLength(1000))),
          hash: uuid,
          message: requiredText(ticketMessageMaxChars),
        }),
        z.transform(({ store_id, ticket_id, hash, message }) => ({ store_id, ticket_id, hash, message })),
      ),
    )
    .output(ticketMessage),
};
