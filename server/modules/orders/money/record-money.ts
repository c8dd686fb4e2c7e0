import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { AuditNote, OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import type { StoredOrder } from '#server/modules/orders/order-rows.ts';

/** What an order costs, as the audit keeps it: minor units. */
export const auditedAmounts = ({ subtotal, discount, delivery_amount, total }: OrderAmounts): OrderAmounts => ({
  subtotal,
  discount,
  delivery_amount,
  total,
});

/** After what an order costs was saved: audit, event, and the order as the answer. */
export async function recordMoney(
  book: OrderBook,
  { member }: OrderCall,
  orderId: number,
  { action, before, after }: Pick<AuditNote, 'action' | 'before'> & { readonly after: (o: StoredOrder) => unknown },
): Promise<Outcome<WireOrder>> {
  const order = await book.read(orderId);
  await book.audit({ action, orderId, before, after: after(order) });
  const wire = writeOrder(order, member.currency);
  await book.announce({ name: 'order-updated', order: wire, waitingChanged: false });
  return { ok: true, value: wire };
}
