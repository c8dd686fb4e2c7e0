import * as z from 'zod/mini';
import { groupMoveKinds } from '#domain/group-moves.ts';
import { groupPeopleMax, lineQuantityMax, orderLinesMax, orderPaymentsMax } from '#domain/limits.ts';
import { orderStatuses } from '#domain/order.ts';
import { groupStatuses } from '#domain/order-group.ts';
import { givenBack, refund } from './cashbox.ts';
import { id, pathId, positiveDecimal, timestamp, uuid } from './fields.ts';
import { savedPayment } from './order-submission.ts';
import { detailRow, payment } from './orders.ts';
import { knownPayments, paymentInProgress } from './paying.ts';
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
  // On top of `total`. Answers that a device stored before this field existed lack it, and the next one.
  tip: z._default(positiveDecimal, 0),
  last_move: z._default(
    z.nullable(z.object({ id, kind: z.enum(groupMoveKinds), from: z.string(), to: z.string(), at: timestamp })),
    null,
  ),
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
   * its orders, and saves payments, discount and tip; absent fields stay (G-50). Errors: conflict, invalid_transition,
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
        tip: z.optional(positiveDecimal),
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
  /** As of an order. */
  payments: procedure(
    'group.read',
    'GET',
    '/store/{store_id}/orderGroups/{id}/payments',
    'What is known of the payments of a table',
  )
    .input(z.object(groupPath))
    .output(knownPayments),
  /** As of an order. */
  refund: procedure('group.refund', 'POST', '/store/{store_id}/orderGroups/{id}/refund', 'Give money back', 201)
    .input(z.extend(refund, groupPath))
    .output(givenBack),
  /**
   * Idempotency-Key, and X-After or If-Match: "<rev>". Moves units of lines to another open table; an order of which all
   * lines go, goes itself. Answers the group that they left. Errors: conflict (also when a line is not there any more),
   * invalid_transition.
   */
  moveItems: procedure(
    'group.manage',
    'PATCH',
    '/store/{store_id}/orderGroups/{id}/items',
    'Move lines of a group to another table',
  )
    .input(
      z.object({
        ...groupPath,
        to: id,
        items: z
          .array(z.object({ item_id: id, quantity: z.int().check(z.gte(1), z.lte(lineQuantityMax)) }))
          .check(z.minLength(1), z.maxLength(orderLinesMax)),
      }),
    )
    .output(orderGroup),
  /**
   * Idempotency-Key, and X-After or If-Match: "<rev>". The orders and payments of the group `from`, at revision
   * `from_rev`, come to this one; that table is free then. Errors: conflict, invalid_transition.
   */
  merge: procedure(
    'group.manage',
    'PATCH',
    '/store/{store_id}/orderGroups/{id}/merge',
    'Join another table to this one',
  )
    .input(z.object({ ...groupPath, from: id, from_rev: z.int() }))
    .output(orderGroup),
  /**
   * Idempotency-Key. Undoes the last move of this group, while nobody has changed either table since. Errors: conflict,
   * code_busy, invalid_transition.
   */
  undoMove: procedure(
    'group.manage',
    'PATCH',
    '/store/{store_id}/orderGroups/{id}/undo',
    'Undo the last move of a group',
  )
    .input(z.object({ ...groupPath, move_id: id }))
    .output(orderGroup),
  /** Deletes an open group with its orders; a second time 404 (G-52). Error: invalid_transition. */
  remove: procedure('group.manage', 'DELETE', '/store/{store_id}/orderGroups/{id}', 'Delete a group', 204).input(
    z.object(groupPath),
  ),
};
