import { type DelayMinutes, orderDelayed } from '#domain/order-delay.ts';
import type { StoredOrder } from '#domain/order.ts';
import type { OrderCommand } from '#server/modules/orders/order-command.ts';
import { recordChange } from '#server/modules/orders/record-change.ts';

/** Adds minutes to ready_by (B-60, B-61, N-04). Compares no revision, because the delays of several people add up. */
export const delayOrder: OrderCommand<{ readonly id: number; readonly minutes: DelayMinutes }, StoredOrder> = {
  base: 'none',
  async decide(repository, call, { id, minutes }) {
    const row = await repository.lock(id);
    if (!row) return { ok: false, failure: { code: 'not_found' } };
    const delayed = orderDelayed(row, minutes, call);
    if (!delayed.ok) return delayed;
    repository.saveReadyBy(id, { ready_by: delayed.value.ready_by, at: call.now });
    return recordChange(repository, row, { action: 'order.delay', audited: (o) => ({ ready_by: o.ready_by }) });
  },
};
