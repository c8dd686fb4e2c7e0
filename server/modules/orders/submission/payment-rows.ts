import type { OrderSubmission, SavedPayment } from '#contract/order-submission.ts';
import { ok, type Result } from '#domain/errors.ts';
import { moneyFromDecimal } from '#domain/money.ts';
import type { PaymentRow } from '#domain/order.ts';
import { chargedOnline } from '#domain/payments.ts';
import { type Charge, type ChargeFor, needsCard, paymentInProgressOf } from '#domain/paying.ts';
import type { Code, Store } from '#domain/store.ts';
import type { AttemptCard } from '#server/db/schema/payments.ts';
import { invalidField } from '#server/http/validation.ts';

/** What a store takes, and how it charges online. */
export interface TakesPayments extends Pick<Store, 'payment_methods' | 'currency'> {
  readonly chargeFor: ChargeFor;
}

/** A payment that a provider is to charge. */
export interface StartedPayment {
  readonly charge: Charge;
  readonly card: AttemptCard | null;
}

/** Payments that passed the checks. `started` belongs to the one that is PENDING; null when none is new. */
export interface AcceptedPayments {
  readonly rows: readonly PaymentRow[];
  readonly started: StartedPayment | null;
}

/**
 * No payment on a table (Y-10), at least one for a delivery (Y-08). The sum is not compared with the total (N-26); each
 * payment is checked by itself. At most one is charged online.
 */
export function paymentsOf(
  { payments, type }: Pick<OrderSubmission, 'payments' | 'type'>,
  code: Code | null,
  store: TakesPayments,
): Result<AcceptedPayments> {
  if (type === 'LOCAL' && code?.group === true && payments.length > 0) return invalidField('payments');
  if (type === 'DELIVERY' && payments.length === 0) return invalidField('payments', 'required');
  const rows: PaymentRow[] = [];
  let started: StartedPayment | null = null;
  for (const [index, payment] of payments.entries()) {
    const row = paymentRow(payment, index, store);
    if (!row.ok) return row;
    if (row.value.status === 'PENDING' && paymentInProgressOf(rows)) return invalidField(`payments.${index}.method`);
    rows.push(row.value);
    started ??= startedBy(payment, store);
  }
  return ok({ rows, started });
}

/** What a new payment starts at a provider; null: nothing. */
export function startedBy(payment: SavedPayment, { chargeFor }: TakesPayments): StartedPayment | null {
  const charge = chargeFor(payment.method);
  if (charge === null) return null;
  const { gateway, option, installments, last_four_digits, token } = payment;
  const isCard =
    gateway !== undefined && installments !== undefined && last_four_digits !== undefined && token !== undefined;
  return {
    charge,
    card: needsCard(payment.method) && isCard ? { gateway, option, installments, last_four_digits, token } : null,
  };
}

/** Checks one payment by itself; `index` locates it in the refusal. */
export function paymentRow(payment: SavedPayment, index: number, store: TakesPayments): Result<PaymentRow> {
  const { payment_methods, currency, chargeFor } = store;
  const field = (name: string): string => `payments.${index}.${name}`;
  const { method, option, type } = payment;
  const charge = chargeFor(method);
  const offered = payment_methods.some((m) => m.type === method);
  if (!offered || (chargedOnline.includes(method) && charge === null)) return invalidField(field('method'));
  const amount = moneyFromDecimal(payment.amount, currency);
  if (amount === null || amount < 0) return invalidField(field('amount'));
  if (charge !== null && amount === 0) return invalidField(field('amount'));
  const card = cardProblem(payment, charge);
  if (card !== null) return invalidField(field(card.field), card.rule);
  if (type !== null && method !== 'cash') return invalidField(field('type'));
  const handed = payment.value === null ? null : moneyFromDecimal(payment.value, currency);
  if (payment.value !== null && handed === null) return invalidField(field('value'));
  if (type === 'other' && handed === null) return invalidField(field('value'), 'required');
  // Cash handed over must exceed the amount; an equal sum has the type 'exact' (Y-17).
  if (type === 'other' ? handed !== null && handed <= amount : handed !== null) return invalidField(field('value'));
  const status = charge === null ? 'APPROVED' : 'PENDING';
  const row = { id: null, method, amount, option, type, value: handed, can_modify: true, status } as const;
  const { gateway, installments, last_four_digits } = payment;
  const isCard = gateway !== undefined && installments !== undefined && last_four_digits !== undefined;
  return ok(isCard ? { ...row, gateway, installments, last_four_digits } : row);
}

/** A card that is charged online comes with all of its fields, of the store's gateway; nothing else has any (Y-02). */
function cardProblem(
  { method, gateway, installments, last_four_digits, token }: SavedPayment,
  charge: Charge | null,
): { readonly field: string; readonly rule: 'required' | 'invalid' } | null {
  const fields = { gateway, installments, last_four_digits, token };
  const isCard = charge !== null && needsCard(method);
  for (const [field, value] of Object.entries(fields))
    if (isCard !== (value !== undefined)) return { field, rule: isCard ? 'required' : 'invalid' };
  return isCard && gateway !== charge.gatewayId ? { field: 'gateway', rule: 'invalid' } : null;
}
