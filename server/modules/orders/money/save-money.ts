import { fail, ok, refuseTransition, type Result } from '#domain/errors.ts';
import { type Currency, type Money, moneyFromDecimal } from '#domain/money.ts';
import type { StoredOrder } from '#domain/order.ts';
import { amountsAreInvoiced, type OrderAmounts, totalOf } from '#domain/order-money.ts';
import { paymentInProgressOf, startsPayment } from '#domain/paying.ts';
import { orderWithStatus } from '#domain/order-status.ts';
import { orderRefusal } from '#domain/permissions.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import type { OrderOutcome } from '#server/modules/orders/order-command.ts';
import type { OrderRepository } from '#server/modules/orders/order-repository.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import { auditedAmounts, recordChange, recordMoney } from '#server/modules/orders/record-change.ts';
import { lockMoney } from '#server/modules/orders/revisions.ts';
import { setStatus } from '#server/modules/orders/set-status.ts';
import type { StartedPayment, TakesPayments } from '#server/modules/orders/submission/payment-rows.ts';
import { invalidField } from '#server/http/validation.ts';
import { type OrderSave, savedPayments } from './saved-payments.ts';

const moneyFields = ['payments', 'subtotal', 'discount', 'delivery_amount', 'total'] as const;

export const savesMoney = (save: OrderSave): boolean => moneyFields.some((field) => save[field] !== undefined);

/** Saves the amounts and payments of an order, and its status when the save names one. */
export async function saveOrderMoney(
  repository: OrderRepository,
  call: CommandCall,
  input: OrderSave,
): Promise<OrderOutcome<StoredOrder>> {
  const { id, status, payments: sent } = input;
  const locked = await lockMoney(repository, call, { id, andStatus: status !== undefined });
  if (!locked.ok) return locked;
  const row = locked.value;
  const closed = orderRefusal('order.changePayments', row);
  if (closed !== null) return refuseTransition(closed);
  // All checks run before the first write: a refusal is stored in this transaction, so it cannot roll back.
  const moves = status !== undefined && status !== row.status;
  const allowed = moves ? orderWithStatus(row, status, { now: call.now, delayMinutes: 0 }) : ok(row);
  if (!allowed.ok) return allowed;
  const order = await repository.read(id);
  const amounts = savedAmounts(order, input, call.member.currency);
  if (!amounts.ok) return amounts;
  const { total, discount } = amounts.value;
  if (amountsAreInvoiced(order) && (total !== order.total || discount !== order.discount))
    return fail('already_billed');
  const payments =
    sent === undefined
      ? ok({ rows: order.payments, started: null })
      : savedPayments(order, sent, await takenBy(repository, call, sent));
  if (!payments.ok) return payments;
  const { rows, started } = payments.value;
  // What begins to be paid changes its status by that alone.
  if (started && moves) return refuseTransition('paying');
  const saved = await saveMoney(repository, call, order, { ...amounts.value, payments: rows });
  if (started && saved.ok) return startPaying(repository, call, row, saved.value, started);
  return moves ? setStatus(repository, call, row, status) : saved;
}

/** What the store takes, and how it charges what is among these payments. */
export async function takenBy(
  repository: OrderRepository,
  { member }: CommandCall,
  sent: NonNullable<OrderSave['payments']>,
): Promise<TakesPayments> {
  const charges = sent.some((p) => startsPayment(p.method)) ? await repository.chargeFor() : null;
  const payment_methods = await repository.paymentMethods();
  return { payment_methods, currency: member.currency, chargeFor: charges ?? (() => null) };
}

/** Starts the payment in progress of a saved order, which is PAYING until it ends, and then what it was (N-02, N-03). */
async function startPaying(
  repository: OrderRepository,
  { actor, now }: CommandCall,
  row: OrderRow,
  order: StoredOrder,
  started: StartedPayment,
): Promise<OrderOutcome<StoredOrder>> {
  const pending = paymentInProgressOf(order.payments);
  if (!pending) throw new Error(`order ${order.id} has no payment to start`);
  repository.startPayment({ type: 'order', id: order.id }, pending, started, row.status);
  const { ready_by, reject_reason, rejected_reason_message } = row;
  const kept = { ready_by, reject_reason, rejected_reason_message };
  repository.saveStatus(row.id, { status: 'PAYING', ...kept, by: actor.userId, at: now });
  return recordChange(repository, row, { action: 'order.changeStatus' });
}

/**
 * A save cannot change the price of lines or of delivery, nor the discount of a promo code. An order of a table takes
 * no discount of its own (D-24). A manual discount lies between zero and the subtotal, and the total must follow from
 * it (N-15).
 */
function savedAmounts(order: StoredOrder, save: OrderSave, currency: Currency): Result<OrderAmounts> {
  const read = (field: keyof OrderAmounts): Money | null => {
    const sent = save[field];
    return sent === undefined ? order[field] : moneyFromDecimal(sent, currency);
  };
  const fixed = order.promocodes.length > 0 || order.code?.group === true;
  const discount = read('discount');
  if (discount === null) return invalidField('discount');
  if (discount > order.subtotal) return invalidField('discount');
  const kept = { subtotal: order.subtotal, discount, delivery_amount: order.delivery_amount };
  const amounts = { ...kept, total: totalOf(kept) };
  const matches =
    (!fixed || discount === order.discount) &&
    read('subtotal') === amounts.subtotal &&
    read('delivery_amount') === amounts.delivery_amount &&
    (save.total === undefined || read('total') === amounts.total);
  return matches ? ok(amounts) : fail('total_mismatch');
}

/** A save without changes writes no row, no event and no audit entry. */
async function saveMoney(
  repository: OrderRepository,
  call: CommandCall,
  order: StoredOrder,
  wanted: OrderAmounts & Pick<StoredOrder, 'payments'>,
): Promise<OrderOutcome<StoredOrder>> {
  const same =
    wanted.total === order.total &&
    wanted.discount === order.discount &&
    wanted.payments.length === order.payments.length &&
    wanted.payments.every((p, index) => p === order.payments[index]);
  if (same) return { ok: true, value: order };
  await repository.saveMoney(order.id, { ...wanted, by: call.actor.userId, at: call.now });
  const audited = (o: StoredOrder) => ({
    ...auditedAmounts(o),
    money_rev: o.money_rev,
    payments: o.payments.map(({ method, amount }) => ({ method, amount })),
  });
  return recordMoney(repository, order.id, { action: 'order.saveMoney', before: audited(order), after: audited });
}
