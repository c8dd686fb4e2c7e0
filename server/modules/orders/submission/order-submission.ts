import type { OrderSubmission } from '#contract/order-submission.ts';
import { addressProblem } from '#domain/address.ts';
import { paysAsCustomer } from '#domain/customer.ts';
import { fail, ok, refuseTransition, type Result } from '#domain/errors.ts';
import { customerOrdersMax } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import type { Address, OrderLine } from '#domain/order.ts';
import { openRefusal } from '#domain/order-group.ts';
import { firstStatus } from '#domain/order-status.ts';
import { can } from '#domain/permissions.ts';
import { isPhoneOf } from '#domain/phone.ts';
import { scheduledInstant, scheduleSlots } from '#domain/schedule.ts';
import { type DeliveryZone, zoneAt } from '#domain/shipping.ts';
import { type Code, customerImmediateServices, immediateServices, scheduledServices } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { customerRefusals } from '#texts/customer.ts';
import { paymentsOf, type StartedPayment } from './payment-rows.ts';
import type { PlaceGroup, SubmissionContext } from './submission-context.ts';
import { amountsOf } from './submitted-amounts.ts';
import { invalidField } from '#server/http/validation.ts';
import type { AcceptedOrder, SoldLine } from '#server/modules/orders/order-rows.ts';

const withoutBlanks = (text: string | null): string | null => text?.trim() || null;

/**
 * Runs all of the server's checks on a new order, by the staff or by a customer. `toReview` is the store's own total, when nothing that the
 * device may have seen explains the sold prices; else null.
 */
export function acceptSubmission(
  order: OrderSubmission,
  context: SubmissionContext,
): Result<{
  readonly order: AcceptedOrder;
  readonly toReview: Money | null;
  /** What its PENDING payment starts at a provider; null without one. */
  readonly started: StartedPayment | null;
}> {
  const { store, customer } = context;
  const unwanted = customer && customerRefusal(order, context, customer.active);
  if (unwanted) return unwanted;
  const when = readyByOf(order, context);
  if (!when.ok) return when;
  const place = codeOf(order, context.code);
  if (!place.ok) return place;
  const group = groupOf(order, place.value, context.group);
  if (!group.ok) return group;
  const seller = sellerOf(order, group.value, context);
  if (!seller.ok) return seller;
  const phone = phoneOf(order, context);
  if (!phone.ok) return phone;
  const destination = destinationOf(order, context);
  if (!destination.ok) return destination;
  const payments = paymentsOf(order, place.value, { ...store, chargeFor: context.chargeFor });
  if (!payments.ok) return payments;
  const priced = amountsOf(order, place.value, destination.value?.zone ?? null, context);
  if (!priced.ok) return priced;
  const { totals, difference, toReview, promocodes } = priced.value;
  if (customer && !paysAsCustomer(payments.value.rows, totals.total)) return invalidField('payments');
  const accepted: AcceptedOrder = {
    ...totals,
    lines: withVat(totals.lines, context.items),
    uid: order.uid,
    submission: context.fingerprint,
    type: order.type,
    status: firstStatus(payments.value.rows),
    origin: customer ? 'customer' : 'store',
    description: withoutBlanks(order.description),
    phone: phone.value,
    comments: withoutBlanks(order.comments),
    address: destination.value?.address ?? null,
    shipping: null,
    price_difference: difference,
    ready_by: when.value,
    is_scheduled: when.value !== null,
    promocodes: [...promocodes],
    reject_reason: null,
    rejected_reason_message: null,
    created_at: context.now,
    code_id: place.value?.id ?? null,
    order_group_id: group.value?.id ?? null,
    user_id: customer?.user.id ?? null,
    seller_id: seller.value,
    created_by: context.userId,
    payments: payments.value.rows,
  };
  return ok({ order: accepted, toReview, started: payments.value.started });
}

/** The lines with the VAT of their products, which does not change any more. */
function withVat(lines: readonly OrderLine[], items: SubmissionContext['items']): SoldLine[] {
  const rates = new Map(items.map(({ id, vat_rate }) => [id, vat_rate]));
  return lines.map((line) => {
    const vat = rates.get(line.id);
    return vat === undefined ? line : { ...line, vat };
  });
}

/**
 * Why the store does not take this order from a customer now; null: it does. A closed store takes only scheduled orders
 * (N-54), and what is eaten in the venue is ordered with the staff.
 */
function customerRefusal({ type, when }: OrderSubmission, { store }: SubmissionContext, active: number) {
  const unavailable = (sentence: string) => fail('service_unavailable', { params: { sentence } });
  if (active >= customerOrdersMax) return unavailable(customerRefusals.busy(active));
  if (when.option !== 'immediate') return null;
  if (!store.allowImmediateRequests) return unavailable(customerRefusals.closed);
  return customerImmediateServices(store).includes(type) ? null : unavailable(customerRefusals.service(type));
}

/** null = immediate. A chosen hour must still be available (K-33, K-38, N-04). */
function readyByOf({ type, when }: OrderSubmission, { store, now }: SubmissionContext): Result<Instant | null> {
  if (when.option === 'immediate')
    return immediateServices(store).includes(type) ? ok(null) : fail('service_unavailable');
  const offered = scheduledServices(store).includes(type);
  const at = offered ? scheduledInstant(when, scheduleSlots(store, now), store.timezone) : null;
  return at === null ? fail('service_unavailable', { fields: { when: [{ rule: 'invalid' }] } }) : ok(at);
}

/**
 * Admins choose among the staff; other roles sell for themselves. Without a choice, an order of a table is of the table's
 * seller, else of who opened it (K-72, N-52).
 */
function sellerOf(
  { seller_id }: OrderSubmission,
  group: PlaceGroup | null,
  { store, customer, sellerIsStaff, userId }: SubmissionContext,
): Result<number | null> {
  if (customer) return seller_id === null ? ok(null) : fail('forbidden');
  if (seller_id === null && group?.seller_id != null) return ok(group.seller_id);
  if (!can('order.chooseSeller', store))
    return seller_id === null || seller_id === userId ? ok(userId) : fail('forbidden');
  if (seller_id === null) return ok(group?.opened_by ?? null);
  return sellerIsStaff ? ok(seller_id) : invalidField('seller_id');
}

function codeOf({ code, type }: OrderSubmission, known: Code | null): Result<Code | null> {
  if (code === undefined) return ok(null);
  return known && type === 'LOCAL' ? ok(known) : invalidField('code');
}

/** The open group of a table, the one that the order was meant for; null for any other order. */
function groupOf(
  { order_group: meant }: OrderSubmission,
  code: Code | null,
  group: PlaceGroup | null,
): Result<PlaceGroup | null> {
  if (code?.group !== true) return ok(null);
  if (group === null || (meant !== undefined && meant !== group.uid)) return fail('group_closed');
  const refusal = openRefusal(group.status);
  return refusal === null ? ok(group) : refuseTransition(refusal);
}

/** The phone in E.164, of the store's country; required for a delivery (K-69, K-73). */
function phoneOf({ type }: OrderSubmission, { phone, store }: SubmissionContext): Result<string | null> {
  if (phone === null) return type === 'DELIVERY' ? invalidField('phone', 'required') : ok(null);
  return phone.ok && isPhoneOf(store.country, phone.e164) ? ok(phone.e164) : invalidField('phone', 'phone');
}

interface Destination {
  readonly address: Address;
  readonly zone: DeliveryZone;
}

/** Address and current shipping cost of a delivery; null for other services (K-44 to K-46, K-52). */
function destinationOf(
  { type, address }: OrderSubmission,
  { store, zones }: SubmissionContext,
): Result<Destination | null> {
  if (type !== 'DELIVERY') return ok(null);
  if (address === undefined) return invalidField('address', 'required');
  if (addressProblem(address, store.country)) return invalidField('address.address_line_1', 'address');
  const zone = zoneAt(zones, address.geolocation);
  if (!zone) return fail('out_of_zone', { fields: { address: [{ rule: 'invalid' }] } });
  const line1 = address.address_line_1.trim();
  const line2 = address.address_line_2?.trim() || null;
  return ok({ zone, address: { ...address, address_line_1: line1, address_line_2: line2 } });
}
