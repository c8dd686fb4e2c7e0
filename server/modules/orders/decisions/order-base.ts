import { writeOrder } from '#contract/wire/orders.ts';
import { isoFromInstant } from '#domain/time.ts';
import type { Base } from '#server/commands/command-headers.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';

/** The locked order, if it is still as the person saw it: else 404, or 409 with what happened instead (N-16). */
export async function lockUnchanged(
  book: OrderBook,
  { member, headers }: OrderCall,
  id: number,
): Promise<Outcome<OrderRow>> {
  const row = await book.lock(id);
  if (!row) return { ok: false, failure: { code: 'not_found' } };
  if (headers.base === null || (await holds(book, row, headers.base))) return { ok: true, value: row };
  const name = row.status_by === null ? null : await book.nameOf(row.status_by);
  return {
    ok: false,
    failure: { code: 'conflict' },
    extra: {
      current: writeOrder(await book.read(id), member.currency),
      by: name === null ? null : { fullname: name },
      at: isoFromInstant(row.status_at),
    },
  };
}

/** A revision must be the current one; a predecessor must have been applied to this order and nothing come after it. */
async function holds(book: OrderBook, row: OrderRow, base: Base): Promise<boolean> {
  if ('rev' in base) return base.rev === row.status_rev;
  const result = resultOf(await book.appliedAnswer(base.after));
  return result !== null && result.id === row.id && result.status_rev === row.status_rev;
}

/** The order in a stored answer: of a change it is the body, of a creation it is under `order`. */
function resultOf(body: unknown): { id: unknown; status_rev: unknown } | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('order' in body) return resultOf(body.order);
  return 'id' in body && 'status_rev' in body ? { id: body.id, status_rev: body.status_rev } : null;
}
