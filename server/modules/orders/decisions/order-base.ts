import { writeOrder } from '#contract/wire/orders.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
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
  if (headers.base === null || (await statusHolds(book, row, headers.base))) return { ok: true, value: row };
  return conflictOf(book, member, row, { by: row.status_by, at: row.status_at });
}

/** 409 with the order as it is and who moved it when: the loser of a race is told who won (N-16). */
export async function conflictOf(
  book: OrderBook,
  { currency }: Pick<OrderCall['member'], 'currency'>,
  { id }: Pick<OrderRow, 'id'>,
  { by, at }: { readonly by: number | null; readonly at: Instant },
): Promise<Outcome<never>> {
  const name = by === null ? null : await book.nameOf(by);
  return {
    ok: false,
    failure: { code: 'conflict' },
    extra: {
      current: writeOrder(await book.read(id), currency),
      by: name === null ? null : { fullname: name },
      at: isoFromInstant(at),
    },
  };
}

/** A revision must be the current one; a predecessor must have been applied to this order and nothing come after it. */
export async function statusHolds(book: OrderBook, row: OrderRow, base: Base): Promise<boolean> {
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
