import { fail, ok, refuseTransition, type Result } from '#domain/errors.ts';
import { type Currency, type Money, moneyFromDecimal } from '#domain/money.ts';
import type { PaymentRow } from '#domain/order.ts';
import {
  groupAmounts,
  groupMoneyRefusal,
  type GroupStatus,
  groupWithStatus,
  type OrderGroupDetail,
  orderStatusInGroup,
} from '#domain/order-group.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import { rejectReasonMessages } from '#texts/order-details.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { invalidField } from '#server/http/validation.ts';
import {
  type GroupCommand,
  groupConflict,
  type GroupOutcome,
  lockUnchangedGroup,
} from '#server/modules/groups/group-command.ts';
import type { GroupRepository, GroupRow } from '#server/modules/groups/group-repository.ts';
import { type OrderSave, savedPayments } from '#server/modules/orders/money/saved-payments.ts';
import { recordChange } from '#server/modules/orders/record-change.ts';

/** The fields of a save, as of an order's. */
interface GroupSave extends Omit<OrderSave, 'status'> {
  readonly status?: GroupStatus | undefined;
}

/** Saves payments and discount of a group, and finishes or rejects it with its orders (G-50, N-11). */
export const saveGroupCommand: GroupCommand<GroupSave> = {
  base: 'required',
  async decide(repository, call, input) {
    const locked = await lockUnchangedGroup(repository, call, input.id);
    if (!locked.ok) return locked;
    const row = locked.value;
    const checked = await checkedSave(repository, call, row, input);
    if (!checked.ok) return checked;
    const { group, status, discount, payments } = checked.value;
    const by = { by: call.actor.userId, at: call.now };
    const change = { ...(status && { status }), ...(payments && { payments }), ...(discount !== null && { discount }) };
    if (Object.keys(change).length === 0) return { ok: true, value: group };
    await repository.save(row.id, { ...change, ...by });
    const audited = (g: OrderGroupDetail) => ({
      status: g.status,
      total: g.total,
      discount: g.discount,
      payments: g.payments.map(({ method, amount }) => ({ method, amount })),
    });
    const codes = status ? await endOrders(repository, call, row, status) : [];
    await repository.announce(row.id, 'order-group-updated', codes);
    const saved = await repository.read(row.id);
    repository.audit({ action: 'group.save', groupId: row.id, before: audited(group), after: audited(saved) });
    return { ok: true, value: saved };
  },
};

interface CheckedSave {
  readonly group: OrderGroupDetail;
  /** null = unchanged. */
  readonly status: 'COMPLETE' | 'REJECTED' | null;
  readonly discount: Money | null;
  readonly payments: readonly PaymentRow[] | null;
}

/** Runs all checks before the first write: a refusal is stored in this transaction, so it cannot roll back. */
async function checkedSave(
  repository: GroupRepository,
  { member: { currency } }: CommandCall,
  row: GroupRow,
  save: GroupSave,
): Promise<GroupOutcome<CheckedSave>> {
  const wanted = save.status === row.status ? undefined : save.status;
  const moved = wanted === undefined ? ok(row) : groupWithStatus(row, wanted);
  if (!moved.ok) return moved;
  const group = await repository.read(row.id);
  const savesMoney = [save.payments, save.subtotal, save.discount, save.delivery_amount, save.total].some(
    (field) => field !== undefined,
  );
  const refusal = savesMoney ? groupMoneyRefusal(row.status) : null;
  if (refusal !== null) return refuseTransition(refusal);
  // An order came or went since the person saw the table: they look at it again before they charge.
  if (save.subtotal !== undefined && moneyFromDecimal(save.subtotal, currency) !== group.subtotal)
    return groupConflict(repository, row);
  const discount = savedDiscount(group, save, currency);
  if (!discount.ok) return discount;
  const takes = { payment_methods: await repository.paymentMethods(), currency };
  const payments =
    save.payments === undefined
      ? ok(null)
      : savedPayments({ payments: group.payments, type: 'LOCAL', code: null }, save.payments, takes);
  if (!payments.ok) return payments;
  const status = wanted === 'COMPLETE' || wanted === 'REJECTED' ? wanted : null;
  return { ok: true, value: { group, status, discount: discount.value, payments: payments.value } };
}

/** The new discount, from nothing to the subtotal; null = unchanged. The total must follow from it (N-15). */
function savedDiscount(group: OrderGroupDetail, save: GroupSave, currency: Currency): Result<Money | null> {
  const given = save.discount === undefined ? group.discount : moneyFromDecimal(save.discount, currency);
  if (given === null || given < 0 || given > group.subtotal) return invalidField('discount');
  const amounts = groupAmounts(group.subtotal, given);
  const fits = (field: keyof OrderAmounts): boolean => {
    const sent = save[field];
    return sent === undefined || moneyFromDecimal(sent, currency) === amounts[field];
  };
  if (!fits('total') || !fits('delivery_amount')) return fail('total_mismatch');
  return ok(given === group.discount ? null : given);
}

/** Ends the group's orders with it. Returns the code whose waiting orders changed, if any did. */
async function endOrders(
  repository: GroupRepository,
  { actor, now }: CommandCall,
  group: GroupRow,
  to: 'COMPLETE' | 'REJECTED',
): Promise<number[]> {
  let waited = false;
  for (const row of await repository.lockOrders(group.id)) {
    const status = orderStatusInGroup(row, to, { status: group.status, since: group.status_at });
    if (status === null) continue;
    waited ||= row.status === 'PENDING';
    const rejected = status === 'REJECTED';
    repository.orders.saveStatus(row.id, {
      status,
      ready_by: row.ready_by,
      reject_reason: rejected ? 'by_store' : null,
      rejected_reason_message: rejected ? rejectReasonMessages.by_store : null,
      by: actor.userId,
      at: now,
    });
    const action = rejected ? 'order.reject' : 'order.changeStatus';
    await recordChange(repository.orders, row, {
      action,
      audited: (o) => ({
        status: o.status,
        status_rev: o.status_rev,
        ...(rejected && { reject_reason: o.reject_reason }),
      }),
    });
  }
  return waited ? [group.code_id] : [];
}
