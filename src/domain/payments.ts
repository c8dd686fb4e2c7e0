import type { FieldProblem } from './errors.ts';
import type { Currency, Money } from './money.ts';
import { add, atLeastZero, money, subtract, zero } from './money.ts';
import type { CashOption, OrderStatus, PaymentRow, PaymentStatus } from './order.ts';
import type { GroupStatus } from './order-group.ts';
import { paymentInProgressOf, startsPayment } from './paying.ts';
import type { Country, PaymentMethod } from './store.ts';

/**
 * A payment as the person enters it (Y-01). `amount` 'rest' is the remainder of the total, so that the single payment
 * of a simple order follows its items; null is an emptied field. A resolved payment is a `CartPayment<Money>`.
 */
export interface CartPayment<Amount = Money | 'rest' | null> {
  /** Unique within the cart. */
  readonly key: number;
  readonly method: PaymentMethod;
  readonly amount: Amount;
  /** For cash only: the exact amount, or a larger `value` that the customer hands over (Y-04). */
  readonly type: CashOption | null;
  readonly value: Money | null;
  readonly can_modify: boolean;
}

/**
 * Payment methods that a provider charges, for which the store needs an account with it. All others are recorded as they
 * were paid: cash, a card on the counter's own reader, a transfer, «a coordinar».
 */
export const chargedOnline: readonly PaymentMethod[] = ['mercadopago-online', 'mercadopago-qr', 'bancard'];

/** What became of a payment: its status, or 'due' and 'taken' where no provider charges it. */
export type PaymentState = PaymentStatus | 'due' | 'taken';

/**
 * A payment that no provider charges is due until its order or table is finished; its status on the wire is APPROVED
 * from the start (D-45). null: that was rejected, so it is neither due nor taken.
 */
export function paymentState(
  { method, status }: Pick<PaymentRow, 'method' | 'status'>,
  payable: OrderStatus | GroupStatus,
): PaymentState | null {
  if (status !== 'APPROVED' || chargedOnline.includes(method)) return status;
  return payable === 'REJECTED' ? null : payable === 'COMPLETE' ? 'taken' : 'due';
}

const sum = (amounts: readonly Money[]): Money => add(zero, ...amounts);

const ownAmount = ({ amount }: CartPayment): Money => (amount === 'rest' || amount === null ? zero : amount);

/** Stored payments as rows to edit; a payment's id is its row's key. */
export const paymentRows = (payments: readonly PaymentRow[]): CartPayment[] =>
  payments.map(({ id, method, amount, type, value, can_modify }, index) => ({
    key: id ?? index + 1,
    method,
    amount,
    type,
    value,
    can_modify,
  }));

/**
 * The payments with the last one that a provider refused as a new row, so that a save charges it again. null: none was
 * refused, one is in progress, or the others and that one would be more than the total.
 */
export function paymentsAgain(payments: readonly PaymentRow[], total: Money): CartPayment[] | null {
  const refused = payments.findLast((p) => p.status === 'REJECTED' && startsPayment(p.method));
  const others = sum(payments.filter((p) => p.status !== 'REJECTED').map((p) => p.amount));
  if (!refused || paymentInProgressOf(payments) || add(others, refused.amount) > total) return null;
  const rows = paymentRows(payments);
  return rows.map((row) => (row.key === refused.id ? { ...row, key: nextKey(rows) } : row));
}

/** Resolves the amounts. The first 'rest' gets the remainder, at least 0. */
export function resolvedPayments(payments: readonly CartPayment[], total: Money): CartPayment<Money>[] {
  const rest = atLeastZero(subtract(total, sum(payments.map(ownAmount))));
  const taker = payments.findIndex((p) => p.amount === 'rest');
  return payments.map((p, index) => ({ ...p, amount: index === taker ? rest : ownAmount(p) }));
}

/** More than one row, or a single row that differs from the total (Y-06). */
export function isMultiple(payments: readonly CartPayment[], total: Money): boolean {
  const [only, second] = resolvedPayments(payments, total);
  return second !== undefined || (only !== undefined && only.amount !== total);
}

export type PaymentGap = { readonly kind: 'lower' | 'higher'; readonly amount: Money } | null;

/** The difference between payments and total; null if they are equal or there are none (Y-09). */
export function paymentGap(payments: readonly CartPayment[], total: Money): PaymentGap {
  if (payments.length === 0) return null;
  const gap = subtract(sum(resolvedPayments(payments, total).map((p) => p.amount)), total);
  if (gap === 0) return null;
  return gap < 0 ? { kind: 'lower', amount: money(Math.abs(gap)) } : { kind: 'higher', amount: gap };
}

const row = (key: number, method: PaymentMethod, amount: CartPayment['amount']): CartPayment => ({
  key,
  method,
  amount,
  type: method === 'cash' ? 'exact' : null,
  value: null,
  can_modify: true,
});

/** Sets one payment for the whole total (Y-12: cash is exact). Fixed rows stay (Y-11). */
export const withOnlyPayment = (payments: readonly CartPayment[], method: PaymentMethod): CartPayment[] => {
  const fixed = payments.filter((p) => !p.can_modify);
  return [...fixed, row(nextKey(fixed), method, 'rest')];
};

const nextKey = (payments: readonly CartPayment[]): number => Math.max(0, ...payments.map((p) => p.key)) + 1;

/** 'Agregar forma de pago': adds a row with the remainder, or with 0 if another row already has it (K-64). */
export const withPaymentAdded = (payments: readonly CartPayment[], method: PaymentMethod): CartPayment[] => [
  ...payments,
  row(nextKey(payments), method, payments.some((p) => p.amount === 'rest') ? zero : 'rest'),
];

/** Changes a row, unless it is fixed (Y-11). */
export const withPaymentChanged = (
  payments: readonly CartPayment[],
  key: number,
  change: Partial<Pick<CartPayment, 'amount' | 'type' | 'value'>>,
): CartPayment[] => payments.map((p) => (p.key === key && p.can_modify ? { ...p, ...change } : p));

/** Changes the method and keeps the amount. The cash fields are reset (Y-11, Y-12). */
export const withPaymentMethod = (
  payments: readonly CartPayment[],
  key: number,
  method: PaymentMethod,
): CartPayment[] =>
  payments.map((p) => (p.key === key && p.can_modify && p.method !== method ? row(key, method, p.amount) : p));

/** Removes a row. If a single changeable row is left, it pays the whole total. */
export function withoutPayment(payments: readonly CartPayment[], key: number): CartPayment[] {
  const left = payments.filter((p) => p.key !== key || !p.can_modify);
  const [only, second] = left;
  return only && !second && only.can_modify ? [{ ...only, amount: 'rest' }] : left;
}

/** 'Quitar pagos': removes all rows except fixed ones (Y-07, K-65). */
export const withoutPayments = (payments: readonly CartPayment[]): CartPayment[] =>
  payments.filter((p) => !p.can_modify);

/** «Completar diferencia»: adds the difference to the last changeable rows; no row goes below 0. */
export function withGapClosed(payments: readonly CartPayment[], total: Money): CartPayment[] {
  const rows: CartPayment[] = resolvedPayments(payments, total);
  let missing = subtract(total, sum(rows.map(ownAmount)));
  for (let index = rows.length - 1; index >= 0 && missing !== 0; index -= 1) {
    const at = rows[index];
    if (!at?.can_modify) continue;
    const amount = atLeastZero(add(ownAmount(at), missing));
    missing = subtract(missing, subtract(amount, ownAmount(at)));
    rows[index] = { ...at, amount };
  }
  return rows;
}

export type CashProblem =
  | Extract<FieldProblem, { rule: 'choose-type' }>
  | { readonly rule: 'above'; readonly amount: Money };

/** Checks the cash fields of a row: a type and, for 'other', a value greater than the amount (Y-16 to Y-18). */
export function cashProblem(type: CashOption | null, value: Money | null, amount: Money): CashProblem | null {
  if (type === null) return { rule: 'choose-type' };
  return type === 'other' && (value === null || value <= amount) ? { rule: 'above', amount } : null;
}

export type PaymentProblem = 'no-amount' | 'cash';

/** Why a row cannot be sent. A wrong sum is only a warning (N-26), but nobody can charge nothing. */
export function paymentProblem(payment: CartPayment, amount: Money): PaymentProblem | null {
  if (payment.amount === null || (payment.amount === 0 && startsPayment(payment.method))) return 'no-amount';
  return payment.method === 'cash' && cashProblem(payment.type, payment.value, amount) !== null ? 'cash' : null;
}

/** The change to give back: value minus amount; null without another amount. */
export const changeOf = ({
  type,
  value,
  amount,
}: Pick<CartPayment<Money>, 'type' | 'value' | 'amount'>): Money | null =>
  type === 'other' && value !== null && value > amount ? subtract(value, amount) : null;

/** Common banknotes, in major units. */
const banknotes: Readonly<Record<Country, readonly number[]>> = {
  AR: [500, 1_000, 2_000, 10_000, 20_000],
  PY: [2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
};

/** The three likeliest cash amounts above `amount`: rounded up to multiples of the larger banknotes (C12). */
export function likelyCash(amount: Money, country: Country, { decimals }: Currency): Money[] {
  const unit = 10 ** decimals;
  const sums = banknotes[country].map((note) => (Math.floor(amount / (note * unit)) + 1) * note * unit);
  return [...new Set(sums)]
    .toSorted((a, b) => a - b)
    .slice(-3)
    .map(money);
}
