import type { TicketMessage } from '#domain/tickets.ts';
import type { Tx } from '#server/db/database.ts';
import type { Command } from '#server/http/commands/command.ts';
import { writeMessage } from '#server/modules/tickets/tickets-store.ts';

interface SentMessage {
  readonly store_id: number;
  readonly ticket_id: number;
  readonly hash: string;
  readonly message: string;
}

/** Writes a staff message into a ticket. Its hash is the command's id when the request has no Idempotency-Key. */
export const sendTicketMessage: Command<Tx, SentMessage, TicketMessage> = {
  base: 'none',
  idOf: ({ hash }) => hash,
  decide: (tx, { actor, now }, { store_id, ticket_id, hash, message }) =>
    writeMessage(tx, store_id, { ticket_id, hash, message, author_id: actor.userId }, now),
};
