import { and, eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Currency } from '#domain/money.ts';
import { orderStatuses, type StoredOrder } from '#domain/order.ts';
import { serviceTypes } from '#domain/store.ts';
import { isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { customerNotices, orderAlerts, orderReceipts, shippingCalls } from '#server/db/schema/alerts.ts';
import { orders, payments, saleReviews } from '#server/db/schema/orders.ts';
import { ticketMessages, tickets } from '#server/db/schema/support.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { withdrawPayments } from '#server/modules/attempts/attempts-store.ts';
import { bookDeletedOrder, type Booking } from '#server/modules/cashbox/book-money.ts';
import { withdrawInvoice } from '#server/modules/fiscal/documents-store.ts';
import { announceSupport } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { announceOrder } from './announce-order.ts';

interface Deletion extends Booking {
  readonly currency: Currency;
  /** false: the caller announces code and group itself. */
  readonly tellsPlaces: boolean;
}

/** What the audit keeps of an order that is deleted: amounts in minor units, times in milliseconds. */
export const removedOrder = z.object({
  number: z.int(),
  type: z.enum(serviceTypes),
  /** Who or what it was taken for. */
  name: z.nullable(z.string()),
  place: z.nullable(z.string()),
  created_at: z.int(),
  status: z.enum(orderStatuses),
  ready_by: z.nullable(z.int()),
  total: z.int(),
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
  payments: z.array(z.object({ method: z.string(), amount: z.int() })),
});

const removedOf = (order: StoredOrder): z.infer<typeof removedOrder> => ({
  number: order.number,
  type: order.type,
  name: order.description ?? order.user?.fullname ?? null,
  place: order.code?.description ?? null,
  created_at: order.created_at,
  status: order.status,
  ready_by: order.ready_by,
  total: order.total,
  items: order.items.map(({ name, quantity }) => ({ name, quantity })),
  payments: order.payments.map(({ method, amount }) => ({ method, amount })),
});

/** Deletes a locked order with everything that belongs to it, tells it, and audits what it was. */
export async function deleteOrder(
  tx: Tx,
  order: StoredOrder,
  { currency, tellsPlaces, ...booking }: Deletion,
): Promise<void> {
  const { id } = order;
  const { storeId, at, actor, command } = booking;
  // Whoever adds something to the order holds its row, so nothing is added behind what is deleted here.
  const itself = and(eq(orders.store_id, storeId), eq(orders.id, id));
  await tx.select({ id: orders.id }).from(orders).where(itself).for('update');
  const about = await tx
    .select({ id: tickets.id, ver: tickets.ver })
    .from(tickets)
    .where(and(eq(tickets.store_id, storeId), eq(tickets.order_id, id)));
  await withdrawInvoice(tx, storeId, { type: 'order', id }, at);
  await withdrawPayments(tx, storeId, { type: 'order', id }, at);
  const ticketIds = about.map((t) => t.id);
  await tx.delete(ticketMessages).where(inArray(ticketMessages.ticket_id, ticketIds));
  await tx.delete(tickets).where(inArray(tickets.id, ticketIds));
  for (const table of [payments, saleReviews, orderReceipts, orderAlerts, customerNotices, shippingCalls])
    await tx.delete(table).where(and(eq(table.store_id, storeId), eq(table.order_id, id)));
  await tx.delete(orders).where(itself);
  const what = { action: 'order.remove', entity: 'order', entityId: id, before: removedOf(order), after: null };
  appendAudit(tx, { storeId, actor, ...what, command, at });
  await bookDeletedOrder(tx, booking, order);
  const feeds = pgFeeds(tx, storeId);
  // The device does not find the ticket and reads the list again.
  for (const { id: ticket, ver } of about) {
    const notice = { id: ticket, order_id: id, status: 'closed' as const, new_messages_count: 0 };
    const payload = { ...notice, updated_at: isoFromInstant(at) };
    announceSupport(feeds, { at, name: 'ticket-updated', id: ticket, ver: ver + 1, payload });
  }
  const waitingChanged = tellsPlaces && order.status === 'PENDING';
  announceOrder(feeds, { at, name: 'order-removed', order, currency, waitingChanged, groupChanged: tellsPlaces });
}
