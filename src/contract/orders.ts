import * as z from 'zod/mini';
import { errorCodes } from '#domain/errors.ts';
import { bulkOrdersMax, orderPaymentsMax } from '#domain/limits.ts';
import { cashOptions, orderStatuses, paymentStatuses, rejectReasons, shippingStatuses } from '#domain/order.ts';
import { delayChoices } from '#domain/order-delay.ts';
import {
  date,
  decimal,
  geolocation,
  id,
  paymentMethod,
  pathId,
  positiveDecimal,
  promoType,
  serviceType,
  timestamp,
  uuid,
} from './fields.ts';
import { givenBack, refund } from './cashbox.ts';
import { historyEntry } from './order-history.ts';
import { address, orderSubmission, paymentCard, savedPayment } from './order-submission.ts';
import { knownPayments, paymentInProgress } from './paying.ts';
import { procedure } from './procedure.ts';

const lineAdditional = z.object({ id, name: z.string(), quantity: z.int(), price: positiveDecimal });

export const orderLine = z.object({
  id,
  name: z.string(),
  quantity: z.int(),
  unit_price: positiveDecimal,
  discount: positiveDecimal,
  comments: z.nullable(z.string()),
  additionals: z.array(lineAdditional),
  price: decimal,
  // Which person at the table it is for, from 1; absent: for all.
  seat: z.optional(z.int()),
});

export const detailRow = z.object({
  id,
  ref: z.nullable(id),
  name: z.string(),
  quantity: z.int(),
  unit_price: positiveDecimal,
  discount: positiveDecimal,
  comments: z.nullable(z.string()),
  additionals: z.array(z.unknown()),
  seat: z.optional(z.int()),
});

/** The number of a customer's successful orders and of false ones (A-39, B-79). */
const ordersResume = z.object({
  success: z.object({ count: z.int() }),
  false_order: z.object({ count: z.int() }),
});

export const payment = z.object({
  id: z.nullable(id),
  method: paymentMethod,
  amount: positiveDecimal,
  option: z.string(),
  type: z.nullable(z.enum(cashOptions)),
  value: z.nullable(positiveDecimal),
  can_modify: z.boolean(),
  status: z.enum(paymentStatuses),
  ...paymentCard,
});

/** B-19, with the revisions of docs/offline-engine.md (`ver`, `status_rev`, `money_rev`) and the device's `uid`. */
export const order = z.object({
  id,
  uid: uuid,
  number: z.int(),
  type: serviceType,
  status: z.enum(orderStatuses),
  code: z.nullable(z.object({ id, code: z.string(), description: z.string(), group: z.boolean() })),
  user: z.nullable(
    z.object({
      id,
      fullname: z.string(),
      confidence: z.number(),
      // Stored answers from before this field existed lack it.
      orders_resume: z._default(z.nullable(ordersResume), null),
    }),
  ),
  seller: z.nullable(z.object({ id, fullname: z.string() })),
  origin: z.enum(['store', 'customer']),
  description: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  comments: z.nullable(z.string()),
  address: z.nullable(address),
  coordinates: z.nullable(geolocation),
  items: z.array(orderLine),
  order_detail: z.array(detailRow),
  payments: z.array(payment),
  shipping: z.nullable(
    z.object({ status: z.enum(shippingStatuses), rider: z.nullable(z.object({ name: z.string() })) }),
  ),
  subtotal: positiveDecimal,
  discount: positiveDecimal,
  delivery_amount: positiveDecimal,
  total: positiveDecimal,
  billings_count: z.int(),
  promocodes: z.array(z.object({ code: z.string(), type: promoType, value: positiveDecimal })),
  created_at: timestamp,
  updated_at: timestamp,
  ready_by: z.nullable(timestamp),
  is_scheduled: z.boolean(),
  order_group_id: z.nullable(id),
  reject_reason: z.nullable(z.enum(rejectReasons)),
  rejected_reason_message: z.nullable(z.string()),
  // Stored answers from before this field existed lack it.
  price_difference: z._default(z.nullable(decimal), null),
  ver: z.int(),
  status_rev: z.int(),
  money_rev: z.int(),
});

/** `ids` were changed; `refused` says why each other order was not. number null: the store has no such order. */
export const bulkChanged = z.object({
  ids: z.array(id),
  refused: z.array(z.object({ id, number: z.nullable(z.int()), code: z.enum(errorCodes), message: z.string() })),
});

const orderPath = { store_id: pathId, id: pathId };

/** Fields besides the status that a save may change; absent fields stay (B-66). */
const savedMoney = {
  payments: z.optional(z.array(savedPayment).check(z.maxLength(orderPaymentsMax))),
  subtotal: z.optional(positiveDecimal),
  discount: z.optional(positiveDecimal),
  delivery_amount: z.optional(positiveDecimal),
  total: z.optional(positiveDecimal),
};

const savesSomething = (saved: Readonly<Record<string, unknown>>): boolean =>
  ['status', ...Object.keys(savedMoney)].some((field) => saved[field] !== undefined);

export const ordersContract = {
  /**
   * Idempotency-Key required. Errors: total_mismatch, order_minimum, out_of_zone, service_unavailable,
   * item_unavailable, promocode_invalid, validation (K-75).
   */
  create: procedure('order.create', 'POST', '/store/{store_id}/orders', 'Take an order', 201)
    .input(z.extend(orderSubmission, { store_id: pathId }))
    .output(z.object({ order })),
  /** 100 orders per page, newest first (B-64). */
  list: procedure('board.view', 'GET', '/store/{store_id}/orders', 'List orders')
    .input(
      z.object({
        store_id: pathId,
        status: z.optional(z.enum(orderStatuses)),
        from: z.optional(date),
        to: z.optional(date),
        page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
      }),
    )
    .output(z.array(order)),
  /** Non-admins read only the orders that they sold. */
  get: procedure('order.read', 'GET', '/store/{store_id}/orders/{id}', 'One order')
    .input(z.object(orderPath))
    .output(order),
  /**
   * Needs an Idempotency-Key, and X-After <command id> or If-Match: "<status_rev>" for a status, "<money_rev>" for
   * payments and amounts, "<status_rev>.<money_rev>" for both. Errors: conflict, invalid_transition, total_mismatch,
   * already_billed (B-66).
   */
  changeStatus: procedure(
    // A kitchen screen may take the next step. The domain rule refuses its other changes.
    'order.nextStep',
    'PATCH',
    '/store/{store_id}/orders/{id}',
    'Change the status, the payments or the amounts of an order',
  )
    .input(
      z
        .object({ ...orderPath, status: z.optional(z.enum(orderStatuses)), ...savedMoney })
        .check(z.refine(savesSomething, { path: ['status'] })),
    )
    .output(order),
  /**
   * Idempotency-Key. `item_id` is a row of order_detail without ref. Errors: last_item, invalid_transition,
   * already_billed (B-67, N-12).
   */
  removeItem: procedure(
    'order.removeItem',
    'DELETE',
    '/store/{store_id}/orders/{id}/item/{item_id}',
    'Delete a row of an order',
  )
    .input(z.object({ ...orderPath, item_id: pathId }))
    .output(order),
  /** All changes of an order, oldest first, for members who may change it (docs/threats.md T7). */
  history: procedure('order.changeStatus', 'GET', '/store/{store_id}/orders/{id}/history', 'The history of an order')
    .input(z.object(orderPath))
    .output(z.object({ entries: z.array(historyEntry) })),
  /** Idempotency-Key. If-Match or X-After are checked if sent. Errors: conflict, invalid_transition (B-62). */
  reject: procedure('order.reject', 'PATCH', '/store/{store_id}/orders/{id}/reject', 'Reject an order')
    .input(z.object({ ...orderPath, reject_reason: z.enum(rejectReasons) }))
    .output(order),
  /** Idempotency-Key. Adds minutes to ready_by, or to now without one. Error: invalid_transition (B-61, N-04). */
  delay: procedure('order.delay', 'PATCH', '/store/{store_id}/orders/{id}/delay', 'Delay an order')
    .input(z.object({ ...orderPath, minutes: z.literal(delayChoices) }))
    .output(order),
  /** The payment in progress of an order (Y-54). Error: not_paying. */
  paying: procedure(
    'payment.read',
    'GET',
    '/store/{store_id}/orders/{id}/paying',
    'The payment in progress of an order',
  )
    .input(z.object(orderPath))
    .output(paymentInProgress),
  /**
   * Cancels it. Answers the order: PAYING still while the provider has not said what became of it, and paid when the
   * person had paid already. Error: not_paying (Y-54).
   */
  cancelPaying: procedure('payment.cancel', 'DELETE', '/store/{store_id}/orders/{id}/paying', 'Cancel that payment')
    .input(z.object(orderPath))
    .output(order),
  /** Every payment of an order, and every attempt to charge it, with what the provider last said. */
  payments: procedure(
    'payment.history',
    'GET',
    '/store/{store_id}/orders/{id}/payments',
    'What is known of the payments of an order',
  )
    .input(z.object(orderPath))
    .output(knownPayments),
  /**
   * Idempotency-Key. Gives money of a finished order back, and it stays finished: what the register has of it by that
   * method, or a part. Errors: invalid_transition, cashbox_closed, validation at `amount`.
   */
  refund: procedure('order.refund', 'POST', '/store/{store_id}/orders/{id}/refund', 'Give money back', 201)
    .input(z.extend(refund, orderPath))
    .output(givenBack),
  /** Idempotency-Key. Checks each order separately: `ids` were changed, `refused` were not (B-65, D-36). */
  changeMany: procedure(
    'order.changeStatus',
    'PATCH',
    '/store/{store_id}/orders/massive',
    'Change the status of many orders',
  )
    .input(
      z.object({
        store_id: pathId,
        status: z.enum(orderStatuses),
        ids: z.array(id).check(z.minLength(1), z.maxLength(bulkOrdersMax)),
      }),
    )
    .output(bulkChanged),
};
