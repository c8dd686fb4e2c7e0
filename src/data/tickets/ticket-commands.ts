import type { WireTicketMessage } from '#contract/wire/tickets.ts';
import { defaultCurrency } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import type { OfflineCommand } from '#sync/command.ts';
import { defineCommand } from '#sync/command.ts';
import type { Api } from '#data/api/api.ts';
import { callContext, outcomeOf } from '#data/orders/order-commands.ts';

/** A change of the shape takes the next number. */
export const messageCommand = 'ticket.message/1';

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

export const isMessageArgs = (body: unknown): body is MessageArgs =>
  typeof body === 'object' &&
  body !== null &&
  Object.entries(types).every(([name, type]) => typeof Reflect.get(body, name) === type);

const ttlMs = 72 * 60 * 60_000;

let told: (args: MessageArgs, sent: WireTicketMessage) => void = () => {};

/** Calls with what the server stored, before it leaves the outbox: whoever shows the conversation, if anybody does. */
export const onMessageSent = (listener: typeof told): void => {
  told = listener;
};

/** POST /store/{id}/tickets/{ticketId}/message: what the staff writes to support (U-10, U-15). */
export const ticketCommands = (tickets: Pick<Api['tickets'], 'send'>): readonly OfflineCommand<Order>[] =>
  defineCommand<MessageArgs, Order>({
    name: messageCommand,
    is: isMessageArgs,
    ttlMs,
    canBeParent: false,
    // A message changes nothing that the engine holds: the conversation shows what waits.
    apply: (none) => none,
    // Sent once more from its conversation, where it can be read.
    canApplyAgain: () => false,
    send: (args, context) =>
      outcomeOf(async () => {
        const { storeId: store_id, ticketId: ticket_id, hash, message, at } = args;
        const options = { signal: context.signal, context: callContext(context) };
        // The server numbers it and notes who has read it; these two are this device's own, as the specification has them.
        const own = { id: -at, read_by: [] };
        const sent = await tickets.send({ ...own, store_id, ticket_id, hash, message, from: 'store' }, options);
        // Another answer than that message is none.
        if (sent.hash !== hash) throw new Error('not this message');
        told(args, sent);
        return [];
      }, defaultCurrency),
  });
