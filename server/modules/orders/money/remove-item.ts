import type { WireOrder } from '#contract/wire/orders.ts';
import { fail, refuseTransition } from '#domain/errors.ts';
import { amountsWithLines } from '#domain/order-money.ts';
import { orderRefusal } from '#domain/permissions.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import { auditedAmounts, recordMoney } from './record-money.ts';

/**
 * Takes a row of the detail out of an order, its additionals with it, and adds the rest up (B-67, N-12). Compares
 * nothing: whatever else moved, that row is to go; a row that is gone answers 404. Payments stay as they are (N-26).
 */
export async function removeItem(
  book: OrderBook,
  call: OrderCall,
  { id, item_id: itemId }: { readonly id: number; readonly item_id: number },
): Promise<Outcome<WireOrder>> {
  const row = await book.lock(id);
  const line = row?.lines.find((l) => l.row === itemId);
  if (!row || !line) return fail('not_found');
  const closed = orderRefusal('order.removeItem', row);
  if (closed !== null) return refuseTransition(closed);
  const lines = row.lines.filter((l) => l !== line);
  if (lines.length === 0) return fail('last_item');
  const { name, quantity, price } = line;
  await book.saveMoney(id, { ...amountsWithLines(row, lines), lines, by: call.actor.userId, at: call.now });
  return recordMoney(book, call, id, {
    action: 'order.removeItem',
    before: { ...auditedAmounts(row), money_rev: row.money_rev, item: { row: itemId, name, quantity, price } },
    after: (o) => ({ ...auditedAmounts(o), money_rev: o.money_rev }),
  });
}
