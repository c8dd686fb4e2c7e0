import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import { fail, ok, refuseTransition, type Result } from '#domain/errors.ts';
import { type Currency, type Money, moneyFromDecimal } from '#domain/money.ts';
import { type OrderStatus, type PaymentRow } from '#domain/order.ts';
import { orderWithStatus } from '#domain/order-status.ts';
import { type OrderAmounts, totalOf } from '#domain/order-money.ts';
import { can, orderRefusal } from '#domain/permissions.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import { changeStatus, setStatus } from '#server/modules/orders/decisions/change-status.ts';
import { wrong } from '#server/modules/orders/decisions/wrong-field.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import type { StoredOrder } from '#server/modules/orders/order-rows.ts';
import { lockMoney } from './money-base.ts';
import { auditedAmounts, recordMoney } from './record-money.ts';
import { savedPayments, type SentPayment } from './saved-payments.ts';

/** What a save names; absent = as it is. Amounts in major units. */
export interface OrderSave {
  readonly id: number;
  readonly status?: OrderStatus | undefined;
  readonly payments?: readonly SentPayment[] | undefined;
  readonly subtotal?: number | undefined;
  readonly discount?: number | undefined;
  readonly delivery_amount?: number | undefined;
  readonly total?: number | undefined;
}

/** PATCH of an order: its status, what it costs and how it is paid, or both at once (B-66); all of it or nothing. */
export async function saveOrder(book: OrderBook, call: OrderCall, input: OrderSave): Promise<Outcome<WireOrder>> {
  const { id, status, payments: sent, subtotal, discount, delivery_amount, total } = input;
  const named = [sent, subtotal, discount, delivery_amount, total].some((field) => field !== undefined);
  if (!named) return status === undefined ? wrong('status', 'required') : changeStatus(book, call, { id, status });
  // A kitchen screen moves orders on; what they cost is not its business.
  if (!can('order.changePayments', call.member)) return fail('forbidden');
  const locked = await lockMoney(book, call, { id, andStatus: status !== undefined });
  if (!locked.ok) return locked;
  const row = locked.value;
  const closed = orderRefusal('order.changePayments', row);
  if (closed !== null) return refuseTransition(closed);
  // Judged before anything is written: a refusal is stored, so it must not undo.
  const moves = status !== undefined && status !== row.status;
  const allowed = moves ? orderWithStatus(row, status, { now: call.now, delayMinutes: 0 }) : ok(row);
  if (!allowed.ok) return allowed;
  const order = await book.read(id);
  const amounts = savedAmounts(order, input, call.member.currency);
  if (!amounts.ok) return amounts;
  const takes = { payment_methods: await book.paymentMethods(), currency: call.member.currency };
  const payments = sent === undefined ? ok(order.payments) : savedPayments(order, sent, takes);
  if (!payments.ok) return payments;
  const saved = await saveMoney(book, call, order, { ...amounts.value, payments: payments.value });
  return moves ? setStatus(book, call, row, status) : saved;
}

/**
 * The lines and the delivery cost what they cost, a promo code takes off what it takes off, and a table is not
 * discounted order by order (D-24); a discount by hand goes from nothing to the subtotal, and the total follows (N-15).
 */
function savedAmounts(order: StoredOrder, save: OrderSave, currency: Currency): Result<OrderAmounts> {
  const read = (field: keyof OrderAmounts): Money | null => {
    const sent = save[field];
    return sent === undefined ? order[field] : moneyFromDecimal(sent, currency);
  };
  const fixed = order.promocodes.length > 0 || order.code?.group === true;
  const discount = read('discount');
  if (discount === null) return wrong('discount');
  if (discount > order.subtotal) return wrong('discount');
  const kept = { subtotal: order.subtotal, discount, delivery_amount: order.delivery_amount };
  const amounts = { ...kept, total: totalOf(kept) };
  const matches =
    (!fixed || discount === order.discount) &&
    read('subtotal') === amounts.subtotal &&
    read('delivery_amount') === amounts.delivery_amount &&
    (save.total === undefined || read('total') === amounts.total);
  return matches ? ok(amounts) : fail('total_mismatch');
}

interface Wanted extends OrderAmounts {
  readonly payments: readonly PaymentRow[];
}

/** Nothing is written, told or kept of a save that changes nothing. */
async function saveMoney(
  book: OrderBook,
  call: OrderCall,
  order: StoredOrder,
  wanted: Wanted,
): Promise<Outcome<WireOrder>> {
  const same =
    wanted.total === order.total &&
    wanted.discount === order.discount &&
    wanted.payments.length === order.payments.length &&
    wanted.payments.every((p, index) => p === order.payments[index]);
  if (same) return { ok: true, value: writeOrder(order, call.member.currency) };
  await book.saveMoney(order.id, { ...wanted, by: call.actor.userId, at: call.now });
  const audited = (o: Wanted & Pick<StoredOrder, 'money_rev'>) => ({
    ...auditedAmounts(o),
    money_rev: o.money_rev,
    payments: o.payments.map(({ method, amount }) => ({ method, amount })),
  });
  return recordMoney(book, call, order.id, { action: 'order.saveMoney', before: audited(order), after: audited });
}
