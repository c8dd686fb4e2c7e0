import { fail } from '#domain/errors.ts';
import { isNextStep } from '#domain/kiosk.ts';
import { can } from '#domain/permissions.ts';
import type { StoredOrder } from '#domain/order.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import type { OrderCommand, OrderOutcome } from '#server/modules/orders/order-command.ts';
import type { OrderRepository } from '#server/modules/orders/order-repository.ts';
import { savesMoney, saveOrderMoney } from '#server/modules/orders/money/save-money.ts';
import type { OrderSave } from '#server/modules/orders/money/saved-payments.ts';
import { lockUnchanged, statusHolds } from '#server/modules/orders/revisions.ts';
import { setStatus } from '#server/modules/orders/set-status.ts';
import { invalidField } from '#server/http/validation.ts';

const nextStepOnly = 'Esta pantalla solo puede pasar un pedido al paso siguiente.';

/** Changes an order's status, its amounts and payments, or both at once (B-66), atomically. */
export const changeOrderStatus: OrderCommand<OrderSave, StoredOrder> = {
  base: 'required',
  async decide(repository, call, input) {
    const { member } = call;
    if (!can('order.changeStatus', member) && !(await isKitchenStep(repository, call, input)))
      return fail('forbidden', { params: { sentence: nextStepOnly } });
    if (!savesMoney(input)) return changeStatusAlone(repository, call, input);
    // A kitchen screen may change the status, never the amounts.
    return can('order.changePayments', member) ? saveOrderMoney(repository, call, input) : fail('forbidden');
  },
};

async function changeStatusAlone(
  repository: OrderRepository,
  call: CommandCall,
  { id, status }: OrderSave,
): Promise<OrderOutcome<StoredOrder>> {
  if (status === undefined) return invalidField('status', 'required');
  const locked = await lockUnchanged(repository, call, id);
  return locked.ok ? setStatus(repository, call, locked.value, status) : locked;
}

/**
 * Whether a kitchen screen's change is allowed: only the next status, and no other field. True also when the order is
 * missing or was changed, so that the caller gets 404 or 409 instead of a 403, which says less.
 */
async function isKitchenStep(
  repository: OrderRepository,
  { headers }: CommandCall,
  input: OrderSave,
): Promise<boolean> {
  const { id, status } = input;
  const named = Object.entries(input).filter(([, value]) => value !== undefined);
  if (status === undefined || named.some(([field]) => !['id', 'store_id', 'status'].includes(field))) return false;
  const row = await repository.lock(id);
  if (!row) return true;
  const stale = headers.base !== null && !(await statusHolds(repository, row, headers.base));
  return stale || isNextStep(row.status, status);
}
