import type { WireOrder } from '#contract/wire/orders.ts';
import { orderRejected } from '#domain/order-rejection.ts';
import { type RejectReason } from '#domain/order.ts';
import { rejectReasonMessages } from '#texts/order.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import { lockUnchanged } from './order-base.ts';
import { recordChange } from './record-change.ts';

/** Rejects with the reason's message for the customer (B-62, N-21); compares only when the command names a base. */
export async function rejectOrder(
  book: OrderBook,
  call: OrderCall,
  { id, reject_reason: reason }: { readonly id: number; readonly reject_reason: RejectReason },
): Promise<Outcome<WireOrder>> {
  const locked = await lockUnchanged(book, call, id);
  if (!locked.ok) return locked;
  const row = locked.value;
  const rejected = orderRejected(row, reason, rejectReasonMessages[reason]);
  if (!rejected.ok) return rejected;
  await book.saveStatus(id, {
    status: rejected.value.status,
    ready_by: row.ready_by,
    reject_reason: rejected.value.reject_reason,
    rejected_reason_message: rejected.value.rejected_reason_message,
    by: call.actor.userId,
    at: call.now,
  });
  return recordChange(book, call, row, {
    action: 'order.reject',
    shown: (o) => ({ status: o.status, status_rev: o.status_rev, reject_reason: o.reject_reason }),
  });
}
