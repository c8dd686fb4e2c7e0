import type { WireOrder } from '#contract/wire/orders.ts';
import { type OrderStatus } from '#domain/order.ts';
import { orderWithStatus } from '#domain/order-status.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import { lockUnchanged } from './order-base.ts';
import { recordChange } from './record-change.ts';

/** Inside the command's transaction: lock, compare, rule, save, audit, announce (B-66, SYNC). */
export async function changeStatus(
  book: OrderBook,
  call: OrderCall,
  { id, status }: { readonly id: number; readonly status: OrderStatus },
): Promise<Outcome<WireOrder>> {
  const locked = await lockUnchanged(book, call, id);
  return locked.ok ? setStatus(book, call, locked.value, status) : locked;
}

/** The rule on a locked order, for one order and for many. */
export async function setStatus(
  book: OrderBook,
  call: OrderCall,
  row: OrderRow,
  status: OrderStatus,
): Promise<Outcome<WireOrder>> {
  const { actor, now } = call;
  const changed = orderWithStatus(row, status, { now, delayMinutes: await book.delayMinutes() });
  if (!changed.ok) return changed;
  const { ready_by, reject_reason, rejected_reason_message } = changed.value;
  await book.saveStatus(row.id, {
    status: changed.value.status,
    ready_by,
    reject_reason,
    rejected_reason_message,
    by: actor.userId,
    at: now,
  });
  return recordChange(book, call, row, {
    action: 'order.changeStatus',
    shown: (o) => ({ status: o.status, status_rev: o.status_rev }),
  });
}
