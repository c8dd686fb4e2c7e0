import { orderStatusInGroup } from '#domain/order-group.ts';
import { rejectReasonMessages } from '#texts/order-details.ts';
import type { OrderStatusChange } from '#server/modules/orders/order-repository.ts';
import { recordChange } from '#server/modules/orders/record-change.ts';
import type { GroupRepository, GroupRow } from './group-repository.ts';

/** Ends the group's orders with it. Returns the code whose waiting orders changed, if any did. */
export async function endOrders(
  repository: GroupRepository,
  { by, at }: Pick<OrderStatusChange, 'by' | 'at'>,
  group: GroupRow,
  to: 'COMPLETE' | 'REJECTED',
): Promise<number[]> {
  let waited = false;
  for (const row of await repository.lockOrders(group.id)) {
    const status = orderStatusInGroup(row, to, { status: group.status, since: group.status_at });
    if (status === null) continue;
    waited ||= row.status === 'PENDING';
    const rejected = status === 'REJECTED';
    repository.orders.saveStatus(row.id, {
      status,
      ready_by: row.ready_by,
      reject_reason: rejected ? 'by_store' : null,
      rejected_reason_message: rejected ? rejectReasonMessages.by_store : null,
      by,
      at,
    });
    await recordChange(repository.orders, row, { action: rejected ? 'order.reject' : 'order.changeStatus' });
  }
  return waited ? [group.code_id] : [];
}
