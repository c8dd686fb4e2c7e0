import type { OrderStatus, StoredOrder } from '#domain/order.ts';
import { orderWithStatus } from '#domain/order-status.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import type { OrderOutcome } from './order-command.ts';
import type { OrderRepository } from './order-repository.ts';
import type { OrderRow } from './order-rows.ts';
import { recordChange } from './record-change.ts';

/** Applies a status to a locked order, for one order or many (B-66). */
export async function setStatus(
  repository: OrderRepository,
  call: CommandCall,
  row: OrderRow,
  status: OrderStatus,
): Promise<OrderOutcome<StoredOrder>> {
  const { actor, now } = call;
  const changed = orderWithStatus(row, status, { now, delayMinutes: await repository.delayMinutes() });
  if (!changed.ok) return changed;
  const { ready_by, reject_reason, rejected_reason_message } = changed.value;
  repository.saveStatus(row.id, {
    status: changed.value.status,
    ready_by,
    reject_reason,
    rejected_reason_message,
    by: actor.userId,
    at: now,
  });
  return recordChange(repository, row, { action: 'order.changeStatus' });
}
