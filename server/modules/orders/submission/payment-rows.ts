import type { OrderSubmission } from '#contract/orders.ts';
import { ok, type Result } from '#domain/errors.ts';
import { moneyFromDecimal } from '#domain/money.ts';
import type { PaymentRow } from '#domain/order.ts';
import { chargedOnline } from '#domain/payments.ts';
import type { Code, Store } from '#domain/store.ts';
import { invalidField } from '#server/http/validation.ts';

/**
 * No payment on a table (Y-10), at least one for a delivery (Y-08). The sum is not compared with the total (N-26); each
 * payment is checked by itself.
 */
export function paymentsOf(
  { payments, type }: Pick<OrderSubmission, 'payments' | 'type'>,
  code: Code | null,
  store: Pick<Store, 'payment_methods' | 'currency'>,
): Result<Omit<PaymentRow, 'id'>[]> {
  if (type === 'LOCAL' && code?.group === true && payments.length > 0) return invalidField('payments');
  if (type === 'DELIVERY' && payments.length === 0) return invalidField('payments', 'required');
  const rows: Omit<PaymentRow, 'id'>[] = [];
  for (const [index, payment] of payments.entries()) {
    const row = paymentRow(payment, index, store);
    if (!row.ok) return row;
    rows.push(row.value);
  }
  return ok(rows);
}

/** Checks one payment by itself; `index` locates it in the refusal. */
export function paymentRow(
  payment: OrderSubmission['payments'][number],
  index: number,
  { payment_methods, currency }: Pick<Store, 'payment_methods' | 'currency'>,
): Result<Omit<PaymentRow, 'id'>> {
  const field = (name: string): string => `payments.${index}.${name}`;
  const { method, option, type } = payment;
  const offered = payment_methods.some((m) => m.type === method);
  if (!offered || chargedOnline.includes(method)) return invalidField(field('method'));
  const amount = moneyFromDecimal(payment.amount, currency);
  if (amount === null || amount < 0) return invalidField(field('amount'));
  if (type !== null && method !== 'cash') return invalidField(field('type'));
  const handed = payment.value === null ? null : moneyFromDecimal(payment.value, currency);
  if (payment.value !== null && handed === null) return invalidField(field('value'));
  if (type === 'other' && handed === null) return invalidField(field('value'), 'required');
  // Cash handed over must exceed the amount; an equal sum has the type 'exact' (Y-17).
  if (type === 'other' ? handed !== null && handed <= amount : handed !== null) return invalidField(field('value'));
  return ok({ method, amount, option, type, value: handed, can_modify: true, status: 'APPROVED' });
}
