import * as z from 'zod/mini';
import { orderEventSchema } from '#contract/order-history.ts';
import { money } from '#domain/money.ts';
import { type HistoryEntry, mapOrderEvent, type OrderEvent } from '#domain/order-history.ts';
import { instant } from '#domain/time.ts';
import { deviceLabel } from '#texts/device.ts';
import { actorLabel } from '#texts/roles.ts';
import type { Tx } from '#server/db/database.ts';
import { type AuditRow, auditsOf } from '#server/modules/audit/audit-store.ts';

/** Event format of the audit: amounts in minor units, times in milliseconds. */
const auditedEvent: z.ZodMiniType<OrderEvent<number, number>> = orderEventSchema(z.int(), z.int());

/** Action in the audit -> action in the history. */
const actions: Readonly<Record<string, OrderEvent['action']>> = {
  'order.create': 'create',
  'order.changeStatus': 'status',
  'order.reject': 'reject',
  'order.delay': 'delay',
  'order.removeItem': 'remove-item',
  'order.saveMoney': 'money',
  'order.changeTable': 'table',
  'order.split': 'split',
  'order.itemsAway': 'items-away',
  'order.itemsBack': 'items-back',
  'order.remove': 'remove',
  'money.refund': 'refund',
};

/** An unreadable entry still counts: the order changed then. */
function eventOf({ action, before, after }: AuditRow): OrderEvent {
  const read = z.safeParse(auditedEvent, { action: actions[action], before, after });
  return read.success ? mapOrderEvent(read.data, money, instant) : { action: 'unknown', before: null, after: null };
}

/** A change of an order as its history tells it. */
const entryOf = (row: AuditRow): HistoryEntry => ({
  at: row.at,
  actor: 'id' in row.actor ? row.actor : { id: null, fullname: actorLabel(row.actor.kind, row.actor.name) },
  device: row.device === null ? null : deviceLabel(row.device),
  ...(row.authorisedBy !== null && { authorised_by: row.authorisedBy }),
  event: eventOf(row),
});

/**
 * All changes of each of these orders, oldest first, each with actor, device, time, and the state before and after
 * (docs/threats.md T7).
 */
export async function readHistories(
  tx: Tx,
  storeId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly HistoryEntry[]>> {
  const audits = await auditsOf(tx, storeId, 'order', orderIds);
  return new Map([...audits].map(([id, rows]) => [id, rows.map(entryOf)]));
}
