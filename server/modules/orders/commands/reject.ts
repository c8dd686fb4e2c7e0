import type { RejectReason, StoredOrder } from '#domain/order.ts';
import { orderRejected } from '#domain/order-rejection.ts';
import { rejectReasonMessages } from '#texts/order-details.ts';
import type { OrderCommand } from '#server/modules/orders/order-command.ts';
import { recordChange } from '#server/modules/orders/record-change.ts';
import { lockUnchanged } from '#server/modules/orders/revisions.ts';

/** Rejects an order with a reason, whose message the customer reads (B-62, N-21). Its payments are called off or given back. */
export const rejectOrder: OrderCommand<{ readonly id: number; readonly reject_reason: RejectReason }, StoredOrder> = {
  base: 'required',
  async decide(repository, call, { id, reject_reason: reason }) {
    const locked = await lockUnchanged(repository, call, id);
    if (!locked.ok) return locked;
    const row = locked.value;
    const rejected = orderRejected(row, reason, rejectReasonMessages[reason]);
    if (!rejected.ok) return rejected;
    const payable = { type: 'order', id } as const;
    const withdrawn = await repository.withdrawPayments(payable);
    repository.saveStatus(id, {
      status: rejected.value.status,
      ready_by: row.ready_by,
      reject_reason: rejected.value.reject_reason,
      rejected_reason_message: rejected.value.rejected_reason_message,
      by: call.actor.userId,
      at: call.now,
    });
    const recorded = await recordChange(repository, row, { action: 'order.reject' });
    if (withdrawn) repository.announcePayment(payable, 'REJECTED');
    return recorded;
  },
};
