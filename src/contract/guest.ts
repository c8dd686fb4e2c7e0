import * as z from 'zod/mini';
import { guestRequestKinds, guestRequestStates } from '#domain/guest.ts';
import {
  clarificationMaxChars,
  codeMaxChars,
  guestNoteMaxChars,
  guestReasonMaxChars,
  lineQuantityMax,
  orderLinesMax,
} from '#domain/limits.ts';
import { groupStatuses } from '#domain/order-group.ts';
import { catalog, discountRule } from './catalog.ts';
import { id, pathId, positiveDecimal, requiredText, text, timestamp, uuid } from './fields.ts';
import { procedure } from './procedure.ts';
import { code, guestSettings, store, storeStatus } from './stores.ts';

const quantity = z.int().check(z.gte(1), z.lte(lineQuantityMax));

/** What a guest chose. The server looks up names and prices (N-15). */
const guestLine = z.object({
  id,
  quantity,
  comments: z.nullable(text(clarificationMaxChars)),
  additionals: z.array(z.object({ id, quantity })).check(z.maxLength(100)),
});

const { name, logo_url, cover, timezone, address } = store.shape;

/** A table that a code may name; the code of one store may also exist in another. */
export const guestPlace = z.object({ store_id: id, store_name: name, logo_url, description: z.string() });

/** The menu of a table and what a guest can do there. */
export const guestTable = z.object({
  store: z.object({
    id,
    name,
    logo_url,
    cover,
    currency: z.object({ symbol: z.string(), decimals: z.int().check(z.gte(0), z.lte(2)) }),
    timezone,
    address,
  }),
  code: z.object({ code: z.string(), description: z.string(), type: code.shape.type }),
  /** As a customer sees it. */
  status: storeStatus,
  /** Whether a guest can order now: the store's switch, its plan, its hours. The bill and the waiter need only `guests`. */
  can_order: z.boolean(),
  /** Most units in one order. */
  units_max: z.int(),
  /** The menu of the table's kind of place. */
  catalog,
  discounts: z.array(discountRule),
});

export const guestRequest = z.object({
  id,
  /** The device's own name of it. */
  key: uuid,
  kind: z.enum(guestRequestKinds),
  state: z.enum(guestRequestStates),
  /** At the prices when it was asked. */
  lines: z.array(
    z.object({
      name: z.string(),
      quantity: z.int(),
      comments: z.nullable(z.string()),
      additionals: z.array(z.object({ name: z.string(), quantity: z.int() })),
      price: positiveDecimal,
    }),
  ),
  total: positiveDecimal,
  note: z.nullable(z.string()),
  /** Why it was rejected, in the words for the guest. */
  reason: z.nullable(z.string()),
  /** The number of the order that it became. */
  order_number: z.nullable(z.int()),
  created_at: timestamp,
  ended_at: z.nullable(timestamp),
});

export const guestState = z.object({
  /** This visit's, newest first. */
  requests: z.array(guestRequest),
  /** The table's bill; null while no table is open. */
  bill: z.nullable(
    z.object({
      status: z.enum(groupStatuses),
      lines: z.array(z.object({ name: z.string(), quantity: z.int(), price: positiveDecimal })),
      subtotal: positiveDecimal,
      discount: positiveDecimal,
      tip: positiveDecimal,
      total: positiveDecimal,
    }),
  ),
});

/** For the staff: with the table. */
export const staffGuestRequest = z.extend(guestRequest, {
  code_id: id,
  code: z.string(),
  description: z.string(),
  /** The group that the table has, or that the order went to. */
  group_id: z.nullable(id),
  /** The order that it became. */
  order_id: z.nullable(id),
});

const codePath = { code: text(codeMaxChars) };
const tablePath = { store_id: pathId, ...codePath };
const requestPath = { store_id: pathId, id: pathId };

/** Guests at a table, without an account, and what the staff answers them (docs/decisions/045-guests.md). */
export const guestsContract = {
  /** Empty: no such code, or no store with it lets guests in. */
  places: procedure('public', 'GET', '/guest/codes/{code}', 'Which tables a code names')
    .input(z.object(codePath))
    .output(z.object({ places: z.array(guestPlace) })),
  /** 404: no such table, or the store lets no guests in. */
  table: procedure('public', 'GET', '/guest/stores/{store_id}/codes/{code}', 'The menu of a table')
    .input(z.object(tablePath))
    .output(guestTable),
  /** A visit of the table. The calls below carry its token as X-Guest. 404 as for the menu. */
  begin: procedure('public', 'POST', '/guest/stores/{store_id}/codes/{code}/visits', 'Begin a visit', 201)
    .input(z.object(tablePath))
    .output(z.object({ token: z.string(), expires_at: timestamp })),
  /** 401: the visit is unknown or has ended. service_unavailable: the store lets no guests in any more. */
  state: procedure('guest', 'GET', '/guest/visit', 'What this visit asked for, and the bill').output(guestState),
  /**
   * Asks for an order, the waiter or the bill. The same key again answers the same request. Errors: validation (at
   * `lines` for too many units), item_unavailable at `lines.<index>`, service_unavailable.
   */
  ask: procedure('guest', 'POST', '/guest/requests', 'Ask for something', 201)
    .input(
      z.object({
        key: uuid,
        kind: z.enum(guestRequestKinds),
        lines: z.array(guestLine).check(z.maxLength(orderLinesMax)),
        note: z.nullable(text(guestNoteMaxChars)),
      }),
    )
    .output(guestRequest),
  /** Only while it waits, else conflict; a second time answers the same. */
  withdraw: procedure('guest', 'DELETE', '/guest/requests/{key}', 'Withdraw a request')
    .input(z.object({ key: uuid }))
    .output(guestRequest),
  /** Those that wait, the oldest first, then those that ended in the last hour, the newest first. */
  list: procedure('guest.read', 'GET', '/store/{store_id}/guestRequests', 'What guests ask for')
    .input(z.object({ store_id: pathId }))
    .output(z.object({ requests: z.array(staffGuestRequest) })),
  /**
   * Accepts a request; the caller sells what it asks for, in the table's group, which it opens when there is none. A
   * second time answers the same. Errors: conflict (it has ended otherwise), and those of a new order.
   */
  accept: procedure('guest.answer', 'POST', '/store/{store_id}/guestRequests/{id}/accept', 'Accept a request')
    .input(z.object(requestPath))
    .output(staffGuestRequest),
  /** Error: conflict. The same answer a second time changes nothing. */
  reject: procedure('guest.answer', 'POST', '/store/{store_id}/guestRequests/{id}/reject', 'Reject a request')
    .input(z.object({ ...requestPath, reason: requiredText(guestReasonMaxChars) }))
    .output(staffGuestRequest),
  settings: procedure('guest.manage', 'PATCH', '/store/{store_id}/guests', 'What guests can do')
    .input(z.extend(guestSettings, { store_id: pathId }))
    .output(guestSettings),
};
