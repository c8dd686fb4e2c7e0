import type { WireTicketMessage } from '#contract/wire/tickets.ts';
import type { Ticket } from '#domain/tickets.ts';
import { defineCommand } from '#sync/command.ts';
import { defineEntity } from '#sync/entity.ts';
import type { CommandCalls } from '#commands/api.ts';
import { callOptions } from '#commands/api.ts';
import { outcomeOf } from '#commands/outcome.ts';
import { isObject } from '#domain/unknown.ts';
import { hourMs } from '#commands/schema.ts';

/** Support tickets, by id. The engine does not store their conversations, only the unsent messages. */
const ticketEntity = defineEntity<Ticket>('ticket');

/** `hash` is the message's id. `at` is the device's wall clock, only for the display until the server answers. */
export interface MessageArgs {
  readonly storeId: number;
  readonly ticketId: number;
  readonly hash: string;
  readonly message: string;
  readonly at: number;
}

const types: Readonly<Record<keyof MessageArgs, string>> = {
  storeId: 'number',
  ticketId: 'number',
  hash: 'string',
  message: 'string',
  at: 'number',
};

const isMessageArgs = (body: unknown): body is MessageArgs =>
  isObject(body) && Object.entries(types).every(([name, type]) => typeof body[name] === type);

let onSent: (args: MessageArgs, sent: WireTicketMessage) => void = () => {};

/** Calls with the stored message before its command leaves the outbox, so that the conversation always shows it. */
export const onMessageSent = (listener: typeof onSent): void => {
  onSent = listener;
};

/** POST /store/{id}/tickets/{ticketId}/message: a message of the staff to support (U-10, U-15). */
export const ticketMessageCommand = defineCommand<MessageArgs, Ticket, CommandCalls>({
  name: 'ticket.message/1',
  entity: ticketEntity,
  is: isMessageArgs,
  ttlMs: 72 * hourMs,
  canBeParent: false,
  apply: (ticket) => ticket,
  // The person resends it from the conversation, where they can read it.
  canApplyAgain: () => false,
  call: (args, context, { tickets }) =>
    outcomeOf(async () => {
      const { storeId: store_id, ticketId: ticket_id, hash, message, at } = args;
      // The specification requires these two fields. The server ignores them and sets its own.
      const own = { id: -at, read_by: [] };
      const sent = await tickets.send(
        { ...own, store_id, ticket_id, hash, message, from: 'store' },
        callOptions(context),
      );
      // An answer about another message counts as no answer.
      if (sent.hash !== hash) throw new Error('not this message');
      onSent(args, sent);
      return [];
    }),
  texts: ({ message }) => ({
    title: () => `Mensaje a soporte · ${message}`,
    notApplied: 'Tu mensaje no se envió.',
    creates: false,
  }),
});
