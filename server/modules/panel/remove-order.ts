import { and, eq, inArray } from 'drizzle-orm';
import { writeOrder } from '#contract/wire/orders.ts';
import { isoFromInstant } from '#domain/time.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { customerNotices, orderAlerts, orderReceipts, shippingCalls } from '#server/db/schema/alerts.ts';
import { orders, payments, saleReviews } from '#server/db/schema/orders.ts';
import { ticketMessages, tickets } from '#server/db/schema/support.ts';
import { announceOrder } from '#server/modules/orders/announce-order.ts';
import { loadOrder, lockOrder } from '#server/modules/orders/orders-store.ts';
import { announceSupport } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { type PanelCall, recordPanelChange } from './panel-call.ts';

/** Removes an order with everything that belongs to it, and tells it. The audit keeps what it was. */
export async function removeOrder(call: PanelCall, id: number): Promise<Result<null>> {
  const { tx, storeId, currency, at } = call;
  const locked = await lockOrder(tx, storeId, id);
  const order = locked && (await loadOrder(tx, storeId, id));
  if (!order) return fail('not_found');
  const about = await tx
    .select({ id: tickets.id, ver: tickets.ver })
    .from(tickets)
    .where(and(eq(tickets.store_id, storeId), eq(tickets.order_id, id)));
  const ticketIds = about.map((t) => t.id);
  await tx.delete(ticketMessages).where(inArray(ticketMessages.ticket_id, ticketIds));
  await tx.delete(tickets).where(inArray(tickets.id, ticketIds));
  for (const table of [payments, saleReviews, orderReceipts, orderAlerts, customerNotices, shippingCalls])
    await tx.delete(table).where(and(eq(table.store_id, storeId), eq(table.order_id, id)));
  await tx.delete(orders).where(and(eq(orders.store_id, storeId), eq(orders.id, id)));
  recordPanelChange(call, { entity: 'order', id, before: writeOrder(order, currency), after: null });
  const feeds = pgFeeds(tx, storeId);
  // The device does not find the ticket and reads the list again.
  for (const { id: ticket, ver } of about) {
    const notice = { id: ticket, order_id: id, status: 'closed' as const, new_messages_count: 0 };
    const payload = { ...notice, updated_at: isoFromInstant(at) };
    announceSupport(feeds, { at, name: 'ticket-updated', id: ticket, ver: ver + 1, payload });
  }
  announceOrder(feeds, {
    at,
    name: 'order-removed',
    order,
    currency,
    waitingChanged: order.status === 'PENDING',
  });
  return ok(null);
}
