import { contract } from '#contract/contract.ts';
import { writeTicket, writeTicketMessage } from '#contract/wire/tickets.ts';
import { bindCommand } from '#server/http/commands/command.ts';
import { commandHandler } from '#server/http/commands/run-command.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { openTicketCommand } from './commands/create.ts';
import { sendTicketMessage } from './commands/send.ts';
import { lockTicket, markRead, readTickets, touchTicket } from './tickets-store.ts';

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

  create: inStore.tickets.create.handler(
    commandHandler(bindCommand(contract.tickets.create, openTicketCommand, writeTicket), (tx) => tx),
  ),

  read: inStore.tickets.read.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      if (!(await lockTicket(tx, member.storeId, input.ticket_id))) throw refusal({ code: 'not_found' });
      if (await markRead(tx, member.storeId, input.ticket_id, actor.userId))
        await touchTicket(tx, member.storeId, input.ticket_id, { at: deps.clock.now(), isNews: false });
    }),
  ),

  send: inStore.tickets.send.handler(
    commandHandler(bindCommand(contract.tickets.send, sendTicketMessage, writeTicketMessage), (tx) => tx),
  ),
};
