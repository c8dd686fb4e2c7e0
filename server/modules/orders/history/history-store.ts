import * as z from 'zod/mini';
import { orderEventSchema } from '#contract/order-history.ts';
import { money } from '#domain/money.ts';
import { type HistoryEntry, mapOrderEvent, type OrderEvent } from '#domain/order-history.ts';
import { instant } from '#domain/time.ts';
import { deviceLabel } from '#texts/device.ts';
import type { Tx } from '#server/db/database.ts';
import { auditOf, type AuditRow } from '#server/modules/audit/audit-store.ts';

/** As the audit keeps it: amounts in minor units, moments in milliseconds. */
const auditedEvent: z.ZodMiniType<OrderEvent<number, number>> = orderEventSchema(z.int(), z.int());

/** Action of the audit -> action of the history. */
const actions: Readonly<Record<string, OrderEvent['action']>> = {
  'order.create': 'create',
  'order.changeStatus': 'status',
  'order.reject': 'reject',
  'order.delay': 'delay',
  'order.removeItem': 'remove-item',
  'order.saveMoney': 'money',
};

/** An entry that cannot be read is still one: a person changed the order then. */
function eventOf({ action, before, after }: AuditRow): OrderEvent {
  const read = z.safeParse(auditedEvent, { action: actions[action], before, after });
  return read.success ? mapOrderEvent(read.data, money, instant) : { action: 'unknown', before: null, after: null };
}

/** Every change of an order with who, on which device, when, before and after: oldest first (docs/threats.md T7). */
export async function readHistory(tx: Tx, storeId: number, orderId: number): Promise<HistoryEntry[]> {
  const rows = await auditOf(tx, storeId, 'order', orderId);
  return rows.map((row) => ({ at: row.at, actor: row.actor, device: deviceLabel(row.device), event: eventOf(row) }));
}
