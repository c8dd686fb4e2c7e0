import { resumeChange, withResume } from '#domain/customer.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { OrderStatus, StoredOrder } from '#domain/order.ts';
import type { OrderOutcome } from './order-command.ts';
import type { AuditNote, OrderRepository } from './order-repository.ts';
import type { OrderRow } from './order-rows.ts';

/** Counts the order's end for its customer, and shows the new counts (B-79). */
function counted(repository: OrderRepository, before: OrderRow, order: StoredOrder): StoredOrder {
  const change = order.user && resumeChange(before, order);
  if (!order.user || !change) return order;
  repository.addToResume(order.user.id, change);
  return { ...order, user: withResume(order.user, change) };
}

type Audited = Pick<OrderRow, 'status' | 'status_rev' | 'ready_by' | 'reject_reason'>;

/** Everything that a status decides, so that a past day can be told from the audit. */
const auditedStatus = ({ status, status_rev, ready_by, reject_reason }: Audited): Audited => ({
  status,
  status_rev,
  ready_by,
  reject_reason,
});

/**
 * Records a saved change, by default of the status: audit entry and event. Returns the current order. `audited` picks
 * the fields for the audit.
 */
export async function recordChange(
  repository: OrderRepository,
  before: OrderRow,
  { action, audited = auditedStatus }: Pick<AuditNote, 'action'> & { readonly audited?: (order: Audited) => unknown },
): Promise<OrderOutcome<StoredOrder>> {
  const order = counted(repository, before, await repository.read(before.id));
  repository.audit({ action, orderId: order.id, before: audited(before), after: audited(order) });
  const touches = (status: OrderStatus): boolean =>
    before.status !== order.status && (before.status === status || order.status === status);
  const waitingChanged = touches('PENDING');
  await repository.announce({
    name: 'order-updated',
    order,
    waitingChanged,
    groupChanged: waitingChanged || touches('REJECTED'),
  });
  return { ok: true, value: order };
}

/** The amounts of an order in the audit, in minor units. */
export const auditedAmounts = ({ subtotal, discount, delivery_amount, total }: OrderAmounts): OrderAmounts => ({
  subtotal,
  discount,
  delivery_amount,
  total,
});

/** Records a saved change of amounts: audit entry and event. Returns the current order. */
export async function recordMoney(
  repository: OrderRepository,
  orderId: number,
  { action, before, after }: Pick<AuditNote, 'action' | 'before'> & { readonly after: (o: StoredOrder) => unknown },
): Promise<OrderOutcome<StoredOrder>> {
  const order = await repository.read(orderId);
  repository.audit({ action, orderId, before, after: after(order) });
  await repository.announce({ name: 'order-updated', order, waitingChanged: false, groupChanged: true });
  return { ok: true, value: order };
}
