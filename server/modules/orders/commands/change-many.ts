import type { Failure } from '#domain/errors.ts';
import type { OrderStatus } from '#domain/order.ts';
import { errorText } from '#texts/refusals.ts';
import type { OrderCommand } from '#server/modules/orders/order-command.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import { setStatus } from '#server/modules/orders/set-status.ts';

export interface RefusedOrder {
  readonly id: number;
  readonly number: number | null;
  readonly code: Failure['code'];
  readonly message: string;
}

export interface ManyChanged {
  readonly ids: number[];
  readonly refused: RefusedOrder[];
}

const refusedFor = (id: number, number: number | null, failure: Failure): RefusedOrder => ({
  id,
  number,
  code: failure.code,
  message: errorText(failure),
});

/**
 * Changes each order by its own rules, in one transaction (B-34, B-36, B-65): `ids` were changed, `refused` were not.
 * 404 only when the store has none of the orders. Locks all orders by ascending id before the first event, so two
 * commands cannot deadlock.
 */
export const changeManyOrders: OrderCommand<
  { readonly ids: readonly number[]; readonly status: OrderStatus },
  ManyChanged
> = {
  base: 'none',
  async decide(repository, call, { ids, status }) {
    const rows: OrderRow[] = [];
    const refused: RefusedOrder[] = [];
    for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
      const row = await repository.lock(id);
      if (row) rows.push(row);
      else refused.push(refusedFor(id, null, { code: 'not_found' }));
    }
    if (rows.length === 0) return { ok: false, failure: { code: 'not_found' } };
    const changed: number[] = [];
    for (const row of rows) {
      const outcome = await setStatus(repository, call, row, status);
      if (outcome.ok) changed.push(row.id);
      else refused.push(refusedFor(row.id, row.number, outcome.failure));
    }
    return { ok: true, value: { ids: changed, refused } };
  },
};
