import type { SavedPayment } from '#contract/order-submission.ts';
import { ok, type Result } from '#domain/errors.ts';
import { type Currency, moneyFromDecimal } from '#domain/money.ts';
import type { OrderStatus, PaymentRow, StoredOrder } from '#domain/order.ts';
import { paymentInProgressOf, startsPayment } from '#domain/paying.ts';
import {
  type AcceptedPayments,
  paymentRow,
  startedBy,
  type StartedPayment,
  type TakesPayments,
} from '#server/modules/orders/submission/payment-rows.ts';
import { invalidField } from '#server/http/validation.ts';

/** The fields of a save; absent = unchanged. Amounts in major units. */
export interface OrderSave {
  readonly id: number;
  readonly status?: OrderStatus | undefined;
  readonly payments?: readonly SavedPayment[] | undefined;
  readonly subtotal?: number | undefined;
  readonly discount?: number | undefined;
  readonly delivery_amount?: number | undefined;
  readonly total?: number | undefined;
}

/**
 * The payments of an order after a save. A payment that cannot be modified must be sent unchanged, otherwise the save
 * is refused (Y-11). An order of a table has no payments (Y-10), a delivery at least one (Y-08). Their sum is not
 * compared with the total (N-26). A new payment that is charged online starts a payment in progress; with
 * `triesAgain` a known one that was not charged starts another.
 */
export function savedPayments(
  order: Pick<StoredOrder, 'payments' | 'type' | 'code'>,
  sent: NonNullable<OrderSave['payments']>,
  store: TakesPayments,
  { triesAgain = false }: { readonly triesAgain?: boolean } = {},
): Result<AcceptedPayments> {
  if (order.code?.group === true && sent.length > 0) return invalidField('payments');
  if (order.type === 'DELIVERY' && sent.length === 0) return invalidField('payments', 'required');
  const left = new Map(order.payments.map((p) => [p.id, p]));
  const rows: PaymentRow[] = [];
  let started: StartedPayment | null = null;
  for (const [index, payment] of sent.entries()) {
    // The device gives new rows negative ids.
    const id = typeof payment.id === 'number' && payment.id > 0 ? payment.id : null;
    const before = id === null ? null : left.get(id);
    if (before === undefined) return invalidField(`payments.${index}.id`);
    left.delete(id);
    const tried = triesAgain && before?.status === 'REJECTED' && startsPayment(before.method);
    if (before && !tried && isSame(before, payment, store.currency)) rows.push(before);
    else if (before?.can_modify === false) return invalidField(`payments.${index}`);
    else {
      const row = paymentRow(payment, index, store);
      if (!row.ok) return row;
      if (row.value.status === 'PENDING' && paymentInProgressOf(rows)) return invalidField(`payments.${index}.method`);
      rows.push({ ...row.value, id });
      started ??= startedBy(payment, store);
    }
  }
  return [...left.values()].some((p) => !p.can_modify) ? invalidField('payments') : ok({ rows, started });
}

const isSame = (row: PaymentRow, sent: SavedPayment, currency: Currency): boolean =>
  row.method === sent.method &&
  row.type === sent.type &&
  moneyFromDecimal(sent.amount, currency) === row.amount &&
  (sent.value === null ? null : moneyFromDecimal(sent.value, currency)) === row.value;
