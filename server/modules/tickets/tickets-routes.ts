import * as z from 'zod/mini';
import { ticket as wireTicket, ticketMessage } from '#contract/tickets.ts';
import { writeTicket, writeTicketMessage } from '#contract/wire/tickets.ts';
import { fail, ok } from '#domain/errors.ts';
import { hasSupport } from '#domain/tickets.ts';
import { runCommand } from '#server/http/commands.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { readOrder } from '#server/modules/orders/orders-store.ts';
import { readGateways } from '#server/modules/stores/stores-store.ts';
import { lockTicket, markRead, openTicket, readTickets, touchTicket, writeMessage } from './tickets-store.ts';

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
      const said = { ticket_id, hash, message, author_id: context.actor.userId };
      const sent = await writeMessage(tx, store_id, said, context.deps.clock);
      return sent.ok ? ok(writeTicketMessage(sent.value)) : sent;
    });
  }),
};
