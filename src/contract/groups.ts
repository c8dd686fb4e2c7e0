import * as z from 'zod/mini';
import { groupPeopleMax, orderPaymentsMax } from '#domain/limits.ts';
import { orderStatuses } from '#domain/order.ts';
import { groupStatuses } from '#domain/order-group.ts';
import { id, pathId, positiveDecimal, timestamp, uuid } from './fields.ts';
import { detailRow, payment, savedPayment } from './orders.ts';
import { paymentInProgress } from './paying.ts';
import { procedure } from './procedure.ts';

const person = z.object({ id, fullname: z.string() });

const data = z.object({ people: z.int().check(z.gte(1), z.lte(groupPeopleMax)), childrens: z.boolean() });

/** What the events of a group carry: all but its rows and payments (G-29). */
export const groupCard = z.object({
  id,
  uid: uuid,
  code_id: id,
  code: z.object({ id, code: z.string(), description: z.string(), group: z.boolean() }),
  type: z.literal('LOCAL'),
  status: z.enum(groupStatuses),
  seller: z.nullable(person),
  data,
  subtotal: positiveDecimal,
  discount: positiveDecimal,
  delivery_amount: positiveDecimal,
  total: positiveDecimal,
  billings_count: z.int(),
  waiting_count: z.int(),
  created_at: timestamp,
  ver: z.int(),
  rev: z.int(),
});

export const orderGroup = z.extend(groupCard, {
  items: z.array(z.extend(detailRow, { order_id: id })),
  orders: z.array(
    z.object({
      id,
      uid: uuid,
      number: z.int(),
      status: z.enum(orderStatuses),
      total: positiveDecimal,
      created_at: timestamp,
      seller: z.nullable(person),
    }),
  ),
  payments: z.array(payment),
});

const groupPath = { store_id: pathId, id: pathId };

export const groupsContract = {
  /** A group with its orders; 404 when the store has none with this id (G-48). */
  get: procedure('group.read', 'GET', '/store/{store_id}/orderGroups/{id}', 'The group of a table')
    .input(z.object(groupPath))
    .output(orderGroup),
  /**
   * Idempotency-Key. The device makes `uid`. Opens a table; a non-admin is its seller (G-49, G-47). Errors: code_busy,
   * validation when the code is no table.
   */
  open: procedure('group.open', 'POST', '/store/{store_id}/orderGroups', 'Open a table', 201)
    .input(z.object({ store_id: pathId, uid: uuid, code_id: id, seller_id: z.nullable(id), data }))
    .output(orderGroup),
  /**
   * Idempotency-Key, and X-After <command id> or If-Match: "<rev>". Finishes or rejects a group with
   * its orders, and saves payments and discount; absent fields stay (G-50). Errors: conflict, invalid_transition,
   * total_mismatch.
   */
  save: procedure('group.manage', 'PATCH', '/store/{store_id}/orderGroups/{id}', 'Save the group of a table')
    .input(
      z.object({
        ...groupPath,
        status: z.optional(z.enum(groupStatuses)),
        payments: z.optional(z.array(savedPayment).check(z.maxLength(orderPaymentsMax))),
        subtotal: z.optional(positiveDecimal),
        discount: z.optional(positiveDecimal),
        delivery_amount: z.optional(positiveDecimal),
        total: z.optional(positiveDecimal),
      }),
    )
    .output(orderGroup),
  /** Idempotency-Key. Moves an open group with its orders to another table (G-51). Errors: code_busy, invalid_transition. */
  changeCode: procedure(
    'group.manage',
    'PATCH',
    '/store/{store_id}/orderGroups/{id}/change',
    'Move a group to another table',
  )
    .input(z.object({ ...groupPath, code_id: id }))
    .output(orderGroup),
  /** The payment in progress of a group (Y-54). Error: not_paying. */
  paying: procedure(
    'group.read',
    'GET',
    '/store/{store_id}/orderGroups/{id}/paying',
    'The payment in progress of a table',
  )
    .input(z.object(groupPath))
    .output(paymentInProgress),
  /** Cancels it, as of an order (Y-54). Error: not_paying. */
  cancelPaying: procedure('group.manage', 'DELETE', '/store/{store_id}/orderGroups/{id}/paying', 'Cancel that payment')
    .input(z.object(groupPath))
    .output(orderGroup),
  /** Deletes an open group with its orders; a second time 404 (G-52). Error: invalid_transition. */
  remove: procedure('group.manage', 'DELETE', '/store/{store_id}/orderGroups/{id}', 'Delete a group', 204).input(
    z.object(groupPath),
  ),
};
