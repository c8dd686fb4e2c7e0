import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { AuditNote, OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';

type Seen = Pick<OrderRow, 'status' | 'status_rev' | 'ready_by' | 'reject_reason'>;

/** After a change was saved: audit, event, and the order as the answer. `shown` picks what the audit keeps of it. */
export async function recordChange(
  book: OrderBook,
  { member }: OrderCall,
  before: OrderRow,
  { action, shown }: Pick<AuditNote, 'action'> & { readonly shown: (order: Seen) => unknown },
): Promise<Outcome<WireOrder>> {
  const order = await book.read(before.id);
  await book.audit({ action, orderId: order.id, before: shown(before), after: shown(order) });
  const waitingChanged = before.status !== order.status && (before.status === 'PENDING' || order.status === 'PENDING');
  const wire = writeOrder(order, member.currency);
  await book.announce({ name: 'order-updated', order: wire, waitingChanged });
  return { ok: true, value: wire };
}
