import * as z from 'zod/mini';
import { ticket as wireTicket, ticketMessage } from '#contract/tickets.ts';
import { writeTicket, writeTicketMessage } from '#contract/wire/tickets.ts';
import { fail, ok } from '#domain/errors.ts';
import { hasSupport, type TicketMessage } from '#domain/tickets.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { Tx } from '#server/db/database.ts';
import { runCommand } from '#server/http/commands.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore, type StoreContext } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { readOrder } from '#server/modules/orders/orders-store.ts';
import { readGateways } from '#server/modules/stores/stores-store.ts';
import {
  insertMessage,
  lockTicket,
  markRead,
  messageByHash,
  messageOf,
  openTicket,
  readTickets,
  touchTicket,
} from './tickets-store.ts';

const ability = 'ticket.manage';

export const ticketsRoutes = {
  list: inStore.tickets.list.handler(({ context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) =>
      (await readTickets(tx, member.storeId, actor.userId)).map(writeTicket),
    ),
  ),

  get: inStore.tickets.get.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const [found] = await readTickets(tx, member.storeId, actor.userId, [input.ticket_id]);
      if (!found) throw refusal({ code: 'not_found' });
      return writeTicket(found);
    }),
  ),

  create: inStore.tickets.create.handler(({ input, context }) => {
    const { deps, actor, member } = context;
    const { storeId } = member;
    const spec = {
      ability,
      input,
      successStatus: 201,
      base: 'none',
      parse: (body: unknown) => z.parse(wireTicket, body),
    } as const;
    return runCommand(context, spec, async (tx, headers) => {
      const { order_id, reason } = input;
      const at = deps.clock.now();
      if (!(await readOrder(tx, storeId, order_id))) return fail('not_found');
      if (!hasSupport(await readGateways(tx, storeId))) return fail('service_unavailable');
      const { id, isNew } = await openTicket(tx, storeId, { order_id, reason, opened_by: actor.userId, at });
      if (isNew) {
        const after = { order_id, reason };
        const what = { action: 'ticket.open', entity: 'ticket', entityId: id, before: null, after };
        await appendAudit(tx, { storeId, actor, ...what, command: headers.id, at });
        await touchTicket(tx, storeId, id, { at, isNews: true, isNew });
      }
      const [opened] = await readTickets(tx, storeId, actor.userId, [id]);
      if (!opened) throw new Error(`ticket ${id} is gone`);
      return ok(writeTicket(opened));
    });
  }),

  read: inStore.tickets.read.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      if (!(await lockTicket(tx, member.storeId, input.ticket_id))) throw refusal({ code: 'not_found' });
      if (await markRead(tx, member.storeId, input.ticket_id, actor.userId))
        await touchTicket(tx, member.storeId, input.ticket_id, { at: deps.clock.now(), isNews: false });
    }),
  ),

  send: inStore.tickets.send.handler(({ input, context }) => {
    const { store_id, ticket_id, hash, message } = input;
    const spec = {
      ability,
      // The device's own notes are no part of what is sent.
      input: { store_id, ticket_id, hash, message },
      successStatus: 201,
      base: 'none',
      id: hash,
      parse: (body: unknown) => z.parse(ticketMessage, body),
    } as const;
    return runCommand(context, spec, async (tx) => {
      const sent = await sendFromStore(tx, context, { ticket_id, hash, message });
      return sent.ok ? ok(writeTicketMessage(sent.value)) : sent;
    });
  }),
};

/** A message of the store's staff: once for every hash, and never into a closed ticket (U-05, U-15). */
async function sendFromStore(
  tx: Tx,
  { deps, actor, member }: StoreContext,
  { ticket_id, hash, message }: { readonly ticket_id: number; readonly hash: string; readonly message: string },
): Promise<Outcome<TicketMessage>> {
  const { storeId } = member;
  const ticket = await lockTicket(tx, storeId, ticket_id);
  if (!ticket) return fail('not_found');
  const known = await messageByHash(tx, storeId, hash);
  if (known?.ticket_id === ticket_id && known.message === message) return ok(messageOf(known));
  if (known) return fail('idempotency_mismatch');
  if (ticket.status === 'closed') return fail('ticket_closed');
  const created_at = deps.clock.now();
  const author = { author_id: actor.userId, read_by: [actor.userId] };
  const made = await insertMessage(tx, storeId, { ticket_id, from: 'store', message, hash, ...author, created_at });
  // Sent into another ticket in the same moment.
  if (!made) return fail('idempotency_mismatch');
  await touchTicket(tx, storeId, ticket_id, { at: created_at, isNews: true });
  return ok(messageOf(made));
}
