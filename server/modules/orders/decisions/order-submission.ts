import type { OrderSubmission } from '#contract/orders.ts';
import { isGroupSatisfied, isInCatalog, type Item, type Selection, selectedInGroup } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';
import { fail, type FieldErrors, ok, type Result } from '#domain/errors.ts';
import { type Currency, type Money, moneyFromDecimal, subtract, zero } from '#domain/money.ts';
import type { PaymentRow } from '#domain/order.ts';
import { type PricedLineInput, priceOrder, type Totals } from '#domain/pricing.ts';
import {
  type CatalogType,
  catalogTypeOf,
  type Code,
  immediateServices,
  isAdmin,
  type PaymentMethod,
  type Store,
} from '#domain/store.ts';
import { type Instant, wallTime } from '#domain/time.ts';
import { soldLines, soldTotals } from './sold-totals.ts';

/** What a submission is judged against: the store as it is inside the transaction. */
export interface SubmissionContext {
  readonly store: Omit<Store, 'gateways'>;
  /** The submission's items that the store has. */
  readonly items: readonly Item[];
  readonly rules: readonly DiscountRule[];
  /** The code that the submission names; null when the store has none such. */
  readonly code: Code | null;
  /** The seller that the submission names works in the store. */
  readonly sellerIsStaff: boolean;
  readonly userId: number;
  /** Sold without the server, at the prices that the device knew: kept as sold (N-15). */
  readonly takenOffline: boolean;
  readonly now: Instant;
}

export interface AcceptedSubmission {
  readonly totals: Totals;
  /** Sold total minus the store's own; null when they are equal. */
  readonly priceDifference: Money | null;
  readonly code: Code | null;
  readonly sellerId: number | null;
  readonly payments: readonly Omit<PaymentRow, 'id'>[];
  readonly phone: string | null;
}

type Submission = Omit<OrderSubmission, 'uid'>;

const wrong = (field: string, rule: 'invalid' | 'required' | 'phone' = 'invalid') => {
  const fields: FieldErrors = { [field]: [{ rule }] };
  return fail('validation', { fields });
};

/** Charged through a provider; they come with the paying screen. */
const chargedOnline: readonly PaymentMethod[] = ['card', 'mercadopago-online', 'mercadopago-qr', 'bancard'];

/** Everything that the server checks of a new order by staff; amounts in, amounts priced by the store's own catalog, or kept as sold offline (N-15). */
export function acceptSubmission(order: Submission, context: SubmissionContext): Result<AcceptedSubmission> {
  const { store } = context;
  if (order.type === 'DELIVERY' || order.when.option === 'scheduled' || !immediateServices(store).includes(order.type))
    return fail('service_unavailable');
  const seller = sellerOf(order, context);
  if (!seller.ok) return seller;
  const place = codeOf(order, context.code);
  if (!place.ok) return place;
  const phone = phoneOf(order.phone);
  if (!phone.ok) return phone;
  const payments = paymentsOf(order, place.value, store);
  if (!payments.ok) return payments;
  const totals = totalsOf(order, place.value, context);
  if (!totals.ok) return totals;
  return ok({
    totals: totals.value.counting,
    priceDifference: differenceOf(totals.value),
    code: place.value,
    sellerId: seller.value,
    payments: payments.value,
    phone: phone.value,
  });
}

/** Admins choose among the staff; the others sell for themselves (API §5). */
function sellerOf(
  { seller_id }: Submission,
  { store, sellerIsStaff, userId }: SubmissionContext,
): Result<number | null> {
  if (!isAdmin(store.pivot.role)) return seller_id === null || seller_id === userId ? ok(userId) : fail('forbidden');
  if (seller_id === null) return ok(null);
  return sellerIsStaff ? ok(seller_id) : wrong('seller_id');
}

function codeOf({ code, type }: Submission, known: Code | null): Result<Code | null> {
  if (code === undefined) return ok(null);
  return known && type === 'LOCAL' ? ok(known) : wrong('code');
}

function phoneOf(phone: string | null): Result<string | null> {
  if (phone === null || phone.trim() === '') return ok(null);
  return /^\+[1-9]\d{6,14}$/.test(phone) ? ok(phone) : wrong('phone', 'phone');
}

/** The sum is not compared with the total (N-26); each row must stand on its own. */
function paymentsOf(
  { payments, type }: Submission,
  code: Code | null,
  store: SubmissionContext['store'],
): Result<Omit<PaymentRow, 'id'>[]> {
  if (type === 'LOCAL' && code?.group === true && payments.length > 0) return wrong('payments');
  const rows: Omit<PaymentRow, 'id'>[] = [];
  for (const [index, payment] of payments.entries()) {
    const offered = store.payment_methods.some((m) => m.type === payment.method);
    if (!offered || chargedOnline.includes(payment.method)) return wrong(`payments.${index}.method`);
    const amount = moneyFromDecimal(payment.amount, store.currency);
    if (amount === null) return wrong(`payments.${index}.amount`);
    if (payment.type !== null && payment.method !== 'cash') return wrong(`payments.${index}.type`);
    const handed = payment.value === null ? null : moneyFromDecimal(payment.value, store.currency);
    const other = payment.type === 'other';
    if (payment.value !== null && handed === null) return wrong(`payments.${index}.value`);
    if (other && handed === null) return wrong(`payments.${index}.value`, 'required');
    if (other ? handed !== null && handed <= amount : handed !== null) return wrong(`payments.${index}.value`);
    rows.push({
      method: payment.method,
      amount,
      option: payment.option,
      type: payment.type,
      value: handed,
      can_modify: true,
      status: 'APPROVED',
    });
  }
  return ok(rows);
}

interface Priced {
  /** What is stored. */
  readonly counting: Totals;
  /** What the store would have asked. */
  readonly own: Totals;
}

const differenceOf = ({ counting, own }: Priced): Money | null =>
  counting.total === own.total ? null : subtract(counting.total, own.total);

function totalsOf(order: Submission, code: Code | null, context: SubmissionContext): Result<Priced> {
  const { store, rules, now, takenOffline } = context;
  const { currency } = store;
  const catalogType = catalogTypeOf(order.type, code);
  const inputs = inputsOf(order, context.items, catalogType);
  if (!inputs.ok) return inputs;
  const at = { type: order.type, catalogType, wall: wallTime(now, store.timezone) };
  const plain = priceOrder(inputs.value, rules, at);
  const sold = takenOffline ? soldLines(order, plain.lines, currency) : ok(plain);
  if (!sold.ok) return sold;
  const discount = discountOf(order.discount, sold.value.subtotal, code, store);
  if (!discount.ok) return discount;
  const given = { discount: { type: 'AMOUNT', value: discount.value }, delivery: zero } as const;
  const own = priceOrder(inputs.value, rules, at, given);
  const counting = takenOffline ? soldTotals(sold.value, discount.value) : own;
  const same = (wire: number, amount: Money): boolean => moneyFromDecimal(wire, currency) === amount;
  const matches =
    same(order.subtotal, counting.subtotal) &&
    same(order.discount, counting.discount) &&
    same(order.delivery_amount, counting.delivery_amount) &&
    same(order.total, counting.total);
  return matches ? ok({ counting, own }) : fail('total_mismatch');
}

/** Lines with what the store's catalog has of them; a line that it has no more cannot be made (item_unavailable). */
function inputsOf(order: Submission, known: readonly Item[], catalogType: CatalogType): Result<PricedLineInput[]> {
  const items = new Map(known.filter((i) => isInCatalog(i, catalogType)).map((i) => [i.id, i]));
  const inputs: PricedLineInput[] = [];
  for (const [index, line] of order.items.entries()) {
    const item = items.get(line.id);
    if (!item) return fail('item_unavailable', { fields: { [`items.${index}`]: [{ rule: 'invalid' }] } });
    const selection = selectionOf(item, line.additionals, index);
    if (!selection.ok) return selection;
    inputs.push({ item, quantity: line.quantity, selection: selection.value, comments: line.comments?.trim() || null });
  }
  return ok(inputs);
}

/** 0, or a manual discount of somebody who may give one, up to the subtotal; never on a table's order (N-15, D-24). */
function discountOf(
  wire: number,
  subtotal: Money,
  code: Code | null,
  { abilities, currency }: { abilities: Store['abilities']; currency: Currency },
): Result<Money> {
  const discount = moneyFromDecimal(wire, currency);
  if (discount === null || discount > subtotal) return wrong('discount');
  if (discount === zero) return ok(zero);
  if (!abilities.canDiscount) return fail('forbidden');
  return code?.group === true ? wrong('discount') : ok(discount);
}

type SubmittedAdditional = Submission['items'][number]['additionals'][number];

/** Additionals as a selection; unknown ones are gone, too many or too few break their group's rule (C-32, C-33, C-39). */
function selectionOf(item: Item, chosen: readonly SubmittedAdditional[], line: number): Result<Selection> {
  const selection: Record<number, number> = {};
  const known = new Map(item.groups.flatMap((g) => g.additionals).map((a) => [a.id, a]));
  for (const [index, { id, quantity }] of chosen.entries()) {
    const additional = known.get(id);
    const field = `items.${line}.additionals.${index}`;
    if (!additional) return fail('item_unavailable', { fields: { [field]: [{ rule: 'invalid' }] } });
    selection[id] = (selection[id] ?? 0) + quantity;
    if ((selection[id] ?? 0) > additional.max) return wrong(`${field}.quantity`);
  }
  const unmet = item.groups.find((g) => !isGroupSatisfied(g, selection));
  if (!unmet) return ok(selection);
  return wrong(`items.${line}.additionals`, selectedInGroup(unmet, selection) === 0 ? 'required' : 'invalid');
}
