import type { WireOrder } from '#contract/wire/orders.ts';
import { type DelayMinutes, orderDelayed } from '#domain/order-delay.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import { recordChange } from './record-change.ts';

/** Adds minutes to ready_by (B-60, B-61, N-04); compares nothing, for minutes add up whoever gave them. */
export async function delayOrder(
  book: OrderBook,
  call: OrderCall,
  { id, minutes }: { readonly id: number; readonly minutes: DelayMinutes },
): Promise<Outcome<WireOrder>> {
  const row = await book.lock(id);
  if (!row) return { ok: false, failure: { code: 'not_found' } };
  const delayed = orderDelayed(row, minutes, call);
  if (!delayed.ok) return delayed;
  await book.saveReadyBy(id, { ready_by: delayed.value.ready_by, at: call.now });
  return recordChange(book, call, row, { action: 'order.delay', shown: (o) => ({ ready_by: o.ready_by }) });
}
