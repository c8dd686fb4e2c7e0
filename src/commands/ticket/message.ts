import type { WireTicketMessage } from '#contract/wire/tickets.ts';
import type { Ticket } from '#domain/tickets.ts';
import { defineCommand } from '#sync/command.ts';
import { defineEntity } from '#sync/entity.ts';
import type { CommandCalls } from '#commands/api.ts';
import { callOptions } from '#commands/api.ts';
import { outcomeOf } from '#commands/outcome.ts';
import { hourMs, isObject } from '#commands/schema.ts';

/** Support tickets by their id. Their conversations are not the engine's: it only holds what waits to be sent. */
const ticketEntity = defineEntity<Ticket>('ticket');

/** `hash` is the message's id; `at` the device's wall clock, only for what the screen shows meanwhile. */
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

/** Calls with what the server stored, before the command leaves the outbox: the conversation shows it without a gap. */
export const onMessageSent = (listener: typeof onSent): void => {
  onSent = listener;
};

/** POST /store/{id}/tickets/{ticketId}/message: what the staff writes to support (U-10, U-15). */
export const ticketMessageCommand = defineCommand<MessageArgs, Ticket, CommandCalls>({
  name: 'ticket.message/1',
  entity: ticketEntity,
  is: isMessageArgs,
  ttlMs: 72 * hourMs,
  canBeParent: false,
  apply: (ticket) => ticket,
  // Sent once more from its conversation, where it can be read.
  canApplyAgain: () => false,
  call: (args, context, { tickets }) =>
    outcomeOf(async () => {
      const { storeId: store_id, ticketId: ticket_id, hash, message, at } = args;
      // The server numbers it and notes who has read it; these two are this device's own, as the specification has them.
      const own = { id: -at, read_by: [] };
      const sent = await tickets.send(
        { ...own, store_id, ticket_id, hash, message, from: 'store' },
        callOptions(context),
      );
      // Another answer than that message is none.
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
