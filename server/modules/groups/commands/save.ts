import { fail, ok, refuseTransition, type Result } from '#domain/errors.ts';
import { type Currency, type Money, moneyFromDecimal } from '#domain/money.ts';
import type { PaymentRow } from '#domain/order.ts';
import {
  groupAmounts,
  groupMoneyRefusal,
  type GroupStatus,
  groupWithStatus,
  type OrderGroupDetail,
} from '#domain/order-group.ts';
import { paymentInProgressOf } from '#domain/paying.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { invalidField } from '#server/http/validation.ts';
import {
  type GroupCommand,
  groupConflict,
  type GroupOutcome,
  lockUnchangedGroup,
} from '#server/modules/groups/group-command.ts';
import { endOrders } from '#server/modules/groups/end-orders.ts';
import type { GroupRepository, GroupRow } from '#server/modules/groups/group-repository.ts';
import { takenBy } from '#server/modules/orders/money/save-money.ts';
import { type OrderSave, savedPayments } from '#server/modules/orders/money/saved-payments.ts';
import type { AcceptedPayments, StartedPayment } from '#server/modules/orders/submission/payment-rows.ts';

/** The fields of a save, as of an order's. */
interface GroupSave extends Omit<OrderSave, 'status'> {
  readonly status?: GroupStatus | undefined;
  readonly tip?: number | undefined;
}

/** Saves payments, discount and tip of a group, and finishes or rejects it with its orders (G-50, N-11). */
export const saveGroupCommand: GroupCommand<GroupSave> = {
  base: 'required',
  async decide(repository, call, input) {
    const locked = await lockUnchangedGroup(repository, call, input.id);
    if (!locked.ok) return locked;
    const row = locked.value;
    const checked = await checkedSave(repository, call, row, input);
    if (!checked.ok) return checked;
    const { group, status, discount, tip, payments, started } = checked.value;
    const by = { by: call.actor.userId, at: call.now };
    const change = {
      ...(status && { status }),
      ...(payments && { payments }),
      ...(discount !== null && { discount }),
      ...(tip !== null && { tip }),
    };
    if (Object.keys(change).length === 0) return { ok: true, value: group };
    await repository.save(row.id, { ...change, ...by });
    const audited = (g: OrderGroupDetail) => ({
      status: g.status,
      total: g.total,
      discount: g.discount,
      tip: g.tip,
      payments: g.payments.map(({ method, amount }) => ({ method, amount })),
    });
    const payable = { type: 'orderGroup', id: row.id } as const;
    const withdrawn = status === 'REJECTED' && (await repository.orders.withdrawPayments(payable));
    const codes = status && status !== 'PAYING' ? await endOrders(repository, by, row, status) : [];
    await repository.announce(row.id, 'order-group-updated', codes);
    if (withdrawn) repository.orders.announcePayment(payable, 'REJECTED');
    const saved = await repository.read(row.id);
    const pending = paymentInProgressOf(saved.payments);
    if (started && pending) repository.orders.startPayment(payable, pending, started);
    repository.audit({ action: 'group.save', groupId: row.id, before: audited(group), after: audited(saved) });
    return { ok: true, value: saved };
  },
};

interface CheckedSave {
  readonly group: OrderGroupDetail;
  /** null = unchanged. */
  readonly status: 'COMPLETE' | 'REJECTED' | 'PAYING' | null;
  readonly discount: Money | null;
  readonly tip: Money | null;
  readonly payments: readonly PaymentRow[] | null;
  /** What its new PENDING payment starts at a provider; null without one. */
  readonly started: StartedPayment | null;
}

/** Runs all checks before the first write: a refusal is stored in this transaction, so it cannot roll back. */
async function checkedSave(
  repository: GroupRepository,
  call: CommandCall,
  row: GroupRow,
  save: GroupSave,
): Promise<GroupOutcome<CheckedSave>> {
  const { currency } = call.member;
  const wanted = save.status === row.status ? undefined : save.status;
  const moved = wanted === undefined ? ok(row) : groupWithStatus(row, wanted);
  if (!moved.ok) return moved;
  const group = await repository.read(row.id);
  const savesMoney = [save.payments, save.subtotal, save.discount, save.delivery_amount, save.total, save.tip].some(
    (field) => field !== undefined,
  );
  const refusal = savesMoney ? groupMoneyRefusal(row.status) : null;
  if (refusal !== null) return refuseTransition(refusal);
  // An order came or went since the person saw the table: they look at it again before they charge.
  if (save.subtotal !== undefined && moneyFromDecimal(save.subtotal, currency) !== group.subtotal)
    return groupConflict(repository, row);
  const discount = savedDiscount(group, save, currency);
  if (!discount.ok) return discount;
  const tip = save.tip === undefined ? group.tip : moneyFromDecimal(save.tip, currency);
  if (tip === null) return invalidField('tip');
  const paid = await groupPayments(repository, call, group, save);
  if (!paid.ok) return paid;
  const { rows: payments, started } = paid.value ?? { rows: null, started: null };
  // A table is charged online when it is finished, and not before.
  if (started && (wanted !== 'COMPLETE' || row.status !== 'OPENED')) return invalidField('payments');
  const status = started ? 'PAYING' : wanted === 'COMPLETE' || wanted === 'REJECTED' ? wanted : null;
  return {
    ok: true,
    value: { group, status, discount: discount.value, tip: tip === group.tip ? null : tip, payments, started },
  };
}

/** The payments after the save; null = unchanged. To finish a table tries again what was not charged. */
async function groupPayments(
  repository: GroupRepository,
  call: CommandCall,
  { payments }: OrderGroupDetail,
  save: GroupSave,
): Promise<Result<AcceptedPayments | null>> {
  if (save.payments === undefined) return ok(null);
  const takes = await takenBy(repository.orders, call, save.payments);
  const triesAgain = save.status === 'COMPLETE';
  return savedPayments({ payments, type: 'LOCAL', code: null }, save.payments, takes, { triesAgain });
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
