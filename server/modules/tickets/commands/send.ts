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

/** Writes a message of the store's staff into a ticket; its hash is the command's id when it brings no other. */
export const sendTicketMessage: Command<Tx, SentMessage, TicketMessage> = {
  base: 'none',
  idOf: ({ hash }) => hash,
  // The other fields of the body are the device's own notes.
  contentOf: ({ store_id, ticket_id, hash, message }) => ({ store_id, ticket_id, hash, message }),
  decide: (tx, { actor, now }, { store_id, ticket_id, hash, message }) =>
    writeMessage(tx, store_id, { ticket_id, hash, message, author_id: actor.userId }, now),
};
