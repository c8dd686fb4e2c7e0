import { fail, ok } from '#domain/errors.ts';
import { hasSupport, type Ticket, type TicketReason } from '#domain/tickets.ts';
import type { Tx } from '#server/db/database.ts';
import type { Command } from '#server/http/commands/command.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { loadOrder } from '#server/modules/orders/orders-store.ts';
import { readGateways } from '#server/modules/stores/stores-store.ts';
import { openTicket, readTickets, touchTicket } from '#server/modules/tickets/tickets-store.ts';

/** Opens a ticket about an order, or returns the open ticket of the same order and reason. */
export const openTicketCommand: Command<Tx, { readonly order_id: number; readonly reason: TicketReason }, Ticket> = {
  base: 'none',
  async decide(tx, { actor, member: { storeId }, headers, now: at }, { order_id, reason }) {
    if (!(await loadOrder(tx, storeId, order_id))) return fail('not_found');
    if (!hasSupport(await readGateways(tx, storeId))) return fail('service_unavailable');
    const { id, isNew } = await openTicket(tx, storeId, { order_id, reason, opened_by: actor.userId, at });
    if (isNew) {
      const change = {
        action: 'ticket.open',
        entity: 'ticket',
        entityId: id,
        before: null,
        after: { order_id, reason },
      };
      appendAudit(tx, { storeId, actor, ...change, command: headers.id, at });
      await touchTicket(tx, storeId, id, { at, isNews: true, isNew });
    }
    const [opened] = await readTickets(tx, storeId, actor.userId, [id]);
    if (!opened) throw new Error(`ticket ${id} is gone`);
    return ok(opened);
  },
};
