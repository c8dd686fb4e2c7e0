import * as z from 'zod/mini';
import { entryKinds, flowTypes } from '#domain/cashbox.ts';
import { cashboxTextMaxChars, flowDescriptionMaxChars } from '#domain/limits.ts';
import {
  decimal,
  id,
  pathId,
  paymentMethod,
  positiveDecimal,
  positiveSum,
  sequence,
  serviceType,
  sum,
  text,
  timestamp,
} from './fields.ts';
import { outboxBalance } from './outboxes.ts';
import { procedure } from './procedure.ts';

const person = z.object({ fullname: z.string() });

export const cashFlow = z.object({
  id,
  type: z.enum(flowTypes),
  type_description: z.string(),
  description: z.nullable(z.string()),
  amount: decimal,
  created_at: timestamp,
  user: person,
});

/** How many of each note and coin, by its value in major units. */
const pieces = z.record(z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/)), z.int().check(z.gte(0), z.lte(100_000)));

const methodSums = z.partialRecord(paymentMethod, sum);

/** null: kept back until whoever closes has counted. Then the methods have no cash either. */
const told = z.nullable(sum);

const balance = z.object({
  open: positiveDecimal,
  payment_cash_in: told,
  payment_totals: told,
  payments_with_cash_in: told,
  orders_rejecteds: positiveSum,
  /** What was given back of orders that stay. */
  refunds_total: positiveSum,
  payouts_total: sum,
  cashbox_flows: sum,
  payment_methods_in_out: z.object({ in: methodSums, out: methodSums }),
  /** Which part of the payments is tip. */
  tips_total: sum,
  calculated: told,
});

/**
 * `blind`: the person who closes counts before they see what the register should have. `drawer`: a payment in cash opens
 * the drawer of the device that took it.
 */
export const cashboxConfig = z.object({
  payouts: z.boolean(),
  block: z.boolean(),
  blind: z._default(z.boolean(), false),
  drawer: z._default(z.boolean(), false),
});

/** A register, or with `id` null the state of a store without an open one. */
export const cashbox = z.object({
  id: z.nullable(id),
  cashbox_last_id: z.nullable(id),
  time_limit: z.int(),
  created_at: z.nullable(timestamp),
  user: z.nullable(person),
  /** null without an open register, and in the answer of a close for who closed it. */
  closed_at: z.nullable(timestamp),
  closed_by: z.nullable(person),
  /** What was counted at the close, and what the rows made at that moment. */
  counted: z.nullable(positiveDecimal),
  expected: z.nullable(sum),
  pieces: z.nullable(pieces),
  difference_reason: z.nullable(z.string()),
  observations: z.nullable(z.string()),
  balance,
  payment_methods: z.partialRecord(paymentMethod, z.object({ title: z.string() })),
  flow_types: z.record(z.enum(flowTypes), z.object({ description: z.string() })),
  /** Oldest first. */
  flows: z.array(cashFlow),
  config: cashboxConfig,
  /** Orders in PENDING, ACCEPTED or DELIVER. */
  unfinished_count: z.int(),
});

/** What every device knows of the register: in the profile and in the payload of cashbox-updated. */
export const cashboxNotice = z.object({
  /** The open register; null: none. */
  id: z.nullable(id),
  /** Orders are refused while no register is open. */
  block: z.boolean(),
  /** A payment in cash opens the drawer. */
  drawer: z.boolean(),
});

/** Money that goes back to whoever paid an order or table. */
export const refund = z.object({
  method: paymentMethod,
  amount: positiveDecimal.check(z.refine((amount) => amount > 0, { error: 'invalid' })),
  reason: text(flowDescriptionMaxChars),
});

/** A row of the ledger of money; never changed. */
export const moneyEntry = z.object({
  id,
  kind: z.enum(entryKinds),
  /** null: a tip, which is a part of the table's payments. */
  method: z.nullable(paymentMethod),
  amount: decimal,
  /** The order or table that it belongs to; null for a movement and a payout. */
  order: z.nullable(z.object({ id, number: z.nullable(z.int()) })),
  group: z.nullable(z.object({ id, code: z.string() })),
  flow_type: z.nullable(z.enum(flowTypes)),
  /** Of a movement; of a refund and a rejection its reason. */
  description: z.nullable(z.string()),
  /** Who allowed it, by their PIN, to a person without the right. */
  authorised_by: z.nullable(z.string()),
  /** A person's full name, or the name of what did it. */
  by: z.string(),
  device: z.nullable(z.string()),
  at: timestamp,
  /** It belongs to a sale that was made before the last close, or that an earlier register counted. */
  late: z.boolean(),
});

/**
 * The answer to a refund. `entry` null: the provider that charged it has been asked; it becomes a row of the ledger when
 * that has proven it, and until then it is among the payments of the order or table.
 */
export const givenBack = z.object({ entry: z.nullable(moneyEntry) });

const salesRow = <Key extends z.ZodMiniType>(key: Key) => z.object({ key, count: z.int(), total: sum });
const salesSum = { orders: z.int(), total: sum };

/** X report of an open register, Z report of a closed one. */
export const salesReport = z.object({
  from: timestamp,
  to: timestamp,
  closed: z.boolean(),
  sales: z.object({
    ...salesSum,
    hours: z.array(salesRow(z.int())),
    products: z.array(salesRow(z.string())),
    categories: z.array(salesRow(z.string())),
    sellers: z.array(salesRow(z.nullable(z.string()))),
    services: z.array(salesRow(serviceType)),
  }),
  /** The same span of time seven days before. */
  week_before: z.object(salesSum),
});

const storePath = { store_id: pathId };
const cashboxPath = { ...storePath, id: pathId };

export const cashboxContract = {
  /** 307 cashbox_settings_required before the first setup, without a Location header (D-05, X-43). */
  get: procedure('cashbox.view', 'GET', '/store/{store_id}/cashbox', 'The open cash register')
    .input(z.object(storePath))
    .output(cashbox),
  /** Once; the second time cashbox_configured. */
  configure: procedure('cashbox.view', 'POST', '/store/{store_id}/cashbox/config', 'Set the cash register up', 201)
    .input(z.extend(cashboxConfig, storePath))
    .output(cashboxConfig),
  /** Idempotency-Key. Errors: cashbox_open, cashbox_settings_required. */
  open: procedure('cashbox.view', 'POST', '/store/{store_id}/cashbox', 'Open the cash register', 201)
    .input(z.object({ ...storePath, amount: positiveDecimal }))
    .output(cashbox),
  /** Closes it. Error: cashbox_closed, which says who closed it and when. */
  close: procedure('cashbox.view', 'PATCH', '/store/{store_id}/cashbox/{id}', 'Close the cash register')
    .input(
      z.object({
        ...cashboxPath,
        amount: positiveDecimal,
        pieces: z.optional(pieces),
        difference_reason: z.optional(text(cashboxTextMaxChars)),
        observations: z.optional(text(cashboxTextMaxChars)),
      }),
    )
    .output(z.object({ data: cashbox })),
  /**
   * What was counted, for which the answer has the sums that a store with `blind` keeps back. Audited; it may be given
   * again. Error: cashbox_closed.
   */
  count: procedure('cashbox.view', 'POST', '/store/{store_id}/cashbox/{id}/count', 'Count before a close')
    .input(z.object({ ...cashboxPath, amount: positiveDecimal }))
    .output(z.object({ data: cashbox })),
  /** A register of the store, open or closed; for its last print and its reports. */
  read: procedure('cashbox.view', 'GET', '/store/{store_id}/cashbox/{id}', 'A cash register')
    .input(z.object(cashboxPath))
    .output(z.object({ data: cashbox })),
  /**
   * Idempotency-Key. Positive is money in. `cashbox_id`: the register that the device shows; another one is
   * refused like none. Error: cashbox_closed.
   */
  flow: procedure('cashbox.view', 'POST', '/store/{store_id}/cashbox/flow', 'Move money by hand', 201)
    .input(
      z.object({
        ...storePath,
        type: z.enum(flowTypes),
        description: z.optional(z.nullable(text(flowDescriptionMaxChars))),
        amount: decimal.check(z.refine((amount) => amount !== 0, { error: 'invalid' })),
        cashbox_id: z.optional(id),
      }),
    )
    .output(cashFlow),
  /** What the devices have sent since the last close. Of a closed register: at its close; null: nobody knows. */
  devices: procedure('cashbox.view', 'GET', '/store/{store_id}/cashbox/{id}/devices', 'What the devices have sent')
    .input(z.object(cashboxPath))
    .output(z.nullable(outboxBalance)),
  /** Asks every device of the store for a report, by the event outbox-asked. Error: cashbox_closed. */
  askDevices: procedure('cashbox.view', 'POST', '/store/{store_id}/cashbox/{id}/devices', 'Ask the devices')
    .input(z.object(cashboxPath))
    .output(outboxBalance),
  /**
   * The rows that a register is the sum of, oldest first, after `since`; at most 200. `returns`: only refunds and
   * rejections. All of them, and the reports, are refused with cashbox_blind while an open register keeps its sums back.
   */
  entries: procedure('cashbox.view', 'GET', '/store/{store_id}/cashbox/{id}/entries', 'The rows of a cash register')
    .input(z.object({ ...cashboxPath, since: z.optional(sequence), returns: z.optional(z.literal('1')) }))
    .output(z.array(moneyEntry)),
  /** What was sold while it was open: orders that are not rejected, by the time of their taking. */
  report: procedure('cashbox.view', 'GET', '/store/{store_id}/cashbox/{id}/report', 'X or Z report')
    .input(z.object(cashboxPath))
    .output(salesReport),
  /** The same as a PDF; `pdf`: base64. */
  reportPdf: procedure('cashbox.view', 'GET', '/store/{store_id}/cashbox/{id}/report/pdf', 'X or Z report as a PDF')
    .input(z.object(cashboxPath))
    .output(z.object({ pdf: z.string() })),
};
