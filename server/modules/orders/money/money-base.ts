import type { Base } from '#server/commands/command-headers.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import { conflictOf, statusHolds } from '#server/modules/orders/decisions/order-base.ts';
import { wrong } from '#server/modules/orders/decisions/wrong-field.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';

/**
 * The locked order, if what it costs is still what the person saw, and with `andStatus` its status too: else 404, or 409
 * with what happened instead (N-16). A status that moved is no conflict for a payment, nor the other way round.
 */
export async function lockMoney(
  book: OrderBook,
  { member, headers: { base } }: OrderCall,
  { id, andStatus }: { readonly id: number; readonly andStatus: boolean },
): Promise<Outcome<OrderRow>> {
  const row = await book.lock(id);
  if (!row) return { ok: false, failure: { code: 'not_found' } };
  if (base === null || (andStatus && 'rev' in base && base.money === undefined)) return wrong('If-Match');
  const seesStatus = andStatus || ('rev' in base && base.money !== undefined);
  if (seesStatus && !(await statusHolds(book, row, base)))
    return conflictOf(book, member, row, { by: row.status_by, at: row.status_at });
  if (await moneyHolds(book, row, base)) return { ok: true, value: row };
  const mover = await book.moneyMover(id);
  return conflictOf(book, member, row, mover ?? { by: row.created_by, at: row.created_at });
}

async function moneyHolds(book: OrderBook, row: OrderRow, base: Base): Promise<boolean> {
  if ('rev' in base) return (base.money ?? base.rev) === row.money_rev;
  const answer = await book.appliedAnswer(base.after);
  const result = typeof answer === 'object' && answer !== null && 'order' in answer ? answer.order : answer;
  return (
    typeof result === 'object' &&
    result !== null &&
    'id' in result &&
    result.id === row.id &&
    'money_rev' in result &&
    result.money_rev === row.money_rev
  );
}
