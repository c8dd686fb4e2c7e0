import { fail, refuseTransition } from '#domain/errors.ts';
import { amountsAreInvoiced, amountsWithLines } from '#domain/order-money.ts';
import { orderRefusal } from '#domain/permissions.ts';
import type { StoredOrder } from '#domain/order.ts';
import type { OrderCommand } from '#server/modules/orders/order-command.ts';
import { auditedAmounts, recordMoney } from '#server/modules/orders/record-change.ts';

/**
 * Removes a line with its additionals from an order and recalculates the total (B-67, N-12). Compares no revision: the
 * line goes, whatever else changed; a missing line answers 404. Payments stay unchanged (N-26). What is being charged, an
 * order or its table, keeps its lines until that has ended.
 */
export const removeOrderItem: OrderCommand<{ readonly id: number; readonly item_id: number }, StoredOrder> = {
  base: 'none',
  async decide(repository, call, { id, item_id: itemId }) {
    const table = await repository.holdTable(id);
    const row = await repository.lock(id);
    const line = row?.lines.find((l) => l.row === itemId);
    if (!row || !line) return fail('not_found');
    // It went to another table between the two.
    if (row.order_group_id !== (table?.id ?? null)) return fail('conflict');
    const closed = orderRefusal('order.removeItem', row) ?? (table?.status === 'PAYING' ? 'group-paying' : null);
    if (closed !== null) return refuseTransition(closed);
    const lines = row.lines.filter((l) => l !== line);
    if (lines.length === 0) return fail('last_item');
    if (amountsAreInvoiced(row)) return fail('already_billed');
    const { name, quantity, price } = line;
    await repository.saveMoney(id, { ...amountsWithLines(row, lines), lines, by: call.actor.userId, at: call.now });
    return recordMoney(repository, id, {
      action: 'order.removeItem',
      before: { ...auditedAmounts(row), money_rev: row.money_rev, item: { row: itemId, name, quantity, price } },
      after: (o) => ({ ...auditedAmounts(o), money_rev: o.money_rev }),
    });
  },
};
